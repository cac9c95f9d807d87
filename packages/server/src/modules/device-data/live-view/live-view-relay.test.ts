import { limits, encodeLiveFrame } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { consentTo } from '../../../testing/person.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { live, liveDevice, pictureOf, storedView, type Live, type Watching } from './live-view-for-test.ts';

const server = useTestServer();

/** Waits until the server has handled everything that the device sent. */
async function handled({ raw }: Pick<Live, 'raw'>): Promise<void> {
  raw.send({ type: 'ping' });
  await raw.next('pong');
}

/** The numbers of pictures that cannot be decoded: those that are neither key frames nor come right after the picture before. */
function undecodable({ frames }: Watching): number[] {
  return frames
    .filter(({ isKey, sequence }, place) => !isKey && frames[place - 1]?.sequence !== sequence - 1)
    .map(({ sequence }) => sequence);
}

const codecs = ({ frames }: Watching) => frames.map(({ codec }) => codec);

describe('a slow viewer', () => {
  it('loses pictures up to a key frame, and does not slow another one', async () => {
    server.scheduler.hold();
    onTestFinished(server.scheduler.release);
    const { raw, sessionId, watch } = await live(server);
    const quick = await watch();
    const slow = await watch();
    slow.socket.pause();
    let sequence = 0;
    const sendSome = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        const isKey = sequence % 10 === 0;
        raw.socket.send(pictureOf(sessionId, sequence, { codec: 'VP8', isKey, bytes: 50_000 }));
        sequence += 1;
      }
      await vi.waitFor(() => expect(quick.sequences().at(-1)).toBe(sequence - 1));
      // The budget of the device fills again. In all it is less than the time after which a silent viewer is let go.
      server.scheduler.pass(2000);
    };
    for (let round = 0; round < 13; round += 1) await sendSome(20);
    expect(quick.frames).toHaveLength(sequence);
    slow.socket.resume();
    await vi.waitFor(async () => {
      await sendSome(1);
      expect(slow.sequences().at(-1)).toBe(sequence - 1);
    });
    expect(slow.frames.length).toBeLessThan(quick.frames.length);
    expect(undecodable(slow)).toEqual([]);
  });
});

