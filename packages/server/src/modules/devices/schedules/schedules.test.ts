import { isDeepStrictEqual } from 'node:util';
import {
  createSchedule,
  deleteSchedule,
  deviceVisits,
  deviceWatches,
  limits,
  pauseSchedule,
  previewSchedule,
  removeDevices,
  scheduleList,
  updateSchedule,
  visitEntries,
  type Endpoint,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdLocks, lockWaits } from '../../../testing/hold-locks.ts';
import { hourly, insertGroup, scheduleInput, setSchedule } from '../../../testing/samples/test-schedules.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { schedulePush } from '../../../shared/push/push-texts.ts';

const server = useTestServer();
let owner: TestAdmin;
let device: TestDevice;
const now = Date.parse('2026-11-16T10:20:00Z');

beforeAll(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Olga' });
});
beforeEach(async () => {
  server.clock.hold(now);
  device = await joinDevice(server, { ownerId: owner.userId });
});

const mine = (wanted: Parameters<typeof setSchedule>[2] = {}) =>
  setSchedule(server, [device], { token: owner.token, ...wanted });
const listed = async (token: string) => (await server.api(scheduleList, {}, token)).envelope.data;

async function refusalOf<E extends Endpoint>(endpoint: E, input: InputOf<E>, token = owner.token) {
  const { status, errorCode } = await server.api(endpoint, input, token);
  return [status, errorCode];
}

/** The words of the log about schedules, oldest first, as the person and the admins read them. */
async function words(): Promise<string[]> {
  const { deviceId } = device;
  const { visits } = (await server.api(deviceVisits, { deviceId })).envelope.data;
  const entries = await Promise.all(
    visits.map(async ({ first, last }) => {
      return (await server.api(visitEntries, { deviceId, first, last })).envelope.data.entries;
    }),
  );
  return entries
    .flat()
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ who, what }) => `${who} ${what}`)
    .filter((line) => line.includes('schedule "'));
}

describe('schedules', () => {
  it('that exchange their devices at the same moment do not deadlock', async () => {
    const [first, second] = [device, await joinDevice(server, { ownerId: owner.userId })];
    const one = await setSchedule(server, [second], { token: owner.token });
    const other = await setSchedule(server, [first], { token: owner.token });
    const widen = ({ id }: { id: number }) =>
      server.api(updateSchedule, { scheduleId: id, ...scheduleInput([first, second]) }, owner.token);
    const { db } = server.services;
    const release = await holdLocks(db, (transaction) =>
      sql`select from audit_heads where device_id = ${first.deviceId} for update`.execute(transaction),
    );
    const answers = [widen(other)];
    await lockWaits(db, 1);
    answers.push(widen(one));
    await lockWaits(db, 2);
    await release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are listed with who, what, when, next and last run, to their admin and to super admins', async () => {
    const { id } = await mine({ name: 'Contacts at noon', timing: { ...hourly, minutes: 24 * 60 } });
    const found = (await listed(owner.token)).find((schedule) => schedule.id === id);
    expect(found).toMatchObject({
      name: 'Contacts at noon',
      purpose: 'To plan the deliveries',
      title: 'Update contacts',
      when: 'Every 24 hours',
      target: { group: null, devices: 1, device: { id: device.deviceId } },
      paused: false,
      createdBy: 'Olga',
      nextAt: '2026-11-17T00:00:00.000Z',
      lastRun: null,
      mine: true,
    });
    expect((await listed(server.admin.token)).map((schedule) => schedule.id)).toContain(id);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect(await listed(stranger.token)).toEqual([]);
  });

  it('are written to the log of each device in words: set, changed, paused, resumed, deleted', async () => {
    const { id: scheduleId } = await mine();
    const { selection: _, ...fields } = scheduleInput([device], { name: 'Evening contacts' });
    await server.api(updateSchedule, { scheduleId, ...fields }, owner.token);
    await server.api(pauseSchedule, { scheduleId, paused: true });
    await server.api(pauseSchedule, { scheduleId, paused: true });
    await server.api(pauseSchedule, { scheduleId, paused: false }, owner.token);
    await server.api(deleteSchedule, { scheduleId }, owner.token);
    const plan = 'Update contacts, every hour; purpose: "To plan the deliveries"';
    expect(await words()).toEqual([
      `Olga set the schedule "Morning contacts": ${plan}`,
      `Olga changed the schedule "Evening contacts": ${plan}`,
      `${server.admin.username} paused the schedule "Evening contacts"`,
      `Olga resumed the schedule "Evening contacts": ${plan}`,
      'Olga deleted the schedule "Evening contacts"',
    ]);
    expect(await refusalOf(pauseSchedule, { scheduleId, paused: true })).toEqual([404, 'schedule_not_found']);
  });

  it('of a search are for those who match when it is saved', async () => {
    const selection = { by: 'MATCHING', search: device.username } as const;
    const { target } = (await server.api(createSchedule, { ...scheduleInput([device]), selection }, owner.token))
      .envelope.data;
    expect(target.device?.id).toBe(device.deviceId);
    const nobody = { ...scheduleInput([device]), selection: { ...selection, search: 'nobody at all' } };
    expect(await refusalOf(createSchedule, nobody)).toEqual([409, 'no_devices']);
  });

  it('are refused when they are over, too frequent, or more than an admin may have', async () => {
    const over = { ...hourly, until: '2026-11-16T10:30:00Z' };
    expect(await refusalOf(createSchedule, scheduleInput([device], { timing: over }))).toEqual([409, 'schedule_over']);
    const often = { ...hourly, minutes: limits.schedule.minMinutes - 1 };
    expect(await refusalOf(createSchedule, scheduleInput([device], { timing: often }))).toEqual([400, 'invalid_input']);
    const busy = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`insert into schedules (name, purpose, action, title, timing, created_by)
      select 'x', 'x', '{}', 'x', ${JSON.stringify(hourly)}::jsonb, ${busy.userId}
      from generate_series(1, ${limits.schedule.perAdmin})`.execute(server.services.db);
    const one = await joinDevice(server, { ownerId: busy.userId });
    expect(await refusalOf(createSchedule, scheduleInput([one]), busy.token)).toEqual([409, 'too_many_schedules']);
    await sql`delete from schedules where created_by = ${busy.userId}`.execute(server.services.db);
  });

  it('are previewed: words and the next times', async () => {
    const timing = { every: 'DAY', time: '08:00', zone: 'Europe/Berlin', fallbackZone: 'UTC' } as const;
    const { data } = (await server.api(previewSchedule, { timing }, owner.token)).envelope;
    expect(data.when).toBe('Every day at 08:00 (Europe/Berlin)');
    expect(data.next.slice(0, 2)).toEqual(['2026-11-17T07:00:00.000Z', '2026-11-18T07:00:00.000Z']);
    const over = { ...timing, until: '2026-11-16T00:00:00Z' };
    expect((await server.api(previewSchedule, { timing: over }, owner.token)).envelope.data.next).toEqual([]);
  });
});

