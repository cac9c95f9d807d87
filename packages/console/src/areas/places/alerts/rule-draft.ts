import {
  alertCondition,
  alertEvents,
  alertFacts,
  can,
  clockTime,
  isReason,
  limits,
  ownZone,
  weekDays,
  type Actor,
  type AlertCondition,
  type AlertEvent,
  type AlertRule,
  type createAlertRule,
  type InputOf,
  type WatchTarget,
  type WeekDay,
} from '@fairwatch/contract';
import type { DraftFieldsProps } from '../../../shared/draft-form/use-draft-form.ts';
import { targetDraftOf, targetOfDraft, type TargetDraft } from '../../../shared/watch-targets/target-draft.ts';
import { areHoursWrong, hoursDraftOf, hoursOf, type HoursDraft } from './hours-draft.ts';

/** The values of the form in which an alert rule is edited. */
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
  /** The time of a rule about one, on these days, by the clock of this time zone. */
  time: string;
  days: readonly WeekDay[];
  timeZone: string;
  target: TargetDraft;
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
  | 'time'
  | 'days'
  | 'groupId'
  | 'device'
  | 'quiet';

/** What the parts of the form need. */
export type FieldsProps = DraftFieldsProps<RuleDraft, RuleProblem>;

/** The events that a rule of this admin may match, because they may read what it reads. */
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
    time: '08:15',
    days: weekDays.slice(0, 5),
    timeZone: ownZone(),
    target: targetDraftOf(null),
    recipientIds: [],
    byMail: false,
    quiet: null,
    on: true,
  };
}

/** The form values of a rule that exists. */
export function draftOf(rule: AlertRule): RuleDraft {
  const { name, purpose, condition, recipients, byMail, quiet, on } = rule;
  return {
    ...newDraft(null),
    name,
    purpose,
    event: condition.on,
    ...('zoneId' in condition && { zoneId: String(condition.zoneId) }),
    ...('hours' in condition && { hours: condition.hours && hoursDraftOf(condition.hours) }),
    ...('time' in condition && { time: condition.time, days: condition.days, timeZone: condition.timeZone }),
    ...('minutes' in condition && { minutes: String(condition.minutes) }),
    ...('percent' in condition && { percent: String(condition.percent) }),
    ...('version' in condition && { version: condition.version }),
    ...('app' in condition && { app: condition.app ?? '' }),
    target: targetDraftOf(rule),
    recipientIds: recipients.map(({ id }) => id),
    byMail,
    quiet: quiet && hoursDraftOf(quiet),
    on,
  };
}

/** Whether an event is about a border that is crossed, at any hour or within some. */
export const hasHours = ({ event }: Pick<RuleDraft, 'event'>) => event === 'ENTERS_ZONE' || event === 'LEAVES_ZONE';
/** Whether an event is about a time of day. */
export const hasTime = ({ event }: Pick<RuleDraft, 'event'>) => event === 'NOT_ARRIVED' || event === 'LEFT_BEFORE';
export const hasZone = (draft: Pick<RuleDraft, 'event'>) => hasHours(draft) || hasTime(draft);
const hasPercent = ({ event }: RuleDraft) => event === 'BATTERY_BELOW' || event === 'STORAGE_BELOW';

/** What is wrong with the condition and the target of a draft: enough to try it. */
export function problemsToTry(draft: RuleDraft): RuleProblem[] {
  const { event, zoneId, minutes, percent, version, hours, time, days, target } = draft;
  const { minOfflineMinutes, maxOfflineMinutes } = limits.alert;
  const checks: [RuleProblem, boolean][] = [
    ['zoneId', hasZone(draft) && zoneId === ''],
    ['hours', hasHours(draft) && hours !== null && areHoursWrong(hours)],
    ['time', hasTime(draft) && !clockTime.safeParse(time).success],
    ['days', hasTime(draft) && days.length === 0],
    ['minutes', event === 'OFFLINE' && !isWhole(minutes, minOfflineMinutes, maxOfflineMinutes)],
    ['percent', hasPercent(draft) && !isWhole(percent, 1, 99)],
    ['version', event === 'APP_VERSION_BELOW' && !alertCondition.safeParse({ on: event, version }).success],
    ['groupId', target.kind === 'GROUP' && target.groupId === ''],
    ['device', target.kind === 'DEVICE' && target.device === null],
  ];
  return checks.filter(([, isWrong]) => isWrong).map(([problem]) => problem);
}

export function problemsOf(draft: RuleDraft): RuleProblem[] {
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(isReason(draft.purpose) ? [] : (['purpose'] as const)),
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
  const { event, zoneId, minutes, percent, app, version, hours, time, days, timeZone } = draft;
  return alertCondition.parse({
    on: event,
    ...(hasZone(draft) && { zoneId: Number(zoneId) }),
    ...(hasHours(draft) && { hours: hours && hoursOf(hours) }),
    ...(hasTime(draft) && { time, days: weekDays.filter((day) => days.includes(day)), timeZone }),
    ...(event === 'OFFLINE' && { minutes: Number(minutes) }),
    ...(hasPercent(draft) && { percent: Number(percent) }),
    ...((event === 'APP_APPEARED' || event === 'APP_GONE') && app.trim() !== '' && { app: app.trim() }),
    ...(event === 'APP_VERSION_BELOW' && { version }),
  });
}

/** The target of a draft without problems. */
export function targetOf({ target }: RuleDraft): WatchTarget {
  const chosen = targetOfDraft(target);
  // Never all devices instead: a rule must not watch more than was chosen.
  if (chosen === null) throw new Error('The target of the rule is missing');
  return chosen;
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
