import {
  accessLog,
  adminList,
  alertList,
  alertRules,
  approvalList,
  createdTickets,
  deviceVisits,
  captures,
  cdnList,
  dashboard,
  deviceFeatures,
  deviceList,
  groupList,
  invitationList,
  liveLocation,
  loadAppOffer,
  notificationList,
  overview,
  passcodeList,
  presets,
  pushNotifications,
  runList,
  savedViews,
  scheduleList,
  ticketMessages,
  assignedTickets,
  ticketStatuses,
  updatePreset,
  userList,
  weekReport,
  zoneList,
  capabilityNames,
  type DeviceFeatureId,
  type PresetName,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceTables } from '../../device-features.ts';
import { countKind } from '../../modules/installation/presets/kinds-data.store.ts';
import { setFirstPreset } from '../../modules/installation/presets/first-preset.ts';
import { verifyAudit } from '../../shared/audit/chain/audit-verify.ts';
import { startDemoFleet, type DemoFleet } from '../demo-fleet.ts';
import { readOutbox } from '../../testing/outbox.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { startDemoHistory } from './demo-history.ts';
import { removePastClock } from './past-clock.store.ts';

const dayMs = 86_400_000;
/** The first phone, which visitors of a demo open first. */
let deviceId: number;
let server: TestServer;
let fleet: DemoFleet | null = null;
let begun: number;

/** Makes the history of a fleet of this size before the tests of a group. `meanwhile` happens once the first phone has joined. */
function useHistory(
  size: number,
  preset: PresetName = 'everything',
  meanwhile: () => Promise<unknown> = async () => undefined,
): void {
  beforeAll(async () => {
    server = await startTestServer({ demoDevices: size, preset });
    await setFirstPreset(server.services, deviceTables, server.admin);
    begun = Date.now();
    fleet = await startDemoFleet(server.services, server.url, true);
    if (fleet === null) throw new Error('There are simulated phones.');
    const target = { connectionString: server.databaseUrl };
    const history = startDemoHistory(server.services, { target, url: server.url, fleet });
    await vi.waitFor(async () => {
      expect(await server.services.db.selectFrom('devices').select('id').execute()).not.toHaveLength(0);
    });
    await meanwhile();
    await history.done;
    await history.stop();
    const { envelope } = await server.api(deviceList, { sortBy: 'id', pageSize: 50 });
    deviceId = envelope.data[0]?.id ?? 0;
  }, 600_000);
  afterAll(async () => {
    await fleet?.stop();
    await server.close();
  });
}

const failures = () => server.logLines.filter((line) => /demo_history\.(failed|scene_refused)/.test(line));
/** What is wrong with the logs of all devices. */
async function faultsOfLogs(): Promise<unknown[]> {
  const { rows } = await sql<{ id: number }>`select id from devices`.execute(server.services.db);
  const found = await Promise.all(rows.map(({ id }) => verifyAudit(server.services, id)));
  return found.flatMap(({ faults }) => faults);
}
const tickets = async () => (await server.api(assignedTickets, { pageSize: 50 })).envelope.data;

