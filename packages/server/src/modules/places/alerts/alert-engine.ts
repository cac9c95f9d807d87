import type { Services } from '../../../shared/services/services.ts';
import { isSameRules, loadRules, type ActiveRules } from './rules/active-rules.ts';
import type { AlertLine } from './alert-log.ts';
import {
  evaluateApps,
  evaluateRuns,
  evaluateSharing,
  evaluateSilence,
  evaluateStates,
  type Evaluated,
} from './alert-parts.ts';
import { findDevicesOfRuleGroups, readRulesVersion } from './rules/alert-rules.store.ts';
import { evaluateArrivals } from './arrivals/arrivals.ts';
import { createDirtyDevices, type DirtyDevices } from './dirty-devices.ts';
import { RulesChanged } from './evaluation.ts';
import { notifyAlerts } from './notify-alerts.ts';
import { createPositionEvaluator, type PositionEvaluator } from './position-evaluator.ts';
import { findDevicesBehind, forgetUnshared, forgetZones } from './positions.store.ts';

/** What comes within this time is evaluated together. */
const gatherMs = 100;
/** How often everything is looked at that comes without an event: time that has passed, hours that began or ended, changes by other servers. */
const checkEveryMs = 10_000;
/** Every so many of these checks it is looked for positions that a server has stored and not evaluated, because it died. */
const checksPerLookBehind = 6;

export interface AlertEngine {
  readonly positions: Pick<PositionEvaluator, 'has'>;
  close(): Promise<void>;
}

/**
 * Evaluates alert rules as data arrives, in batches over all devices of which something is new, and notifies their recipients. Only changes are
 * written: an alert that begins or ends. The rows are the truth: whatever a crash interrupts is found again by the next check. Every server
 * evaluates; one after the other, by the rules of that moment, so that the second finds done what the first did.
 */
