import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi, type TestOptions } from 'vitest';
import { createTestScheduler } from '../../testing/test-scheduler.ts';
import { hasRealNats, startRealNats, startTestNats, type TestNats } from '../../testing/servers/nats-server.ts';
import { createLog, type Log } from '../log.ts';
import { StartError } from '../config/start-error.ts';
import type { Bus } from './bus.ts';
import { describeBus, listen, suiteScopes, type SuiteEvents } from './bus-suite.ts';
import { createClusterBus, type BusLogEvent } from './cluster-bus.ts';
import { createSignature, type Mac } from './signature.ts';
import { connectNats, type NatsLogEvent } from './nats-wire.ts';

const subject = 'fairwatch.test.events';
const testMac: Mac = (text) => createHmac('sha256', 'test').update(text).digest();
const { sign } = createSignature(testMac);
/** Faster than usual, so that nobody waits for it. */
const timing = {
  batchMs: 15,
  heartbeatMs: 60,
  silentAfterMs: 2000,
  checkEveryMs: 200,
  pollEveryMs: 200,
  gapEveryMs: 60,
};

interface OpenOptions {
  url: string;
  id?: string;
  subject?: string;
  /** The servers that run, by what the database says. */
  running?: readonly string[];
  logLines?: string[];
}

/** Opens the bus of one server. It is closed when the test ends. */
async function openBus({ url, id = 'one', running = [], logLines = [], ...rest }: OpenOptions) {
  const scheduler = createTestScheduler();
  const log: Log<BusLogEvent | NatsLogEvent> = createLog('debug', { write: (line) => void logLines.push(line) });
  const bus = await createClusterBus<SuiteEvents>({
    serverId: id,
    scopes: suiteScopes,
    parseEvent: (_name, event) => (hasId(event) ? event : null),
    findServers: async () => running,
    mac: testMac,
    openWire: (listener) => connectNats({ url, subject: rest.subject ?? subject, name: id, scheduler, log }, listener),
    scheduler,
    log,
    timing,
  });
  onTestFinished(() => bus.close());
  return bus;
}

function hasId(event: unknown): event is { id: number } {
  return typeof event === 'object' && event !== null && 'id' in event && typeof event.id === 'number';
}

/** Counts the gaps of a bus from now on. */
function countGaps(bus: Bus<SuiteEvents>): { count: number } {
  const gaps = { count: 0 };
  onTestFinished(bus.onGap(() => void (gaps.count += 1)));
  return gaps;
}

async function openThree({ url }: TestNats) {
  const buses = await Promise.all(['one', 'two', 'three'].map((id) => openBus({ url, id })));
  await settle(buses);
  return buses;
}

/** Waits until the gaps are over with which servers greet each other. */
async function settle(buses: readonly Bus<SuiteEvents>[]): Promise<void> {
  const gaps = () => buses.map((bus) => bus.status().gaps).join();
  for (let before = ''; before !== gaps();) {
    before = gaps();
    const received = buses.map((bus) => bus.status().batchesReceived);
    // Two heartbeats of everyone.
    await vi.waitFor(() =>
      expect(buses.every((bus, index) => bus.status().batchesReceived >= (received[index] ?? 0) + 2)).toBe(true),
    );
  }
}

async function startNats(options?: Parameters<typeof startTestNats>[0]) {
  const nats = await startTestNats(options);
  onTestFinished(() => nats.close());
  return nats;
}

async function openTwo(nats: TestNats, options: Partial<OpenOptions> = {}) {
  const [one, two] = await Promise.all([
    openBus({ url: nats.url, ...options, id: 'one' }),
    openBus({ url: nats.url, ...options, id: 'two' }),
  ]);
  await settle([one, two]);
  return [one, two] as const;
}

describeBus('over a small NATS server', async () => await openThree(await startNats()));

if (hasRealNats())
  describeBus(
    'over the nats-server of this machine',
    async () => {
      const nats = await startRealNats();
      onTestFinished(() => nats.close());
      return await openThree(nats);
    },
    { tags: 'full' },
  );

const servers: { name: string; start(): Promise<TestNats>; options: TestOptions }[] = [
  { name: 'a small NATS server', start: startTestNats, options: {} },
  ...(hasRealNats()
    ? [{ name: 'the nats-server of this machine', start: startRealNats, options: { tags: 'full' } }]
    : []),
];

