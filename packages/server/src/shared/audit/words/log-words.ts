import {
  capabilities,
  commandSentence,
  commandWords,
  deviceFeatures,
  endpoints,
  importPeople,
  nameInSentence,
  objectWords,
  quoted,
  renameUser,
  type AuditDetails,
  type Capability,
  type LogReader,
  toPerson,
  type CommandType,
  type CommandState,
  namesText,
} from '@fairwatch/contract';
import { contentReads, readWords } from '../read-lines.ts';
import { logText, logTexts, type LogTexts } from './log-texts.ts';
import { joinWords } from './join-words.ts';
import { liveLocationWords, liveViewWords, reportWords } from './live-words.ts';
import { withPlainSearch } from './plain-details.ts';
import { renamed } from './renamed-words.ts';
import { accountWords, becauseWords, hoursWords } from './fact-words.ts';
import { alertWords, scheduleWords, zoneWords } from './watch-words.ts';

const features = Object.values(deviceFeatures);

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
 * log of a device. It is in the language that is selected (`inLanguage`).
 */
export function logWords(line: LogLine, reader: LogReader = toPerson): string {
  const { action } = line;
  const details = line.details && withPlainSearch(line.details);
  if (details === null) return logText('erased', { action: actionName(action) });
  const { reason, approvedBy } = details;
  let text = (line.withheld ? withheldWords(action) : null) ?? sentence({ ...line, details }, reader);
  const schedule = action === 'SCHEDULE' ? undefined : details['schedule'];
  if (schedule !== undefined) text = logText('with.schedule', { text, name: quoted(String(schedule)) });
  if (reason !== undefined && !action.startsWith('REFUSED_')) {
    text = logText('with.reason', { text, reason: quoted(reason) });
  }
  return approvedBy === undefined ? text : logText('with.agreed', { text, admin: approvedBy });
}

/** The sentence for who is not told what a line is about; null where the usual one does without. */
function withheldWords(action: string): string | null {
  return isKey('withheld', action) ? logText(`withheld.${action}`) : null;
}

function isKey<Group extends 'actions' | 'withheld'>(group: Group, key: string): key is keyof LogTexts[Group] & string {
  return Object.hasOwn(logTexts[group], key);
}

function actionName(action: string): string {
  return isKey('actions', action) ? logText(`actions.${action}`) : action.toLowerCase().replaceAll('_', ' ');
}

function sentence(
  { action, subject, details, step, partly }: LogLine & { details: Readonly<AuditDetails> },
  reader: LogReader,
): string {
  switch (action) {
    case 'JOIN':
      return joinWords(details, namesOf(details['capabilities']));
    case 'CONSENT':
      return logText(details['what'] === 'read' ? 'consent.read' : 'consent.changed', {
        kinds: namesOf(details['capabilities']),
      });
    case 'DECLINE':
      return logText('consent.declined', { kinds: namesOf([details['capability']]) });
    case 'PAUSE':
      return logText('consent.paused');
    case 'RESUME':
      return logText('consent.resumed');
    case 'HOURS':
      return logText('consent.hours', { hours: hoursWords(details) });
    case 'NOTICE':
      return logText(details['notice'] === 'shown' ? 'notice.shown' : 'notice.hidden');
    case 'LEAVE':
      return logText('left');
    case 'END':
      return logText('ended', { why: quoted(String(details['why'])) });
    case 'RESTORE':
      return logText(`restored.${reader}`);
    case 'ARCHIVE':
      return archiveWords(details);
    case 'READ':
      return readWords(subject, details, reader) ?? logText('looked', { what: subjectTitle(subject) });
    case 'COMMAND':
      return commandText(subject, details, { step, partly }, reader);
    case 'CANCEL':
      if ('capability' in details) {
        return logText(`ask.noLonger.${reader}`, { kinds: namesOf([details['capability']]) });
      }
      return cancelledText(details);
    case 'ASK':
      return logText(details['when'] === undefined ? `ask.asked.${reader}` : `ask.atJoining.${reader}`, {
        kinds: namesOf([details['capability']]),
      });
    case 'NOTIFY':
      return details.object === undefined
        ? logText(`notify.sent.${reader}`)
        : logText(`notify.sentTitle.${reader}`, { title: quoted(details.object) });
    case 'TICKET':
      return ticketWords(details, reader);
    case 'RENAME':
      return renamed(isOfPerson(subject) ? 'nickname' : 'device', details, reader);
    case 'PERSON':
      return personWords(details, reader);
    case 'ASSIGN':
    case 'UNASSIGN':
      return assignWords(action, details);
    case 'GROUP':
      return logText(details['what'] === 'removed' ? 'group.removed' : 'group.added', {
        group: quoted(String(details['group'])),
      });
    case 'SIGN_IN':
      // These changes are in the device's log because whoever resets an admin's sign-in could look at the device as that admin.
      return logText(details['change'] === 'password' ? 'signIn.password' : 'signIn.twoFactor', {
        admin: String(details['admin']),
      });
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
      return details.object === undefined
        ? logText('deletedSome', { what: subjectTitle(subject) })
        : logText('deleted', { what: nameInSentence(objectWords(details.object, 'objects.captures')) });
    case 'REVIEW':
      return logText('reviewed', { day: String(details['to']) });
    case 'REFUSED_READ':
    case 'REFUSED_COMMAND':
      return logText(action === 'REFUSED_READ' ? 'refused.read' : 'refused.command', {
        what: refusedTarget(subject, details),
        why: refusal(details.reason, reader),
      });
    default:
      return logText('other', { action: actionName(action), subject: subjectTitle(subject) });
  }
}

