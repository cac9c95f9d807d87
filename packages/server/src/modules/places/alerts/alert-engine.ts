import { beganWords, type AlertEvent } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { loadRules, type ActiveRules } from './active-rules.ts';
import { findDevicesOfRuleGroups, readRulesVersion } from './alert-rules.store.ts';
import { logAlerts, type AlertLine } from './alert-log.ts';
import {
  beginAlerts,
  endAlerts,
  findEvaluable,
  findFailedRuns,
  findLevelChanges,
  findSharingChanges,
  silenceAlerts,
  type Beginning,
  type LevelChange,
  type Occurred,
} from './alerts.store.ts';
import { takeAppChanges } from './app-changes.store.ts';
import { tellAlerts } from './tell-alerts.ts';
import { createEvaluation, RulesChanged } from './evaluation.ts';
import { createPositionEvaluator } from './position-evaluator.ts';
import { findDevicesBehind, forgetPresences } from './positions.store.ts';
import { storeCrossings } from './zone-alerts.ts';

/** What comes within this time is evaluated together. */
const gatherMs = 100;
/** How often everything is looked at that comes without an event: time that has passed, quiet hours that ended, changes of zones. */
const checkEveryMs = 10_000;
/** Every so many of these checks, a server of a cluster looks for positions that a dead one has not evaluated. */
const checksPerLookBehind = 6;

/** Conditions that are read from the row of a device. */
const levelEvents: readonly AlertEvent[] = [
  'OFFLINE',
  'BATTERY_BELOW',
  'STORAGE_BELOW',
  'SHARING_PAUSED',
  'APP_VERSION_BELOW',
];

export interface AlertEngine {
  close(): Promise<void>;
}

/** Devices of which something has to be evaluated; `all` when it is not known which. */
interface Dirty {
  all: boolean;
  ids: Set<number>;
}
const nothing = (): Dirty => ({ all: false, ids: new Set() });

/**
 * Evaluates alert rules as data arrives, in batches over all devices, and tells their recipients. Only changes are written: an alert that begins or ends.
 * The rows are the truth: whatever a crash interrupts is found again by the next check. Every server of a cluster evaluates; one after the
 * other, by the rules of that moment, so that the second finds done what the first did.
 */