describe('an admin', () => {
  it('schedules only what they may do by hand, on devices and groups that they see', async () => {
    const reader = await server.createAdmin({ access: 'READ_ONLY' });
    const theirs = await joinDevice(server, { ownerId: reader.userId });
    expect(await refusalOf(createSchedule, scheduleInput([theirs]), reader.token)).toEqual([403, 'not_allowed']);
    const foreign = await joinDevice(server);
    expect(await refusalOf(createSchedule, scheduleInput([foreign]))).toEqual([409, 'no_devices']);
    const groupId = await insertGroup(server, [foreign]);
    expect(await refusalOf(createSchedule, scheduleInput({ groupId }))).toEqual([404, 'group_not_found']);
    expect(await refusalOf(deviceWatches, { deviceId: foreign.deviceId })).toEqual([404, 'device_not_found']);
  });

  it('neither sees nor changes the schedules of others', async () => {
    const { id: scheduleId } = await mine();
    const { token } = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { selection: _, ...fields } = scheduleInput([device]);
    const notFound = [404, 'schedule_not_found'];
    expect(await refusalOf(updateSchedule, { scheduleId, ...fields }, token)).toEqual(notFound);
    expect(await refusalOf(pauseSchedule, { scheduleId, paused: true }, token)).toEqual(notFound);
    expect(await refusalOf(deleteSchedule, { scheduleId }, token)).toEqual(notFound);
  });

  it('who is a SUPER_ADMIN changes the schedule of another within what its creator may do', async () => {
    const { id: scheduleId } = await mine();
    const foreign = await joinDevice(server);
    const input = scheduleInput([device, foreign]);
    const { data } = (await server.api(updateSchedule, { scheduleId, ...input })).envelope;
    expect(data).toMatchObject({ createdBy: 'Olga', target: { devices: 1, device: { id: device.deviceId } } });
    await sql`update feature_access set feature_access = 'READ_ONLY'
      where user_id = ${owner.userId} and feature_permission = 'CONTACTS'`.execute(server.services.db);
    expect(await refusalOf(updateSchedule, { scheduleId, ...input }, server.admin.token)).toEqual([403, 'not_allowed']);
    await sql`update feature_access set feature_access = 'FULL_ACCESS' where user_id = ${owner.userId}`.execute(
      server.services.db,
    );
  });
});

