import {
  canStartAction,
  isReason,
  limits,
  ownZone,
  updateCommands,
  weekDays,
  type Actor,
  type DeviceSelection,
  type NotificationType,
  type Schedule,
  type ScheduledAction,
  type ScheduleTiming,
  type UpdateCommand,
  type WeekDay,
} from '@fairwatch/contract';
import { permittedUpdates } from '../run-progress/update-titles.ts';
import type { NamedDevice } from '../watch-targets/device-search.tsx';
import type { DraftFieldsProps } from '../draft-form/use-draft-form.ts';

/** Devices that were selected in a list, and how many they are. */
export interface SelectedDevices {
  selection: DeviceSelection;
  count: number;
}

/** What a new schedule is for at first. */
export interface FirstTarget {
  device?: NamedDevice;
  groupId?: number;
  selected?: SelectedDevices;
}

/** What a schedule is for: what it is for already, the devices that were selected in a list, a group, or chosen devices. */
export type TargetKind = 'KEPT' | 'SELECTED' | 'GROUP' | 'DEVICES';

/** The form values of a schedule. */
export interface ScheduleDraft {
  name: string;
  purpose: string;
  action: ScheduledAction['action'];
  commands: readonly UpdateCommand[];
  title: string;
  message: string;
  type: NotificationType;
  target: TargetKind;
  groupId: string;
  selected: SelectedDevices | null;
  devices: readonly NamedDevice[];
  every: ScheduleTiming['every'];
  amount: string;
  unit: 'minutes' | 'hours';
  days: readonly WeekDay[];
  time: string;
  /** A time zone, or DEVICE. */
  zone: string;
  /** Local times of the browser, such as `2026-11-15T08:00`; empty for no bound. */
  from: string;
  until: string;
}

/** The actions that an admin may repeat. */
export function permittedActions(actor: Actor | null): ScheduledAction['action'][] {
  const notify = canStartAction(actor, { action: 'NOTIFY', title: '', message: '', type: 'INFO' });
  return [
    ...(permittedUpdates(actor).length > 0 ? (['UPDATE'] as const) : []),
    ...(notify ? (['NOTIFY'] as const) : []),
  ];
}

const workDays = weekDays.slice(0, 5);

/** A new schedule: every day in the morning, for what it was opened from. */
export function newDraft(actor: Actor | null, { device, groupId, selected }: FirstTarget = {}): ScheduleDraft {
  return {
    name: '',
    purpose: '',
    action: permittedActions(actor)[0] ?? 'UPDATE',
    commands: [],
    title: '',
    message: '',
    type: 'INFO',
    target: targetKind({ groupId, selected }),
    groupId: groupId === undefined ? '' : String(groupId),
    selected: selected ?? null,
    devices: device === undefined ? [] : [device],
    every: 'DAY',
    amount: '6',
    unit: 'hours',
    days: workDays,
    time: '08:00',
    zone: ownZone(),
    from: '',
    until: '',
  };
}

function targetKind({ groupId, selected }: FirstTarget): TargetKind {
  if (selected !== undefined) return 'SELECTED';
  return groupId === undefined ? 'DEVICES' : 'GROUP';
}

/** The form values of a schedule that exists. */
export function draftOf({ name, purpose, action, timing, target }: Schedule): ScheduleDraft {
  const base = newDraft(null);
  const span = { from: localText(timing.from), until: localText(timing.until) };
  return {
    ...base,
    name,
    purpose,
    ...action,
    target: target.group === null ? 'KEPT' : 'GROUP',
    groupId: target.group === null ? '' : String(target.group.id),
    ...(timing.every === 'INTERVAL' ? intervalOf(timing.minutes) : timing),
    every: timing.every,
    ...span,
  };
}

function intervalOf(minutes: number): Pick<ScheduleDraft, 'amount' | 'unit'> {
  return minutes % 60 === 0
    ? { amount: String(minutes / 60), unit: 'hours' }
    : { amount: String(minutes), unit: 'minutes' };
}

/** A moment as the local time of the browser, to the minute, as `datetime-local` fields have it. */
function localText(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function momentOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

export type ScheduleProblem =
  | 'name'
  | 'purpose'
  | 'commands'
  | 'title'
  | 'message'
  | 'groupId'
  | 'devices'
  | 'amount'
  | 'days'
  | 'time'
  | 'until';

function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** The fields that are missing or out of bounds, in the order of the form. */
export function problemsOf(draft: ScheduleDraft): ScheduleProblem[] {
  const isUpdate = draft.action === 'UPDATE';
  const problems: Record<ScheduleProblem, boolean> = {
    name: isEmpty(draft.name),
    purpose: !isReason(draft.purpose),
    commands: isUpdate && draft.commands.length === 0,
    title: !isUpdate && isEmpty(draft.title),
    message: !isUpdate && isEmpty(draft.message),
    groupId: draft.target === 'GROUP' && draft.groupId === '',
    devices: draft.target === 'DEVICES' && draft.devices.length === 0,
    ...timingProblems(draft),
  };
  return (Object.keys(problems) as ScheduleProblem[]).filter((field) => problems[field]);
}

function timingProblems({ every, amount, unit, days, time, from, until }: ScheduleDraft) {
  const minutes = minutesOf(amount, unit);
  const { minMinutes, maxMinutes } = limits.schedule;
  return {
    amount: every === 'INTERVAL' && !(Number.isInteger(minutes) && minutes >= minMinutes && minutes <= maxMinutes),
    days: every === 'WEEK' && days.length === 0,
    time: every !== 'INTERVAL' && time === '',
    until: from !== '' && until !== '' && from >= until,
  };
}

function minutesOf(amount: string, unit: ScheduleDraft['unit']): number {
  return amount.trim() === '' ? Number.NaN : Number(amount) * (unit === 'hours' ? 60 : 1);
}

/** The timing of a draft; null while its fields have a problem. */
export function timingOf(draft: ScheduleDraft): ScheduleTiming | null {
  if (Object.values(timingProblems(draft)).some(Boolean)) return null;
  const { every, amount, unit, days, time, zone, from, until } = draft;
  const span = { from: momentOf(from), until: momentOf(until) };
  if (every === 'INTERVAL') return { every, minutes: minutesOf(amount, unit), ...span };
  const local = { time, zone, fallbackZone: zone === 'DEVICE' ? ownZone() : zone, ...span };
  if (every === 'DAY') return { every, ...local };
  return { every, days: weekDays.filter((day) => days.includes(day)), ...local };
}

export function actionOf({ action, commands, title, message, type }: ScheduleDraft): ScheduledAction {
  if (action === 'NOTIFY') return { action, title: title.trim(), message: message.trim(), type };
  return { action, commands: updateCommands.filter((command) => commands.includes(command)) };
}

/** The devices of a draft; undefined for those that the schedule has already. */
export function selectionOf({ target, groupId, selected, devices }: ScheduleDraft): DeviceSelection | undefined {
  if (target === 'KEPT') return undefined;
  if (target === 'SELECTED' && selected !== null) return selected.selection;
  if (target === 'GROUP') return { by: 'GROUP', groupId: Number(groupId) };
  return { by: 'DEVICES', deviceIds: devices.map(({ id }) => id) };
}

/** What the parts of the form need. */
export type FieldsProps = DraftFieldsProps<ScheduleDraft, ScheduleProblem>;
