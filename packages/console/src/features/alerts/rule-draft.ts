import {
  alertCondition,
  alertEvents,
  alertFacts,
  can,
  limits,
  type Actor,
  type AlertCondition,
  type AlertEvent,
  type AlertRule,
  type createAlertRule,
  type InputOf,
  type WatchTarget,
} from '@fairwatch/contract';
import { areHoursWrong, hoursDraftOf, hoursOf, type HoursDraft } from './hours-draft.ts';

/** The form values of a rule. */
export interface RuleDraft {
  name: string;
  purpose: string;
  event: AlertEvent;
  zoneId: string;
  minutes: string;
  percent: string;
  app: string;
  version: string;
  /** Only within these hours; null for any. */
  hours: HoursDraft | null;
  target: WatchTarget['for'];
  groupId: string;
  device: { id: number; name: string } | null;
  recipientIds: readonly number[];
  byMail: boolean;
  quiet: HoursDraft | null;
  on: boolean;
}

/** The fields that can be wrong, named as in the form. */
export type RuleProblem =
  | 'name'
  | 'purpose'
  | 'zoneId'
  | 'minutes'
  | 'percent'
  | 'version'
  | 'hours'
  | 'groupId'
  | 'device'
  | 'quiet';

/** The events of which an admin may hear. */
export function permittedEvents(actor: Actor | null): AlertEvent[] {
  return alertEvents.filter((event) =>
    can(actor, { access: { permission: alertFacts[event].permission, level: 'READ_ONLY' } }),
  );
}

export function newDraft(actor: Actor | null): RuleDraft {
  return {
    name: '',
    purpose: '',
    event: permittedEvents(actor)[0] ?? 'OFFLINE',
    zoneId: '',
    minutes: '30',
    percent: '20',
    app: '',
    version: '',
    hours: null,
    target: 'ALL',
    groupId: '',
    device: null,
    recipientIds: [],
    byMail: false,
    quiet: null,
    on: true,
  };
}

/** The form values of a rule that exists. */
export function draftOf(rule: AlertRule): RuleDraft {
  const { name, purpose, condition, target, targetName, recipients, byMail, quiet, on } = rule;
  return {
    ...newDraft(null),
    name,
    purpose,
    event: condition.on,
    ...('zoneId' in condition && {
      zoneId: String(condition.zoneId),
      hours: condition.hours && hoursDraftOf(condition.hours),
    }),
    ...('minutes' in condition && { minutes: String(condition.minutes) }),
    ...('percent' in condition && { percent: String(condition.percent) }),
    ...('version' in condition && { version: condition.version }),
    ...('app' in condition && { app: condition.app ?? '' }),
    target: target.for,
    groupId: target.for === 'GROUP' ? String(target.groupId) : '',
    device: target.for === 'DEVICE' ? { id: target.deviceId, name: targetName ?? String(target.deviceId) } : null,
    recipientIds: recipients.map(({ id }) => id),
    byMail,
    quiet: quiet && hoursDraftOf(quiet),
    on,
  };
}

const hasZone = ({ event }: RuleDraft) => event === 'ENTERS_ZONE' || event === 'LEAVES_ZONE';
const hasPercent = ({ event }: RuleDraft) => event === 'BATTERY_BELOW' || event === 'STORAGE_BELOW';

/** What is wrong with the condition and the target of a draft: enough to try it. */
export function problemsToTry(draft: RuleDraft): RuleProblem[] {
  const { event, zoneId, minutes, percent, version, hours, target, groupId, device } = draft;
  const { minOfflineMinutes, maxOfflineMinutes } = limits.alert;
  const checks: [RuleProblem, boolean][] = [
    ['zoneId', hasZone(draft) && zoneId === ''],
    ['hours', hasZone(draft) && hours !== null && areHoursWrong(hours)],
    ['minutes', event === 'OFFLINE' && !isWhole(minutes, minOfflineMinutes, maxOfflineMinutes)],
    ['percent', hasPercent(draft) && !isWhole(percent, 1, 99)],
    ['version', event === 'APP_VERSION_BELOW' && !alertCondition.safeParse({ on: event, version }).success],
    ['groupId', target === 'GROUP' && groupId === ''],
    ['device', target === 'DEVICE' && device === null],
  ];
  return checks.filter(([, isWrong]) => isWrong).map(([problem]) => problem);
}

export function problemsOf(draft: RuleDraft): RuleProblem[] {
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(draft.purpose.trim() === '' ? (['purpose'] as const) : []),
    ...problemsToTry(draft),
    ...(draft.quiet !== null && areHoursWrong(draft.quiet) ? (['quiet'] as const) : []),
  ];
}

function isWhole(text: string, least: number, most: number): boolean {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
}

/** The condition of a draft without problems. */
export function conditionOf(draft: RuleDraft): AlertCondition {
  const { event, zoneId, minutes, percent, app, version, hours } = draft;
  return alertCondition.parse({
    on: event,
    ...(hasZone(draft) && { zoneId: Number(zoneId), hours: hours && hoursOf(hours) }),
    ...(event === 'OFFLINE' && { minutes: Number(minutes) }),
    ...(hasPercent(draft) && { percent: Number(percent) }),
    ...((event === 'APP_APPEARED' || event === 'APP_GONE') && app.trim() !== '' && { app: app.trim() }),
    ...(event === 'APP_VERSION_BELOW' && { version }),
  });
}

export function targetOf({ target, groupId, device }: RuleDraft): WatchTarget {
  if (target === 'GROUP') return { for: 'GROUP', groupId: Number(groupId) };
  return target === 'DEVICE' && device !== null ? { for: 'DEVICE', deviceId: device.id } : { for: 'ALL' };
}

/** The fields of a draft without problems, as the endpoints take them. */
export function fieldsOf(draft: RuleDraft): InputOf<typeof createAlertRule> {
  const { name, purpose, recipientIds, byMail, quiet, on } = draft;
  return {
    name: name.trim(),
    purpose: purpose.trim(),
    condition: conditionOf(draft),
    target: targetOf(draft),
    recipientIds: [...recipientIds],
    byMail,
    quiet: quiet && hoursOf(quiet),
    on,
  };
}