describe('frames that are refused', () => {
  const bad: [string, (of: Live) => Uint8Array][] = [
    ['no header', () => new Uint8Array(100)],
    ['a header and nothing behind it', ({ sessionId }) => pictureOf(sessionId, 5, { bytes: 0 })],
    ['one that is too large', ({ sessionId }) => pictureOf(sessionId, 5, { bytes: limits.liveView.maxFrameBytes })],
    ['one of another live view', ({ sessionId }) => pictureOf(sessionId + 1, 5)],
    ['a number that does not grow', ({ sessionId }) => pictureOf(sessionId, 0)],
  ];
  it.each(bad)('%s: dropped, and after ten it ends', async (_, make) => {
    const of = await live(server);
    const viewer = await of.watch();
    of.raw.socket.send(pictureOf(of.sessionId, 0));
    await vi.waitFor(() => expect(viewer.frames).toHaveLength(1));
    for (let count = 1; count < limits.liveView.badFrames; count += 1) of.raw.socket.send(make(of));
    of.raw.socket.send(pictureOf(of.sessionId, 10));
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([0, 10]));
    expect(await storedView(server, of.device)).toMatchObject({ end: null });
    of.raw.socket.send(make(of));
    expect(await of.raw.next('live-view-stop')).toMatchObject({ end: 'BAD_FRAMES' });
    await viewer.closed;
    expect(viewer.frames).toHaveLength(2);
  });

  it('that flood without a live view close the connections, and others are served meanwhile', async () => {
    const flooding = await Promise.all(Array.from({ length: 20 }, () => liveDevice(server)));
    const { raw, send, watch } = await live(server);
    const viewer = await watch();
    for (const device of flooding) {
      for (let count = 0; count < 50; count += 1) device.raw.socket.send(pictureOf(1, count, { bytes: 50_000 }));
    }
    expect(await Promise.all(flooding.map((device) => device.raw.closed))).toEqual(Array(20).fill(1008));
    send();
    await vi.waitFor(() => expect(viewer.frames).toHaveLength(1));
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('of a live view that has just ended are not held against the device', async () => {
    const of = await live(server);
    of.raw.send({ type: 'live-view-end', sessionId: of.sessionId, end: 'STOPPED_BY_PERSON' });
    await of.raw.next('live-view-stop');
    for (let count = 0; count < 30; count += 1) of.send();
    await handled(of);
    expect(of.raw.socket.readyState).toBe(of.raw.socket.OPEN);
    server.scheduler.hold();
    onTestFinished(server.scheduler.release);
    server.scheduler.pass(11_000);
    for (let count = 0; count < 10; count += 1) of.send();
    expect(await of.raw.closed).toBe(1008);
  });
});

describe('what is sent on', () => {
  it('is bounded: beyond the budget pictures are dropped up to a key frame', async () => {
    server.scheduler.hold();
    onTestFinished(server.scheduler.release);
    const { raw, sessionId, watch } = await live(server);
    expect(await raw.next('live-view-rate')).toMatchObject({ bytesPerSecond: limits.liveView.bytesPerSecond });
    const viewer = await watch();
    // A megabyte at once.
    for (let sequence = 0; sequence < 10; sequence += 1) {
      raw.socket.send(pictureOf(sessionId, sequence, { codec: 'VP8', isKey: sequence === 0, bytes: 150_000 }));
    }
    await handled({ raw });
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([0, 1, 2, 3, 4, 5]));
    server.scheduler.pass(1000);
    raw.socket.send(pictureOf(sessionId, 10, { codec: 'VP8', isKey: false, bytes: 1000 }));
    raw.socket.send(pictureOf(sessionId, 11, { codec: 'VP8', isKey: true, bytes: 1000 }));
    raw.socket.send(pictureOf(sessionId, 12, { codec: 'VP8', isKey: false, bytes: 1000 }));
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([0, 1, 2, 3, 4, 5, 11, 12]));
  });

  it('has its age, measured from the quickest one', async () => {
    server.scheduler.hold();
    onTestFinished(server.scheduler.release);
    const { raw, sessionId, watch } = await live(server);
    const viewer = await watch();
    const sendAt = async (sequence: number, takenMs: number) => {
      raw.socket.send(pictureOf(sessionId, sequence, { takenMs }));
      await handled({ raw });
    };
    await sendAt(0, 0);
    server.scheduler.pass(100);
    await sendAt(1, 100);
    server.scheduler.pass(400);
    await sendAt(2, 200);
    await vi.waitFor(() => expect(viewer.frames.map(({ ageMs }) => ageMs)).toEqual([0, 0, 300]));
  });

  it('begins with a key frame for each viewer', async () => {
    const { raw, sessionId, watch } = await live(server);
    const viewer = await watch();
    for (const [sequence, isKey] of [false, true, false].entries()) {
      raw.socket.send(pictureOf(sessionId, sequence, { codec: 'VP8', isKey }));
    }
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([1, 2]));
  });

  it('has sound only for those who may hear it, and while the microphone is shared', async () => {
    const of = await live(server, { sound: true });
    const { device, raw, sessionId, watch } = of;
    const deaf = await server.createAdmin({ access: { VIDEO_RECORDER: 'FULL_ACCESS' } });
    await sql`insert into device_assignments (user_id, device_id) values (${deaf.userId}, ${device.deviceId})`.execute(
      server.services.db,
    );
    const [hears, sees] = [await watch(), await watch(deaf)];
    const sound = { codec: 'OPUS', isMuted: false, bytes: 60 } as const;
    raw.socket.send(pictureOf(sessionId, 0, sound));
    raw.socket.send(pictureOf(sessionId, 1));
    await vi.waitFor(() => expect([codecs(hears), codecs(sees)]).toEqual([['OPUS', 'JPEG'], ['JPEG']]));
    raw.send(await consentTo(['CAMERA']));
    raw.socket.send(pictureOf(sessionId, 2, sound));
    await raw.next('grants');
    await vi.waitFor(() => {
      raw.socket.send(pictureOf(sessionId, 3 + hears.frames.length + (Date.now() % 1e9)));
      expect(codecs(hears).length).toBeGreaterThan(2);
    });
    expect(codecs(hears).filter((codec) => codec === 'OPUS')).toHaveLength(1);
    expect(await storedView(server, device)).toMatchObject({ end: null });
  });

  it('has no sound that was not asked for', async () => {
    const { raw, sessionId, watch } = await live(server);
    const viewer = await watch();
    raw.socket.send(pictureOf(sessionId, 0, { codec: 'OPUS' }));
    raw.socket.send(pictureOf(sessionId, 1));
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([1]));
  });

  it('does not wait behind rows that do', async () => {
    const { raw, sessionId, watch } = await live(server);
    const viewer = await watch();
    const rows = JSON.stringify({
      type: 'rows',
      commandId: 1,
      batch: 0,
      rows: [{ key: 'x', text: 'y'.repeat(200_000) }],
    });
    for (let count = 0; count < 5; count += 1) raw.socket.send(rows);
    raw.socket.send(pictureOf(sessionId, 0));
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([0]));
  });
});

it('a viewer who sends something else is let go, and a ping is answered', async () => {
  const { watch } = await live(server);
  const viewer = await watch();
  viewer.socket.send(JSON.stringify({ type: 'ping', at: 12.5 }));
  await vi.waitFor(() => expect(viewer.told).toContainEqual({ type: 'pong', at: 12.5 }));
  viewer.socket.send(
    encodeLiveFrame(
      { codec: 'JPEG', isKey: true, camera: 'BACK', isMuted: true, sequence: 0, sessionId: 1, takenMs: 0, ageMs: 0 },
      new Uint8Array(1),
    ),
  );
  viewer.socket.send('x'.repeat(300));
  expect(await viewer.closed).toBe(1009);
  const flooding = await watch();
  for (let count = 0; count < 100; count += 1) flooding.socket.send('x');
  expect(await flooding.closed).toBe(1008);
});
