import type { Capability } from '@fairwatch/contract';

/** When a browser sends each kind of data, in words for the person. What it contains is in the notice. */
export const whenShared: Readonly<Record<Capability, string>> = {
  CONTACTS: 'Only the contacts that you pick, when an admin asks for an update.',
  CALL_LOG: 'When an admin asks for an update.',
  SMS: 'When an admin asks for an update.',
  CALENDAR: 'Only the calendar file that you pick, when an admin asks for an update.',
  GALLERY: 'Only the photos and videos that you pick, when an admin asks for them.',
  LOCATION: 'When an admin asks and you say yes, while this page is open.',
  FILES: 'Only the folder that you fill, whenever an admin asks.',
  APPS: 'When an admin asks for an update.',
  APP_PERMISSIONS: 'When an admin asks for an update, while this page is open.',
  DEVICE_INFO: 'While this page is open: battery, network and what the browser tells about itself.',
  CAMERA: 'When an admin asks and you say yes, after a countdown that you can stop.',
  MICROPHONE: 'When an admin asks and you say yes, after a countdown that you can stop.',
  CALL_RECORDING: 'During a call, after a countdown that you can stop.',
  NOTIFICATIONS: 'Whenever an admin writes to you.',
};

/** The retention time in words. */
export function keptText(days: number | null | undefined): string {
  if (days === undefined) return '';
  if (days === null) return 'Nothing of it is kept.';
  return days === 1 ? 'Kept for 1 day, then deleted.' : `Kept for ${days} days, then deleted.`;
}
