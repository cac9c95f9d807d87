import type { Device } from '@fairwatch/contract';

/** What a device is called: its nickname, or whose it is. */
export function deviceName({ nickname, username }: Pick<Device, 'nickname' | 'username'>): string {
  return nickname === '' ? username : nickname;
}
