import {
  capabilities,
  commandSentence,
  commandWords,
  createFolder,
  deleteFile,
  deviceFeatures,
  endpoints,
  galleryFetch,
  receiveFiles,
  recordCall,
  recordVoice,
  renameFile,
  renameUser,
  sendFile,
  type AuditDetails,
  type Capability,
  type CommandType,
  type StepType,
} from '@fairwatch/contract';
import { contentReads } from '../../blobs/content-reads.ts';
import { readWords } from '../audit/reads/reads.ts';

const features = Object.values(deviceFeatures);
const refusalWords: Readonly<Record<string, string>> = {
  consent_missing: 'not shared',
  device_paused: 'sharing was paused',
  device_held: 'held after a restore',
  outside_hours: 'outside of your sharing hours',
  notice_not_shown: 'the note that this device is supervised was not shown',
  not_offered: 'the app on this device cannot do it',
  device_not_found: 'not an admin of this device',
  reason_required: 'no reason was given',
  approval_needed: 'a second admin had not agreed',
  approval_declined: 'a second admin declined',
  approval_impossible: 'there is no second admin who could agree',
  no_call: 'no call was under way',
};

/** The calls that ask for one kind of command: an entry whose details were erased says no more than its call. */
const commandOf: Readonly<Record<string, CommandType>> = {
  ...Object.fromEntries(features.map(({ update, command }) => [update.path, command])),
  [galleryFetch.path]: 'FETCH_MEDIA',
  [sendFile.path]: 'SEND_FILE',
  [receiveFiles.path]: 'RECEIVE_FILES',
  [createFolder.path]: 'CREATE_FOLDER',
  [renameFile.path]: 'RENAME_FILE',
  [deleteFile.path]: 'DELETE_FILE',
  [recordVoice.path]: 'CAPTURE_VOICE',
  [recordCall.path]: 'RECORD_CALL',
};

/** What the words of an entry are made of. */
export interface LogLine {
  action: string;
  subject: string;
  /** Null once they were erased. */
  details: Readonly<AuditDetails> | null;
  /** How far the command of a `COMMAND` entry has come, where it is known. */
  step?: StepType | null;
}

/**
 * What an entry says, in words for the person who carries the device; the audit page and its export say the same. Who did it stands
 * apart.
 */
export function logWords(line: LogLine): string {
  const { action, details } = line;
  if (details === null) return `${action.toLowerCase().replaceAll('_', ' ')}; the details were erased`;
  const { reason, approvedBy } = details;
  const why = reason === undefined || action.startsWith('REFUSED_') ? '' : `; reason: "${reason}"`;
  return `${sentence({ ...line, details })}${why}${approvedBy === undefined ? '' : `; ${approvedBy} agreed`}`;
}

function sentence({ action, subject, details, step }: LogLine & { details: Readonly<AuditDetails> }): string {
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
    case 'NOTICE':
      return details['notice'] === 'shown'
        ? 'shows the note that it is supervised again'
        : 'does not show the note that it is supervised; nothing is collected until it does';
    case 'LEAVE':
      return 'left; what was collected was deleted';
    case 'END':
      return `ended the supervision of this device: "${String(details['why'])}"; what was collected was deleted`;
    case 'RESTORE':
      return 'was restored from a backup; nothing is shared until this device has said what you share';
    case 'ARCHIVE':
      return archiveWords(details);
    case 'READ':
      return readWords(subject, details) ?? `looked at ${thing(subject)}`;
    case 'COMMAND':
      return asked(subject, details, step);
    case 'CANCEL':
      if ('capability' in details) return `no longer asks you to share ${namesOf([details['capability']])}`;
      return cancelled(details);
    case 'ASK':
      return `asked you to share ${namesOf([details['capability']])}`;
    case 'NOTIFY':
      return details.object === undefined ? 'sent you a notification' : `sent you the notification "${details.object}"`;
    case 'TICKET':
      return `changed your ticket ${String(details['ticketId'])} to ${String(details['after'])}`;
    case 'RENAME':
      return `${renamedThing(subject)} ${renamed(details['before'], details['after'])}`;
    case 'PERSON':
      return personWords(details);
    case 'ASSIGN':
      return `made ${String(details['admin'])} an admin of this device`;
    case 'UNASSIGN':
      return `${String(details['admin'])} is no admin of this device any more`;
    case 'SIGN_IN':
      return signInWords(details);
    case 'DELETE':
      return `deleted ${details.object ?? `something: ${thing(subject)}`}`;
    case 'REVIEW':
      return `reviewed whether this device must be supervised; the next review is on ${String(details['to'])}`;
    case 'REFUSED_READ':
      return `tried to look at ${tried(subject, details)} and was refused: ${refusal(details.reason)}`;
    case 'REFUSED_COMMAND':
      return `tried to ask for ${tried(subject, details)} and was refused: ${refusal(details.reason)}`;
    default:
      return `${action.toLowerCase().replaceAll('_', ' ')}: ${thing(subject)}`;
  }
}

