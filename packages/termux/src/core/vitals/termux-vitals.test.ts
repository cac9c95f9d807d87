import { version } from '@fairwatch/contract';
import { expect, it, vi } from 'vitest';
import { testTermux } from '../parse/termux-for-test.ts';
import { createVitals } from './termux-vitals.ts';

const battery = (percentage: unknown, status = 'DISCHARGING', plugged = 'UNPLUGGED') =>
  JSON.stringify({ health: 'GOOD', percentage, plugged, status, temperature: 25.1, current: -300 });

it('tells battery and network once they are read, and reads them again only when they are old', async () => {
  const clock = { now: 0 };
  const outputs = [battery(80), battery(81, 'CHARGING', 'PLUGGED_AC')];
  const termux = testTermux({
    'termux-battery-status': () => outputs.shift() ?? '',
    'termux-wifi-connectioninfo': '{"supplicant_state": "COMPLETED", "ssid": "home"}',
  });
  const vitals = createVitals({ termux, isNoticeShown: () => true, now: () => clock.now });
  expect(vitals()).toEqual({
    batteryPercent: null,
    charging: null,
    network: null,
    appVersion: version,
    noticeShown: true,
  });
  await vi.waitFor(() => expect(vitals()).toMatchObject({ batteryPercent: 80, charging: false, network: 'WIFI' }));
  clock.now = 299_000;
  for (let beat = 0; beat < 30; beat += 1) vitals();
  expect(termux.calls).toHaveLength(2);
  clock.now = 300_000;
  await vi.waitFor(() => expect(vitals()).toMatchObject({ batteryPercent: 81, charging: true }));
  expect(termux.calls).toHaveLength(4);
});

it.each([
  ['nothing is installed', {}],
  ['it prints rubbish', { 'termux-battery-status': 'rubbish', 'termux-wifi-connectioninfo': '[]' }],
  ['the numbers are wrong', { 'termux-battery-status': battery(-5, 'x'), 'termux-wifi-connectioninfo': '{}' }],
])('says that it does not know when %s', async (_, answers) => {
  let isRead = false;
  const clock = { now: 0 };
  const termux = testTermux(answers);
  const vitals = createVitals({
    termux,
    isNoticeShown: () => false,
    onRead: () => (isRead = true),
    now: () => clock.now,
  });
  vitals();
  await vi.waitFor(() => expect(termux.calls.length).toBe(Object.keys(answers).length));
  expect(vitals()).toMatchObject({ batteryPercent: null, network: null, noticeShown: false });
  expect(isRead).toBe(true);
});

it.each([
  [true, 'MOBILE'],
  [false, null],
  [null, null],
] as const)('tells mobile data where the system tells it: %s', async (isMobile, network) => {
  const termux = testTermux({
    'termux-wifi-connectioninfo': '{"supplicant_state": "DISCONNECTED"}',
    'termux-battery-status': battery(5),
  });
  const vitals = createVitals({ termux, isNoticeShown: () => true, hasMobileData: () => isMobile });
  await vi.waitFor(() => expect(vitals()).toMatchObject({ batteryPercent: 5, network }));
});
