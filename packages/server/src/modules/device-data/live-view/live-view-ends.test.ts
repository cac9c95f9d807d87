import {
  consoleSocketClose,
  liveView,
  logout,
  stopLiveView,
  weekDays,
  type DeviceFrame,
  type LiveViewEnd,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { auditOf, consentTo } from '../../../testing/person.ts';
import { RawDevice, testVitals } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { live, liveLog, pictureOf, storedView, type Live } from './live-view-for-test.ts';

const server = useTestServer();

const dayFromNow = weekDays[(new Date().getUTCDay() + 2) % 7] ?? 'MON';
/** Hours that begin in two days. */
const closed = { timeZone: 'UTC', days: [{ day: dayFromNow, from: '12:00', to: '13:00' }] };

const send = (frame: DeviceFrame) => async (of: Live) => of.raw.send(frame);
const report = (end: 'OVER' | 'STOPPED_BY_PERSON' | 'PAGE_HIDDEN' | 'CAMERA_LOST') => async (of: Live) =>
  of.raw.send({ type: 'live-view-end', sessionId: of.sessionId, end });
const change = (columns: string) => async (of: Live) => {
  const { deviceId } = of.device;
  await sql`update devices set ${sql.raw(columns)} where id = ${deviceId}`.execute(server.services.db);
};
const changeView = (columns: string) => async (of: Live) => {
  await sql`update live_views set ${sql.raw(columns)} where id = ${of.sessionId}`.execute(server.services.db);
};

/** The device may go on for a moment: what it sends goes nowhere, and it is not let go for it. */
async function expectNothingMore(of: Live, frames: readonly unknown[]): Promise<void> {
  of.send();
  of.raw.send({ type: 'ping' });
  await of.raw.next('pong');
  expect(frames).toHaveLength(1);
  expect(of.raw.socket.readyState).toBe(of.raw.socket.OPEN);
}

describe('a live view ends', () => {
  it.each<[string, LiveViewEnd, (of: Live) => Promise<void>]>([
    ['when its person stops it', 'STOPPED_BY_PERSON', report('STOPPED_BY_PERSON')],
    ['when the device says that its time is over', 'OVER', report('OVER')],
    ['when the page is hidden', 'PAGE_HIDDEN', report('PAGE_HIDDEN')],
    ['when the camera is lost', 'CAMERA_LOST', report('CAMERA_LOST')],
    [
      'when an admin stops it',
      'STOPPED_BY_ADMIN',
      async ({ device: { deviceId } }) => void (await server.api(stopLiveView, { deviceId })),
    ],
    ['when the camera is withdrawn', 'WITHDRAWN', async (of) => of.raw.send(await consentTo(['CONTACTS']))],
    ['when sharing is paused', 'PAUSED', send({ type: 'pause' })],
    ['when the hours are changed', 'OUTSIDE_HOURS', send({ type: 'hours', hours: closed })],
    ['when the hours end', 'OUTSIDE_HOURS', change(`sharing_hours = '${JSON.stringify(closed)}'`)],
    ['when the notice is hidden', 'NOTICE_HIDDEN', send({ type: 'heartbeat', ...testVitals, noticeShown: false })],
    ['at its time, also when the device says nothing', 'OVER', changeView('until = now()')],
    [
      'when a restore has brought the device back',
      'WITHDRAWN',
      change(`capabilities = '{}', restored_at = now(), restored_capabilities = '{CAMERA}'`),
    ],
    ['when another server has the device', 'DISCONNECTED', change('connection_epoch = connection_epoch + 1')],
    [
      'when whoever started it may not any more',
      'ACCESS_LOST',
      async (of) => {
        const { userId } = await server.createAdmin({ access: 'FULL_ACCESS' });
        await changeView(`started_by = ${userId}`)(of);
      },
    ],
  ])('%s: once, logged and told', async (_, end, act) => {
    const of = await live(server);
    const { device, raw, sessionId, watch } = of;
    const viewer = await watch();
    of.send();
    await vi.waitFor(() => expect(viewer.frames).toHaveLength(1));
    const told: string[] = [];
    server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      if (deviceId === device.deviceId) told.push(feature);
    });
    await act(of);
    expect(await raw.next('live-view-stop')).toEqual({ type: 'live-view-stop', sessionId, end });
    await viewer.closed;
    expect(viewer.ended()).toBe(end);
    expect(await storedView(server, device)).toMatchObject({ end });
    expect(told).toContain('live-view');
    // The viewer's line is written when they have gone.
    await vi.waitFor(async () => expect(await liveLog(server, device)).toHaveLength(3));
    const lines = (await liveLog(server, device)).slice(1);
    expect(lines.filter((line) => /watched the live view for .*, 1 picture$/.test(line))).toHaveLength(1);
    const [ending, ...more] = lines.filter((line) => !line.includes('watched'));
    expect(more).toEqual([]);
    // Where it lost its access, another admin has started it.
    const byStarter = end !== 'STOPPED_BY_PERSON' && end !== 'ACCESS_LOST';
    expect(ending?.startsWith(server.admin.username)).toBe(byStarter);
    expect(ending?.startsWith(device.username)).toBe(end === 'STOPPED_BY_PERSON');
    expect(ending).toMatch(
      end.startsWith('STOPPED') ? /stopped the live view that .* had started/ : /had a live view for/,
    );
    await expectNothingMore(of, viewer.frames);
  });

  it.each<[string, () => Promise<DeviceFrame>]>([
    ['a withdrawal', () => consentTo(['CONTACTS'])],
    ['a pause', async () => ({ type: 'pause' })],
    ['other hours', async () => ({ type: 'hours', hours: closed })],
  ])('together with %s, not later', async (_, frame) => {
    const { device, raw } = await live(server);
    raw.send(await frame());
    await raw.next('grants');
    expect((await storedView(server, device))?.end).not.toBeNull();
  });

  it('when nobody watches for a while', async () => {
    const { device, raw, watch, send: sendPicture } = await live(server);
    const viewer = await watch();
    await sql`update live_views set started_at = now() - interval '20 seconds' where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    // It is watched, so it goes on although it is old enough.
    await server.scheduler.runJobs(1000);
    sendPicture();
    await vi.waitFor(() => expect(viewer.frames).toHaveLength(1));
    viewer.socket.close();
    await vi.waitFor(async () => expect(await liveLog(server, device)).toHaveLength(2));
    expect(await storedView(server, device)).toMatchObject({ end: null });
    await sql`update live_viewers set joined_at = joined_at - interval '20 seconds', left_at = left_at - interval '20 seconds'
      where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(await raw.next('live-view-stop')).toMatchObject({ end: 'UNWATCHED' });
  });

  it('when the connection of the device closes, and nothing resumes with the next one', async () => {
    const { device, raw, sessionId, watch } = await live(server);
    const viewer = await watch();
    raw.socket.terminate();
    await viewer.closed;
    expect(viewer.ended()).toBe('DISCONNECTED');
    await vi.waitFor(async () => expect(await storedView(server, device)).toMatchObject({ end: 'DISCONNECTED' }));
    const again = new RawDevice(server);
    await again.hello(device.token, { noticeVersion: 3 });
    again.send({ type: 'live-view-end', sessionId, end: 'OVER' });
    expect(await again.next('live-view-stop')).toEqual({ type: 'live-view-stop', sessionId, end: 'DISCONNECTED' });
    again.socket.terminate();
  });

  it('when its person leaves, and nothing of it stays but the lines', async () => {
    const { device, raw, watch, send: sendPicture } = await live(server);
    const viewer = await watch();
    sendPicture();
    await vi.waitFor(() => expect(viewer.frames).toHaveLength(1));
    raw.send({ type: 'leave' });
    await raw.next('left');
    await viewer.closed;
    expect(await storedView(server, device)).toBeUndefined();
    const { rows } = await sql`select from live_viewers where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
    const actions = (await auditOf(server, device)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'LIVE_VIEW')).toHaveLength(3);
  });

  it('although the decision that ends it cannot be stored', async () => {
    const { device, raw, watch } = await live(server);
    const viewer = await watch();
    const { db } = server.services;
    await sql`create function refuse_consent() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_consent before insert on consents execute function refuse_consent()`.execute(db);
    try {
      raw.send(await consentTo(['CONTACTS']));
      expect(await raw.next('refused')).toMatchObject({ about: 'consent' });
      expect(await raw.next('live-view-stop')).toMatchObject({ end: 'WITHDRAWN' });
    } finally {
      await sql`drop trigger refuse_consent on consents`.execute(db);
      await sql`drop function refuse_consent`.execute(db);
    }
    await viewer.closed;
    expect(await storedView(server, device)).toMatchObject({ end: 'WITHDRAWN' });
  });
});

describe('no picture is sent on after the server has read', () => {
  it.each<[string, () => Promise<DeviceFrame>]>([
    ['a withdrawal', () => consentTo(['CONTACTS'])],
    ['a pause', async () => ({ type: 'pause' })],
    ['that the person leaves', async () => ({ type: 'leave' })],
    ['other hours', async () => ({ type: 'hours', hours: closed })],
    ['that the notice is hidden', async () => ({ type: 'heartbeat', ...testVitals, noticeShown: false })],
  ])('%s', async (_, frame) => {
    const { raw, sessionId, watch } = await live(server);
    const viewer = await watch();
    const decision = JSON.stringify(await frame());
    // All of it leaves the device at once, so the server reads it in one go, long before the decision is stored.
    const connection = (raw.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    connection.cork();
    for (let sequence = 0; sequence < 30; sequence += 1) raw.socket.send(pictureOf(sessionId, sequence));
    raw.socket.send(decision);
    for (let sequence = 30; sequence < 60; sequence += 1) raw.socket.send(pictureOf(sessionId, sequence));
    connection.uncork();
    await viewer.closed;
    expect(viewer.frames.length).toBeGreaterThan(0);
    expect(Math.max(...viewer.sequences())).toBeLessThan(30);
  });
});

describe('a viewer is cut in that moment', () => {
  it('when their session ends', async () => {
    const { device, raw, watch, send: sendPicture } = await live(server);
    const admin = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const [one, other] = [await watch(admin), await watch()];
    sendPicture();
    await vi.waitFor(() => expect([one.frames.length, other.frames.length]).toEqual([1, 1]));
    const stop = server.services.bus.subscribeLocal('sessionEnded', () => {
      // In the turn in which the session ends a picture arrives.
      raw.socket.send(pictureOf(other.frames[0]?.sessionId ?? 0, 100));
    });
    await server.api(logout, {}, admin.token);
    stop();
    expect(await one.closed).toBe(consoleSocketClose.sessionEnded);
    await vi.waitFor(() => expect(other.frames).toHaveLength(2));
    expect(one.frames).toHaveLength(1);
    await vi.waitFor(async () => expect((await liveLog(server, device)).at(-1)).toContain('1 picture'));
  });

  it('when their access is taken, while others who are asked about go on', async () => {
    const { device, watch, send: sendPicture } = await live(server);
    const { deviceId } = device;
    const { db, bus } = server.services;
    const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`insert into device_assignments (user_id, device_id) values (${admin.userId}, ${deviceId})`.execute(db);
    const [one, other] = [await watch(admin), await watch()];
    await sql`delete from device_assignments where user_id = ${admin.userId}`.execute(db);
    bus.publish('changed', { feature: 'assignments', deviceId });
    sendPicture();
    await one.closed;
    expect([one.ended(), one.frames]).toEqual(['ACCESS_LOST', []]);
    await vi.waitFor(() => {
      sendPicture();
      expect(other.frames.length).toBeGreaterThan(0);
    });
    // That a viewer has gone is stored after its socket is closed.
    await vi.waitFor(async () =>
      expect((await server.api(liveView, { deviceId })).envelope.data.viewers).toHaveLength(1),
    );
  });

  it('when what ended it was said by nobody, a few seconds later', async () => {
    const { device, watch } = await live(server);
    const { db } = server.services;
    const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`insert into device_assignments (user_id, device_id) values (${admin.userId}, ${device.deviceId})`.execute(
      db,
    );
    const viewer = await watch(admin);
    await sql`delete from device_assignments where user_id = ${admin.userId}`.execute(db);
    await viewer.closed;
    expect(viewer.ended()).toBe('ACCESS_LOST');
  });
});