async function connect(): Promise<RawDevice> {
  const raw = new RawDevice(server);
  await raw.hello(device.token, { platform: 'BROWSER' });
  return raw;
}
/** Waits until the device is told these. A change of an account is told as well, so the same may come twice. */
async function awaitNames(raw: RawDevice, names: string[]): Promise<void> {
  const next = async () => (await raw.next('watches')).watches.map(({ name }) => name);
  while (!isDeepStrictEqual(await next(), names));
}

describe('what watches a device', () => {
  it('is told to it after the welcome and whenever it changes', async () => {
    const raw = await connect();
    expect(await raw.next('watches')).toEqual({ type: 'watches', watches: [], more: 0 });
    const until = '2026-12-31T17:00:00.000Z';
    const { id, createdAt } = await mine({ timing: { ...hourly, until } });
    const told = {
      kind: 'SCHEDULE',
      id,
      name: 'Morning contacts',
      purpose: 'To plan the deliveries',
      what: 'Update contacts',
      when: 'Every hour',
      setBy: 'Olga',
      setAt: createdAt,
      until,
      paused: false,
    };
    expect(await raw.next('watches')).toEqual({ type: 'watches', watches: [told], more: 0 });
    const { deviceId } = device;
    expect((await server.api(deviceWatches, { deviceId }, owner.token)).envelope.data).toEqual([told]);
    await server.api(pauseSchedule, { scheduleId: id, paused: true }, owner.token);
    expect((await raw.next('watches')).watches).toMatchObject([{ id, paused: true }]);
    await server.api(deleteSchedule, { scheduleId: id }, owner.token);
    await awaitNames(raw, []);
    raw.socket.close();
  });

  it('is not a schedule that is over, nor one of an admin who lost the device', async () => {
    const { id } = await mine();
    const raw = await connect();
    await awaitNames(raw, ['Morning contacts']);
    await server.api(removeDevices, { userId: owner.userId, deviceIds: [device.deviceId] });
    await awaitNames(raw, []);
    await sql`insert into device_assignments (user_id, device_id) values (${owner.userId}, ${device.deviceId})`.execute(
      server.services.db,
    );
    const input = scheduleInput([device], { timing: { ...hourly, until: '2026-11-17T00:00:00Z' } });
    await server.api(updateSchedule, { scheduleId: id, ...input });
    await awaitNames(raw, ['Morning contacts']);
    server.clock.hold(Date.parse('2026-11-17T00:00:00Z'));
    expect((await server.api(deviceWatches, { deviceId: device.deviceId })).envelope.data).toEqual([]);
    raw.socket.close();
  });

  it('is bounded, and not told to a client that did not name its platform', async () => {
    const { shownToPerson } = limits.schedule;
    await sql`with made as (
        insert into schedules (name, purpose, action, title, timing, created_by)
        select 'Many ' || place, 'x', '{}', 'x', ${JSON.stringify(hourly)}::jsonb, ${server.admin.userId}
        from generate_series(1, ${shownToPerson + 2}) as place returning id)
      insert into schedule_devices (schedule_id, device_id) select id, ${device.deviceId} from made`.execute(
      server.services.db,
    );
    const silent = new RawDevice(server);
    await silent.hello(device.token);
    silent.send({ type: 'ping' });
    await silent.next('pong');
    server.services.bus.publish('watchesChanged', { deviceIds: [device.deviceId] });
    silent.send({ type: 'ping' });
    await silent.next('pong');
    expect(silent.frames.map(({ type }) => type)).not.toContain('watches');
    const raw = await connect();
    const { watches, more } = await raw.next('watches');
    expect([watches.length, more]).toEqual([shownToPerson, 2]);
    raw.socket.close();
  });

  it('ends when its person leaves', async () => {
    await mine();
    const raw = await connect();
    raw.send({ type: 'leave' });
    await raw.next('left');
    await vi.waitFor(async () => {
      const { rows } = await sql`select from schedule_devices where device_id = ${device.deviceId}`.execute(
        server.services.db,
      );
      expect(rows).toEqual([]);
    });
  });

  it('is pushed in words to whoever has no page open', () => {
    const { name, purpose, timing } = { name: 'Morning', purpose: 'Deliveries', timing: hourly };
    expect(schedulePush({ by: 'Olga', what: 'joined', name, purpose, title: 'Update location', timing })).toMatchObject(
      {
        title: 'Olga set a schedule for this phone: “Morning”',
        body: expect.stringContaining('Update location. Every hour.\nPurpose: “Deliveries”'),
        page: '/watches',
      },
    );
  });
});
