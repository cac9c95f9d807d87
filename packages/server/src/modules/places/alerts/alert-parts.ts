import { beganWords, type AlertEvent } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { ActiveRules } from './rules/active-rules.ts';
import { logAlerts, type AlertLine } from './alert-log.ts';
import {
  beginAlerts,
  endAlerts,
  findEvaluable,
  findFailedRuns,
  findSharingChanges,
  findStateChanges,
  silenceAlerts,
  type Beginning,
  type Occurred,
  type StateChange,
} from './alerts.store.ts';
import { takeAppChanges } from './app-changes.store.ts';
import type { Devices } from './dirty-devices.ts';
import { evaluate } from './evaluation.ts';

/** What an evaluation reads, and the moment of it. */
export interface Evaluated {
  db: Database;
  active: ActiveRules;
  at: Date;
}

/** The lines that an evaluation wrote to the logs of devices. */
type Lines = readonly AlertLine[];

/** Conditions that are read from the row of a device. */
const stateEvents: readonly AlertEvent[] = [
  'OFFLINE',
  'BATTERY_BELOW',
  'STORAGE_BELOW',
  'SHARING_PAUSED',
  'APP_VERSION_BELOW',
];

/** Ends what rules may no longer read. Returns how many alerts ended; nobody is notified, and no log has a line of it. */
export async function evaluateSilence({ db, active, at }: Evaluated, devices: Devices): Promise<number> {
  return await evaluate(db, active, (transaction) =>
    silenceAlerts(transaction, { activeRuleIds: [...active.byId.keys()], devices, at }),
  );
}

/** Fires for states that begin, and ends alerts of those that are over. */
export async function evaluateStates({ db, active, at }: Evaluated, devices: Devices): Promise<Lines> {
  const which = { ruleIds: active.idsOf(...stateEvents), devices, at };
  // Looks first without the lock, since there is mostly nothing to do.
  if (which.ruleIds.length === 0 || (await findStateChanges(db, which)).length === 0) return [];
  return await evaluate(db, active, async (transaction) => {
    const found = await findStateChanges(transaction, which);
    const over = found.flatMap(({ alertId }) => alertId ?? []);
    const begun = found.filter(({ alertId }) => alertId === null).map((change) => toBeginning(change, at));
    const lines = [
      ...firedLines(await beginAlerts(transaction, begun)),
      ...(await endAlerts(transaction, over, at)).map((alert) => ({ what: 'ended' as const, alert })),
    ];
    await logAlerts(transaction, lines);
    return lines;
  });
}

/** Fires the rules about what people share, for devices whose sharing changed, and returns the lines for their logs. */
export async function evaluateSharing(evaluated: Evaluated, devices: Devices): Promise<Lines> {
  const ruleIds = evaluated.active.idsOf('SHARING_CHANGED');
  if (ruleIds.length === 0) return [];
  return await fireFor(evaluated, (transaction) => findSharingChanges(transaction, ruleIds, devices));
}

/** Fires for apps that appeared or went. What no rule is about is taken as well. */
export async function evaluateApps(evaluated: Evaluated): Promise<Lines> {
  const ruleIds = evaluated.active.idsOf('APP_APPEARED', 'APP_GONE');
  return await fireFor(evaluated, (transaction) => takeAppChanges(transaction, ruleIds));
}

/** Fires for runs that failed on a device. */
export async function evaluateRuns(evaluated: Evaluated): Promise<Lines> {
  const ruleIds = evaluated.active.idsOf('RUN_FAILED');
  if (ruleIds.length === 0) return [];
  return await fireFor(evaluated, (transaction) => findFailedRuns(transaction, ruleIds, evaluated.at));
}

/** Fires for events without an end, as far as their rules may read the devices now. */
async function fireFor(
  { db, active, at }: Evaluated,
  find: (transaction: Database) => Promise<Occurred[]>,
): Promise<Lines> {
  return await evaluate(db, active, async (transaction) => {
    const occurred = await find(transaction);
    if (occurred.length === 0) return [];
    const pairs = await findEvaluable(transaction, occurred, at);
    const evaluable = new Set(pairs.map(({ ruleId, deviceId }) => `${ruleId} ${deviceId}`));
    const beginnings = occurred.flatMap(({ ruleId, deviceId, about, occurrence, at: beganAt }): Beginning[] => {
      const rule = active.byId.get(ruleId);
      if (rule === undefined || !evaluable.has(`${ruleId} ${deviceId}`)) return [];
      return [{ ruleId, deviceId, words: beganWords(rule.condition, { about }), beganAt, occurrence }];
    });
    const lines = firedLines(await beginAlerts(transaction, beginnings));
    await logAlerts(transaction, lines);
    return lines;
  });
}

function firedLines(begun: Awaited<ReturnType<typeof beginAlerts>>): AlertLine[] {
  return begun.map((alert) => ({ what: 'fired', alert }));
}

function toBeginning({ ruleId, deviceId, condition, lastSeenAt }: StateChange, at: Date): Beginning {
  // A device is offline since it was last seen.
  const beganAt = condition.on === 'OFFLINE' ? lastSeenAt : at;
  return { ruleId, deviceId, words: beganWords(condition, {}), beganAt, occurrence: '' };
}
