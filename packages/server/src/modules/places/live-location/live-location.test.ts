import {
  liveLocation,
  locations,
  locationTrack,
  startLiveLocation,
  stopLiveLocation,
  weekDays,
  type DeviceFrame,
  type LivePoint,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { logWords, type LogLine } from '../../../shared/audit/words/log-words.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { auditOf, consentTo } from '../../../testing/person.ts';
import { testVitals, type RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

const start = ({ deviceId }: TestDevice, token?: string) =>
  server.api(startLiveLocation, { deviceId, minutes: 15 }, token);
const liveOf = async ({ deviceId }: TestDevice) => (await server.api(liveLocation, { deviceId })).envelope.data;
const storedSession = async ({ deviceId }: TestDevice) => {
  const { rows } = await sql<{ id: number; ended_how: string | null; points: number; ended: boolean }>`
    select id, ended_how, points, ended_at is not null as ended from live_sessions where device_id = ${deviceId}
    order by id desc limit 1`.execute(server.services.db);
  return rows[0];
};
const countPlaces = async ({ deviceId }: TestDevice) =>
  (await sql`select from locations where device_id = ${deviceId}`.execute(server.services.db)).rows.length;

/** A point some steps to the north, now. */
function point(step: number, more: Partial<LivePoint> = {}): LivePoint {
  const at = new Date(Date.now() + step).toISOString();
  return { latitude: 48.2 + step / 1000, longitude: 16.35, accuracy: 8, at, ...more };
}

/** A connected device on which a live location runs. */
async function followed() {
  const { device, raw } = await devices.connected();
  const sessionId = await begin(device, raw);
  const sendPoints = (...points: LivePoint[]) => raw.send({ type: 'live-points', sessionId, points });
  return { device, raw, sessionId, sendPoints };
}

async function begin(device: TestDevice, raw: RawDevice): Promise<number> {
  const { errorCode } = await start(device);
  expect(errorCode).toBe('');
  const frame = await raw.next('command');
  const { commandId, commandType, params } = frame;
  expect([commandType, params]).toEqual(['LIVE_LOCATION', { minutes: 15 }]);
  raw.send({ type: 'accepted', commandId });
  raw.send({ type: 'result', commandId, batches: 0 });
  await vi.waitFor(async () => expect((await storedSession(device))?.ended).toBe(false));
  return commandId;
}

/** Inserts a session that runs, as another server would. */
async function insertSession({ deviceId }: TestDevice): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with command as (
      insert into commands (device_id, command_type, requested_by, expires_at, step, finished_at)
      values (${deviceId}, 'LIVE_LOCATION', ${server.admin.userId}, now(), 'DONE', now()) returning *
    )
    insert into live_sessions (id, device_id, started_by, minutes, until)
    select id, device_id, requested_by, 5, now() + interval '5 minutes' from command returning id`.execute(
    server.services.db,
  );
  return rows[0]?.id ?? 0;
}

/** The sentences of the log about live locations, each with who. */
async function logOf(device: TestDevice): Promise<string[]> {
  const entries = await auditOf(server, device);
  return entries
    .filter(({ action }) => action === 'LIVE_LOCATION')
    .map((entry) => `${entry.by} ${logWords(entry as unknown as LogLine)}`);
}

describe('a live location', () => {
  it('begins when the device answers, and its points are places of the device', async () => {
    const { device, sessionId, sendPoints } = await followed();
    const console_ = await openConsole(server, server.admin);
    onTestFinished(() => console_.socket.close());
    sendPoints(point(0), point(1));
    await vi.waitFor(async () => expect((await liveOf(device)).session?.points).toBe(2));
    await vi.waitFor(() => expect(console_.heard('live-location')).toBe(true));
    const { session, trail } = await liveOf(device);
    expect(session).toMatchObject({ id: sessionId, startedBy: server.admin.username, endedAt: null, end: null });
    expect(Date.parse(session?.until ?? '') - Date.parse(session?.startedAt ?? '')).toBe(15 * 60_000);
    expect(trail.map(([, latitude]) => latitude)).toEqual([48.2, 48.201]);
    const { deviceId } = device;
    expect((await server.api(locations.list, { deviceId })).envelope.data).toHaveLength(2);
    const days = [Date.now() - 86_400_000, Date.now() + 86_400_000].map((at) => new Date(at).toISOString());
    expect((await server.api(locationTrack, { deviceId, days })).envelope.data.total).toBe(2);
    const { envelope } = await server.api(locations.history, { deviceId });
    expect(envelope.data).toMatchObject([
      { commandTypeEnum: 'LIVE_LOCATION', stepType: 'DONE', details: { minutes: 15 } },
    ]);
  });

  it('runs beside other commands, but one at a time', async () => {
    const { device, raw } = await followed();
    expect((await start(device)).errorCode).toBe('live_running');
    const { deviceId } = device;
    expect((await server.api(locations.update, { deviceId })).errorCode).toBe('');
    expect((await raw.next('command')).commandType).toBe('UPDATE_LOCATIONS');
  });

  it('fails when another one has begun since it was asked for', async () => {
    const { device, raw } = await devices.connected();
    await start(device);
    const { commandId } = await raw.next('command');
    await insertSession(device);
    raw.send({ type: 'result', commandId, batches: 0 });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(locations.history, { deviceId: device.deviceId });
      expect(envelope.data.find(({ id }) => id === commandId)?.errorDetails).toContain('already running');
    });
  });

  it('is for admins who may ask for the location, of devices in their scope, while it is shared', async () => {
    const { device } = await followed();
    const { deviceId } = device;
    const reader = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    expect((await server.api(liveLocation, { deviceId }, reader.token)).errorCode).toBe('device_not_found');
    expect((await start(device, reader.token)).errorCode).toBe('not_allowed');
    expect((await server.api(stopLiveLocation, { deviceId }, reader.token)).errorCode).toBe('not_allowed');
    const stranger = await server.createAdmin({ access: { LOCATION: 'FULL_ACCESS' } });
    expect((await server.api(stopLiveLocation, { deviceId }, stranger.token)).errorCode).toBe('device_not_found');
    const reserved = await devices.connected(['CONTACTS']);
    expect((await start(reserved.device)).errorCode).toBe('consent_missing');
  });

  it('cannot be started while too many run', async () => {
    const { device } = await devices.connected();
    await sql`insert into commands (id, device_id, command_type, requested_by, expires_at, step, finished_at)
      overriding system value select 1000000000 + n, ${device.deviceId}, 'LIVE_LOCATION', ${server.admin.userId}, now(), 'DONE', now()
      from generate_series(1, 10000) n`.execute(server.services.db);
    await sql`drop index live_sessions_one_running`.execute(server.services.db);
    const others = await devices.connected();
    await sql`insert into live_sessions (id, device_id, started_by, minutes, until)
      select 1000000000 + n, ${others.device.deviceId}, ${server.admin.userId}, 15, now() + interval '15 minutes'
      from generate_series(1, 10000) n`.execute(server.services.db);
    onTestFinished(async () => {
      await sql`delete from commands where id > 1000000000`.execute(server.services.db);
      await sql`create unique index live_sessions_one_running on live_sessions (device_id) where ended_at is null`.execute(
        server.services.db,
      );
    });
    expect((await start(device)).errorCode).toBe('too_many_live');
  });
});

type Live = Awaited<ReturnType<typeof followed>>;

/** Sends a point that is taken, and returns how many places there are then. */
async function placesAfter({ device, sendPoints }: Live): Promise<number> {
  sendPoints(point(500));
  await vi.waitFor(async () => expect((await storedSession(device))?.points).toBe(1));
  return await countPlaces(device);
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Hours that begin in two days. */
const dayFromNow = weekDays[(new Date().getUTCDay() + 2) % 7] ?? 'MON';
const closed = { timeZone: 'UTC', days: [{ day: dayFromNow, from: '12:00', to: '13:00' }] };

const send = (frame: DeviceFrame) => async (live: Live) => live.raw.send(frame);
const change = (columns: string) => async (live: Live) => {
  const { deviceId } = live.device;
  await sql`update devices set ${sql.raw(columns)} where id = ${deviceId}`.execute(server.services.db);
};

describe('points are dropped', () => {
  it('of the session of another device, and of one that never was', async () => {
    const [one, other] = [await followed(), await followed()];
    one.raw.send({ type: 'live-points', sessionId: other.sessionId, points: [point(0)] });
    expect(await one.raw.next('live-stop')).toMatchObject({ sessionId: other.sessionId, end: 'OVER' });
    expect([await countPlaces(one.device), await countPlaces(other.device)]).toEqual([0, 0]);
    one.raw.send({ type: 'live-points', sessionId: 99_999_999, points: [point(0)] });
    expect(await one.raw.next('live-stop')).toMatchObject({ sessionId: 99_999_999, end: 'OVER' });
  });

  it('that are older than the session or in the future', async () => {
    const live = await followed();
    live.sendPoints(point(1, { at: minutesFromNow(-10) }), point(2, { at: minutesFromNow(10) }));
    expect(await placesAfter(live)).toBe(1);
  });

  it('that are repeated, and beyond what fits into its time', async () => {
    const live = await followed();
    const same = point(0);
    live.sendPoints(same, same);
    await vi.waitFor(async () => expect((await storedSession(live.device))?.points).toBe(1));
    await sql`update live_sessions set points = 15 * 12 + 59 where id = ${live.sessionId}`.execute(server.services.db);
    live.sendPoints(point(1), point(2), point(3));
    await vi.waitFor(async () => expect((await storedSession(live.device))?.points).toBe(15 * 12 + 60));
    expect(await countPlaces(live.device)).toBe(2);
  });

  it('that come more often than every five seconds', async () => {
    server.scheduler.hold();
    onTestFinished(server.scheduler.release);
    const { device, sendPoints } = await followed();
    for (let step = 0; step < 10; step += 1) sendPoints(point(step));
    await vi.waitFor(async () => expect((await storedSession(device))?.points).toBe(3));
    server.scheduler.pass(5000);
    sendPoints(point(20));
    await vi.waitFor(async () => expect((await storedSession(device))?.points).toBe(4));
  });

  it('while the notice is hidden', async () => {
    const live = await followed();
    live.raw.send({ type: 'heartbeat', ...testVitals, noticeShown: false });
    live.sendPoints(point(0));
    expect(await live.raw.next('live-stop')).toMatchObject({ end: 'NOTICE_HIDDEN' });
    expect(await countPlaces(live.device)).toBe(0);
  });

  it.each([
    ['withdrawn', `capabilities = '{CONTACTS}'`],
    ['paused', 'paused_at = now()'],
    ['without the notice', 'notice_shown = false'],
  ])('while it is %s, although the session has not ended yet', async (_, columns) => {
    const live = await followed();
    await change(columns)(live);
    live.sendPoints(point(0));
    await live.raw.next('live-stop');
    expect([await countPlaces(live.device), (await storedSession(live.device))?.points]).toEqual([0, 0]);
  });

  it('outside of the hours, although the session has not ended yet', async () => {
    const { device, raw } = await devices.connected();
    raw.send({ type: 'hours', hours: closed });
    await raw.next('grants');
    const sessionId = await insertSession(device);
    raw.send({ type: 'live-points', sessionId, points: [point(0)] });
    expect(await raw.next('live-stop')).toMatchObject({ sessionId, end: 'OUTSIDE_HOURS' });
    expect(await countPlaces(device)).toBe(0);
  });

  it('after the end: a device that missed it is told again', async () => {
    const { device, raw, sessionId, sendPoints } = await followed();
    await sql`update live_sessions set ended_at = now(), ended_how = 'PAUSED' where id = ${sessionId}`.execute(
      server.services.db,
    );
    sendPoints(point(0));
    expect(await raw.next('live-stop')).toEqual({ type: 'live-stop', sessionId, end: 'PAUSED' });
    expect(await countPlaces(device)).toBe(0);
  });
});

describe('a live location ends', () => {
  it.each<[string, string, (live: Live) => Promise<void>]>([
    [
      'when its person stops it',
      'STOPPED_BY_PERSON',
      async (live) => live.raw.send({ type: 'live-end', sessionId: live.sessionId, end: 'STOPPED_BY_PERSON' }),
    ],
    [
      'when the device says that its time is over',
      'OVER',
      async (live) => live.raw.send({ type: 'live-end', sessionId: live.sessionId, end: 'OVER' }),
    ],
    [
      'when an admin stops it',
      'STOPPED_BY_ADMIN',
      async ({ device: { deviceId }, sessionId }) => {
        const { envelope } = await server.api(stopLiveLocation, { deviceId });
        expect(envelope.data).toMatchObject({ id: sessionId, end: 'STOPPED_BY_ADMIN' });
        expect((await server.api(stopLiveLocation, { deviceId })).errorCode).toBe('live_not_found');
      },
    ],
    ['when the location is withdrawn', 'WITHDRAWN', async (live) => live.raw.send(await consentTo(['CONTACTS']))],
    ['when sharing is paused', 'PAUSED', send({ type: 'pause' })],
    ['when the hours are changed', 'OUTSIDE_HOURS', send({ type: 'hours', hours: closed })],
    ['when the hours end', 'OUTSIDE_HOURS', change(`sharing_hours = '${JSON.stringify(closed)}'`)],
    ['when the notice is hidden', 'NOTICE_HIDDEN', send({ type: 'heartbeat', ...testVitals, noticeShown: false })],
    [
      'when a restore has brought the device back',
      'WITHDRAWN',
      change(`capabilities = '{}', restored_at = now(), restored_capabilities = '{LOCATION}'`),
    ],
  ])('%s: once, logged and told', async (_, end, act) => {
    const live = await followed();
    const { device, raw, sessionId, sendPoints } = live;
    sendPoints(point(0));
    await vi.waitFor(async () => expect((await storedSession(device))?.points).toBe(1));
    const told: string[] = [];
    server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      if (deviceId === device.deviceId) told.push(feature);
    });
    await act(live);
    expect(await raw.next('live-stop')).toEqual({ type: 'live-stop', sessionId, end });
    expect(await storedSession(device)).toMatchObject({ ended_how: end, points: 1 });
    expect(told).toContain('live-location');
    const [entry, ...more] = await logOf(device);
    expect(more).toEqual([]);
    expect(entry).toContain('less than a minute, 1 point');
    const by = end === 'STOPPED_BY_PERSON' ? device.username : server.admin.username;
    expect(entry?.startsWith(by)).toBe(true);
  });

  it.each<[string, () => Promise<DeviceFrame>]>([
    ['a withdrawal', () => consentTo(['CONTACTS'])],
    ['a pause', async () => ({ type: 'pause' })],
    ['other hours', async () => ({ type: 'hours', hours: closed })],
  ])('together with %s, not later', async (_, frame) => {
    const { device, raw } = await followed();
    raw.send(await frame());
    await raw.next('grants');
    expect((await storedSession(device))?.ended).toBe(true);
  });

  it('when whoever started it may not follow the device any more', async () => {
    const { device, raw, sessionId } = await followed();
    // As if an admin had started it from whom the device was taken since.
    const { userId, username } = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`update live_sessions set started_by = ${userId} where id = ${sessionId}`.execute(server.services.db);
    expect(await raw.next('live-stop')).toMatchObject({ end: 'ACCESS_LOST' });
    expect(await logOf(device)).toEqual([
      `${username} followed the location for less than a minute, 0 points; it ended because the admin may not follow this device any more`,
    ]);
  });

  it('at its time, also when the device is silent and this server did not start it', async () => {
    const { device, raw, sessionId } = await followed();
    raw.socket.close();
    await raw.closed;
    await sql`update live_sessions set started_at = now() - interval '12 minutes', until = now(), points = 140
      where id = ${sessionId}`.execute(server.services.db);
    await vi.waitFor(async () => expect(await storedSession(device)).toMatchObject({ ended_how: 'OVER', points: 140 }));
    expect(await logOf(device)).toEqual([`${server.admin.username} followed the location for 12 minutes, 140 points`]);
  });

  it('when its person leaves, and nothing of it stays', async () => {
    const { device, raw, sendPoints } = await followed();
    sendPoints(point(0));
    await vi.waitFor(async () => expect(await countPlaces(device)).toBe(1));
    raw.send({ type: 'leave' });
    await raw.next('left');
    expect([await storedSession(device), await countPlaces(device)]).toEqual([undefined, 0]);
    expect((await auditOf(server, device)).map(({ action }) => action)).toContain('LIVE_LOCATION');
  });

  it('with the points that the device sent before it stopped', async () => {
    const { device, raw, sessionId, sendPoints } = await followed();
    sendPoints(point(0), point(1));
    raw.send({ type: 'live-end', sessionId, end: 'STOPPED_BY_PERSON' });
    await raw.next('live-stop');
    expect(await storedSession(device)).toMatchObject({ points: 2 });
  });

  it('and the device is told again what it says again', async () => {
    const { raw, sessionId } = await followed();
    raw.send({ type: 'live-end', sessionId, end: 'STOPPED_BY_PERSON' });
    await raw.next('live-stop');
    raw.send({ type: 'live-end', sessionId, end: 'OVER' });
    expect(await raw.next('live-stop')).toEqual({ type: 'live-stop', sessionId, end: 'STOPPED_BY_PERSON' });
  });

  it('and another can begin', async () => {
    const { device, raw, sessionId } = await followed();
    raw.send({ type: 'live-end', sessionId, end: 'OVER' });
    await raw.next('live-stop');
    expect(await begin(device, raw)).toBeGreaterThan(sessionId);
  });
});
