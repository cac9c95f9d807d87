import type { PermissionRequirement } from '@fairwatch/contract';

/** A permission that the client app knows on Android. */
export interface ClientPermission {
  title: string;
  permission: string;
  description: string;
  userPermissionRequirement: PermissionRequirement;
  /** Android offers it "only while using the app" as well. */
  whileInUse?: boolean;
  /** The first Android version that asks the person for it; before, it is held from installation on. */
  askedFrom?: number;
}

const list = (
  requirement: PermissionRequirement,
  entries: readonly (readonly [string, string, string, Partial<ClientPermission>?])[],
) =>
  entries.map(([title, name, description, more = {}]): ClientPermission => ({
    title,
    permission: `android.permission.${name}`,
    description,
    userPermissionRequirement: requirement,
    ...more,
  }));

export const clientPermissions: readonly ClientPermission[] = [
  ...list('REQUIRED', [
    ['Internet', 'INTERNET', 'Reach the server that this device has joined.', { askedFrom: 99 }],
    ['Network state', 'ACCESS_NETWORK_STATE', 'See whether there is a connection.', { askedFrom: 99 }],
    ['WiFi state', 'ACCESS_WIFI_STATE', 'See whether WiFi is connected.', { askedFrom: 99 }],
    ['Foreground service', 'FOREGROUND_SERVICE', 'Stay connected, with a notice in the status bar.', { askedFrom: 99 }],
    ['Notifications', 'POST_NOTIFICATIONS', 'Show who asked for what, and messages of admins.', { askedFrom: 13 }],
  ]),
  ...list('OPTIONAL', [
    ['Contacts', 'READ_CONTACTS', 'Read the address book when an Update asks for it.'],
    ['Call history', 'READ_CALL_LOG', 'Read the list of calls when an Update asks for it.'],
    ['Phone state', 'READ_PHONE_STATE', 'Know the mobile network and whether a call is going on.'],
    ['Text messages', 'READ_SMS', 'Read received and sent messages when an Update asks for them.'],
    ['Calendar', 'READ_CALENDAR', 'Read the events of the calendars on this device.'],
    ['Precise location', 'ACCESS_FINE_LOCATION', 'Know where this device is, to a few metres.', { whileInUse: true }],
    ['Approximate location', 'ACCESS_COARSE_LOCATION', 'Know roughly where this device is.', { whileInUse: true }],
    ['Location in the background', 'ACCESS_BACKGROUND_LOCATION', 'Know the location while the app is closed.'],
    ['Photos', 'READ_MEDIA_IMAGES', 'Show previews of photos, and one in full when asked for.', { askedFrom: 13 }],
    ['Videos', 'READ_MEDIA_VIDEO', 'Show previews of videos, and one in full when asked for.', { askedFrom: 13 }],
    ['Music and audio', 'READ_MEDIA_AUDIO', 'List sound files in the shared folder.', { askedFrom: 13 }],
    ['Camera', 'CAMERA', 'Take a photo or a short video after a countdown.', { whileInUse: true }],
    ['Microphone', 'RECORD_AUDIO', 'Record a short sound after a countdown.', { whileInUse: true }],
    ['Nearby devices', 'BLUETOOTH_CONNECT', 'Know whether Bluetooth is on.', { askedFrom: 12 }],
    ['Battery exemption', 'REQUEST_IGNORE_BATTERY_OPTIMIZATIONS', 'Stay connected while the device sleeps.'],
    ['Start after restart', 'RECEIVE_BOOT_COMPLETED', 'Connect again after a restart.', { askedFrom: 99 }],
    [
      'Installed apps',
      'QUERY_ALL_PACKAGES',
      'List the installed apps when an Update asks for them.',
      { askedFrom: 99 },
    ],
  ]),
];
