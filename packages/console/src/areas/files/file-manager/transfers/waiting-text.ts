import type { DeviceStatus } from '@fairwatch/contract';

/** The text key while a device has not started a transfer yet. `status` is undefined while it is being loaded. */
export function waitingText(status: DeviceStatus | undefined) {
  if (status === 'Offline' || status === 'Reachable') return `deliver.waiting${status}` as const;
  return 'deliver.waiting';
}
