import type { Device } from '@fairwatch/contract';

/** The nickname of a device, or the name of its person without one. */
export function deviceName({ nickname, username }: Pick<Device, 'nickname' | 'username'>): string {
  return nickname === '' ? username : nickname;
}
