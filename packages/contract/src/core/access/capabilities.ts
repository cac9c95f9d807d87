import { translator } from '../texts/translator.ts';
import texts from './capabilities.texts.json' with { type: 'json' };
import type { FeaturePermission } from './permissions.ts';

interface CapabilityFacts {
  title: string;
  shares: string;
  /** The permissions of which an admin needs one to read this kind of data, or anything derived from it. */
  readBy: readonly FeaturePermission[];
}

const t = translator('contract/capabilities', texts);

/** Its texts are in the language of who reads at the moment. */
function capability<const Permissions extends readonly FeaturePermission[]>(
  name: keyof typeof texts,
  readBy: Permissions,
): CapabilityFacts & { readBy: Permissions } {
  return {
    get title() {
      return t(`${name}.title`);
    },
    get shares() {
      return t(`${name}.shares`);
    },
    readBy,
  };
}

/**
 * What a device's person can share, each one off until granted. The texts are those of the notice.
 * There is no capability to hide, to capture silently or to prevent removal, and there will be none.
 */
export const capabilities = {
  CONTACTS: capability('CONTACTS', ['CONTACTS']),
  CALL_LOG: capability('CALL_LOG', ['CALL_LOG']),
  SMS: capability('SMS', ['SMS_READ']),
  CALENDAR: capability('CALENDAR', ['EVENT']),
  GALLERY: capability('GALLERY', ['GALLERY']),
  LOCATION: capability('LOCATION', ['LOCATION']),
  FILES: capability('FILES', ['FILE_MANAGER']),
  APPS: capability('APPS', ['APP_LIST']),
  APP_PERMISSIONS: capability('APP_PERMISSIONS', ['PERMISSION']),
  DEVICE_INFO: capability('DEVICE_INFO', ['DEVICE_INFO']),
  CAMERA: capability('CAMERA', ['PHOTO_RECORDER', 'VIDEO_RECORDER']),
  MICROPHONE: capability('MICROPHONE', ['VOICE_RECORDER']),
  CALL_RECORDING: capability('CALL_RECORDING', ['CALL_LOG']),
  NOTIFICATIONS: capability('NOTIFICATIONS', ['TRIGGER_NOTIFICATIONS']),
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
