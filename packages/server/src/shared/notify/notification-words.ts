import {
  capabilities,
  capabilityNames,
  commandCatalogue,
  consoleLink,
  notificationFacts,
  quoted,
  withPerson,
  type Capability,
  type CommandType,
  type DevicePath,
  type Told,
} from '@fairwatch/contract';
import type { CommandOutcome, DeviceEvent, SharingChange } from './device-event.ts';

/** The names of a device for its admins. */
export interface NamedDevice {
  deviceId: number;
  deviceName: string;
  /** What its person is called. */
  person: string;
  capabilities: readonly Capability[];
  left: boolean;
}

/** The type of a command, and its error if it failed. */
export interface NamedCommand {
  commandId: number;
  commandType: CommandType;
  errorDetails: string | null;
}

interface Words {
  title: string;
  message: string;
  link: string;
}

/** The name of each command in a title such as "Update of contacts failed", and the page that shows its result. */
const commands = {
  UPDATE_CONTACTS: ['Update of contacts', '/device/contact/$deviceId'],
  UPDATE_CALLS: ['Update of the call history', '/device/call/$deviceId'],
  UPDATE_MESSAGES: ['Update of text messages', '/device/sms_chat/$deviceId'],
  UPDATE_EVENTS: ['Update of events', '/device/event/$deviceId'],
  UPDATE_APPS: ['Update of installed apps', '/device/app-list/$deviceId'],
  UPDATE_PERMISSIONS: ['Update of permissions', '/device/permission/$deviceId'],
  UPDATE_LOCATIONS: ['Update of the location', '/device/location/$deviceId'],
  LIVE_LOCATION: ['Live location', '/device/location/$deviceId'],
  UPDATE_DEVICE_INFO: ['Update of device details', '/device/info/$deviceId'],
  UPDATE_GALLERY: ['Update of photos and videos', '/device/photo/$deviceId'],
  FETCH_MEDIA: ['Fetching a photo or video', '/device/photo/$deviceId'],
  UPDATE_FILES: ['Update of files', '/device/file-manager/$deviceId'],
  SEND_FILE: ['Fetching a file', '/device/file-manager/$deviceId'],
  RECEIVE_FILES: ['Sending files', '/device/file-manager/$deviceId'],
  CREATE_FOLDER: ['Creating a folder', '/device/file-manager/$deviceId'],
  RENAME_FILE: ['Renaming a file', '/device/file-manager/$deviceId'],
  DELETE_FILE: ['Deleting a file', '/device/file-manager/$deviceId'],
  CAPTURE_PHOTO: ['Taking a photo', '/device/photo-recorder/$deviceId'],
  CAPTURE_VIDEO: ['Recording a video', '/device/video-recorder/$deviceId'],
  LIVE_VIEW: ['Live view', '/device/video-recorder/$deviceId'],
  CAPTURE_VOICE: ['Recording a voice note', '/device/voice-recorder/$deviceId'],
  RECORD_CALL: ['Recording a call', '/device/call/$deviceId'],
} satisfies Record<CommandType, readonly [name: string, page: DevicePath]>;

/** What has only begun when its command is done. */
const begins: readonly CommandType[] = ['LIVE_LOCATION', 'LIVE_VIEW'];

/** What each command is called in the title of its notification. */
export const commandNames: Readonly<Record<CommandType, string>> = Object.fromEntries(
  Object.entries(commands).map(([type, [name]]) => [type, name]),
) as Record<CommandType, string>;

/** The texts for one event, and the kind of data that they tell; null for none. */
type ToldWords = Words & { tells: Capability | null };

