import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createManualScheduler } from '../../testing/test-scheduler.ts';
import { createLog, type Log } from '../log.ts';
import { suiteScopes, type SuiteEvents } from './bus-suite.ts';
import { createClusterBus, type BusLogEvent } from './cluster-bus.ts';
import { createSignature, type Mac } from './signature.ts';
import type { WireListener } from './wire.ts';

const testMac: Mac = (text) => createHmac('sha256', 'test').update(text).digest();
const { sign, verify } = createSignature(testMac);

/** A bus whose time passes and whose messages arrive when the test says so. */
async function openBus({ findServers = async (): Promise<readonly string[]> => [] } = {}) {
  const scheduler = createManualScheduler();
  const log: Log<BusLogEvent> = createLog('silent' as 'error');
  const sent: string[] = [];
  const wire = {
    isUp: true,
    maxBytes: 1024,
    send: (text: string) => wire.isUp && sent.push(text) > 0,
    close: async () => {},
  };
  let listener: WireListener | undefined;
  const bus = await createClusterBus<SuiteEvents>({
    serverId: 'me',
    scopes: suiteScopes,
    parseEvent: (_name, event) => event as object,
    findServers,
    mac: testMac,
    openWire: async (given) => {
      listener = given;
      return wire;
    },
    scheduler,
    log,
  });
  const gap = vi.fn<() => void>();
  bus.onGap(gap);
  /** The batches since the last call. */
  const taken = () =>
    sent.splice(0).map((text) => {
      const { sequence, events } = JSON.parse(verify(text) ?? '') as {
        sequence: number;
        events: [string, { id: number }][];
      };
      return ([sequence] as (number | string)[]).concat(events.map(([name, { id }]) => `${name} ${id}`));
    });
  const receive = (server: string, sequence: number) =>
    listener?.onMessage(sign(JSON.stringify({ version: 1, server, sequence, events: [] })));
  expect(taken()).toEqual([[1]]);
  return { bus, scheduler, wire, gap, taken, receive };
}

describe('a bus between servers', () => {
  it('sends the first event after a quiet time at once, and what follows within 20 ms together', async () => {
    const { bus, scheduler, taken } = await openBus();
    scheduler.pass(100);
    bus.publish('changed', { id: 1 });
    scheduler.pass(0);
    expect(taken()).toEqual([[2, 'changed 1']]);
    bus.publish('changed', { id: 2 });
    scheduler.pass(19);
    bus.publish('changed', { id: 3 });
    expect(taken()).toEqual([]);
    scheduler.pass(1);
    expect(taken()).toEqual([[3, 'changed 2', 'changed 3']]);
  });

  it('sends an event that takes access away at once, after those that happened before', async () => {
    const { bus, scheduler, taken } = await openBus();
    bus.publish('changed', { id: 1 });
    bus.publish('ended', { id: 2 });
    bus.publish('changed', { id: 3 });
    scheduler.pass(0);
    expect(taken()).toEqual([[2, 'changed 1', 'ended 2', 'changed 3']]);
  });

  it('says that it is there while nothing happens, and not while something does', async () => {
    const { bus, scheduler, taken } = await openBus();
    scheduler.pass(1000);
    expect(taken()).toEqual([[2], [3]]);
    for (let id = 0; id < 4; id += 1) {
      scheduler.pass(250);
      bus.publish('changed', { id });
      scheduler.pass(0);
    }
    expect(taken()).toEqual([4, 5, 6, 7].map((sequence, id) => [sequence, `changed ${id}`]));
  });

  it('leaves out a number for what it could not send', async () => {
    const { bus, scheduler, wire, taken } = await openBus();
    wire.isUp = false;
    bus.publish('changed', { id: 1 });
    scheduler.pass(100);
    wire.isUp = true;
    bus.publish('changed', { id: 2 });
    scheduler.pass(0);
    expect(taken()).toEqual([[3, 'changed 2']]);
    expect(bus.status()).toMatchObject({ eventsDropped: 1, eventsSent: 1 });
  });

  it('has a gap when a number is missing, also the first; none for one that comes late', async () => {
    const { bus, scheduler, gap, receive } = await openBus();
    const gapsAfter = (...batches: readonly [server: string, sequence: number][]) => {
      gap.mockClear();
      for (const [server, sequence] of batches) receive(server, sequence);
      scheduler.pass(500);
      return gap.mock.calls.length;
    };
    expect(gapsAfter(['a', 1], ['a', 2], ['b', 1])).toBe(0);
    expect(gapsAfter(['a', 4])).toBe(1);
    expect(gapsAfter(['a', 3], ['a', 5], ['a', 5])).toBe(0);
    expect(bus.status().batchesForged).toBe(2);
    expect(gapsAfter(['c', 2])).toBe(1);
    expect(gapsAfter(['me', 900])).toBe(0);
  });

  it('tells many gaps within half a second as two: the first at once, the others afterwards', async () => {
    const { scheduler, gap, receive } = await openBus();
    scheduler.pass(5000);
    for (let sequence = 2; sequence < 40; sequence += 2) {
      receive('a', sequence);
      scheduler.pass(10);
    }
    expect(gap).toHaveBeenCalledTimes(1);
    scheduler.pass(500);
    expect(gap).toHaveBeenCalledTimes(2);
    scheduler.pass(500);
    expect(gap).toHaveBeenCalledTimes(2);
  });

  it('has a gap every 2 s while it is not connected', async () => {
    const { scheduler, wire, gap } = await openBus();
    wire.isUp = false;
    scheduler.pass(10_000);
    expect(gap).toHaveBeenCalledTimes(5);
  });

  it('has a gap after the database could not be asked who runs: what was told meanwhile may not have been read', async () => {
    let isDown = true;
    const findServers = vi.fn<() => Promise<readonly string[]>>(async () => {
      if (isDown) throw new Error('down');
      return [];
    });
    const { scheduler, gap } = await openBus({ findServers });
    scheduler.pass(2000);
    await vi.waitFor(() => expect(findServers).toHaveBeenCalledTimes(1));
    await Promise.resolve();
    expect(gap).not.toHaveBeenCalled();
    isDown = false;
    await vi.waitFor(() => {
      scheduler.pass(2000);
      expect(gap).toHaveBeenCalled();
    });
  });
});