for (const { name, start, options } of servers)
  describe(`when ${name} dies`, options, () => {
    it('polls for events until it is back, then delivers again and looks once more', async () => {
      const nats = await start();
      onTestFinished(() => nats.close());
      const [one, two] = await openTwo(nats);
      const gaps = countGaps(two);
      await nats.kill();
      await vi.waitFor(() => expect([one, two].map((bus) => bus.status().isConnected)).toEqual([false, false]));
      const heard = listen(two, 'changed');
      one.publish('changed', { id: 1 });
      await vi.waitFor(() => expect(gaps.count).toBeGreaterThanOrEqual(3));
      expect(one.status().eventsDropped).toBe(1);
      let sinceBack = 0;
      onTestFinished(two.onGap(() => void (sinceBack += two.status().isConnected ? 1 : 0)));
      await nats.restart();
      await vi.waitFor(() => expect([one, two].map((bus) => bus.status().isConnected)).toEqual([true, true]));
      await vi.waitFor(() => expect(sinceBack).toBeGreaterThan(0));
      one.publish('changed', { id: 2 });
      await vi.waitFor(() => expect(heard).toEqual(['changed 2']));
    });

    it('starts without it, and connects as soon as it is there', async () => {
      const nats = await start();
      onTestFinished(() => nats.close());
      await nats.kill();
      const logLines: string[] = [];
      const [one, two] = await Promise.all(['one', 'two'].map((id) => openBus({ url: nats.url, id, logLines })));
      expect(one?.status().isConnected).toBe(false);
      expect(logLines.join()).toContain('bus.connect_failed');
      await nats.restart();
      await vi.waitFor(() => expect([one, two].map((bus) => bus?.status().isConnected)).toEqual([true, true]));
      const heard = two ? listen(two, 'changed') : [];
      one?.publish('changed', { id: 1 });
      await vi.waitFor(() => expect(heard).toEqual(['changed 1']));
    });
  });