export function createAlertEngine(services: Services): AlertEngine {
  const { db, bus, clock, jobs, server } = services;
  const now = () => new Date(clock.now());
  const evaluation = createEvaluation(services);
  const evaluator = createPositionEvaluator(db, { now: () => clock.now(), isShared: server.isCluster });
  let rules: ActiveRules | null = null;
  let positions = new Set<number>();
  let levels = nothing();
  let sharing = nothing();
  /** Devices whose people no longer share their location. */
  const unshared = new Set<number>();
  /** Devices for which something fired in this batch. */
  const fired = new Set<number>();
  let wanted = { rules: true, runs: true, apps: true, silence: true, groups: false, behind: true };
  let checks = 0;
  /** Devices in groups that rules are for: those that leave such a group are told as well. */
  let inGroups = new Set<number>();

  const evaluating = jobs.start({
    name: 'evaluateAlerts',
    gatherMs,
    failure: 'alerts.evaluate_failed',
    async run() {
      try {
        await evaluateDirty();
      } catch (error) {
        everythingAgain();
        throw error;
      }
    },
  });
  const checking = jobs.start({
    name: 'checkAlerts',
    everyMs: checkEveryMs,
    failure: 'alerts.evaluate_failed',
    run: checkAll,
  });

  /** What was taken and not evaluated is found by a check of everything. */
  function everythingAgain(): void {
    levels.all = true;
    sharing.all = true;
    wanted = { ...wanted, rules: true, runs: true, apps: true, silence: true };
  }

  /** Begins alerts, and writes so to the logs of their devices. */
  async function fire(transaction: Database, beginnings: readonly Beginning[]): Promise<number> {
    const begun = await beginAlerts(transaction, beginnings);
    return await note(
      transaction,
      begun.map((alert) => ({ what: 'fired', alert })),
    );
  }

  /** Writes lines to the logs of devices. Their people see when a rule last fired, so their devices are told after the batch. */
  async function note(transaction: Database, lines: readonly AlertLine[]): Promise<number> {
    await logAlerts(transaction, lines);
    return tellAfter(lines);
  }

  function tellAfter(lines: readonly AlertLine[]): number {
    for (const { what, alert } of lines) if (what === 'fired') fired.add(alert.deviceId);
    return lines.length;
  }

  async function currentRules(): Promise<ActiveRules> {
    if (rules !== null && !wanted.rules) return rules;
    wanted.rules = false;
    const before = rules;
    rules = await loadRules(db);
    if (before !== null && before.version !== rules.version) evaluator.reset(new Set(rules.ofZone.keys()));
    evaluator.forget(await forgetPresences(db, [...rules.ofZone.keys()]));
    levels.all = true;
    wanted.silence = true;
    return rules;
  }

  async function evaluateDirty(): Promise<void> {
    evaluator.forget([...unshared]);
    unshared.clear();
    const active = await currentRules();
    let changes = 0;
    try {
      changes = await evaluateRules(active);
    } catch (error) {
      if (!(error instanceof RulesChanged)) throw error;
      everythingAgain();
      void evaluating.runNow();
    }
    const told = await tellAlerts(services);
    if (changes + told > 0) bus.publish('changed', { feature: 'alerts', deviceId: null });
    if (fired.size > 0) bus.publish('watchesChanged', { deviceIds: [...fired] });
    fired.clear();
    if (wanted.groups) await tellGroups();
  }

  async function evaluateRules(active: ActiveRules): Promise<number> {
    let changes = 0;
    if (wanted.silence) {
      wanted.silence = false;
      changes += await evaluation.alone(active, (alone) => silenceAlerts(alone, [...active.byId.keys()], now()));
    }
    changes += await evaluateSharing(active);
    changes += await evaluateLevels(active);
    changes += await evaluatePositions(active);
    if (wanted.apps) {
      wanted.apps = false;
      changes += await evaluation.inTransaction(active, async (transaction) =>
        begin(transaction, active, await takeAppChanges(transaction, active.idsOf('APP_APPEARED', 'APP_GONE'))),
      );
    }
    if (wanted.runs) {
      wanted.runs = false;
      const ruleIds = active.idsOf('RUN_FAILED');
      if (ruleIds.length > 0)
        changes += await evaluation.inTransaction(active, async (transaction) =>
          begin(transaction, active, await findFailedRuns(transaction, ruleIds, now())),
        );
    }
    return changes;
  }

  async function evaluateSharing(active: ActiveRules): Promise<number> {
    const { all, ids } = sharing;
    sharing = nothing();
    const ruleIds = active.idsOf('SHARING_CHANGED');
    if (ruleIds.length === 0 || (!all && ids.size === 0)) return 0;
    return await evaluation.inTransaction(active, async (transaction) =>
      begin(transaction, active, await findSharingChanges(transaction, ruleIds, all ? null : [...ids])),
    );
  }

  async function evaluateLevels(active: ActiveRules): Promise<number> {
    const { all, ids } = levels;
    levels = nothing();
    const ruleIds = active.idsOf(...levelEvents);
    if (ruleIds.length === 0 || (!all && ids.size === 0)) return 0;
    const which = { ruleIds, deviceIds: all ? null : [...ids] };
    // A look without the lock, since there is mostly nothing to do.
    if (server.isCluster && (await findLevelChanges(db, { ...which, at: now() })).length === 0) return 0;
    return await evaluation.alone(active, (alone) => changeLevels(alone, which));
  }

  async function changeLevels(
    alone: Database,
    which: { ruleIds: readonly number[]; deviceIds: readonly number[] | null },
  ): Promise<number> {
    const at = now();
    const found = await findLevelChanges(alone, { ...which, at });
    if (found.length === 0) return 0;
    const over = found.flatMap(({ alertId }) => alertId ?? []);
    const begun = found.filter(({ alertId }) => alertId === null).map((change) => toBeginning(change, at));
    const store = async (transaction: Database) => {
      const started = await beginAlerts(transaction, begun);
      const ended = await endAlerts(transaction, over, at);
      return await note(transaction, [
        ...started.map((alert) => ({ what: 'fired' as const, alert })),
        ...ended.map((alert) => ({ what: 'ended' as const, alert })),
      ]);
    };
    return server.isCluster ? await store(alone) : await db.transaction().execute(store);
  }

  async function evaluatePositions(active: ActiveRules): Promise<number> {
    if (wanted.behind) for (const deviceId of await findDevicesBehind(db)) positions.add(deviceId);
    wanted.behind = false;
    const deviceIds = [...positions];
    positions = new Set();
    if (deviceIds.length === 0 || active.ofZone.size === 0) return 0;
    let changes = 0;
    try {
      await evaluator.evaluate(active.zones, deviceIds, {
        begin: (transaction) => evaluation.begin(transaction, active),
        store: async (transaction, crossings) => {
          changes += tellAfter(await storeCrossings(transaction, { active, crossings, at: now() }));
        },
      });
    } catch (error) {
      for (const deviceId of deviceIds) positions.add(deviceId);
      if (!(error instanceof RulesChanged)) throw error;
      wanted = { ...wanted, rules: true };
      void evaluating.runNow();
    }
    return changes;
  }

  /** Begins alerts about events without an end, as far as their rules may read the devices now. */
  async function begin(transaction: Database, active: ActiveRules, occurred: readonly Occurred[]): Promise<number> {
    if (occurred.length === 0) return 0;
    const at = now();
    const evaluable = new Set(
      (await findEvaluable(transaction, occurred, at)).map(({ ruleId, deviceId }) => `${ruleId} ${deviceId}`),
    );
    const beginnings = occurred.flatMap(({ ruleId, deviceId, about, occurrence, at: beganAt }): Beginning[] => {
      const rule = active.byId.get(ruleId);
      if (rule === undefined || !evaluable.has(`${ruleId} ${deviceId}`)) return [];
      return [{ ruleId, deviceId, words: beganWords(rule.condition, { about }), beganAt, occurrence }];
    });
    return await fire(transaction, beginnings);
  }

  /** Tells devices that came into groups of rules, or left them, what watches them now. */
  async function tellGroups(): Promise<void> {
    wanted.groups = false;
    const members = new Set(await findDevicesOfRuleGroups(db));
    const deviceIds = [...members, ...inGroups].filter((id) => !members.has(id) || !inGroups.has(id));
    inGroups = members;
    if (deviceIds.length > 0) bus.publish('watchesChanged', { deviceIds });
  }

  const soon = evaluating.trigger;
  const subscriptions = [
    bus.subscribeLocal('changed', ({ feature, deviceId }) => {
      if ((feature === 'locations' || feature === 'live-location') && deviceId !== null) positions.add(deviceId);
      else if (feature === 'vitals' || feature === 'device-info') add(levels, deviceId);
      else if (feature === 'zones') wanted.rules = true;
      else if (feature === 'apps') wanted.apps = true;
      else if (feature === 'runs') wanted.runs = true;
      else if (feature === 'groups') wanted = { ...wanted, silence: true, groups: true };
      else return;
      soon();
    }),
    bus.subscribe('factsChanged', ({ deviceIds }) => {
      for (const deviceId of deviceIds) levels.ids.add(deviceId);
      soon();
    }),
    bus.subscribe('sharingChanged', ({ deviceId, shared }) => {
      sharing.ids.add(deviceId);
      levels.ids.add(deviceId);
      wanted.silence = true;
      if (!shared.includes('LOCATION')) {
        wanted.rules = true;
        unshared.add(deviceId);
      }
      void evaluating.runNow();
    }),
    // What may be told of the device has changed, so open consoles read it again.
    bus.subscribeLocal('sharingChanged', ({ deviceId }) => {
      bus.publish('changed', { feature: 'alerts', deviceId });
      bus.publish('changed', { feature: 'notifications', deviceId });
    }),
    bus.subscribeLocal('supervisionChanged', () => {
      wanted = { ...wanted, silence: true };
      levels.all = true;
      soon();
    }),
    bus.subscribe('accessChanged', () => {
      wanted = { ...wanted, rules: true };
      soon();
    }),
    bus.subscribe('alertRulesChanged', () => {
      wanted = { ...wanted, rules: true };
      void evaluating.runNow();
    }),
    bus.onGap(() => {
      everythingAgain();
      wanted = { ...wanted, groups: true, behind: true };
      void evaluating.runNow();
    }),
  ];

  async function checkAll(): Promise<void> {
    levels.all = true;
    if (rules === null || (await readRulesVersion(db)) !== rules.version) wanted.rules = true;
    wanted = { ...wanted, runs: true, apps: true, silence: true };
    checks += 1;
    // Another server may have died before it evaluated what it had stored.
    if (server.isCluster && checks % checksPerLookBehind === 0) wanted.behind = true;
    await evaluating.runNow();
    await evaluator.flush();
  }

  void evaluating.runNow();
  return {
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await Promise.all([checking.close(), evaluating.close()]);
      await evaluator.flush();
    },
  };
}

function add(dirty: Dirty, deviceId: number | null): void {
  if (deviceId === null) dirty.all = true;
  else dirty.ids.add(deviceId);
}

function toBeginning({ ruleId, deviceId, condition, lastSeenAt }: LevelChange, at: Date): Beginning {
  // A device is offline since it was last seen.
  const beganAt = condition.on === 'OFFLINE' ? lastSeenAt : at;
  return { ruleId, deviceId, words: beganWords(condition, {}), beganAt, occurrence: '' };
}
