/**
 * What a device's person can share, each one off until granted. The texts are those of the notice.
 * There is no capability to hide, to capture silently or to prevent removal, and there will be none.
 */
export const capabilities = {
  CONTACTS: { title: 'Contacts', shares: 'The names, numbers, emails and addresses in your address book.' },
  CALL_LOG: { title: 'Call history', shares: 'Whom you called and who called you, when and for how long.' },
  SMS: { title: 'Text messages', shares: 'The text messages you received and sent.' },
  CALENDAR: { title: 'Calendar', shares: 'The events in your calendar.' },
  GALLERY: {
    title: 'Photos and videos',
    shares: 'Small previews of your photos and videos, and one in full when asked for.',
  },
  LOCATION: { title: 'Location', shares: 'Where this device is.' },
  FILES: { title: 'Files', shares: 'The files in the shared folder: they can be read, added, renamed and deleted.' },
  APPS: { title: 'Installed apps', shares: 'Which apps are installed.' },
  APP_PERMISSIONS: { title: 'App permissions', shares: 'Which permissions this app holds on your device.' },
  DEVICE_INFO: {
    title: 'Device details',
    shares: 'Model, system, battery, storage, screen and network of this device.',
  },
  CAMERA: { title: 'Camera', shares: 'A photo or a short video, after a countdown that you see and can stop.' },
  MICROPHONE: { title: 'Microphone', shares: 'A short voice recording, after a countdown that you see and can stop.' },
  CALL_RECORDING: {
    title: 'Call recording',
    shares: 'A recording of a call, after a countdown that you see and can stop.',
  },
  NOTIFICATIONS: { title: 'Notifications', shares: 'Your admins can show you a message on this device.' },
} as const satisfies Record<string, { title: string; shares: string }>;
export type Capability = keyof typeof capabilities;

export const capabilityNames = Object.keys(capabilities) as [Capability, ...Capability[]];
