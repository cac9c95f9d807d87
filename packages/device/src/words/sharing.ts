import { capabilities, type Capability } from '@fairwatch/contract';

/** When each kind of client sends each kind of data, in words for the person. What it contains is in the notice. */
export const whenShared: Readonly<Record<'BROWSER' | 'TERMUX', Readonly<Record<Capability, string>>>> = {
  BROWSER: {
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
  },
  TERMUX: {
    CONTACTS: 'All names with one number each, when an admin asks for an update.',
    CALL_LOG: 'When an admin asks for an update.',
    SMS: 'All of them, when an admin asks for an update. No pictures that were sent as a message.',
    CALENDAR: 'Only the calendar files that you name, when an admin asks for an update.',
    GALLERY:
      'Only the folders that you name: previews when an admin asks for an update, one in full when they ask for it.',
    LOCATION: 'When an admin asks and you say yes.',
    FILES: 'Only the folder that you name, whenever an admin asks.',
    APPS: 'The names of the packages, when an admin asks for an update.',
    APP_PERMISSIONS: 'What Android allows Termux:API, when an admin asks for an update.',
    DEVICE_INFO: 'Battery and network while Fairwatch runs; the rest when an admin asks for an update.',
    CAMERA: 'A photo, when an admin asks and you say yes, after a countdown that you can stop.',
    MICROPHONE: 'When an admin asks and you say yes, after a countdown that you can stop.',
    CALL_RECORDING: 'During a call, after a countdown that you can stop.',
    NOTIFICATIONS: 'Whenever an admin writes to you.',
  },
};

/** What the page of the switches says. */
export const sharingWords = {
  title: 'Sharing',
  intro: 'Switch on what you want to share. What you switch off stops at once, also without a connection.',
  paused: 'Sharing is paused: nobody gets anything, whatever is switched on here.',
  waiting: 'Waiting for the server. It is shared when the server has confirmed it. Switch again to take it back.',
  impossible: 'Not possible here',
  shared: 'What you share',
  nothing: 'Nothing.',
  change: 'Change what you share',
  askedEachTime: 'Otherwise you are asked each time.',
} as const;

/** The titles of what is shared, in one line. */
export function sharedText(shared: readonly Capability[]): string {
  return shared.length === 0 ? sharingWords.nothing : shared.map((name) => capabilities[name].title).join(', ');
}

/** The retention time in words. */
export function keptText(days: number | null | undefined): string {
  if (days === undefined) return '';
  if (days === null) return 'Nothing of it is kept.';
  return days === 1 ? 'Kept for 1 day, then deleted.' : `Kept for ${days} days, then deleted.`;
}
