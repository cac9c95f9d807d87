import {
  capabilities,
  commandCatalogue,
  deleteFile,
  deviceFeatures,
  endpoints,
  receiveFiles,
  renameFile,
  renameUser,
  ticketMessages,
  type Capability,
  type CommandType,
} from '@fairwatch/contract';
import { contentReads } from '../../blobs/content-reads.ts';
import type { RecordedEntry } from './person.store.ts';

const features = Object.values(deviceFeatures);
const refusalWords: Readonly<Record<string, string>> = {
  consent_missing: 'not shared',
  device_paused: 'sharing was paused',
  device_held: 'held after a restore',
  outside_hours: 'outside of your sharing hours',
  device_not_found: 'not an admin of this device',
};

/** Commands that change something on the device say so. */
const deeds: Readonly<Record<string, string>> = {
  [receiveFiles.path]: 'asked to add files to the shared folder',
  [renameFile.path]: 'asked to rename something in the shared folder',
  [deleteFile.path]: 'asked to delete something in the shared folder',
};

/** What an entry says, in words for the person who carries the device. */
export function logWords({ action, subject, details }: Pick<RecordedEntry, 'action' | 'subject' | 'details'>): string {
  switch (action) {
    case 'JOIN':
      return `joined${groundWords(details)} and shares ${namesOf(details['capabilities'])}${joinedHours(details)}`;
    case 'CONSENT':
      return `changed what is shared to ${namesOf(details['capabilities'])}`;
    case 'DECLINE':
      return `declined to share ${namesOf([details['capability']])}`;
    case 'PAUSE':
      return 'paused sharing';
    case 'RESUME':
      return 'resumed sharing';
    case 'HOURS':
      return `set the hours for sharing: ${String(details['hours'])}`;
    case 'LEAVE':
      return 'left; what was collected was deleted';
    case 'END':
      return `ended the supervision of this device: "${String(details['why'])}"; what was collected was deleted`;
    case 'RESTORE':
      return 'was restored from a backup; nothing is shared until this device has said what you share';
    case 'READ':
      return `looked at ${thing(subject)}`;
    case 'COMMAND':
      return deeds[subject] ?? `asked for ${thing(subject)}`;
    case 'CANCEL':
      if ('capability' in details) return `no longer asks you to share ${namesOf([details['capability']])}`;
      return `cancelled the request for ${commandThing(details['commandType'])}`;
    case 'ASK':
      return `asked you to share ${namesOf([details['capability']])}`;
    case 'NOTIFY':
      return 'sent you a notification';
    case 'TICKET':
      return `changed your ticket ${String(details['ticketId'])} to ${String(details['after'])}`;
    case 'RENAME':
      return `${renamedThing(subject)} ${renamed(details['before'], details['after'])}`;
    case 'ASSIGN':
      return `made ${String(details['admin'])} an admin of this device`;
    case 'UNASSIGN':
      return `${String(details['admin'])} is no admin of this device any more`;
    case 'SIGN_IN':
      return signInWords(details);
    case 'DELETE':
      return `deleted something: ${thing(subject)}`;
    case 'REVIEW':
      return `reviewed whether this device must be supervised; the next review is on ${String(details['to'])}`;
    case 'REFUSED_READ':
      return `tried to look at ${thing(subject)} and was refused: ${refusal(details['reason'])}`;
    case 'REFUSED_COMMAND':
      return `tried to ask for ${thing(subject)} and was refused: ${refusal(details['reason'])}`;
    default:
      return `${action.toLowerCase().replaceAll('_', ' ')}: ${thing(subject)}`;
  }
}

/** What a call is about, as the notice calls it. */
function thing(path: string): string {
  const feature = features.find(({ list, update }) => list.path === path || update.path === path);
  if (feature) return capabilities[feature.capability].title;
  if (path === ticketMessages.path) return 'your ticket';
  const files = contentReads.find((read) => read.path === path);
  if (files) return `files of ${capabilities[files.capability].title}`;
  const called = features.find(({ history }) => history.path === path);
  if (called) return `the requests for ${capabilities[called.capability].title}`;
  const endpoint = endpoints.find((each) => each.path === path);
  if (endpoint?.device?.capability) return capabilities[endpoint.device.capability].title;
  return endpoint ? `"${endpoint.summary}"` : path;
}

function commandThing(commandType: unknown): string {
  const facts = commandCatalogue[commandType as CommandType] as { capability: Capability } | undefined;
  return facts ? capabilities[facts.capability].title : String(commandType);
}

function renamedThing(path: string): string {
  return path === renameUser.path ? 'changed your nickname' : 'changed the nickname of this device';
}

function renamed(before: unknown, after: unknown): string {
  if (!after) return `from "${String(before)}" to none`;
  return before ? `from "${String(before)}" to "${String(after)}"` : `to "${String(after)}"`;
}

function namesOf(granted: unknown): string {
  const names = Array.isArray(granted) ? granted.map((name) => capabilities[name as Capability]?.title ?? name) : [];
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** Empty where no ground was stated, as in entries of earlier versions. */
function groundWords({ purpose, legalBasis, guardian }: RecordedEntry['details']): string {
  if (purpose === undefined) return '';
  const parts = [`purpose: ${String(purpose)}`, `legal basis: ${String(legalBasis)}`];
  if (guardian !== undefined) parts.push(`guardian: ${String(guardian)}`);
  return ` (${parts.join('; ')})`;
}

function joinedHours({ hours }: RecordedEntry['details']): string {
  return hours === undefined ? '' : `, ${String(hours)}`;
}

/** Whoever changes how an admin signs in could look at this device as that admin. */
function signInWords({ admin, change }: RecordedEntry['details']): string {
  const whose = `${String(admin)}, who is an admin of this device`;
  if (change === 'password') return `set a new password for ${whose}`;
  return `turned off two-factor sign-in and removed the passkeys of ${whose}`;
}

function refusal(reason: unknown): string {
  return refusalWords[String(reason)] ?? String(reason);
}
