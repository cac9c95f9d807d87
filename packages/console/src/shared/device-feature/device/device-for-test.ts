import { offersWithout, type DeviceSummary, type ListedDevice } from '@fairwatch/contract';

/** A device summary: online, with its notice shown, and able to do everything. */
export function deviceForTest(change: Partial<DeviceSummary> = {}): DeviceSummary {
  return {
    id: 3,
    deviceUniqueUUID: '5b0f6f3e-0000-4000-8000-000000000003',
    nickname: '',
    username: 'anna',
    displayName: change.username ?? 'anna',
    contactInfo: 'anna@example.com',
    appName: 'Fairwatch',
    formattedDate: '2026-11-15T10:00:00.000Z',
    status: 'Online',
    lastSeenAt: '2026-11-15T10:00:00.000Z',
    platform: null,
    osName: null,
    noticeShown: true,
    hours: null,
    offers: null,
    groups: [],
    ...change,
  };
}

/** A row of the device list whose person shares everything. */
export function listedDeviceForTest(change: Partial<ListedDevice> = {}): ListedDevice {
  const { hours: _hours, offers: _offers, ...device } = deviceForTest();
  const details = { name: "Anna's phone", model: 'Pixel 9', batteryPercent: 87, charging: false, sharedCount: 14 };
  return { ...device, ...details, ...change };
}

/** The offers of a client in a browser. */
export const browserOffers = offersWithout({
  SMS: 'A browser cannot read text messages.',
  CALL_RECORDING: 'A browser cannot record calls.',
});
