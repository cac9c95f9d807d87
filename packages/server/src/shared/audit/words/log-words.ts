import {
  capabilities,
  commandSentence,
  commandWords,
  deviceFeatures,
  endpoints,
  importPeople,
  nameInSentence,
  quoted,
  renameUser,
  amount,
  type AuditDetails,
  type Capability,
  type LogReader,
  toPerson,
  type CommandType,
  type CommandState,
} from '@fairwatch/contract';
import { purposeWords, renamed, withPlainSearch } from './plain-details.ts';
import { contentReads, readWords } from './read-lines.ts';
import { liveViewWords } from './live-view-words.ts';
import { liveLocationWords, reportWords } from './place-words.ts';
import { withheldWords } from './told-lines.ts';

const features = Object.values(deviceFeatures);
const refusalWords: Readonly<Record<string, string>> = {
  kind_not_used: 'this installation does not use it',
  consent_missing: 'not shared',
  device_paused: 'sharing was paused',
  device_held: 'held after a restore',
  notice_not_shown: 'the note that this device is supervised was not shown',
  not_offered: 'the app on this device cannot do it',
  lists_not_offered: 'the app on this device takes one file at a time',
  device_not_found: 'not an admin of this device',
  reason_required: 'no reason was given',
  not_allowed: 'not permitted any more',
  device_left: 'the device had left',
  already_shared: 'shared already',
  approval_missing: 'a second admin had not agreed',
  approval_needed: 'a second admin had not agreed',
  approval_declined: 'a second admin declined',
  approval_impossible: 'there is no second admin who could agree',
  no_call: 'no call was under way',
};

/**
 * The command type by endpoint, for endpoints that send one type only. An entry whose details were erased has nothing but
 * its endpoint to describe it.
 */
const commandOf: Readonly<Record<string, CommandType>> = Object.fromEntries(
  endpoints.flatMap(({ path, commands: [only, ...others] }) => (only && others.length === 0 ? [[path, only]] : [])),
);

/** The parts of an entry from which its sentence is made. */
export interface LogLine {
  action: string;
  subject: string;
  /** Null once erased. */
  details: Readonly<AuditDetails> | null;
  /** The current state of the command of a `COMMAND` entry, where known. */
  step?: CommandState | null;
  /** "2 of 10 failed" for a command for several files of which some failed. */
  partly?: string | null;
  /** True when the reader is not told what the entry is about, and the details lack it. */
  withheld?: boolean;
}

/**
 * Describes an entry in a sentence, without its actor: for the device's person, or for the admins who read the audit page, its export and the
 * log of a device.
 */
export function logWords(line: LogLine, reader: LogReader = toPerson): string {
  const { action } = line;
  const details = line.details && withPlainSearch(line.details);
  if (details === null) return `${action.toLowerCase().replaceAll('_', ' ')}; the details were erased`;
  const { reason, approvedBy } = details;
  const why = reason === undefined || action.startsWith('REFUSED_') ? '' : `; reason: ${quoted(reason)}`;
  const schedule = action === 'SCHEDULE' ? undefined : details['schedule'];
  const by = schedule === undefined ? '' : `; by the schedule ${quoted(String(schedule))}`;
  const words = (line.withheld ? withheldWords(action) : null) ?? sentence({ ...line, details }, reader);
  return `${words}${by}${why}${approvedBy === undefined ? '' : `; ${approvedBy} agreed`}`;
}

