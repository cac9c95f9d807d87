import {
  assignDevices,
  blockUser,
  pauseSchedule,
  promoteUser,
  rejectUser,
  removeDevices,
  runItems,
  runList,
  scheduleList,
  updateSchedule,
  weekDays,
  type AuditDetails,
  type Run,
  type Schedule,
  type ScheduleTiming,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createServices } from '../../../app/create-services.ts';
import { auditOf } from '../../../testing/person.ts';
import {
  addToGroup,
  hourly,
  insertGroup,
  scheduleInput,
  setSchedule,
} from '../../../testing/samples/test-schedules.ts';
import { joinDevice, RawDevice, testContact, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { startDueSchedules } from './schedule-starter.ts';
import { findDueSchedules } from './schedule-times.store.ts';

const server = useTestServer();
const devices = useDevices(server);
const hourMs = 3_600_000;
/** A Monday in winter. */
const monday = Date.parse('2026-11-16T10:20:00Z');

beforeEach(() => server.clock.hold(monday));

async function runsOf({ id }: Pick<Schedule, 'id'>): Promise<Run[]> {
  const input = { filter: { scheduleId: id }, sortDirection: 'asc' as const, pageSize: 100 };
  return (await server.api(runList, input)).envelope.data;
}

async function read({ id }: Pick<Schedule, 'id'>): Promise<Schedule> {
  const { envelope } = await server.api(scheduleList, {});
  const found = envelope.data.find((schedule) => schedule.id === id);
  if (!found) throw new Error('The schedule is gone.');
  return found;
}

/** Turns the clock to a moment and starts what is due then. The server does so too, and a schedule that it has locked is left out here. */
async function turnTo(at: number | string): Promise<void> {
  server.clock.hold(typeof at === 'string' ? Date.parse(at) : at);
  const { db, clock } = server.services;
  await vi.waitFor(async () => {
    await startDueSchedules(server.services);
    expect(await findDueSchedules(db, new Date(clock.now()))).toEqual([]);
  });
}

/** Ends the items of all runs, as answers of devices would. */
async function endItems(): Promise<void> {
  const { db } = server.services;
  await sql`update commands set step = 'DONE', finished_at = now() where finished_at is null`.execute(db);
  await sql`update run_items set state = 'DONE', finished_at = now() where finished_at is null`.execute(db);
}

const scheduleLog = async (device: TestDevice) =>
  (await auditOf(server, device)).filter(({ action }) => action === 'SCHEDULE');
const changesIn = async (device: TestDevice) =>
  (await scheduleLog(device)).map(({ details }) => (details as AuditDetails)['what']);

describe('a schedule whose time has come', () => {
  it('starts a run, which the device answers', async () => {
    const device = await joinDevice(server);
    devices.start(device, { collectors: { contacts: async () => [testContact('1')] } });
    const schedule = await setSchedule(server, [device]);
    expect(schedule).toMatchObject({ nextAt: '2026-11-16T11:00:00.000Z', lastRun: null, when: 'Every hour' });
    await turnTo('2026-11-16T10:59:59Z');
    expect(await runsOf(schedule)).toEqual([]);
    await turnTo('2026-11-16T11:00:00Z');
    const [run] = await runsOf(schedule);
    expect(run).toMatchObject({
      title: 'Update contacts',
      requestedBy: server.admin.username,
      reason: 'To plan the deliveries',
      schedule: { id: schedule.id, name: 'Morning contacts' },
      devices: 1,
    });
    await vi.waitFor(async () => {
      const { nextAt, lastRun } = await read(schedule);
      expect(nextAt).toBe('2026-11-16T12:00:00.000Z');
      expect(lastRun).toMatchObject({ id: run?.id, state: 'DONE', counts: { DONE: 1 } });
    });
    const entry = (await auditOf(server, device)).find(({ action }) => action === 'COMMAND');
    expect(entry?.details).toMatchObject({ schedule: 'Morning contacts', reason: 'To plan the deliveries' });
  });

  it('starts one run for all times that were missed, and none after its end', async () => {
    const device = await joinDevice(server);
    const timing: ScheduleTiming = { ...hourly, until: '2026-11-16T20:30:00Z' };
    const schedule = await setSchedule(server, [device], { timing });
    await turnTo('2026-11-16T17:10:00Z');
    await turnTo('2026-11-16T17:11:00Z');
    expect(await runsOf(schedule)).toHaveLength(1);
    expect((await read(schedule)).nextAt).toBe('2026-11-16T18:00:00.000Z');
    await endItems();
    await turnTo('2026-11-16T20:30:00Z');
    expect(await runsOf(schedule)).toHaveLength(1);
    expect((await read(schedule)).nextAt).toBeNull();
  });

  it('leaves out a device whose item of the last run has not ended, so that nothing piles up', async () => {
    const [slow, quick] = [await joinDevice(server), await joinDevice(server)];
    const schedule = await setSchedule(server, [slow, quick]);
    await turnTo(monday + hourMs);
    await vi.waitFor(async () => expect((await runsOf(schedule))[0]?.counts).toMatchObject({ OPEN: 2 }));
    const { db } = server.services;
    await sql`update commands set step = 'DONE', finished_at = now() where device_id = ${quick.deviceId}`.execute(db);
    server.services.bus.publish('commandEnded', { deviceId: quick.deviceId });
    await vi.waitFor(async () => expect((await runsOf(schedule))[0]?.counts).toMatchObject({ OPEN: 1, DONE: 1 }));
    await turnTo(monday + 2 * hourMs);
    const [, second] = await runsOf(schedule);
    expect(second?.device?.id).toBe(quick.deviceId);
    await endItems();
  });

  it('starts one run per zone at the time on the phones’ own clocks', async () => {
    const berlin = await joinDevice(server);
    const tokyo = await joinDevice(server);
    const silent = await joinDevice(server);
    for (const [{ token }, timeZone] of [
      [berlin, 'europe/berlin'],
      [tokyo, 'Asia/Tokyo'],
      [silent, 'Moon/Sea'],
    ] as const) {
      const raw = new RawDevice(server);
      await raw.hello(token, { timeZone });
      raw.socket.close();
    }
    const timing: ScheduleTiming = {
      every: 'WEEK',
      days: weekDays.slice(0, 5),
      time: '08:00',
      zone: 'DEVICE',
      fallbackZone: 'America/New_York',
      from: null,
      until: null,
    };
    const schedule = await setSchedule(server, [berlin, tokyo, silent], { timing });
    expect(schedule.nextAt).toBe('2026-11-16T13:00:00.000Z');
    const started = async () => (await runsOf(schedule)).map(({ device }) => device?.id);
    await turnTo('2026-11-16T13:00:00Z');
    expect(await started()).toEqual([silent.deviceId]);
    await turnTo('2026-11-16T23:00:00Z');
    expect(await started()).toEqual([silent.deviceId, tokyo.deviceId]);
    await turnTo('2026-11-17T07:00:00Z');
    expect(await started()).toEqual([silent.deviceId, tokyo.deviceId, berlin.deviceId]);
    // The phone flies to a zone that the schedule does not know yet.
    await sql`update devices set time_zone = 'Pacific/Auckland' where id = ${berlin.deviceId}`.execute(
      server.services.db,
    );
    await endItems();
    await server.scheduler.runJobs(60_000);
    await turnTo('2026-11-17T19:00:00Z');
    expect((await started()).slice(3).toSorted()).toEqual([silent.deviceId, berlin.deviceId].toSorted());
    const { rows } = await sql<{ zone: string }>`
      select zone from schedule_times where schedule_id = ${schedule.id} order by 1`.execute(server.services.db);
    expect(rows.map(({ zone }) => zone)).toEqual([
      'America/New_York',
      'Asia/Tokyo',
      'Europe/Berlin',
      'Pacific/Auckland',
    ]);
    await endItems();
    await turnTo('2026-11-18T07:00:00Z');
    expect((await started()).filter((id) => id === berlin.deviceId)).toHaveLength(2);
  });

  it('is started once by any number of servers', async () => {
    const device = await joinDevice(server);
    const schedules = await Promise.all(
      Array.from({ length: 5 }, (_, place) => setSchedule(server, [device], { name: `Shared ${place}` })),
    );
    server.clock.hold(monday + hourMs);
    const { config, log, db, clock } = server.services;
    const second = createServices({ config, log, db, clock, scheduler: server.scheduler });
    const starters = [server.services, second, server.services, second];
    await Promise.all(starters.map((services) => startDueSchedules(services)));
    // A schedule that every server found locked is taken in the next round.
    await turnTo(monday + hourMs);
    for (const schedule of schedules) expect(await runsOf(schedule)).toHaveLength(1);
    // The unique client id keeps the run single even if the row of times were set back.
    await endItems();
    await sql`update schedule_times set next_at = '2026-11-16T11:00:00Z'
      where schedule_id = ${schedules[0]?.id}`.execute(db);
    await turnTo(monday + hourMs);
    expect(await runsOf(schedules[0] ?? { id: 0 })).toHaveLength(1);
    await second.push.close();
  });

  it('keeps its time when the run cannot be inserted: both are one transaction, and others go on', async () => {
    const { db } = server.services;
    const [device, other] = [await joinDevice(server), await joinDevice(server)];
    const schedule = await setSchedule(server, [device]);
    const next = await setSchedule(server, [other]);
    await sql`create function refuse_items() returns trigger language plpgsql as $$ begin
      if new.device_id = (select device_id from schedule_devices where schedule_id = ${sql.lit(schedule.id)}) then
        raise exception 'killed'; end if; return new; end $$`.execute(db);
    await sql`create trigger refuse_items before insert on run_items for each row execute function refuse_items()`.execute(
      db,
    );
    server.clock.hold(monday + hourMs);
    await vi.waitFor(async () => {
      await startDueSchedules(server.services);
      expect(await runsOf(next)).toHaveLength(1);
    });
    expect(await runsOf(schedule)).toEqual([]);
    expect((await read(schedule)).nextAt).toBe('2026-11-16T11:00:00.000Z');
    expect(server.logLines.join('')).toContain('schedules.start_failed');
    await sql`drop trigger refuse_items on run_items`.execute(db);
    await turnTo(monday + hourMs + 1000);
    expect(await runsOf(schedule)).toHaveLength(1);
    expect((await read(schedule)).nextAt).toBe('2026-11-16T12:00:00.000Z');
  });

  it('does nothing while it is paused, and is not made up for when it is resumed', async () => {
    const device = await joinDevice(server);
    const schedule = await setSchedule(server, [device]);
    await server.api(pauseSchedule, { scheduleId: schedule.id, paused: true });
    await turnTo(monday + 5 * hourMs);
    expect(await runsOf(schedule)).toEqual([]);
    expect(await read(schedule)).toMatchObject({ paused: true, nextAt: null });
    await server.api(pauseSchedule, { scheduleId: schedule.id, paused: false });
    await turnTo(monday + 5 * hourMs);
    expect(await runsOf(schedule)).toEqual([]);
    expect((await read(schedule)).nextAt).toBe('2026-11-16T16:00:00.000Z');
  });
});

describe('what stands above a schedule', () => {
  it('are the person’s switches, pause and hours: the items are skipped with the reason', async () => {
    const unshared = await joinDevice(server, { capabilities: ['APPS'] });
    const pausing = await joinDevice(server);
    const closed = await joinDevice(server);
    const { db } = server.services;
    await sql`update devices set paused_at = now() where id = ${pausing.deviceId}`.execute(db);
    const day = weekDays[(new Date().getUTCDay() + 2) % 7];
    const hours = { timeZone: 'UTC', days: [{ day, from: '08:00', to: '08:15' }] };
    await sql`update devices set sharing_hours = ${JSON.stringify(hours)}::jsonb where id = ${closed.deviceId}`.execute(
      db,
    );
    const schedule = await setSchedule(server, [unshared, pausing, closed]);
    await turnTo(monday + hourMs);
    await vi.waitFor(async () => expect((await runsOf(schedule))[0]?.counts).toMatchObject({ SKIPPED: 3 }));
    const [run] = await runsOf(schedule);
    const { envelope } = await server.api(runItems, { runId: run?.id ?? 0 });
    expect(envelope.data.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('does not share'),
      expect.stringContaining('paused'),
      expect.stringContaining('hours'),
    ]);
  });

  it('is the scope of whoever set it: a device that leaves it leaves the schedule, and does not come back with it', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const [kept, taken] = [
      await joinDevice(server, { ownerId: owner.userId }),
      await joinDevice(server, { ownerId: owner.userId }),
    ];
    const schedule = await setSchedule(server, [kept, taken], { token: owner.token });
    await server.api(removeDevices, { userId: owner.userId, deviceIds: [taken.deviceId] });
    await turnTo(monday + hourMs);
    expect((await runsOf(schedule)).map(({ device }) => device?.id)).toEqual([kept.deviceId]);
    await server.api(assignDevices, { userId: owner.userId, deviceIds: [taken.deviceId] });
    await endItems();
    await turnTo(monday + 2 * hourMs);
    expect((await runsOf(schedule)).map(({ device }) => device?.id)).toEqual([kept.deviceId, kept.deviceId]);
  });

  it('is the account of whoever set it: blocked or demoted, the schedule pauses itself, in words', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const device = await joinDevice(server, { ownerId: owner.userId });
    const schedule = await setSchedule(server, [device], { token: owner.token });
    const scheduleId = schedule.id;
    await server.api(blockUser, { userId: owner.userId, blocked: true });
    await vi.waitFor(async () => expect(await read(schedule)).toMatchObject({ paused: true, nextAt: null }));
    const [, paused] = await scheduleLog(device);
    const { username: by } = server.admin;
    expect(paused).toMatchObject({ by, details: { what: 'paused', because: expect.stringContaining(owner.username) } });
    const refused = await server.api(pauseSchedule, { scheduleId, paused: false });
    expect([refused.status, refused.errorCode]).toEqual([403, 'not_allowed']);
    await server.api(blockUser, { userId: owner.userId, blocked: false });
    expect((await server.api(pauseSchedule, { scheduleId, paused: false })).status).toBe(200);
    await server.api(rejectUser, { userId: owner.userId });
    await vi.waitFor(async () => expect(await read(schedule)).toMatchObject({ paused: true }));
    await turnTo(monday + hourMs);
    expect(await runsOf(schedule)).toEqual([]);
    expect(await changesIn(device)).toEqual(['set', 'paused', 'resumed', 'paused']);
    await server.api(promoteUser, { userId: owner.userId });
  });
});

