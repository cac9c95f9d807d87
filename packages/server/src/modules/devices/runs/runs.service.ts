import {
  cancelRun,
  previewRun,
  type Actor,
  type ParsedInputOf,
  type repeatRun,
  type Run,
  type RunAction,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { storableText } from '../../../core/storable-text.ts';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { cancelledStep } from '../../commands/command-events.ts';
import {
  cancelOpenCommands,
  cancelWaiting,
  copyUnsuccessfulItems,
  findRunByClientId,
  insertRun,
  requireRunByClientId,
  findDevicesForPreview,
  type PreviewedDevice,
} from './runs.store.ts';
import { refusalToRun } from './items/item-refusal.ts';
import { assertRoom } from './run-room.ts';
import { lockRequester, measureUnsuccessful } from './run-room.store.ts';
import { runTitle } from './run-steps.ts';
import { planRun } from './start-run.ts';
import { findRun } from './run-list.store.ts';
import { countBusyDevices } from './open-commands.store.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';

/** Finds a run or throws `run_not_found`. */
export async function requireRun({ db }: Pick<Services, 'db'>, scope: Scope, runId: number): Promise<Run> {
  const run = await findRun(db, scope, runId);
  if (run === undefined) throw new AppError('run_not_found');
  return run;
}

/** Cancels what waits and what is open. Devices are told to stop. */
export async function cancelRunByAdmin(services: Services, session: Session, runId: number): Promise<Run> {
  const { db, bus } = services;
  const scope = scopeOf(session);
  await requireRun(services, scope, runId);
  const by = { id: session.userId, name: session.username };
  const cancellation = { runId, by, subject: cancelRun.path, reason: `Cancelled by ${session.username}.` };
  // Waiting items first: an item that becomes open meanwhile is found by the second statement.
  if (!(await cancelWaiting(db, cancellation))) throw new AppError('run_ended');
  const cancelled = await cancelOpenCommands(db, cancellation);
  for (const { deviceId, commandId } of cancelled) {
    bus.publish('changed', { feature: 'commands', deviceId });
    bus.publish('commandCancelled', { deviceId, commandId });
  }
  bus.publish('commandSteps', { steps: cancelled.map(({ commandType }) => cancelledStep(commandType)) });
  bus.publish('runChanged', {});
  return await requireRun(services, scope, runId);
}

/** Starts a new run with the items that did not succeed. The reason of the earlier run does not count for it. */
export async function repeatRunByAdmin(
  services: Services,
  session: Session,
  { runId, clientId, reason }: ParsedInputOf<typeof repeatRun>,
): Promise<Run> {
  const { db, bus } = services;
  const scope = scopeOf(session);
  const requestedBy = session.userId;
  const known = await findRunByClientId(db, { clientId, requestedBy });
  if (known !== undefined) return await requireRun(services, scope, known);
  const before = await requireRun(services, scope, runId);
  if (before.finishedAt === null) throw new AppError('run_not_ended');
  const size = await measureUnsuccessful(db, runId);
  const { deviceIds, bytes } = size;
  if (deviceIds.length === 0) throw new AppError('nothing_to_repeat');
  const { action, title } = before;
  const id = await db.transaction().execute(async (transaction) => {
    await lockRequester(transaction, requestedBy);
    const same = await findRunByClientId(transaction, { clientId, requestedBy });
    if (same !== undefined) return same;
    await assertRoom(transaction, requestedBy, size);
    const why = { schedule: null, reason: storableText(reason) };
    const created = await insertRun(transaction, { clientId, action, title, requestedBy, ...why, deviceIds, bytes });
    if (created !== null) await copyUnsuccessfulItems(transaction, runId, { id: created, requestedBy });
    return created;
  });
  bus.publish('runChanged', {});
  return await requireRun(services, scope, id ?? (await requireRunByClientId(db, { clientId, requestedBy })));
}

const previewedAtOnce = 5000;

/** Counts on how many devices of a selection an action could be carried out now, and why not on the others. The log of each says what was asked. */
export async function previewRunOf(
  services: Services,
  session: Session,
  { selection, action, reason }: ParsedInputOf<typeof previewRun>,
) {
  const { deviceIds, steps } = await planRun(services, { requester: session, selection, action });
  const policies = await services.policies.read();
  const capabilities = [...new Set(steps.flatMap(({ capability }) => capability ?? []))];
  const reasons = new Map<string, number>();
  const totals = { devices: 0, all: 0, some: 0, none: 0, offline: 0 };
  const count = ({ access, refusals: ofKinds, online }: PreviewedDevice) => {
    totals.devices += 1;
    const refusals = steps.map((step) => {
      const refusal = (step.capability && ofKinds?.[step.capability]) ?? null;
      const item = { ...step, access: { ...access, refusal }, runReason: reason };
      return refusalToRun(item, session satisfies Actor, policies);
    });
    const texts = new Set(refusals.flatMap((refusal) => refusal?.message ?? []));
    for (const text of texts) reasons.set(text, (reasons.get(text) ?? 0) + 1);
    const refused = refusals.filter((refusal) => refusal !== null).length;
    totals[refused === 0 ? 'all' : refused < steps.length ? 'some' : 'none'] += 1;
    if (!online && refused < steps.length && isCommand(action)) totals.offline += 1;
  };
  // In parts, because a selection can have as many devices as would fill the memory.
  for (let from = 0; from < deviceIds.length; from += previewedAtOnce) {
    const some = { deviceIds: deviceIds.slice(from, from + previewedAtOnce), capabilities, isStated: reason !== '' };
    await logSeen(services.auditLog, { session, endpoint: previewRun, asked: runTitle(action) }, some.deviceIds);
    for (const device of await findDevicesForPreview(services.db, scopeOf(session), some)) count(device);
  }
  return {
    ...totals,
    busy: isCommand(action) ? await countBusyDevices(services.db, deviceIds) : 0,
    reasons: Array.from(reasons, ([text, count]) => ({ text, devices: count })).toSorted(
      (a, b) => b.devices - a.devices,
    ),
  };
}

/** True for an action that gives commands: it waits for devices to be connected and to have no other command open. */
function isCommand({ action }: RunAction): boolean {
  return action !== 'NOTIFY' && action !== 'ASK' && action !== 'END';
}
