import {
  capabilities,
  capabilityNames,
  commandCatalogue,
  type Capability,
  type CommandType,
} from '@fairwatch/contract';
import type { DeviceNews, SharingChange } from './device-news.ts';

/** A device as it is named to its admins. */
export interface NamedDevice {
  deviceId: number;
  deviceName: string;
  username: string;
  capabilities: readonly Capability[];
  left: boolean;
}

/** How a command is named, and what it left behind. */
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

/** What was asked for, and the page where its result is. */
const commands: Partial<Record<CommandType, readonly [name: string, page: string]>> = {
  UPDATE_CONTACTS: ['Update of contacts', 'contact'],
  UPDATE_CALLS: ['Update of the call history', 'call'],
  UPDATE_MESSAGES: ['Update of text messages', 'sms_chat'],
  UPDATE_EVENTS: ['Update of events', 'event'],
  UPDATE_APPS: ['Update of installed apps', 'app-list'],
  UPDATE_PERMISSIONS: ['Update of permissions', 'permission'],
  UPDATE_LOCATIONS: ['Update of the location', 'location'],
  UPDATE_DEVICE_INFO: ['Update of device details', 'info'],
  UPDATE_GALLERY: ['Update of photos and videos', 'photo'],
  FETCH_MEDIA: ['Fetching a photo or video', 'photo'],
  UPDATE_FILES: ['Update of files', 'file-manager'],
  SEND_FILE: ['Fetching a file', 'file-manager'],
  RECEIVE_FILES: ['Sending files', 'file-manager'],
  CREATE_FOLDER: ['Creating a folder', 'file-manager'],
  RENAME_FILE: ['Renaming a file', 'file-manager'],
  DELETE_FILE: ['Deleting a file', 'file-manager'],
  CAPTURE_PHOTO: ['Taking a photo', 'photo-recorder'],
  CAPTURE_VIDEO: ['Recording a video', 'video-recorder'],
  CAPTURE_VOICE: ['Recording a voice note', 'voice-recorder'],
  RECORD_CALL: ['Recording a call', 'call'],
};

/** What no one has found better words for yet is called by what it brings. */
function usualWords(type: CommandType): readonly [name: string, page: string] {
  return [`Update of ${capabilities[commandCatalogue[type].capability].title.toLowerCase()}`, 'overview'];
}

/** What one event reads like. Undefined when the command it is about is gone. */
export function wordsFor(
  news: DeviceNews,
  { deviceId, deviceName, username, capabilities: shared }: NamedDevice,
  command: NamedCommand | undefined,
): Words | undefined {
  const overview = `/device/overview/${deviceId}`;
  switch (news.kind) {
    case 'DEVICE_JOINED':
      return {
        title: `${deviceName} joined`,
        message: `${username} accepted the notice and shares ${namesOf(shared)}.`,
        link: overview,
      };
    case 'DEVICE_LEFT':
      return {
        // Who left is no longer named, here as everywhere.
        title: `Device ${deviceId} left`,
        message: 'Its person ended the supervision. What was collected is deleted, and nothing names them any more.',
        link: '',
      };
    case 'DEVICE_ENDED':
      return {
        title: `Device ${deviceId} was ended by ${news.adminName}`,
        message: `Its person was told why: "${news.reason}". What was collected is deleted, and nothing names them any more.`,
        link: '',
      };
    case 'CONSENT_CHANGED':
      return { ...sharingWords(news.change, deviceName, username), link: overview };
    default: {
      if (!command) return undefined;
      const [name, page] = commands[command.commandType] ?? usualWords(command.commandType);
      const done = news.kind === 'COMMAND_DONE';
      const where = `${deviceName}, ${username}`;
      return {
        title: `${name} ${done ? 'finished' : 'failed'}`,
        message: done || command.errorDetails === null ? where : `${where}: ${command.errorDetails}`,
        link: `/device/${page}/${deviceId}`,
      };
    }
  }
}

function sharingWords(change: SharingChange, deviceName: string, username: string): Omit<Words, 'link'> {
  if (change === 'PAUSED') {
    return {
      title: `Sharing is paused on ${deviceName}`,
      message: `${username} paused sharing. Nothing is collected until they resume.`,
    };
  }
  if (change === 'RESUMED') {
    return { title: `Sharing goes on with ${deviceName}`, message: `${username} resumed sharing.` };
  }
  if ('hours' in change) {
    return { title: `${username} changed the hours of ${deviceName}`, message: `They share ${change.hours}.` };
  }
  const { added, withdrawn } = change;
  const parts = [
    ...(added.length > 0 ? [`Shared from now on: ${namesOf(added)}.`] : []),
    ...(withdrawn.length > 0 ? [`No longer shared: ${namesOf(withdrawn)}.`] : []),
  ];
  const message = parts.length > 0 ? parts.join(' ') : `${username} agreed to the current notice.`;
  return { title: `${username} changed what ${deviceName} shares`, message };
}

function namesOf(names: readonly Capability[]): string {
  if (names.length === 0) return 'nothing';
  if (names.length === capabilityNames.length) return 'everything that the notice lists';
  return names.map((name) => capabilities[name].title).join(', ');
}

/** What many events of a kind read like. `{count}` stands for how many. */
export const gatheredWords: Record<DeviceNews['kind'], Words> = {
  DEVICE_JOINED: {
    title: '{count} devices joined',
    message: 'Each of their persons accepted the notice. The newest are on top of the list.',
    link: '/device-list',
  },
  DEVICE_LEFT: {
    title: '{count} devices left',
    message: 'Their persons ended the supervision. What was collected is deleted; the logs stay.',
    link: '/device-list',
  },
  DEVICE_ENDED: {
    title: '{count} devices were ended',
    message: 'Admins ended them, and their persons were told why. What was collected is deleted; the logs stay.',
    link: '/device-list',
  },
  CONSENT_CHANGED: {
    title: '{count} changes of what is shared',
    message: 'Persons changed, paused or resumed what their devices share.',
    link: '/device-list',
  },
  COMMAND_DONE: {
    title: '{count} commands finished',
    message: 'The results are on the pages of the devices.',
    link: '/device-list',
  },
  COMMAND_FAILED: {
    title: '{count} commands failed',
    message: 'Why each one failed is in the command history of its device.',
    link: '/device-list',
  },
};