export function createAlertEngine(services: Services): AlertEngine {
  const { db, bus, clock, jobs } = services;
  const positions = createPositionEvaluator(db, () => clock.now());
  /** What has to be evaluated, by what changed. */
  const dirty = {
    /** Devices whose people no longer share their location, or have left. */
    unshared: createDirtyDevices(),
    /** Devices that rules may read no longer. */
    silence: createDirtyDevices(),
    sharing: createDirtyDevices(),
    states: createDirtyDevices(),
    positions: createDirtyDevices(),
    apps: createDirtyDevices(),
    runs: createDirtyDevices(),
    arrivals: createDirtyDevices(),
    groups: createDirtyDevices(),
  };
  let rules: ActiveRules | null = null;
  let areRulesStale = true;
  let checks = 0;
  /** Devices in groups that rules are for: those that leave such a group are told as well. */
  let inGroups = new Set<number>();

  const evaluating = jobs.start({
    name: 'evaluateAlerts',
    gatherMs,
    failure: 'alerts.evaluate_failed',
    run: evaluateDirty,
  });
  const checking = jobs.start({
    name: 'checkAlerts',
    everyMs: checkEveryMs,
    failure: 'alerts.evaluate_failed',
    run: checkTime,
  });

  async function evaluateDirty(): Promise<void> {
    let changes = 0;
    const fired = new Set<number>();
    const note = (lines: readonly AlertLine[]) => {
      changes += lines.length;
      for (const { what, alert } of lines) if (what === 'fired') fired.add(alert.deviceId);
    };
    await dirty.unshared.drain(async (devices) => {
      await forgetUnshared(db, devices);
      positions.forget(devices);
    });
    const active = await currentRules();
    const at = new Date(clock.now());
    const evaluated: Evaluated = { db, active, at };
    try {
      await dirty.silence.drain(async (devices) => void (changes += await evaluateSilence(evaluated, devices)));
      await dirty.sharing.drain(async (devices) => note(await evaluateSharing(evaluated, devices)));
      await dirty.states.drain(async (devices) => note(await evaluateStates(evaluated, devices)));
      await dirty.positions.drain(async (devices) => {
        if (active.ofZone.size > 0)
          await positions.evaluate(active, devices ?? (await findDevicesBehind(db)), { at, note });
      });
      await dirty.apps.drain(async () => note(await evaluateApps(evaluated)));
      await dirty.runs.drain(async () => note(await evaluateRuns(evaluated)));
      await dirty.arrivals.drain(async () => note(await evaluateArrivals(evaluated)));
    } catch (error) {
      if (!(error instanceof RulesChanged)) throw error;
      areRulesStale = true;
      void evaluating.runNow();
    }
    changes += await notifyAlerts(services);
    if (changes > 0) bus.publish('changed', { feature: 'alerts', deviceId: null });
    // People see when a rule last fired.
    if (fired.size > 0) bus.publish('watchesChanged', { deviceIds: [...fired] });
    await dirty.groups.drain(tellGroups);
  }

  async function currentRules(): Promise<ActiveRules> {
    if (rules !== null && !areRulesStale) return rules;
    areRulesStale = false;
    const before = rules;
    try {
      rules = await loadRules(db);
      const zoneIds = new Set(rules.ofZone.keys());
      // After a start the marks of the server before count, so that no crossing is missed.
      if (before !== null && before.version !== rules.version) positions.reset(zoneIds);
      await forgetZones(db, before && [...before.ofZone.keys()], [...zoneIds]);
    } catch (error) {
      areRulesStale = true;
      throw error;
    }
    if (before === null || !isSameRules(before, rules)) addAll(dirty.silence, dirty.states);
    return rules;
  }

  /** Tells devices that came into groups of rules, or left them, what watches them now. */
  async function tellGroups(): Promise<void> {
    const members = new Set(await findDevicesOfRuleGroups(db));
    const deviceIds = [...members, ...inGroups].filter((id) => !members.has(id) || !inGroups.has(id));
    inGroups = members;
    if (deviceIds.length > 0) bus.publish('watchesChanged', { deviceIds });
  }

  /** Looks for what time alone changes: devices are offline for longer, and hours begin and end. */
  async function checkTime(): Promise<void> {
    if (rules === null || (await readRulesVersion(db)) !== rules.version) areRulesStale = true;
    addAll(dirty.silence, dirty.states, dirty.apps, dirty.runs, dirty.arrivals);
    checks += 1;
    if (checks % checksPerLookBehind === 0) addAll(dirty.positions);
    await evaluating.runNow();
  }

  /** Begins with everything, when it is not known what was evaluated and what has changed since. */
  function evaluateEverything(): void {
    areRulesStale = true;
    addAll(dirty.unshared, dirty.silence, dirty.sharing, dirty.states, dirty.positions, dirty.apps, dirty.runs);
    void evaluating.runNow();
  }

  const subscriptions = [
    bus.subscribeLocal('changed', ({ feature, deviceId }) => {
      if ((feature === 'locations' || feature === 'live-location') && deviceId !== null)
        dirty.positions.add([deviceId]);
      else if (feature === 'vitals' || feature === 'device-info')
        dirty.states.add(deviceId === null ? null : [deviceId]);
      else if (feature === 'zones') areRulesStale = true;
      else if (feature === 'apps') addAll(dirty.apps);
      else if (feature === 'runs') addAll(dirty.runs);
      else if (feature === 'groups') addAll(dirty.silence, dirty.groups);
      else return;
      evaluating.trigger();
    }),
    bus.subscribe('factsChanged', ({ deviceIds }) => {
      dirty.states.add(deviceIds);
      evaluating.trigger();
    }),
    bus.subscribe('sharingChanged', ({ deviceId, shared }) => {
      for (const each of [dirty.sharing, dirty.states, dirty.silence]) each.add([deviceId]);
      if (!shared.includes('LOCATION')) dirty.unshared.add([deviceId]);
      void evaluating.runNow();
    }),
    // What may be told of the device has changed, so open consoles read it again.
    bus.subscribeLocal('sharingChanged', ({ deviceId }) => {
      bus.publish('changed', { feature: 'alerts', deviceId });
      bus.publish('changed', { feature: 'notifications', deviceId });
    }),
    bus.subscribeLocal('supervisionChanged', ({ deviceIds }) => {
      dirty.silence.add(deviceIds);
      dirty.states.add(deviceIds);
      evaluating.trigger();
    }),
    bus.subscribe('accessChanged', ({ userId }) => {
      areRulesStale = true;
      // Who has another role has other devices in their scope.
      if (rules?.hasCreator(userId)) addAll(dirty.silence, dirty.states);
      evaluating.trigger();
    }),
    bus.subscribe('alertRulesChanged', () => {
      areRulesStale = true;
      void evaluating.runNow();
    }),
    bus.onGap(() => {
      addAll(dirty.groups);
      evaluateEverything();
    }),
  ];

  evaluateEverything();
  return {
    positions,
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await Promise.all([checking.close(), evaluating.close()]);
    },
  };
}

/** Makes all devices dirty. */
function addAll(...which: readonly DirtyDevices[]): void {
  for (const each of which) each.add(null);
}
