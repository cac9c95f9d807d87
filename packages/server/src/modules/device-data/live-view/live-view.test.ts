import {
  decodeLiveHeader,
  liveCamera,
  liveCameraHistory,
  liveView,
  startLiveView,
  stopLiveView,
  takeStill,
  watchLiveView,
  type Offers,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { consentTo } from '../../../testing/person.ts';
import { awaitStatus, joinDevice, RawDevice } from '../../../testing/test-device.ts';
import { endCommands } from '../../../testing/samples/test-files.ts';
import { begin, live, liveDevice, liveLog, openViewer, passTo, storedView } from './live-view-for-test.ts';

const server = useTestServer();

const start = (deviceId: number, { sound = false, token }: { sound?: boolean; token?: string } = {}) =>
  server.api(startLiveView, { deviceId, camera: 'BACK', minutes: 2, sound }, token);
const refusalOf = async (deviceId: number) => (await server.api(liveView, { deviceId })).envelope.data.refusal;

describe('a live view', () => {
  it('[SPEC 1.2] begins when the device answers, and its pictures go to whoever watches', async () => {
    const { device, raw, sessionId, send, watch } = await live(server);
    const { deviceId } = device;
    const viewer = await watch();
    expect(await raw.next('live-view-viewers')).toMatchObject({ names: [server.admin.username], count: 1 });
    await vi.waitFor(() => expect(viewer.viewers()).toEqual([server.admin.username]));
    // The entry is there before the first picture.
    expect(await liveLog(server, device)).toEqual([`${server.admin.username} began to watch the live view`]);
    for (let picture = 0; picture < 3; picture += 1) send();
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([0, 1, 2]));
    const { envelope } = await server.api(liveView, { deviceId });
    expect(envelope.data).toMatchObject({
      session: { id: sessionId, startedBy: server.admin.username, camera: 'BACK', sound: false, end: null },
      viewers: [{ username: server.admin.username }],
    });
    const stopped = await server.api(stopLiveView, { deviceId });
    expect(stopped.envelope.data).toMatchObject({ id: sessionId, end: 'STOPPED_BY_ADMIN' });
    expect(await raw.next('live-view-stop')).toEqual({ type: 'live-view-stop', sessionId, end: 'STOPPED_BY_ADMIN' });
    expect([await viewer.closed, viewer.ended()]).toEqual([1000, 'STOPPED_BY_ADMIN']);
    await vi.waitFor(async () =>
      expect((await liveLog(server, device)).at(-1)).toMatch(/watched the live view for \d+ seconds?, 3 pictures/),
    );
    expect((await server.api(stopLiveView, { deviceId })).errorCode).toBe('live_view_not_found');
    expect((await server.api(liveView, { deviceId })).envelope.data).toMatchObject({
      session: { end: 'STOPPED_BY_ADMIN' },
      viewers: [],
      refusal: null,
    });
  });

  it('can be watched by several, who see one another, and the person sees how many', async () => {
    const { raw, send, watch } = await live(server);
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const one = await watch();
    expect(await raw.next('live-view-viewers')).toMatchObject({ count: 1 });
    const two = await watch(other);
    expect(await raw.next('live-view-viewers')).toMatchObject({
      names: [server.admin.username, other.username],
      count: 2,
    });
    await vi.waitFor(() => expect(one.viewers()).toEqual([server.admin.username, other.username]));
    send();
    await vi.waitFor(() => expect([one.sequences(), two.sequences()]).toEqual([[0], [0]]));
    one.socket.close();
    expect(await raw.next('live-view-viewers')).toMatchObject({ names: [other.username], count: 1 });
    send();
    await vi.waitFor(() => expect([one.sequences(), two.sequences()]).toEqual([[0], [0, 1]]));
  });

  it('counts an admin with two pages once', async () => {
    const { raw, watch } = await live(server);
    await watch();
    expect(await raw.next('live-view-viewers')).toMatchObject({ count: 1 });
    await watch();
    expect(await raw.next('live-view-viewers')).toMatchObject({ names: [server.admin.username], count: 1 });
  });

  it('is asked for one at a time, beside other commands, and is in the history of videos', async () => {
    const { device, raw } = await live(server);
    const { deviceId } = device;
    expect((await start(deviceId)).errorCode).toBe('live_view_running');
    expect(await refusalOf(deviceId)).toContain('already running');
    expect((await server.api(liveCamera, { deviceId, mode: 'PHOTO', camera: 'BACK' })).errorCode).toBe('');
    expect(await raw.next('command')).toMatchObject({ commandType: 'CAPTURE_PHOTO', params: { camera: 'BACK' } });
    const { envelope } = await server.api(liveCameraHistory, { deviceId, mode: 'VIDEO' });
    expect(envelope.data).toMatchObject([
      { commandTypeEnum: 'LIVE_VIEW', stepType: 'DONE', details: { camera: 'BACK', minutes: 2, sound: 'no' } },
    ]);
  });

  it('does not begin without the countdown on the device', async () => {
    const { device, raw } = await liveDevice(server);
    await start(device.deviceId);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'accepted', commandId });
    raw.send({ type: 'result', commandId, batches: 0 });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(liveCameraHistory, { deviceId: device.deviceId });
      expect(envelope.data[0]?.stepType).toBe('FAILED');
    });
    expect(await storedView(server, device)).toBeUndefined();
  });

  it('keeps a picture by a command that names it', async () => {
    const { device, raw, sessionId } = await live(server);
    const { deviceId } = device;
    const { errorCode, envelope } = await server.api(takeStill, { deviceId });
    expect([errorCode, envelope.data.commandTypeEnum]).toEqual(['', 'CAPTURE_PHOTO']);
    const { params } = await raw.next('command');
    expect(params).toEqual({ camera: 'BACK', liveView: sessionId });
    await endCommands(server, device);
    const turned = await server.api(takeStill, { deviceId, camera: 'FRONT' });
    expect(turned.envelope.data.details).toMatchObject({ camera: 'FRONT' });
    const without = await liveDevice(server);
    expect((await server.api(takeStill, { deviceId: without.device.deviceId })).errorCode).toBe('live_view_not_found');
  });
});