describe('the history of a demo', () => {
  useHistory(3);

  it('gives every page of the first phone something to look at', async () => {
    expect(failures()).toEqual([]);
    for (const [id, { list, history }] of Object.entries(deviceFeatures)) {
      const rows = (await server.api(list, { deviceId })).envelope.data;
      expect(rows.length, id as DeviceFeatureId).toBeGreaterThan(0);
      expect((await server.api(history, { deviceId })).envelope.data.length, `history of ${id}`).toBeGreaterThan(0);
    }
    for (const kind of ['PHOTO', 'VIDEO', 'VOICE'] as const) {
      expect((await server.api(captures[kind].list, { deviceId })).envelope.data.length, kind).toBeGreaterThan(0);
    }
    for (const list of [cdnList, pushNotifications] as const) {
      expect((await server.api(list, { deviceId })).envelope.data, list.path).not.toHaveLength(0);
    }
    expect((await server.api(deviceVisits, { deviceId })).envelope.data.visits).not.toHaveLength(0);
    expect((await server.api(overview, { deviceId })).status).toBe(200);
  });

  it('has five colleagues, one who waits, and no way in as any of them', async () => {
    const { envelope } = await server.api(adminList, {});
    const others = envelope.data.filter(({ id }) => id !== server.admin.userId);
    expect(others.map(({ adminStatus }) => adminStatus).toSorted()).toEqual([
      'ADMIN',
      'ADMIN',
      'ADMIN',
      'ADMIN',
      'ADMIN',
      'PENDING',
    ]);
    expect(new Set(others.map(({ reportsTo }) => reportsTo)).size).toBeGreaterThan(2);
    const { rows } = await sql`select from sessions where user_id <> ${server.admin.userId}`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
    // The history's mails are not sent.
    expect(await readOutbox(server.services.config.dataDir)).toEqual([]);
  });

  it('offers no app that is none, and has a guide, passcodes, and a bell with little unread', async () => {
    const { app, documents } = (await server.api(loadAppOffer, {})).envelope.data;
    expect(app).toBeNull();
    expect(documents).toHaveLength(1);
    const codes = (await server.api(passcodeList, { pageSize: 50 })).envelope.data;
    expect(new Set(codes.map(({ state }) => state))).toEqual(new Set(['USED', 'VALID']));
    const bell = (await server.api(notificationList, { pageSize: 100 })).envelope.data;
    expect(bell.length).toBeGreaterThan(10);
    expect(bell.filter(({ status }) => status === 'UNREAD').length).toBeLessThan(12);
  });

  it('leaves no page of the sidebar empty', async () => {
    const week = new Date().toISOString().slice(0, 10);
    const all = { for: 'ALL' } as const;
    const rows = await Promise.all([
      server.api(groupList, {}),
      server.api(runList, {}),
      server.api(scheduleList, {}),
      server.api(zoneList, {}),
      server.api(alertRules, {}),
      server.api(invitationList, {}),
      server.api(savedViews, { list: 'devices' }),
      server.api(approvalList, {}),
      server.api(createdTickets, {}),
      server.api(assignedTickets, {}),
      server.api(userList, {}),
    ]);
    for (const [place, { envelope }] of rows.entries()) expect(envelope.data, String(place)).not.toHaveLength(0);
    const { rows: weeks } = (await server.api(weekReport, { week, zone: 'UTC', target: all })).envelope.data;
    expect(weeks.flatMap(({ zones }) => zones)).not.toHaveLength(0);
  });

  it('goes on to this hour: an alert, a run of a schedule, a request that waits, and phones that move', async () => {
    const sinceMs = begun - 3_600_000;
    const { alerts } = (await server.api(alertList, {})).envelope.data;
    expect(alerts.some(({ event, beganAt }) => event === 'SHARING_PAUSED' && Date.parse(beganAt) > sinceMs)).toBe(true);
    const runs = (await server.api(runList, {})).envelope.data;
    expect(runs.every(({ state }) => state === 'DONE')).toBe(true);
    expect(runs.some(({ schedule, createdAt }) => schedule !== null && Date.parse(createdAt) > sinceMs)).toBe(true);
    const waiting = (await server.api(approvalList, {})).envelope.data;
    expect(new Set(waiting.map(({ state, decidable }) => `${state} ${decidable}`))).toEqual(
      new Set(['PENDING true', 'AGREED false']),
    );
    const { session, trail } = (await server.api(liveLocation, { deviceId })).envelope.data;
    expect(session?.end).toBeNull();
    expect(trail.length).toBeGreaterThan(0);
    const { rows: latest } = await sql<{ at: Date }>`
      select max(local_date_time) as at from locations group by device_id`.execute(server.services.db);
    expect(latest.length).toBeGreaterThan(1);
    for (const { at } of latest) expect(Number(at)).toBeGreaterThan(sinceMs);
  });

  it('has passcodes that ask for kinds with reasons', async () => {
    const codes = (await server.api(passcodeList, { pageSize: 50 })).envelope.data;
    expect(codes.every(({ asked }) => asked.length > 0 && asked.every(({ reason }) => reason !== ''))).toBe(true);
  });

  it('fills the charts of two weeks', async () => {
    const ranges = { activeRange: 'MONTH', systemRange: 'MONTH' } as const;
    const { activeUsers, system } = (await server.api(dashboard, ranges)).envelope.data;
    expect(activeUsers.points.filter(({ users }) => users > 0).length).toBeGreaterThanOrEqual(13);
    expect(system.points.length).toBeGreaterThan(30);
    const { activeUsers: hours } = (await server.api(dashboard, { activeRange: 'WEEK' })).envelope.data;
    expect(hours.points.filter(({ users }) => users > 0).length).toBeGreaterThan(120);
  });

  it('happened in the past, in order, and its logs hold', async () => {
    const { db } = server.services;
    const { rows: times } = await sql<{ first: Date; last: Date }>`
      select min(recorded_at) as first, max(recorded_at) as last from audit_entries
      where action not in ('READ', 'JOIN') and recorded_at < ${new Date(begun)}`.execute(db);
    expect(begun - Number(times[0]?.first)).toBeGreaterThan(13 * dayMs);
    const { rows: disordered } = await sql`
      select from audit_entries e join audit_entries next on next.device_id = e.device_id and next.sequence = e.sequence + 1
      where next.recorded_at < e.recorded_at`.execute(db);
    expect(disordered).toEqual([]);
    const { rows: late } = await sql`
      select id from commands where created_at > now() or finished_at is null
        or finished_at - created_at > interval '3 hours'`.execute(db);
    expect(late).toEqual([]);
    expect(await faultsOfLogs()).toEqual([]);
    const changes = (await server.api(accessLog, {})).envelope.data;
    expect(changes.length).toBeGreaterThan(5);
  });

  it('leaves no clock behind that could write a false time', async () => {
    const { db } = server.services;
    const { rows } = await sql`
      select from pg_attrdef where pg_get_expr(adbin, adrelid) like '%demo_clock%'
      union all select from pg_namespace where nspname = 'demo_clock'
      union all select from pg_trigger where tgname like 'demo_clock%'`.execute(db);
    expect(rows).toEqual([]);
    expect(await removePastClock(db)).toBe(false);
  });

  it('is made once, on the first start, and not without phones', async () => {
    if (fleet === null) throw new Error('There are simulated phones.');
    const before = await tickets();
    const target = { connectionString: server.databaseUrl };
    await startDemoHistory(server.services, { target, url: server.url, fleet }).done;
    expect((await tickets()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(failures()).toEqual([]);
    const none = { ...server.services, config: { ...server.services.config, demoDevices: 0 } };
    expect(await startDemoFleet(none, server.url, true)).toBeNull();
  });
});

describe('the history of a large demo', { tags: 'full' }, () => {
  /** The smallest fleet whose tickets cover every status. */
  const size = 19;
  useHistory(size);

  it('has most phones share what they hold, and not all of them the same', async () => {
    expect(failures()).toEqual([]);
    const { rows } = await sql<{ kinds: number }>`
      select (exists (select from contacts where device_id = d.id))::int + (exists (select from call_logs where device_id = d.id))::int
        + (exists (select from calendar_events where device_id = d.id))::int
        + (exists (select from device_info where device_id = d.id))::int as kinds
      from devices d`.execute(server.services.db);
    expect(rows).toHaveLength(size);
    expect(rows.filter(({ kinds }) => kinds >= 2).length).toBeGreaterThan(size / 2);
    const { rows: shared } = await sql`select distinct capabilities from devices`.execute(server.services.db);
    expect(shared.length).toBeGreaterThan(2);
  });

  it('has logs that hold', async () => {
    expect(await faultsOfLogs()).toEqual([]);
  });

  it('has tickets in every status, with a voice message and files', async () => {
    const all = await tickets();
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(ticketStatuses));
    const talks = await Promise.all(all.map(({ id }) => server.api(ticketMessages, { ticketId: id })));
    const kinds = talks.flatMap(({ envelope }) => envelope.data.messages.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(['TEXT', 'VOICE', 'FILE']));
  });
});

/** The kinds beside these that phones share, or of which something was collected. */
async function findOtherKinds(used: readonly string[]): Promise<string[]> {
  const { db } = server.services;
  const { rows } = await sql<{ kind: string }>`select distinct unnest(capabilities) as kind from devices`.execute(db);
  const others = rows.map(({ kind }) => kind).filter((kind) => !used.includes(kind));
  for (const kind of capabilityNames.filter((name) => !used.includes(name))) {
    if ((await countKind(db, deviceTables, kind)).rows > 0) others.push(kind);
  }
  return others;
}

/** Expects the parts of the story that every preset has. */
async function expectWholeStory(): Promise<void> {
  expect(failures()).toEqual([]);
  const { alerts } = (await server.api(alertList, {})).envelope.data;
  expect(alerts.map(({ event }) => event)).toContain('SHARING_PAUSED');
  const schedules = (await server.api(scheduleList, {})).envelope.data;
  expect(schedules.map(({ lastRun }) => lastRun?.state)).toEqual(['DONE']);
  for (const list of [groupList, zoneList, invitationList] as const) {
    expect((await server.api(list, {})).envelope.data, list.path).not.toHaveLength(0);
  }
  expect((await tickets()).length).toBeGreaterThan(1);
}

describe('the history of a family that takes a kind away while it is made', { tags: 'full' }, () => {
  const usedKinds = presets.family.kinds.filter((kind) => kind !== 'CALENDAR');
  useHistory(4, 'family', () => server.api(updatePreset, { preset: 'family', usedKinds, withRules: false }));

  it('goes on without that kind, and has only kinds that are used', async () => {
    await expectWholeStory();
    expect(await findOtherKinds(usedKinds)).toEqual([]);
  });

  it('has a child with a guardian, and kinds that were asked for and not shared', async () => {
    const codes = (await server.api(passcodeList, { pageSize: 50 })).envelope.data;
    expect(codes.filter(({ ground }) => ground.guardian !== null && ground.legalBasis === 'PARENTAL')).not.toHaveLength(
      0,
    );
    expect(codes.every(({ ground }) => ground.purpose === 'FAMILY')).toBe(true);
    expect(codes.flatMap(({ asked }) => asked)).not.toHaveLength(0);
  });
});

describe.each(['school', 'fleet'] as const)('the history of a %s', { tags: 'full' }, (preset) => {
  useHistory(8, preset);

  it('has its whole story, and only kinds that are used', async () => {
    await expectWholeStory();
    expect(await findOtherKinds(presets[preset].kinds)).toEqual([]);
    const waiting = (await server.api(approvalList, {})).envelope.data;
    expect(waiting.map(({ state }) => state)).toEqual(expect.arrayContaining(['PENDING', 'AGREED']));
    expect(await faultsOfLogs()).toEqual([]);
  });
});
