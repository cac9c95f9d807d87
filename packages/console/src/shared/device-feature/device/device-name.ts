import { shownName, type Device } from '@fairwatch/contract';

/** The nickname of a device, or what its person is called without one. */
export function deviceName(device: Pick<Device, 'nickname' | 'displayName' | 'username'>): string {
  return shownName(device);
}