describe('a live view is refused', () => {
  it('while the device is offline, at once', async () => {
    const { device, raw } = await liveDevice(server);
    raw.socket.close();
    await awaitStatus(server, device.deviceId, 'Offline');
    expect((await start(device.deviceId)).errorCode).toBe('device_offline');
    expect(await refusalOf(device.deviceId)).toContain('offline');
    const { rows } = await sql`select from commands where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  it('until the person has read the notice that speaks of it, which is told to clients that can show it', async () => {
    const device = await joinDevice(server);
    await sql`insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how)
      select device_id, person, 2, 'x', language, capabilities, how from consents where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    const older = new RawDevice(server);
    expect(await older.hello(device.token, { noticeVersion: 2 })).not.toHaveProperty('readNotice');
    const raw = new RawDevice(server);
    onTestFinished(() => raw.socket.terminate());
    expect(await raw.hello(device.token, { noticeVersion: 3 })).toMatchObject({ readNotice: 2 });
    expect((await start(device.deviceId)).errorCode).toBe('notice_not_read');
    expect(await refusalOf(device.deviceId)).toContain('notice');
    const { rows } = await sql<{ capabilities: [] }>`
      select capabilities from devices where id = ${device.deviceId}`.execute(server.services.db);
    const agreed = await consentTo(rows[0]?.capabilities ?? []);
    raw.send({ ...agreed, noticeHash: 'f'.repeat(64) });
    expect(await raw.next('refused')).toMatchObject({ about: 'consent' });
    expect((await start(device.deviceId)).errorCode).toBe('notice_not_read');
    raw.send(agreed);
    expect(await raw.next('grants')).toMatchObject({ readNotice: 3 });
    expect((await start(device.deviceId)).errorCode).toBe('');
  });

  it('to a client that does not offer it', async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    onTestFinished(() => raw.socket.terminate());
    const offers: Offers = { commands: ['CAPTURE_PHOTO'], refusals: { LIVE_VIEW: 'This app has no live view.' } };
    await raw.hello(device.token, { noticeVersion: 3, platform: 'BROWSER', offers });
    expect((await start(device.deviceId)).errorCode).toBe('not_offered');
    expect(await refusalOf(device.deviceId)).toContain('This app has no live view.');
  });

  it('with sound, unless the microphone is shared and the admin may record it', async () => {
    const silent = await liveDevice(server, ['CAMERA']);
    expect((await start(silent.device.deviceId, { sound: true })).errorCode).toBe('consent_missing');
    const { device } = await liveDevice(server);
    const { deviceId } = device;
    const { userId, token } = await server.createAdmin({ access: { VIDEO_RECORDER: 'FULL_ACCESS' } });
    await sql`insert into device_assignments (user_id, device_id) values (${userId}, ${deviceId})`.execute(
      server.services.db,
    );
    expect((await start(deviceId, { sound: true, token })).errorCode).toBe('not_allowed');
    expect((await start(deviceId, { sound: false, token })).errorCode).toBe('');
  });

  it('to whoever may not: Read Only watches, and a stranger learns nothing', async () => {
    const { device, sessionId, send } = await live(server);
    const { deviceId } = device;
    const reader = await server.createAdmin({ access: { VIDEO_RECORDER: 'READ_ONLY' } });
    const { token } = reader;
    expect((await server.api(watchLiveView, { deviceId, sessionId }, token)).errorCode).toBe('device_not_found');
    expect((await server.api(liveView, { deviceId }, token)).errorCode).toBe('device_not_found');
    await sql`insert into device_assignments (user_id, device_id) values (${reader.userId}, ${deviceId})`.execute(
      server.services.db,
    );
    expect((await start(deviceId, { token })).errorCode).toBe('not_allowed');
    expect((await server.api(stopLiveView, { deviceId }, token)).errorCode).toBe('not_allowed');
    expect((await server.api(takeStill, { deviceId }, token)).errorCode).toBe('not_allowed');
    const viewer = await openViewer(server, await passTo(server, device, sessionId, token));
    await vi.waitFor(() => {
      send();
      expect(viewer.frames.length).toBeGreaterThan(0);
    });
  });

  it('while too many run', async () => {
    const { device } = await liveDevice(server);
    const { deviceId } = (await liveDevice(server)).device;
    await sql`insert into commands (id, device_id, command_type, requested_by, expires_at, step, finished_at)
      overriding system value select 1000000000 + n, ${deviceId}, 'LIVE_VIEW', ${server.admin.userId}, now(), 'DONE', now()
      from generate_series(1, 200) n`.execute(server.services.db);
    await sql`drop index live_views_one_running`.execute(server.services.db);
    onTestFinished(async () => {
      await sql`delete from commands where id > 1000000000`.execute(server.services.db);
      await sql`create unique index live_views_one_running on live_views (device_id) where ended_at is null`.execute(
        server.services.db,
      );
    });
    await sql`insert into live_views (id, device_id, started_by, camera, sound, minutes, epoch, until)
      select 1000000000 + n, d.id, ${server.admin.userId}, 'BACK', false, 2, d.connection_epoch, now() + interval '2 minutes'
      from generate_series(1, 200) n, devices d where d.id = ${deviceId}`.execute(server.services.db);
    expect((await start(device.deviceId)).errorCode).toBe('too_many_live_views');
  });
});