describe('a schedule for a group', () => {
  it('takes up who joins the group, after their log says so, and lets go who leaves it', async () => {
    const [first, second] = [await joinDevice(server), await joinDevice(server)];
    const groupId = await insertGroup(server, [first]);
    const schedule = await setSchedule(server, { groupId });
    expect(schedule.target).toMatchObject({ group: { id: groupId }, devices: 1, device: null });
    await addToGroup(server, groupId, [second]);
    // Nobody told the server: the run itself looks who is in the group.
    await turnTo(monday + hourMs);
    expect((await runsOf(schedule))[0]?.devices).toBe(2);
    expect(await scheduleLog(second)).toMatchObject([
      { by: server.admin.username, details: { what: 'joined', schedule: 'Morning contacts' } },
    ]);
    await sql`delete from group_devices where device_id = ${first.deviceId}`.execute(server.services.db);
    server.services.bus.publish('changed', { feature: 'groups', deviceId: null });
    await vi.waitFor(async () => expect(await changesIn(first)).toEqual(['set', 'removed']));
    expect((await read(schedule)).target.devices).toBe(1);
  });

  it('is not for devices outside the scope of whoever set it, nor for a group that they no longer see', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const [theirs, others] = [await joinDevice(server, { ownerId: owner.userId }), await joinDevice(server)];
    const groupId = await insertGroup(server, [theirs, others]);
    const { db } = server.services;
    await sql`insert into group_assignments (group_id, user_id) values (${groupId}, ${owner.userId})`.execute(db);
    const schedule = await setSchedule(server, { groupId }, { token: owner.token });
    expect(schedule.target.devices).toBe(1);
    await sql`delete from group_assignments where group_id = ${groupId}`.execute(db);
    await server.scheduler.runJobs(60_000);
    expect((await read(schedule)).target.devices).toBe(0);
    await turnTo(monday + hourMs);
    expect(await runsOf(schedule)).toEqual([]);
    expect(await changesIn(others)).toEqual([]);
  });
});

describe('a schedule that was changed', () => {
  it('starts by its new times, for its new devices', async () => {
    const [first, second] = [await joinDevice(server), await joinDevice(server)];
    const schedule = await setSchedule(server, [first]);
    const { selection, ...fields } = scheduleInput([second], { timing: { ...hourly, minutes: 120 } });
    const { envelope } = await server.api(updateSchedule, { scheduleId: schedule.id, ...fields });
    expect(envelope.data).toMatchObject({
      nextAt: '2026-11-16T12:00:00.000Z',
      target: { device: { id: first.deviceId } },
    });
    await server.api(updateSchedule, { scheduleId: schedule.id, ...fields, selection });
    await turnTo(monday + hourMs);
    expect(await runsOf(schedule)).toEqual([]);
    await turnTo(monday + 2 * hourMs);
    expect((await runsOf(schedule)).map(({ device }) => device?.id)).toEqual([second.deviceId]);
    expect(await changesIn(first)).toEqual(['set', 'changed', 'removed']);
    expect(await changesIn(second)).toEqual(['joined']);
  });
});
