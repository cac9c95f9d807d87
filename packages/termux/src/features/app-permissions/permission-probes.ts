import type { Capability } from '@fairwatch/contract';
import type { TermuxProgram } from '../../core/termux/termux.ts';

/** A permission of Termux:API that a command of it needs. */
export interface NeededPermission {
  permission: string;
  title: string;
  description: string;
}

/** A command that tells whether Termux:API has permissions. What it prints beside that is dropped. */
export interface PermissionProbe {
  /** Android asks the person when a permission is missing: only for what they share. */
  capability: Capability;
  program: TermuxProgram;
  args: readonly string[];
  needs: readonly NeededPermission[];
  /** An error that it tells only once its permissions were checked: then it has them. */
  answersWith?: string;
}

const permission = (name: string, title: string, description: string): NeededPermission => ({
  permission: `android.permission.${name}`,
  title,
  description,
});

const readContacts = permission('READ_CONTACTS', 'Contacts', 'Read the address book when an Update asks for it.');

/**
 * The cheapest command for each permission: one row of a list, the last known location without switching on the satellite receiver,
 * and the state of the recorder without recording. There is none for the camera: only taking a photo would tell, so that it is not
 * listed.
 */
export const permissionProbes: readonly PermissionProbe[] = [
  {
    capability: 'SMS',
    program: 'termux-sms-list',
    args: ['-l', '1', '-o', '0', '-t', 'all'],
    needs: [
      permission('READ_SMS', 'Text messages', 'Read received and sent messages when an Update asks for them.'),
      readContacts,
    ],
  },
  { capability: 'CONTACTS', program: 'termux-contact-list', args: [], needs: [readContacts] },
  {
    capability: 'CALL_LOG',
    program: 'termux-call-log',
    args: ['-l', '1', '-o', '0'],
    needs: [permission('READ_CALL_LOG', 'Call history', 'Read the list of calls when an Update asks for it.')],
  },
  {
    capability: 'LOCATION',
    program: 'termux-location',
    args: ['-p', 'network', '-r', 'last'],
    needs: [permission('ACCESS_FINE_LOCATION', 'Precise location', 'Know where this device is, to a few metres.')],
    // No app has asked for the location since the phone was started.
    answersWith: 'Failed to get location',
  },
  {
    capability: 'MICROPHONE',
    program: 'termux-microphone-record',
    args: ['-i'],
    needs: [permission('RECORD_AUDIO', 'Microphone', 'Record a short sound after a countdown.')],
  },
  {
    capability: 'DEVICE_INFO',
    program: 'termux-telephony-deviceinfo',
    args: [],
    needs: [permission('READ_PHONE_STATE', 'Phone state', 'Know the mobile network and its carrier.')],
  },
];