/** Why the socket of a viewer does not open; `open` when it does. */
const isRefused = async (pass: string, headers?: Record<string, string>) =>
  await openViewer(server, pass, headers).then(
    () => 'open',
    (error: Error) => error.message,
  );

describe('a pass', () => {
  it('is used once, and only in time', async () => {
    const { device, sessionId } = await live(server);
    const pass = await passTo(server, device, sessionId);
    await openViewer(server, pass);
    expect(await isRefused(pass)).toContain('401');
    const late = await passTo(server, device, sessionId);
    await sql`update live_viewers set pass_expires_at = now() where pass_hash is not null`.execute(server.services.db);
    expect(await isRefused(late)).toContain('401');
    expect(await isRefused('x')).toContain('401');
    expect(await isRefused('A'.repeat(43))).toContain('401');
  });

  it('opens nothing after the live view, the session or the access has ended', async () => {
    const { device, sessionId } = await live(server);
    const { deviceId } = device;
    const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`insert into device_assignments (user_id, device_id) values (${admin.userId}, ${deviceId})`.execute(
      server.services.db,
    );
    const [signedOut, taken, over] = [
      await passTo(server, device, sessionId, (await server.createAdmin({ role: 'SUPER_ADMIN' })).token),
      await passTo(server, device, sessionId, admin.token),
      await passTo(server, device, sessionId),
    ];
    await sql`delete from sessions where token_hash = (
      select session_hash from live_viewers where user_id not in (${admin.userId}, ${server.admin.userId})
        and live_view_id = ${sessionId})`.execute(server.services.db);
    expect(await isRefused(signedOut)).toContain('401');
    await sql`delete from device_assignments where user_id = ${admin.userId}`.execute(server.services.db);
    expect(await isRefused(taken)).toContain('401');
    await server.api(stopLiveView, { deviceId });
    expect(await isRefused(over)).toContain('401');
    expect((await server.api(watchLiveView, { deviceId, sessionId })).errorCode).toBe('live_view_not_found');
    expect(await liveLog(server, device)).toHaveLength(1);
  });

  it('is for the live view of this device only', async () => {
    const [one, other] = [await live(server), await live(server)];
    const mixed = { deviceId: one.device.deviceId, sessionId: other.sessionId };
    expect((await server.api(watchLiveView, mixed)).errorCode).toBe('live_view_not_found');
    const viewer = await one.watch();
    other.send();
    one.send();
    await vi.waitFor(() => expect(viewer.frames.map(({ sessionId }) => sessionId)).toEqual([one.sessionId]));
  });

  it('is given to so many, and a place is free again when somebody goes or does not come', async () => {
    const { device, sessionId, raw } = await live(server);
    const input = { deviceId: device.deviceId, sessionId };
    const first = await openViewer(server, await passTo(server, device, sessionId));
    for (let place = 1; place < 20; place += 1) await passTo(server, device, sessionId);
    expect((await server.api(watchLiveView, input)).errorCode).toBe('too_many_viewers');
    await sql`update live_viewers set pass_expires_at = now() where id = (
      select max(id) from live_viewers where live_view_id = ${sessionId})`.execute(server.services.db);
    expect((await server.api(watchLiveView, input)).errorCode).toBe('');
    expect((await server.api(watchLiveView, input)).errorCode).toBe('too_many_viewers');
    await raw.next('live-view-viewers');
    first.socket.close();
    expect(await raw.next('live-view-viewers')).toMatchObject({ count: 0 });
    expect((await server.api(watchLiveView, input)).errorCode).toBe('');
  });

  it('is not opened by pages of other sites, nor written into the log of requests', async () => {
    const { device, sessionId } = await live(server);
    const pass = await passTo(server, device, sessionId);
    expect(await isRefused(pass, { origin: 'https://evil.example' })).toContain('403');
    await openViewer(server, pass);
    expect(server.logLines.join('\n')).not.toContain(pass);
  });

  it('asks for the reason and the agreement that the owner demands, and they are in the log', async () => {
    const { device, sessionId, watch } = await live(server);
    const viewer = await watch();
    await setPolicies(server, { CAMERA: { reason: 'REQUIRED', approval: false } });
    onTestFinished(() => setPolicies(server, { CAMERA: { reason: 'NONE', approval: false } }));
    expect(await viewer.closed).toBe(1000);
    expect(viewer.ended()).toBe('ACCESS_LOST');
    const { errorCode } = await server.api(watchLiveView, { deviceId: device.deviceId, sessionId });
    expect(errorCode).toBe('reason_required');
  });
});

it('the header of a frame is all that is read of it', async () => {
  const { device, raw, send, watch } = await live(server);
  const viewer = await watch();
  const got: Buffer[] = [];
  viewer.socket.on('message', (data: Buffer, isBinary) => isBinary && got.push(data));
  send({ bytes: 190_000 });
  await vi.waitFor(() => expect(got).toHaveLength(1));
  expect([got[0]?.length, decodeLiveHeader(got[0] ?? Buffer.alloc(0))?.ageMs]).toEqual([190_024, 0]);
  expect(raw.frames.map(({ type }) => type)).not.toContain('refused');
  expect(await storedView(server, device)).toMatchObject({ end: null });
});

it('a live view that was queued twice begins once', async () => {
  const { device, raw } = await liveDevice(server);
  const sessionId = await begin(server, { device, raw });
  raw.send({ type: 'result', commandId: sessionId, batches: 0 });
  raw.send({ type: 'live-view-end', sessionId, end: 'STOPPED_BY_PERSON' });
  expect(await raw.next('live-view-stop')).toMatchObject({ end: 'STOPPED_BY_PERSON' });
  expect(await begin(server, { device, raw })).toBeGreaterThan(sessionId);
});