/** Writes the texts for one event. Undefined when its command is gone. */
export function wordsFor(
  event: DeviceEvent,
  { deviceId, deviceName, person, capabilities: shared }: NamedDevice,
  command: NamedCommand | undefined,
): ToldWords | undefined {
  const overview = consoleLink('/device/overview/$deviceId', { deviceId });
  switch (event.kind) {
    case 'DEVICE_JOINED':
      return {
        title: `${deviceName} joined`,
        message: `${person} accepted the notice and shares ${namesOf(shared)}.`,
        link: overview,
        tells: null,
      };
    case 'DEVICE_LEFT':
      return {
        // A person who left is not named anywhere.
        title: `Device ${deviceId} left`,
        message: `${event.byGuardian ? 'The guardian of its person withdrew what they had signed' : 'Its person ended the supervision'}. What was collected is deleted, and nothing names them any more.`,
        link: '',
        tells: null,
      };
    case 'DEVICE_ENDED':
      return {
        title: `Device ${deviceId} was ended by ${event.adminName}`,
        message: `Its person was told why: ${quoted(event.reason)}. What was collected is deleted, and nothing names them any more.`,
        link: '',
        tells: null,
      };
    case 'CONSENT_CHANGED':
      return { ...sharingWords(event.change, deviceName, person), link: overview, tells: null };
    default: {
      if (!command) return undefined;
      const [name, page] = commands[command.commandType];
      const ends = {
        COMMAND_DONE: begins.includes(command.commandType) ? 'began' : 'finished',
        COMMAND_FAILED: 'failed',
        COMMAND_DECLINED: 'declined',
      };
      const where = withPerson(deviceName, person);
      return {
        title: `${name} ${ends[event.kind]}`,
        message: command.errorDetails === null ? where : `${where}: ${command.errorDetails}`,
        link: consoleLink(page, { deviceId }),
        tells: command.errorDetails === null ? null : toldByError(event.kind, command),
      };
    }
  }
}

/** The kind of data that the words of a device about a failed command can name a part of: the file. */
function toldByError(kind: CommandOutcome['kind'], { commandType }: NamedCommand): Capability | null {
  const { capability } = commandCatalogue[commandType];
  const declared: readonly Told[] = notificationFacts[kind].tells;
  return declared.includes(capability) ? capability : null;
}

function sharingWords(change: SharingChange, deviceName: string, person: string): Omit<Words, 'link'> {
  const theirs = deviceName === person ? 'their device' : deviceName;
  if (change === 'PAUSED') {
    return {
      title: `Sharing is paused on ${deviceName}`,
      message: `${person} paused sharing. Nothing is collected until they resume.`,
    };
  }
  if (change === 'RESUMED') {
    return { title: `Sharing goes on with ${deviceName}`, message: `${person} resumed sharing.` };
  }
  if ('hours' in change) {
    return { title: `${person} changed the hours of ${theirs}`, message: `They share ${change.hours}.` };
  }
  const { added, withdrawn } = change;
  const parts = [
    ...(added.length > 0 ? [`Shared from now on: ${namesOf(added)}.`] : []),
    ...(withdrawn.length > 0 ? [`No longer shared: ${namesOf(withdrawn)}.`] : []),
  ];
  const message = parts.length > 0 ? parts.join(' ') : `${person} agreed to the current notice.`;
  return { title: `${person} changed what ${theirs} shares`, message };
}

function namesOf(names: readonly Capability[]): string {
  if (names.length === 0) return 'nothing';
  if (names.length === capabilityNames.length) return 'everything that the notice lists';
  return names.map((name) => capabilities[name].title).join(', ');
}

/** The texts for many events of a kind. `{count}` is replaced by their number. */
export const summaryWords: Record<DeviceEvent['kind'], Words> = {
  DEVICE_JOINED: {
    title: '{count} devices joined',
    message: 'Each of their persons accepted the notice. The newest are on top of the list.',
    link: consoleLink('/device-list'),
  },
  DEVICE_LEFT: {
    title: '{count} devices left',
    message: 'Their persons or their guardians ended the supervision. What was collected is deleted; the logs stay.',
    link: consoleLink('/device-list'),
  },
  DEVICE_ENDED: {
    title: '{count} devices were ended',
    message: 'Admins ended them, and their persons were told why. What was collected is deleted; the logs stay.',
    link: consoleLink('/device-list'),
  },
  CONSENT_CHANGED: {
    title: '{count} changes of what is shared',
    message: 'Persons changed, paused or resumed what their devices share.',
    link: consoleLink('/device-list'),
  },
  COMMAND_DONE: {
    title: '{count} commands finished',
    message: 'The results are on the pages of the devices.',
    link: consoleLink('/device-list'),
  },
  COMMAND_FAILED: {
    title: '{count} commands failed',
    message: 'Why each one failed is in the command history of its device.',
    link: consoleLink('/device-list'),
  },
  COMMAND_DECLINED: {
    title: '{count} commands declined',
    message: 'The persons said no. Which ones is in the command history of their devices.',
    link: consoleLink('/device-list'),
  },
};