/** Who asks for an archive by the device is its person; an admin does it for a written request, and says for which. */
function archiveWords({ what, reason }: Readonly<AuditDetails>): string {
  const request = reason === undefined ? '' : ' for a written request';
  if (what === 'requested') return `asked for an archive of everything held about this device and its person${request}`;
  return `${String(what)} the archive of everything held about this device and its person${request}`;
}

/** What a command was asked to do, and how it ended. */
function asked(subject: string, details: Readonly<AuditDetails>, step: StepType | null | undefined): string {
  const type = details['commandType'] ?? commandOf[subject];
  return type === undefined ? `asked for ${thing(subject)}` : commandSentence(String(type), details, step);
}

/** "asked to delete a.pdf" becomes "cancelled the request to delete a.pdf". */
function cancelled(details: Readonly<AuditDetails>): string {
  const type = details['commandType'];
  if (type === undefined) return 'cancelled a request';
  return commandWords(String(type), details).asked.replace(/^asked/, 'cancelled the request');
}

/** What somebody reached for, with the part where the call named one. */
function tried(subject: string, { object, search }: Readonly<AuditDetails>): string {
  const part = object === undefined ? '' : ` (${object})`;
  return `${thing(subject)}${part}${search === undefined ? '' : `, searching for '${search}',`}`;
}

/** What a call is about, as the notice calls it. */
function thing(path: string): string {
  const feature = features.find(({ list, update }) => list.path === path || update.path === path);
  if (feature) return capabilities[feature.capability].title;
  const files = contentReads.find((read) => read.path === path);
  if (files) return `files of ${capabilities[files.capability].title}`;
  const called = features.find(({ history }) => history.path === path);
  if (called) return `the requests for ${capabilities[called.capability].title}`;
  const endpoint = endpoints.find((each) => each.path === path);
  if (endpoint?.device?.capability) return capabilities[endpoint.device.capability].title;
  return endpoint ? `"${endpoint.summary}"` : path;
}

function renamedThing(path: string): string {
  return path === renameUser.path ? 'changed your nickname' : 'changed the nickname of this device';
}

/** What an admin changed about the person themselves, beside their name. */
function personWords({ what, before, after }: Readonly<AuditDetails>): string {
  if (what === 'type') return `changed your account from ${String(before)} to ${String(after)}`;
  return what === 'picture set' ? 'set a picture of you' : 'removed the picture of you';
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
function groundWords({ purpose, legalBasis, guardian }: Readonly<AuditDetails>): string {
  if (purpose === undefined) return '';
  const parts = [`purpose: ${String(purpose)}`, `legal basis: ${String(legalBasis)}`];
  if (guardian !== undefined) parts.push(`guardian: ${String(guardian)}`);
  return ` (${parts.join('; ')})`;
}

function joinedHours({ hours }: Readonly<AuditDetails>): string {
  return hours === undefined ? '' : `, ${String(hours)}`;
}

/** Whoever changes how an admin signs in could look at this device as that admin. */
function signInWords({ admin, change }: Readonly<AuditDetails>): string {
  const whose = `${String(admin)}, who is an admin of this device`;
  if (change === 'password') return `set a new password for ${whose}`;
  return `turned off two-factor sign-in and removed the passkeys of ${whose}`;
}

function refusal(reason: unknown): string {
  return refusalWords[String(reason)] ?? String(reason);
}