/** A change of what the installation uses. The same act can take kinds away and give others back. */
function kindsWords({ taken, given }: Readonly<AuditDetails>, reader: LogReader): string {
  const parts = [
    ...(taken === undefined ? [] : [logText('kinds.taken', { kinds: namesOf(taken) })]),
    ...(given === undefined ? [] : [logText(`kinds.given.${reader}`, { kinds: namesOf(given) })]),
  ];
  if (parts.length === 0) return logText('kinds.some');
  return parts.reduce((first, second) => logText('kinds.both', { first, second }));
}

/** Who sees every device by their role sees this one too. An assignment that began or ended because of a group names it. */
function assignWords(action: 'ASSIGN' | 'UNASSIGN', { of, group, ...details }: Readonly<AuditDetails>): string {
  const isAll = of === 'everything';
  const [begun, ended] = isAll ? (['everything', 'nothing'] as const) : (['device', 'noDevice'] as const);
  const text = logText(`assign.${action === 'ASSIGN' ? begun : ended}`, { admin: String(details['admin']) });
  return group === undefined ? text : logText('with.group', { text, group: quoted(String(group)) });
}

/**
 * An archive without a reason was requested by the person; an admin requests one for a written request and gives the reason.
 */
function archiveWords({ what, reason }: Readonly<AuditDetails>): string {
  const act = what === 'requested' || what === 'fetched' ? what : 'downloaded';
  return logText(reason === undefined ? `archive.${act}` : `archive.${act}InWriting`);
}

function ticketWords({ ticketId, after }: Readonly<AuditDetails>, reader: LogReader): string {
  const status = String(after);
  const known = Object.hasOwn(logTexts.ticket.status, status) ? (status as keyof LogTexts['ticket']['status']) : null;
  return logText(`ticket.${reader}`, {
    id: String(ticketId),
    status: known === null ? status : logText(`ticket.status.${known}`),
  });
}

/** Describes a command and how it ended. */
function commandText(
  subject: string,
  details: Readonly<AuditDetails>,
  { step, partly }: Pick<LogLine, 'step' | 'partly'>,
  reader: LogReader,
): string {
  const type = details['commandType'] ?? commandOf[subject];
  return type === undefined
    ? logText('askedFor', { what: subjectTitle(subject) })
    : commandSentence(String(type), details, step, { partly, reader });
}

/** "cancelled the request to delete a.pdf", and why where nobody chose it. */
function cancelledText(details: Readonly<AuditDetails>): string {
  const { commandType: type, because, count = 1 } = details;
  const several = because === undefined ? logText('cancelled') : logText('cancelledSeveral', { count });
  const text = type === undefined ? several : commandWords(String(type), details).cancelled;
  return because === undefined ? text : logText('with.because', { text, why: becauseWords(details) });
}

/** Describes what a refused request was for, with the part where the request named one. */
function refusedTarget(subject: string, { object, search }: Readonly<AuditDetails>): string {
  const title = subjectTitle(subject);
  const what = object === undefined ? title : logText('refused.part', { what: title, part: nameInSentence(object) });
  return search === undefined ? what : logText('refused.search', { what, search });
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
  if (files) return logText('subject.files', { kind: capabilities[files.capability].title });
  const called = features.find(({ history }) => history.path === path);
  if (called) return logText('subject.requests', { kind: capabilities[called.capability].title });
  const endpoint = endpoints.find((each) => each.path === path);
  if (endpoint?.device?.capability) return capabilities[endpoint.device.capability].title;
  return endpoint ? logText('subject.call', { summary: endpoint.summary }) : path;
}

const isOfPerson = (path: string) => path === renameUser.path || path === importPeople.path;

/** Describes a change of the person's account other than a rename. */
function personWords(details: Readonly<AuditDetails>, reader: LogReader): string {
  const { what, before, after } = details;
  if (what === 'type') {
    return logText(`account.type.${reader}`, { before: accountWords(before), after: accountWords(after) });
  }
  if (what === 'email') return renamed('email', details, reader);
  if (what === 'phone number') return renamed('phone', details, reader);
  return logText(what === 'picture set' ? `account.pictureSet.${reader}` : `account.pictureRemoved.${reader}`);
}

function namesOf(granted: unknown): string {
  const names = Array.isArray(granted) ? granted.map((name) => capabilities[name as Capability]?.title ?? name) : [];
  return names.length === 0 ? logText('nothing') : namesText(names.map(String));
}

function refusal(reason: unknown, reader: LogReader): string {
  if (reason === 'outside_hours') return logText(`refused.why.outside_hours.${reader}`);
  const code = String(reason);
  return Object.hasOwn(logTexts.refused.why, code) ? logText(`refused.why.${code as RefusalCode}`) : code;
}

type RefusalCode = Exclude<keyof LogTexts['refused']['why'], 'outside_hours'>;