function sentence(
  { action, subject, details, step, partly }: LogLine & { details: Readonly<AuditDetails> },
  reader: LogReader,
): string {
  const { they, them, their } = reader;
  switch (action) {
    case 'JOIN':
      return `joined${groundWords(details)} and shares ${namesOf(details['capabilities'])}${joinedHours(details)}${joinedPlace(details)}`;
    case 'CONSENT':
      return details['what'] === 'read'
        ? `read the current notice and agreed to it; shared is ${namesOf(details['capabilities'])}`
        : `changed what is shared to ${namesOf(details['capabilities'])}`;
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
      return `ended the supervision of this device: ${quoted(String(details['why']))}; what was collected was deleted`;
    case 'RESTORE':
      return `was restored from a backup; nothing is shared until this device has said what ${they} share`;
    case 'ARCHIVE':
      return archiveWords(details);
    case 'READ':
      return readWords(subject, details, reader) ?? `looked at ${subjectTitle(subject)}`;
    case 'COMMAND':
      return commandText(subject, details, { step, partly }, reader);
    case 'CANCEL':
      if ('capability' in details) return `no longer asks ${them} to share ${namesOf([details['capability']])}`;
      return cancelledText(details);
    case 'ASK':
      return `asked ${them} to share ${namesOf([details['capability']])}${details['when'] === undefined ? '' : ` when ${they} joined`}`;
    case 'NOTIFY':
      return details.object === undefined
        ? `sent ${them} a notification`
        : `sent ${them} the notification ${quoted(details.object)}`;
    case 'TICKET':
      return `changed ${their} request for help ${String(details['ticketId'])} to ${String(details['after'])}`;
    case 'RENAME':
      return `${renamedThing(subject, reader)} ${renamed(details['before'], details['after'])}`;
    case 'PERSON':
      return personWords(details, reader);
    case 'ASSIGN':
      return `made ${String(details['admin'])} an admin of ${scopeWords(details)}${throughGroup(details)}`;
    case 'UNASSIGN':
      return `${String(details['admin'])} is no admin of ${scopeWords(details)} any more${throughGroup(details)}`;
    case 'GROUP':
      return details['what'] === 'removed'
        ? `took this device out of the group ${quoted(String(details['group']))}`
        : `put this device into the group ${quoted(String(details['group']))}`;
    case 'SIGN_IN':
      return signInWords(details);
    case 'SCHEDULE':
      return scheduleWords(details);
    case 'ZONE':
      return zoneWords(details);
    case 'LIVE_LOCATION':
      return liveLocationWords(details);
    case 'LIVE_VIEW':
      return liveViewWords(details);
    case 'ALERT':
      return alertWords(details);
    case 'KINDS':
      return kindsWords(details, reader);
    case 'REPORT':
      return reportWords(details, reader);
    case 'DELETE':
      return `deleted ${details.object === undefined ? `something: ${subjectTitle(subject)}` : nameInSentence(details.object)}`;
    case 'REVIEW':
      return `reviewed whether this device must be supervised; the next review is on ${String(details['to'])}`;
    case 'REFUSED_READ':
      return `tried to look at ${refusedTarget(subject, details)} and was refused: ${refusal(details.reason, reader)}`;
    case 'REFUSED_COMMAND':
      return `tried to ask for ${refusedTarget(subject, details)} and was refused: ${refusal(details.reason, reader)}`;
    default:
      return `${action.toLowerCase().replaceAll('_', ' ')}: ${subjectTitle(subject)}`;
  }
}

/** A change of what the installation uses. The same act can take kinds away and give others back. */
function kindsWords({ taken, given }: Readonly<AuditDetails>, { they }: LogReader): string {
  const parts = [
    ...(taken === undefined
      ? []
      : [
          `took ${namesOf(taken)} out of use on this server: nobody can ask for it, and what was collected of it is deleted`,
        ]),
    ...(given === undefined
      ? []
      : [`put ${namesOf(given)} into use on this server: nothing of it is shared until ${they} switch it on`]),
  ];
  return parts.length === 0 ? 'changed which kinds of data this server uses' : parts.join('; ');
}

/** Who sees every device by their role sees this one too. */
function scopeWords({ of }: Readonly<AuditDetails>): string {
  return of === 'everything' ? 'this device and all others on this server' : 'this device';
}

