import type { DeviceStatus } from '@fairwatch/contract';

/** The text for a device that has not begun yet: one that is away says so. Undefined while its status is not known. */
export function waitingText(status: DeviceStatus | undefined) {
  if (status === 'Offline' || status === 'Reachable') return `deliver.waiting${status}` as const;
  return 'deliver.waiting';
}
