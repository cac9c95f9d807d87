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
import { contentReads } from './reads/content-reads.ts';
import { readWords } from './reads/reads.ts';

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

/**
 * The command type by endpoint, for endpoints that send one type only. An entry whose details were erased has nothing but
 * its endpoint to describe it.
 */
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

/** The parts of an entry from which its sentence is made. */
export interface LogLine {
  action: string;
  subject: string;
  /** Null once erased. */
  details: Readonly<AuditDetails> | null;
  /** The current step of the command of a `COMMAND` entry, where known. */
  step?: StepType | null;
}

/**
 * Describes an entry in a sentence for the device's person, without its actor. The audit page and its export use the same
 * sentence.
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
      return readWords(subject, details) ?? `looked at ${subjectTitle(subject)}`;
    case 'COMMAND':
      return commandText(subject, details, step);
    case 'CANCEL':
      if ('capability' in details) return `no longer asks you to share ${namesOf([details['capability']])}`;
      return cancelledText(details);
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
      return `deleted ${details.object ?? `something: ${subjectTitle(subject)}`}`;
    case 'REVIEW':
      return `reviewed whether this device must be supervised; the next review is on ${String(details['to'])}`;
    case 'REFUSED_READ':
      return `tried to look at ${refusedTarget(subject, details)} and was refused: ${refusal(details.reason)}`;
    case 'REFUSED_COMMAND':
      return `tried to ask for ${refusedTarget(subject, details)} and was refused: ${refusal(details.reason)}`;
    default:
      return `${action.toLowerCase().replaceAll('_', ' ')}: ${subjectTitle(subject)}`;
  }
}

/**
 * An archive without a reason was requested by the person; an admin requests one for a written request and gives the reason.
 */
function archiveWords({ what, reason }: Readonly<AuditDetails>): string {
  const request = reason === undefined ? '' : ' for a written request';
  if (what === 'requested') return `asked for an archive of everything held about this device and its person${request}`;
  return `${String(what)} the archive of everything held about this device and its person${request}`;
}

/** Describes a command and how it ended. */
function commandText(subject: string, details: Readonly<AuditDetails>, step: StepType | null | undefined): string {
  const type = details['commandType'] ?? commandOf[subject];
  return type === undefined ? `asked for ${subjectTitle(subject)}` : commandSentence(String(type), details, step);
}

/** Turns "asked to delete a.pdf" into "cancelled the request to delete a.pdf". */
function cancelledText(details: Readonly<AuditDetails>): string {
  const type = details['commandType'];
  if (type === undefined) return 'cancelled a request';
  return commandWords(String(type), details).asked.replace(/^asked/, 'cancelled the request');
}

/** Describes what a refused request was for, with the part where the request named one. */
function refusedTarget(subject: string, { object, search }: Readonly<AuditDetails>): string {
  const part = object === undefined ? '' : ` (${object})`;
  return `${subjectTitle(subject)}${part}${search === undefined ? '' : `, searching for '${search}',`}`;
}

/** Describes the subject of an entry with the same title as the notice. */
function subjectTitle(path: string): string {
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

/** Describes a change of the person's account other than a rename. */
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

/** Empty for entries of earlier versions, which have no legal ground. */
function groundWords({ purpose, legalBasis, guardian }: Readonly<AuditDetails>): string {
  if (purpose === undefined) return '';
  const parts = [`purpose: ${String(purpose)}`, `legal basis: ${String(legalBasis)}`];
  if (guardian !== undefined) parts.push(`guardian: ${String(guardian)}`);
  return ` (${parts.join('; ')})`;
}

function joinedHours({ hours }: Readonly<AuditDetails>): string {
  return hours === undefined ? '' : `, ${String(hours)}`;
}

/** These changes are in the device's log because whoever resets an admin's sign-in could look at the device as that admin. */
function signInWords({ admin, change }: Readonly<AuditDetails>): string {
  const whose = `${String(admin)}, who is an admin of this device`;
  if (change === 'password') return `set a new password for ${whose}`;
  return `turned off two-factor sign-in and removed the passkeys of ${whose}`;
}

function refusal(reason: unknown): string {
  return refusalWords[String(reason)] ?? String(reason);
}