/** An assignment that began or ended because of a group names it. */
function throughGroup({ group }: Readonly<AuditDetails>): string {
  return group === undefined ? '' : `, through the group ${quoted(String(group))}`;
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
function commandText(
  subject: string,
  details: Readonly<AuditDetails>,
  { step, partly }: Pick<LogLine, 'step' | 'partly'>,
  { they }: LogReader,
): string {
  const type = details['commandType'] ?? commandOf[subject];
  return type === undefined
    ? `asked for ${subjectTitle(subject)}`
    : commandSentence(String(type), details, step, { partly, they });
}

/** Turns "asked to delete a.pdf" into "cancelled the request to delete a.pdf". */
function cancelledText(details: Readonly<AuditDetails>): string {
  const { commandType: type, because, count = 1 } = details;
  const why = because === undefined ? '' : `, because ${String(because)}`;
  if (type !== undefined) {
    return `${commandWords(String(type), details).asked.replace(/^asked/, 'cancelled the request')}${why}`;
  }
  return `cancelled ${because === undefined ? 'a request' : amount(count, ['request', 'requests'])}${why}`;
}

/** Describes what a refused request was for, with the part where the request named one. */
function refusedTarget(subject: string, { object, search }: Readonly<AuditDetails>): string {
  const part = object === undefined ? '' : ` (${nameInSentence(object)})`;
  return `${subjectTitle(subject)}${part}${search === undefined ? '' : `, searching for '${search}',`}`;
}

/** What an act was about, for a report over many entries: the kind of data, or the call; empty where the action says it all. */
export function deedTitle(action: string, subject: string): string {
  return ['READ', 'COMMAND', 'CANCEL', 'DELETE', 'REFUSED_READ', 'REFUSED_COMMAND'].includes(action)
    ? subjectTitle(subject).replaceAll('"', '')
    : '';
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

function renamedThing(path: string, { their }: LogReader): string {
  const isPerson = path === renameUser.path || path === importPeople.path;
  return isPerson ? `changed ${their} nickname` : 'changed the nickname of this device';
}

/** Describes a change of the person's account other than a rename. */
function personWords({ what, before, after }: Readonly<AuditDetails>, { them, their }: LogReader): string {
  if (what === 'type') return `changed ${their} account from ${String(before)} to ${String(after)}`;
  if (what === 'email' || what === 'phone number') return `changed ${their} ${what} ${renamed(before, after)}`;
  return what === 'picture set' ? `set a picture of ${them}` : `removed the picture of ${them}`;
}

function namesOf(granted: unknown): string {
  const names = Array.isArray(granted) ? granted.map((name) => capabilities[name as Capability]?.title ?? name) : [];
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** Empty for entries of earlier versions, which have no legal ground. */
function groundWords({ purpose, legalBasis, guardian, signedBy, signedOn }: Readonly<AuditDetails>): string {
  if (purpose === undefined) return '';
  const parts = [`purpose: ${purposeWords(String(purpose))}`, `legal basis: ${String(legalBasis)}`];
  if (guardian !== undefined) parts.push(`guardian: ${quoted(String(guardian))}`);
  if (signedBy !== undefined) parts.push(`signed for you by ${quoted(String(signedBy))} on ${String(signedOn)}`);
  return ` (${parts.join('; ')})`;
}

function joinedHours({ hours }: Readonly<AuditDetails>): string {
  return hours === undefined ? '' : `, ${String(hours)}`;
}

/** What a passcode for a named person says: whom the device went to, its group, and what admins call the person. */
function joinedPlace({ admin, group, name }: Readonly<AuditDetails>): string {
  return [
    admin === undefined ? '' : `; its admin is ${String(admin)}`,
    group === undefined ? '' : `; it is in the group ${quoted(String(group))}`,
    name === undefined ? '' : `; the passcode was for ${quoted(String(name))}`,
  ].join('');
}

/** These changes are in the device's log because whoever resets an admin's sign-in could look at the device as that admin. */
function signInWords({ admin, change }: Readonly<AuditDetails>): string {
  const whose = `${String(admin)}, who is an admin of this device`;
  if (change === 'password') return `set a new password for ${whose}`;
  return `turned off two-factor sign-in and removed the passkeys of ${whose}`;
}

/** Describes what happened to a schedule that watches the device. */
function scheduleWords({ what, schedule, title, when, purpose, because }: Readonly<AuditDetails>): string {
  const name = `the schedule ${quoted(String(schedule))}`;
  const plan = `${name}: ${String(title)}, ${String(when).replace(/^E/, 'e')}; purpose: ${quoted(String(purpose))}`;
  switch (what) {
    case 'set':
      return `set ${plan}`;
    case 'joined':
      return `has this device in ${plan}`;
    case 'changed':
      return `changed ${plan}`;
    case 'resumed':
      return `resumed ${plan}`;
    case 'removed':
      return `no longer has this device in ${name}`;
    default:
      return `${String(what)} ${name}${because === undefined ? '' : `, because ${String(because)}`}`;
  }
}

/** Describes what happened to a zone that is for the device, or to several at once. */
function zoneWords({ what, zone, area, count = 1 }: Readonly<AuditDetails>): string {
  const name = count > 1 ? `${count} places, among them ${String(zone)}` : `the place ${String(zone)}`;
  const plan = area === undefined ? name : `${name}: ${String(area)}`;
  switch (what) {
    case 'joined':
      return `has this device in ${plan}`;
    case 'removed':
      return `no longer has this device in ${name}`;
    case 'deleted':
      return `deleted ${name}`;
    default:
      return `${String(what)} ${plan}`;
  }
}

/** Describes what happened to an alert rule, that it fired or is over, or to whom it told so. */
function alertWords({ what, rule, words, purpose, to }: Readonly<AuditDetails>): string {
  const name = `the alert rule ${quoted(String(rule))}`;
  switch (what) {
    case 'fired':
      return `had ${name} fire: ${quoted(String(words))}`;
    case 'ended':
      return `had ${name} end: ${quoted(String(words))}`;
    // Before rules were logged when they fire, these were the words of what was told.
    case 'rang':
    case 'over':
    case 'told':
      return `had ${name} tell ${String(to)}: ${quoted(String(words))}`;
    case 'removed':
      return `no longer has this device in ${name}`;
    case 'switched off':
    case 'deleted':
      return `${what} ${name}`;
    default:
      return `${String(what)} ${name}: ${String(words)}; purpose: ${quoted(String(purpose))}`;
  }
}

function refusal(reason: unknown, { their }: LogReader): string {
  if (reason === 'outside_hours') return `outside of ${their} sharing hours`;
  return refusalWords[String(reason)] ?? String(reason);
}
