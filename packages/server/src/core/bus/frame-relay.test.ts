import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi, type TestOptions } from 'vitest';
import { createTestScheduler } from '../../testing/test-scheduler.ts';
import { hasRealNats, startRealNats, type TestNats } from '../../testing/servers/nats-server.ts';
import { createLog } from '../log.ts';
import { createInProcessFrames, type FrameRelay } from './frame-relay.ts';
import { connectNatsFrames } from './nats-frames.ts';

const prefix = 'fairwatch.test';

async function openFrames(url: string, { key = 'test', logLines = [] as string[] } = {}): Promise<FrameRelay> {
  const relay = await connectNatsFrames({
    url,
    prefix,
    name: 'test',
    mac: (subject, bytes) => createHmac('sha256', key).update(`${subject}\0`).update(bytes).digest(),
    scheduler: createTestScheduler(),
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
  });
  onTestFinished(() => relay.close());
  return relay;
}

/** Collects the first bytes and the sizes of the frames of a stream. */
function listen(relay: FrameRelay, stream: string) {
  const [heard, sizes]: [number[], number[]] = [[], []];
  const stop = relay.subscribe(stream, (frame) => {
    heard.push(frame[0] ?? -1);
    sizes.push(frame.length);
  });
  return { heard, sizes, stop };
}

/** Sends frames until the listener is there, and then what it is asked to: NATS does not say when a subscription holds. */
async function untilHeard(from: FrameRelay, stream: string, heard: number[]): Promise<void> {
  await vi.waitFor(() => {
    from.publish(stream, Uint8Array.of(0));
    expect(heard.length).toBeGreaterThan(0);
  });
}

function describeFrames(
  adapter: string,
  open: () => Promise<{ from: FrameRelay; to: FrameRelay }>,
  options: TestOptions = {},
): void {
  describe(`frames: ${adapter}`, options, () => {
    it('go to those who listen to their stream, in their order, whole', async () => {
      const { from, to } = await open();
      const { heard, sizes } = listen(to, 'live.1');
      const other = listen(to, 'live.2');
      await untilHeard(from, 'live.1', heard);
      for (let frame = 1; frame <= 5; frame += 1) from.publish('live.1', new Uint8Array(190 * 1024).fill(frame));
      await vi.waitFor(() => expect(heard.filter((first) => first > 0)).toEqual([1, 2, 3, 4, 5]));
      expect(sizes.filter((size) => size > 1)).toEqual(Array(5).fill(190 * 1024));
      expect(other.heard).toEqual([]);
    });

    it('go no more to whoever has stopped to listen', async () => {
      const { from, to } = await open();
      const [one, other] = [listen(to, 'live.1'), listen(to, 'live.1')];
      await untilHeard(from, 'live.1', one.heard);
      one.stop();
      const before = one.heard.length;
      from.publish('live.1', Uint8Array.of(7));
      await vi.waitFor(() => expect(other.heard).toContain(7));
      expect(one.heard.slice(before)).not.toContain(7);
    });
  });
}

describeFrames('in one process', async () => {
  const relay = createInProcessFrames();
  return { from: relay, to: relay };
});

const options = { skip: !hasRealNats() };

async function startNats(): Promise<TestNats> {
  const nats = await startRealNats();
  onTestFinished(() => nats.close());
  return nats;
}

describeFrames(
  'over NATS',
  async () => {
    const { url } = await startNats();
    return { from: await openFrames(url), to: await openFrames(url) };
  },
  options,
);

describe('frames over NATS', options, () => {
  it('are dropped without the key of this installation', async () => {
    const { url } = await startNats();
    const logLines: string[] = [];
    const to = await openFrames(url, { logLines });
    const [ours, stranger] = [await openFrames(url), await openFrames(url, { key: 'another' })];
    const { heard } = listen(to, 'live.1');
    await untilHeard(ours, 'live.1', heard);
    stranger.publish('live.1', Uint8Array.of(9));
    await vi.waitFor(() => expect(logLines.join()).toContain('bus.frame_forged'));
    expect(heard).not.toContain(9);
  });

  it('are not taken while NATS is away, and go on when it is back', async () => {
    const nats = await startNats();
    const [from, to] = [await openFrames(nats.url), await openFrames(nats.url)];
    const { heard } = listen(to, 'live.1');
    await untilHeard(from, 'live.1', heard);
    await nats.kill();
    await vi.waitFor(() => expect(from.publish('live.1', Uint8Array.of(8))).toBe(false));
    await nats.restart();
    await vi.waitFor(() => {
      from.publish('live.1', Uint8Array.of(3));
      expect(heard).toContain(3);
    });
  });

  it('begin as soon as NATS is there', async () => {
    const nats = await startNats();
    await nats.kill();
    const [from, to] = [await openFrames(nats.url), await openFrames(nats.url)];
    const { heard } = listen(to, 'live.1');
    expect(from.publish('live.1', Uint8Array.of(1))).toBe(false);
    await nats.restart();
    await untilHeard(from, 'live.1', heard);
  });
});
