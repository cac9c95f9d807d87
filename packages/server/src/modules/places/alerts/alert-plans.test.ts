import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertDevices } from '../../../testing/test-runs.ts';
import { planOf } from '../../../testing/plan-of.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import {
  endAlertsOf,
  findEvaluable,
  findFailedRuns,
  findSharingChanges,
  findStateChanges,
  silenceAlerts,
  silenceRule,
} from './alerts.store.ts';
import { findQuietRules, takeDueAlerts } from './notify-alerts.store.ts';
import { findDevicesBehind, forgetUnshared, forgetZones, readNewPoints, readStates } from './positions.store.ts';

const server = useTestServer();

/** The queries that run as data arrives, and the index by which each finds its rows. */
it('finds the devices, alerts and points that an evaluation is about by an index', async () => {
  const devices = (await insertDevices(server, 200)).map(({ deviceId }) => deviceId);
  const { db } = server.services;
  const { rows } = await sql<{ id: number }>`
    insert into alert_rules (name, purpose, event, condition, created_by, by_mail, is_on, on_since)
    values ('rule', '', 'BATTERY_BELOW', '{"on": "BATTERY_BELOW", "percent": 20}', ${server.admin.userId}, false, true, now())
    returning id`.execute(db);
  const ruleId = rows[0]?.id ?? 0;
  await sql`
    insert into alerts (rule_id, rule_name, event, device_id, words, began_at, ended_at, told_at, over_told_at)
    select ${ruleId}, 'rule', 'BATTERY_BELOW', d, 'Battery below 20%', now(), now(), now(), now()
    from unnest(${devices}::bigint[]) as d, generate_series(1, 20)`.execute(db);
  await sql`
    insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time)
    select d, 'at ' || n, '', 48, 16, 10, '', 'Europe/Vienna', now() - n * interval '1 minute'
    from unnest(${devices}::bigint[]) as d, generate_series(1, 50) as n`.execute(db);
  await sql`
    insert into alert_positions (device_id, point_at, evaluated_at)
    select d, now() - interval '1 hour', now() from unnest(${devices}::bigint[]) as d`.execute(db);
  await sql`analyze alerts, alert_rules, devices, alert_positions, zone_presence, locations, consents`.execute(db);

  const some = devices.slice(0, 2);
  const [ruleIds, at] = [[ruleId], new Date()];
  const pairs = some.map((deviceId) => ({ ruleId, deviceId, at }));
  const queries: readonly [index: RegExp, ask: (asked: Database) => Promise<unknown>][] = [
    [/devices_pkey/, (asked) => findStateChanges(asked, { ruleIds, devices: some, at })],
    [/alerts_open/, (asked) => findStateChanges(asked, { ruleIds, devices: some, at })],
    [/alerts_due/, (asked) => silenceAlerts(asked, { activeRuleIds: ruleIds, devices: null, at })],
    [/alerts_(?:due|of_device)/, (asked) => silenceAlerts(asked, { activeRuleIds: ruleIds, devices: some, at })],
    [/alerts_(?:due|of_rule)/, (asked) => silenceRule(asked, ruleId, at)],
    [/alerts_open/, (asked) => endAlertsOf(asked, pairs)],
    [/devices_pkey/, (asked) => findEvaluable(asked, pairs, at)],
    [/consents_device/, (asked) => findSharingChanges(asked, ruleIds, some)],
    [/runs_finished/, (asked) => findFailedRuns(asked, ruleIds, at)],
    [/alerts_due/, (asked) => findQuietRules(asked)],
    [/alerts_due/, (asked) => takeDueAlerts(asked, [])],
    [/alert_positions_pkey[^]*zone_presence_pkey/, (asked) => readStates(asked, some)],
    [/locations_local_date_time/, (asked) => readNewPoints(asked, [{ deviceId: some[0] ?? 0, after: at }])],
    [/locations_local_date_time/, (asked) => findDevicesBehind(asked)],
    [/zone_presence_pkey[^]*alert_positions_pkey/, (asked) => forgetUnshared(asked, some)],
    [/zone_presence_zone/, (asked) => forgetZones(asked, [1, 2], [2])],
  ];
  for (const [index, ask] of queries) {
    const plan = await planOf(db, async (asked) => void (await ask(asked)));
    expect(plan).toMatch(index);
  }
});
