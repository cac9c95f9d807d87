import type { FeaturePermission } from './permissions.ts';

interface CapabilityFacts {
  title: string;
  shares: string;
  /** The permissions of which an admin needs one to read this kind of data, or anything derived from it. */
  readBy: readonly FeaturePermission[];
}

/**
 * What a device's person can share, each one off until granted. The texts are those of the notice.
 * There is no capability to hide, to capture silently or to prevent removal, and there will be none.
 */
export const capabilities = {
  CONTACTS: {
    title: 'Contacts',
    shares: 'The names, numbers, emails and addresses in your address book.',
    readBy: ['CONTACTS'],
  },
  CALL_LOG: {
    title: 'Call history',
    shares: 'Whom you called and who called you, when and for how long.',
    readBy: ['CALL_LOG'],
  },
  SMS: {
    title: 'Text messages',
    shares: 'The text messages you received and sent.',
    readBy: ['SMS_READ'],
  },
  CALENDAR: {
    title: 'Calendar',
    shares: 'The events in your calendar.',
    readBy: ['EVENT'],
  },
  GALLERY: {
    title: 'Photos and videos',
    shares: 'Small previews of your photos and videos, and one in full when asked for.',
    readBy: ['GALLERY'],
  },
  LOCATION: {
    title: 'Location',
    shares: 'Where this device is.',
    readBy: ['LOCATION'],
  },
  FILES: {
    title: 'Files',
    shares: 'The files in the shared folder: they can be read, added, renamed and deleted.',
    readBy: ['FILE_MANAGER'],
  },
  APPS: {
    title: 'Installed apps',
    shares: 'Which apps are installed.',
    readBy: ['APP_LIST'],
  },
  APP_PERMISSIONS: {
    title: 'App permissions',
    shares: 'Which permissions this app holds on your device.',
    readBy: ['PERMISSION'],
  },
  DEVICE_INFO: {
    title: 'Device details',
    shares: 'Model, system, battery, storage, screen and network of this device.',
    readBy: ['DEVICE_INFO'],
  },
  CAMERA: {
    title: 'Camera',
    shares:
      'A photo or a short video, after a countdown that you see and can stop. Or a live picture for some minutes, if you allow it each time; ' +
      'you see who watches.',
    readBy: ['PHOTO_RECORDER', 'VIDEO_RECORDER'],
  },
  MICROPHONE: {
    title: 'Microphone',
    shares:
      'A short voice recording, after a countdown that you see and can stop. And the sound of videos and live pictures.',
    readBy: ['VOICE_RECORDER'],
  },
  CALL_RECORDING: {
    title: 'Call recording',
    shares: 'A recording of a call, after a countdown that you see and can stop.',
    readBy: ['CALL_LOG'],
  },
  NOTIFICATIONS: {
    title: 'Notifications',
    shares: 'Your admins can show you a message on this device.',
    readBy: ['TRIGGER_NOTIFICATIONS'],
  },
} as const satisfies Record<string, CapabilityFacts>;
export type Capability = keyof typeof capabilities;

export const capabilityNames = Object.keys(capabilities) as [Capability, ...Capability[]];

/**
 * What can be told about a device: a kind of data that its person shares, or `DEVICE` for the device itself (its name, its person, whether
 * it is online), which whoever has it in scope may know.
 */
export type Told = Capability | 'DEVICE';

/** For what may be about any kind of data, such as a line of the log. */
export const everythingTold: readonly Told[] = ['DEVICE', ...capabilityNames];
