import {
  beganWords,
  clockText,
  hoursBeginAt,
  latestDeadline,
  limits,
  metresOutside,
  type Deadline,
  type TimedCondition,
} from '@fairwatch/contract';
import type { Database } from '../../../../shared/schema/schema.ts';
import { logAlerts, type AlertLine } from '../alert-log.ts';
import type { Evaluated } from '../alert-parts.ts';
import { beginAlerts, findReadableDevices, type Beginning, type ReadableDevice } from '../alerts.store.ts';
import { evaluate } from '../evaluation.ts';
import type { DevicePoint } from '../positions.store.ts';
import { loadZones, type StoredRule } from '../rules/alert-rules.store.ts';
import type { RuleZone } from '../zone-index.ts';
import { findSharedSince, findUnchecked, readPointsAround, takeDeadlines } from './arrivals.store.ts';

const { arrivalWaitMs, arrivalLateMs, arrivalBeforeMs, borderMaxMetres } = limits.alert;

/** A rule about not arriving whose time has passed. */
interface DueRule {
  rule: StoredRule;
  condition: TimedCondition;
  deadline: Deadline;
}

/**
 * Checks the rules about not arriving whose time has passed, each day once over all servers, for the devices that share their location at that moment.
 * Nothing is told about a time in which it was not shared: the words of the alert say since when it was.
 */
export async function evaluateArrivals({ db, active, at }: Evaluated): Promise<readonly AlertLine[]> {
  const due = [...active.byId.values()].flatMap((rule) => dueOf(rule, at));
  if (due.length === 0) return [];
  const deadlines = due.map(({ rule, deadline }) => ({ ruleId: rule.id, at: deadline.at }));
  // Looks first without the lock: for an hour after its time a rule is mostly checked already.
  if ((await findUnchecked(db, deadlines)).length === 0) return [];
  return await evaluate(db, active, async (transaction) => {
    const taken = await takeDeadlines(transaction, deadlines);
    const open = due.filter(({ rule }) => taken.includes(rule.id));
    const devices = Map.groupBy(await findReadableDevices(transaction, taken, at), ({ ruleId }) => ruleId);
    const zones = new Map(
      (
        await loadZones(
          transaction,
          open.map(({ condition }) => condition.zoneId),
        )
      ).map((zone) => [zone.id, zone]),
    );
    const beginnings: Beginning[] = [];
    for (const each of open) {
      const zone = zones.get(each.condition.zoneId);
      if (zone) beginnings.push(...(await findMissing(transaction, each, zone, devices.get(each.rule.id) ?? [])));
    }
    const begun = await beginAlerts(transaction, beginnings);
    const lines = begun.map((alert) => ({ what: 'fired' as const, alert }));
    await logAlerts(transaction, lines);
    return lines;
  });
}

/** A rule whose time has passed so long ago that its points are there, and not much longer, and which was on by then. */
function dueOf(rule: StoredRule, at: Date): DueRule[] {
  const { condition, onSince } = rule;
  if (condition.on !== 'NOT_ARRIVED') return [];
  const deadline = latestDeadline(condition, new Date(at.getTime() - arrivalWaitMs));
  if (deadline === null || deadline.at <= onSince) return [];
  return at.getTime() - deadline.at.getTime() > arrivalLateMs ? [] : [{ rule, condition, deadline }];
}

/** So many devices are read together. */
const devicesAtOnce = 200;

/** Finds the devices that did not arrive. */
async function findMissing(
  transaction: Database,
  { rule, condition, deadline }: DueRule,
  zone: RuleZone,
  devices: readonly ReadableDevice[],
): Promise<Beginning[]> {
  const from = new Date(deadline.at.getTime() - arrivalBeforeMs);
  const beginnings: Beginning[] = [];
  for (let first = 0; first < devices.length; first += devicesAtOnce) {
    const part = devices.slice(first, first + devicesAtOnce);
    const deviceIds = part.map(({ deviceId }) => deviceId);
    const points = Map.groupBy(
      await readPointsAround(transaction, deviceIds, { from, to: deadline.at }),
      ({ deviceId }) => deviceId,
    );
    const missing = part.filter(({ deviceId }) => !hasArrived(zone, points.get(deviceId) ?? [], from));
    const since = await findSharedSince(
      transaction,
      missing.map(({ deviceId }) => deviceId),
      from,
    );
    for (const { deviceId, sharingHours } of missing) {
      const sharedSince = latestOf(since.get(deviceId) ?? null, hoursBeginAt(sharingHours, from));
      // What was shared only after the time says nothing about it.
      if (sharedSince !== null && sharedSince >= deadline.at) continue;
      const newest = points.get(deviceId)?.at(-1)?.at ?? null;
      const about = unknownWords(condition, { from, newest, sharedSince });
      beginnings.push({
        ruleId: rule.id,
        deviceId,
        words: beganWords(condition, { zone: rule.zone, about }),
        beganAt: deadline.at,
        occurrence: `by ${deadline.day} ${condition.time}`,
      });
    }
  }
  return beginnings;
}

/** The last point before the period is where a device was at its beginning, unless it is older than this. */
const staleMs = 12 * 60 * 60_000;

/** Whether a device is in a zone at the end of a period, or came there within it. An inexact point counts for the device. */
function hasArrived({ area }: RuleZone, points: readonly DevicePoint[], from: Date): boolean {
  let wasInside: boolean | null = null;
  let cameIn = false;
  for (const point of points) {
    if (from.getTime() - point.at.getTime() > staleMs) continue;
    const isInside = metresOutside(area, point) <= Math.min(point.accuracy, borderMaxMetres);
    if (isInside && wasInside !== true && point.at >= from) cameIn = true;
    wasInside = isInside;
  }
  return cameIn || wasInside === true;
}

interface Known {
  from: Date;
  newest: Date | null;
  sharedSince: Date | null;
}

/** What is not known about the hour before the time: it was shared only later, or no point of it was sent. Empty when all is known. */
function unknownWords({ timeZone }: TimedCondition, { from, newest, sharedSince }: Known): string {
  const parts = [
    ...(sharedSince === null ? [] : [`shared only since ${clockText(timeZone, sharedSince)}`]),
    ...(newest !== null && newest >= from ? [] : ['no location in the hour before']),
  ];
  return parts.join(', ');
}

function latestOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