describe('a bus over NATS', () => {
  it('notices the loss of a message, also of the last one', async () => {
    const nats = await startNats();
    const [one, two] = await openTwo(nats);
    const [here, there] = [countGaps(one), countGaps(two)];
    const heard = listen(two, 'changed');
    nats.loseNext('["changed",{"id":1}]');
    one.publish('changed', { id: 1 });
    await vi.waitFor(() => expect(there.count).toBe(1));
    expect(heard).toEqual([]);
    expect(here.count).toBe(0);
  });

  it('polls for the events of a server that runs and cannot be heard', { tags: 'full' }, async () => {
    const nats = await startNats();
    const logLines: string[] = [];
    const [one, two] = await openTwo(nats, { running: ['one', 'two'], logLines });
    const there = countGaps(two);
    nats.mute('one');
    await vi.waitFor(() => expect(there.count).toBeGreaterThanOrEqual(3));
    expect(two.status().isConnected).toBe(true);
    expect(logLines.join()).toContain('bus.server_silent');
    nats.mute(null);
    // The next heartbeat shows that batches are missing; after that nothing is.
    await settle([one, two]);
  });

  it('does not wait for a server that does not run any more', { tags: 'full' }, async () => {
    const nats = await startNats();
    const running = ['one', 'two'];
    const [one, two] = await openTwo(nats, { running });
    running.splice(0, 1);
    await one.close();
    const there = countGaps(two);
    await settleAlone(two);
    expect(there.count).toBe(0);
  });

  it('gathers events in few batches, each once and the latest state last', async () => {
    const nats = await startNats();
    const [one, two] = await openTwo(nats);
    const heard = listen(two, 'changed');
    for (const id of [1, 2, 1, 3, 2, 1]) one.publish('changed', { id });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard).toEqual(['changed 3', 'changed 2', 'changed 1']);
    // Batches without events tell that a server is there, as many as there is time for.
    expect(nats.messages.filter(({ text }) => text.includes('["changed"')).length).toBeLessThanOrEqual(2);
  });

  it('divides events among messages that NATS takes, and has a gap for one that is too large', async () => {
    const nats = await startNats({ maxPayload: 2048 });
    const [one, two] = await openTwo(nats);
    const heard = listen(two, 'changed');
    for (let id = 1; id <= 500; id += 1) one.publish('changed', { id });
    await vi.waitFor(() => expect(heard).toHaveLength(500));
    const sizes = nats.messages.map(({ text }) => text.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2048);
    const there = countGaps(two);
    one.publish('changed', { id: 501, padding: 'x'.repeat(4096) } as { id: number });
    await vi.waitFor(() => expect(there.count).toBe(1));
    expect(one.status().eventsDropped).toBe(1);
  });

  it('does not hear another installation', async () => {
    const nats = await startNats();
    const [one, two] = await openTwo(nats);
    const stranger = await openBus({ url: nats.url, id: 'stranger', subject: 'fairwatch.other.events' });
    const heard = listen(two, 'changed');
    stranger.publish('changed', { id: 1 });
    await vi.waitFor(() => expect(nats.messages.some(({ text }) => text.includes('["changed",{"id":1}]'))).toBe(true));
    one.publish('changed', { id: 2 });
    await vi.waitFor(() => expect(heard).toEqual(['changed 2']));
  });

  it.each([
    ['no JSON', sign('hello')],
    ['no batch', sign('{"version":1}')],
    ['another version', sign('{"version":2,"server":"x","sequence":1,"events":[]}')],
    ['an unknown event', batch('["exploded",{"id":1}]')],
    ['a name of every object', batch('["constructor",{"id":1}]')],
    ['an event of another shape', batch('["changed",{"id":"1"}]')],
    ['a LOCAL event', batch('["counted",{"id":1}]')],
  ])('ignores %s, with one line in the log', async (_what, text) => {
    const nats = await startNats();
    const logLines: string[] = [];
    const bus = await openBus({ url: nats.url, logLines });
    const heard = listen(bus, 'changed', 'counted');
    nats.inject(subject, text);
    nats.inject(subject, text);
    nats.inject(subject, batch('["changed",{"id":7}]', 2));
    await vi.waitFor(() => expect(heard).toEqual(['changed 7']));
    expect(logLines.filter((line) => line.includes('bus.message_refused'))).toHaveLength(1);
  });

  const forged = '{"version":1,"server":"x","sequence":1,"events":[["ended",{"id":1}]]}';
  it.each([
    ['no signature', forged],
    ['an empty one', `.${forged}`],
    ['one that is no base64', `${'!'.repeat(43)}.${forged}`],
    ['one of another key', createSignature((text) => createHmac('sha256', 'other').update(text).digest()).sign(forged)],
    ['one of another text', `${sign('{"version":1}').slice(0, 43)}.${forged}`],
  ])('drops a batch with %s, counts it and says so once', async (_what, text) => {
    const nats = await startNats();
    const logLines: string[] = [];
    const bus = await openBus({ url: nats.url, logLines });
    const heard = listen(bus, 'changed', 'ended');
    nats.inject(subject, text);
    nats.inject(subject, text);
    nats.inject(subject, batch('["changed",{"id":7}]'));
    await vi.waitFor(() => expect(heard).toEqual(['changed 7']));
    expect(bus.status().batchesForged).toBe(2);
    expect(logLines.filter((line) => line.includes('bus.message_forged'))).toHaveLength(1);
  });

  it('drops a batch that somebody has recorded and sends again', async () => {
    const nats = await startNats();
    const [one, two] = await openTwo(nats);
    const heard = listen(two, 'ended');
    one.publish('ended', { id: 1 });
    await vi.waitFor(() => expect(heard).toEqual(['ended 1']));
    const recorded = nats.messages.find(({ text }) => text.includes('["ended",{"id":1}]'))?.text ?? '';
    nats.inject(subject, recorded);
    one.publish('ended', { id: 2 });
    await vi.waitFor(() => expect(heard).toContain('ended 2'));
    await vi.waitFor(() => expect(two.status().batchesForged).toBe(1));
    expect(heard).toEqual(['ended 1', 'ended 2']);
  });

  it('goes on when a subscriber fails', async () => {
    const nats = await startNats();
    const logLines: string[] = [];
    const [one, two] = await openTwo(nats, { logLines });
    two.subscribe('changed', ({ id }) => {
      if (id === 1) throw new Error('broken');
    });
    const heard = listen(two, 'changed');
    one.publish('changed', { id: 1 });
    one.publish('changed', { id: 2 });
    await vi.waitFor(() => expect(heard).toContain('changed 2'));
    expect(logLines.join()).toContain('bus.listener_failed');
  });

  it('keeps a bound on what waits for a NATS server that stalls, and the others look into the database afterwards', async () => {
    const nats = await startNats();
    const [one, two] = await openTwo(nats);
    const there = countGaps(two);
    nats.pause();
    const padding = 'x'.repeat(200_000);
    for (let id = 1; one.status().eventsDropped === 0; id += 1) {
      one.publish('changed', { id, padding } as { id: number });
      // Each goes out as a batch of its own.
      one.publish('ended', { id });
      await new Promise((resolve) => setImmediate(resolve));
      expect(id).toBeLessThan(2000);
    }
    nats.resume();
    await vi.waitFor(() => expect(there.count).toBeGreaterThanOrEqual(1));
  });

  it('connects with the user and the password of the address, and starts with no others', async () => {
    const nats = await startNats({ credentials: { user: 'fair', password: 'w@tch' } });
    const bus = await openBus({ url: nats.url.replace('//', '//fair:w%40tch@') });
    expect(bus.status().isConnected).toBe(true);
    await expect(openBus({ url: nats.url.replace('//', '//fair:wrong@') })).rejects.toThrow(StartError);
  });
});

function batch(event: string, sequence = 1): string {
  return sign(`{"version":1,"server":"x","sequence":${sequence},"events":[${event}]}`);
}

/** Waits for as long as a server may be silent before it is polled for, and longer. */
async function settleAlone(bus: Bus<SuiteEvents>): Promise<void> {
  const { batchesSent } = bus.status();
  await vi.waitFor(() => expect(bus.status().batchesSent).toBeGreaterThanOrEqual(batchesSent + 40));
}
