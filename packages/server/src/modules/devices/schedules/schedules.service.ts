import {
  canStartAction,
  createSchedule,
  deleteSchedule,
  limits,
  nextTimes,
  pauseSchedule,
  timingWords,
  updateSchedule,
  zoneFor,
  type Actor,
  type Capability,
  type DeviceSelection,
  type ParsedInputOf,
  type previewSchedule,
  type Schedule,
  type ScheduledAction,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { storableText } from '../../../core/storable-text.ts';
import { requireUsedKinds } from '../../consent/device-access.ts';
import { boundCreated, requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import { requireCreator } from '../../../shared/watches/actors.store.ts';
import { requireTarget } from '../../../shared/watches/targets.store.ts';
import { actorOf } from '../../../shared/watches/watch-changes.ts';
import { runTitle, stepsOf } from '../runs/run-steps.ts';
import { noFiles } from '../runs/start-run.ts';
import { resolveSelection } from '../runs/selection.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { listSchedules } from './schedule-list.store.ts';
import { logChanges, memberChanges, tellChanges, type LoggedChange } from './schedule-log.ts';
import { clearTimes, planTimes } from './schedule-times.store.ts';
import * as store from './schedules.store.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';

type Fields = Omit<ParsedInputOf<typeof createSchedule>, 'selection'>;

/** Finds a schedule or throws `schedule_not_found`. */
async function requireSchedule(db: Database, scope: Scope, scheduleId: number): Promise<Schedule> {
  const [schedule] = await listSchedules(db, scope, scheduleId);
  if (schedule === undefined) throw new AppError('schedule_not_found');
  return schedule;
}

/** The kinds of data that an action uses. */
function kindsOf(action: ScheduledAction): Capability[] {
  return stepsOf(action, noFiles, null).flatMap(({ capability }) => capability ?? []);
}

/** Creates a schedule. Its devices are told before it starts anything. */
export async function createScheduleByAdmin(
  services: Services,
  session: Session,
  { selection, ...fields }: ParsedInputOf<typeof createSchedule>,
): Promise<Schedule> {
  const { db } = services;
  const creator = { ...session, blocked: false };
  await requireUsedKinds(services, kindsOf(fields.action));
  const { change, id } = await db.transaction().execute(async (transaction) => {
    await requireRoom(transaction, 'schedules', session.userId);
    const target = await resolveTarget(transaction, creator, session.userId, selection, fields.action);
    const schedule = { ...storableFields(fields), groupId: target.groupId, createdBy: session.userId };
    const scheduleId = await store.insertSchedule(transaction, schedule);
    const { added } = await fillDevices(transaction, scheduleId, target);
    await planOrRefuse(services, transaction, { id: scheduleId, timing: fields.timing });
    const set: LoggedChange = { what: 'set', deviceIds: added, schedule, actor: actorOf(session, createSchedule) };
    await logChanges(transaction, [set]);
    await boundCreated(transaction, 'schedules', session.userId);
    return { change: set, id: scheduleId };
  });
  tellChanges(services, [change]);
  return await requireSchedule(db, scopeOf(session), id);
}

/** Changes a schedule. It stays that of its creator: what they may not do, it does not do, whoever changes it. */
export async function updateScheduleByAdmin(
  services: Services,
  session: Session,
  { scheduleId, selection, ...fields }: ParsedInputOf<typeof updateSchedule>,
): Promise<Schedule> {
  const { db } = services;
  const scope = scopeOf(session);
  await requireUsedKinds(services, kindsOf(fields.action));
  const changes = await db.transaction().execute(async (transaction) => {
    const before = await lockOwn(transaction, scheduleId, scope);
    const creator = await requireCreator(transaction, before.createdBy);
    if (!canStartAction(creator, fields.action)) throw new AppError('not_allowed');
    const target = selection && (await resolveTarget(transaction, creator, before.createdBy, selection, fields.action));
    const groupId = target === undefined ? before.groupId : target.groupId;
    const after = { ...before, ...storableFields(fields), groupId };
    await store.updateSchedule(transaction, scheduleId, after);
    const kept = await store.findScheduleDevices(transaction, scheduleId);
    const members = target && (await fillDevices(transaction, scheduleId, target));
    if (!before.paused) await planOrRefuse(services, transaction, after);
    const actor = actorOf(session, updateSchedule);
    const stayed = kept.filter((id) => !members?.removed.includes(id));
    const changed: LoggedChange = { what: 'changed', deviceIds: stayed, schedule: after, actor };
    const all = [changed, ...(members ? memberChanges(after, members, actor) : [])];
    await logChanges(transaction, all);
    return all;
  });
  tellChanges(services, changes);
  return await requireSchedule(db, scope, scheduleId);
}

/** Pauses a schedule, or takes it up again from now on: what it missed is not made up for. */
export async function pauseScheduleByAdmin(
  services: Services,
  session: Session,
  { scheduleId, paused }: ParsedInputOf<typeof pauseSchedule>,
): Promise<Schedule> {
  const { db } = services;
  const scope = scopeOf(session);
  const changes = await db.transaction().execute(async (transaction) => {
    const schedule = await lockOwn(transaction, scheduleId, scope);
    if (schedule.paused === paused) return [];
    if (paused) await clearTimes(transaction, scheduleId);
    else {
      if (!canStartAction(await requireCreator(transaction, schedule.createdBy), schedule.action))
        throw new AppError('not_allowed');
      await planOrRefuse(services, transaction, schedule);
    }
    await store.setPaused(transaction, scheduleId, paused);
    const change: LoggedChange = {
      what: paused ? 'paused' : 'resumed',
      deviceIds: await store.findScheduleDevices(transaction, scheduleId),
      schedule,
      actor: actorOf(session, pauseSchedule),
    };
    await logChanges(transaction, [change]);
    return [change];
  });
  if (changes.length > 0) tellChanges(services, changes);
  return await requireSchedule(db, scope, scheduleId);
}

/** Deletes a schedule. Its runs stay, and what is running goes on. */
export async function deleteScheduleByAdmin(services: Services, session: Session, scheduleId: number): Promise<null> {
  const change = await services.db.transaction().execute(async (transaction) => {
    const schedule = await lockOwn(transaction, scheduleId, scopeOf(session));
    const deviceIds = await store.findScheduleDevices(transaction, scheduleId);
    await store.deleteSchedule(transaction, scheduleId);
    const deleted: LoggedChange = { what: 'deleted', deviceIds, schedule, actor: actorOf(session, deleteSchedule) };
    await logChanges(transaction, [deleted]);
    return deleted;
  });
  tellChanges(services, [change]);
  return null;
}

const previewedTimes = 5;

/** The next times of a timing; on the devices' own clocks they are those of the fallback zone. */
export function previewTimes({ clock }: Pick<Services, 'clock'>, input: ParsedInputOf<typeof previewSchedule>) {
  const { timing, after } = input;
  const from = new Date(after === undefined ? clock.now() : Date.parse(after));
  const next = nextTimes(timing, from, zoneFor(timing, null), previewedTimes);
  return { when: timingWords(timing), next: next.map((at) => at.toISOString()) };
}

async function lockOwn(transaction: Database, scheduleId: number, scope: Scope): Promise<store.StoredSchedule> {
  const schedule = await store.lockSchedule(transaction, scheduleId, scope);
  if (schedule === undefined) throw new AppError('schedule_not_found');
  return schedule;
}

function storableFields({ name, purpose, action, timing }: Fields) {
  return {
    name: storableText(name),
    purpose: storableText(purpose),
    action: storableAction(action),
    title: storableText(runTitle(action)),
    timing,
  };
}

function storableAction(action: ScheduledAction): ScheduledAction {
  if (action.action === 'UPDATE') return action;
  return { ...action, title: storableText(action.title), message: storableText(action.message) };
}

interface Target {
  groupId: number | null;
  deviceIds: readonly number[];
}

/** Resolves a selection in the creator's scope. A search is resolved now; a group is followed. */
async function resolveTarget(
  transaction: Database,
  creator: Actor,
  userId: number,
  selection: DeviceSelection,
  action: ScheduledAction,
): Promise<Target> {
  if (!canStartAction(creator, action)) throw new AppError('not_allowed');
  const scope = scopeOf({ userId, adminRole: creator.adminRole });
  if (selection.by === 'GROUP') await requireTarget(transaction, scope, { for: 'GROUP', groupId: selection.groupId });
  const deviceIds = await resolveSelection(transaction, scope, selection);
  if (deviceIds.length > limits.run.devices) throw new AppError('too_many_devices', { count: limits.run.devices });
  if (selection.by === 'GROUP') return { groupId: selection.groupId, deviceIds };
  if (deviceIds.length === 0) throw new AppError('no_devices');
  return { groupId: null, deviceIds };
}

function fillDevices(
  transaction: Database,
  scheduleId: number,
  { groupId, deviceIds }: Target,
): Promise<store.MemberChanges> {
  if (groupId === null) return store.setDevices(transaction, scheduleId, deviceIds);
  return store.followGroup(transaction, scheduleId);
}

/** Writes the next times; throws `schedule_over` when there is none. */
async function planOrRefuse(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  schedule: Pick<store.StoredSchedule, 'id' | 'timing'>,
): Promise<void> {
  const next = await planTimes(transaction, schedule, new Date(clock.now()));
  if (next === null) throw new AppError('schedule_over');
}
