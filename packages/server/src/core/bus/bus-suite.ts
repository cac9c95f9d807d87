import { describe, expect, it, vi, type TestOptions } from 'vitest';
import type { Bus, EventScope } from './bus.ts';

/** The events of the tests. */
export interface SuiteEvents {
  changed: { id: number };
  ended: { id: number };
  counted: { id: number };
}

export const suiteScopes: Readonly<Record<keyof SuiteEvents, EventScope>> = {
  changed: 'CLUSTER',
  ended: 'CLUSTER_AT_ONCE',
  counted: 'LOCAL',
};

/** Collects the ids of events as a subscriber hears them. */
export function listen(bus: Bus<SuiteEvents>, ...names: (keyof SuiteEvents)[]): string[] {
  const heard: string[] = [];
  for (const name of names) bus.subscribe(name, ({ id }) => heard.push(`${name} ${id}`));
  return heard;
}

/** What every bus does. `open` opens the buses of as many servers as the adapter connects: one, or more. */
export function describeBus(
  adapter: string,
  open: () => Promise<readonly Bus<SuiteEvents>[]>,
  options: TestOptions = {},
): void {
  describe(`a bus: ${adapter}`, options, () => {
    it('delivers an event to the subscribers of its name in this server before `publish` returns', async () => {
      const [bus] = await openAll(open);
      const heard = listen(bus, 'changed');
      const again = listen(bus, 'changed');
      bus.publish('changed', { id: 1 });
      bus.publish('ended', { id: 2 });
      expect([heard, again]).toEqual([['changed 1'], ['changed 1']]);
    });

    it('delivers nothing to whoever has unsubscribed', async () => {
      const [bus] = await openAll(open);
      const heard: number[] = [];
      const stops = [
        bus.subscribe('changed', ({ id }) => heard.push(id)),
        bus.subscribeLocal('changed', ({ id }) => heard.push(id)),
      ];
      bus.publish('changed', { id: 1 });
      for (const stop of stops) stop();
      bus.publish('changed', { id: 2 });
      expect(heard).toEqual([1, 1]);
    });

    it('delivers each event of this server once, whatever its scope', async () => {
      const [bus] = await openAll(open);
      const heard = listen(bus, 'changed', 'ended', 'counted');
      const local: number[] = [];
      for (const name of ['changed', 'ended', 'counted'] as const)
        bus.subscribeLocal(name, ({ id }) => void local.push(id));
      bus.publish('changed', { id: 1 });
      bus.publish('ended', { id: 2 });
      bus.publish('counted', { id: 3 });
      await bus.close();
      expect(heard).toEqual(['changed 1', 'ended 2', 'counted 3']);
      expect(local).toEqual([1, 2, 3]);
    });

    it('delivers an event although a subscriber before fails, at once or later, and its publisher does not notice', async () => {
      const [bus, ...others] = await openAll(open);
      for (const each of [bus, ...others]) {
        each.subscribe('changed', () => {
          throw new Error('broken');
        });
        each.subscribeLocal('changed', () => {
          throw new Error('broken');
        });
        each.subscribe('changed', (() => Promise.reject(new Error('broken'))) as () => void);
      }
      const heard = [bus, ...others].map((each) => listen(each, 'changed'));
      const local: number[] = [];
      bus.subscribeLocal('changed', ({ id }) => void local.push(id));
      bus.publish('changed', { id: 1 });
      for (const each of heard) await vi.waitFor(() => expect(each).toEqual(['changed 1']));
      expect(local).toEqual([1]);
    });

    it('delivers to `subscribeRemote` what other servers published, and nothing of this one', async () => {
      const [bus, ...others] = await openAll(open);
      const [own, there]: [number[], number[]] = [[], []];
      bus.subscribeRemote('changed', ({ id }) => void own.push(id));
      for (const other of others) other.subscribeRemote('changed', ({ id }) => void there.push(id));
      bus.publish('changed', { id: 1 });
      await vi.waitFor(() => expect(there).toEqual(others.map(() => 1)));
      expect(own).toEqual([]);
    });

    it('delivers the events of a server to all others, once and in their order', async () => {
      const [bus, ...others] = await openAll(open);
      const heard = others.map((other) => listen(other, 'changed', 'ended'));
      const published: string[] = [];
      for (let id = 1; id <= 300; id += 1) {
        const name = id % 7 === 0 ? 'ended' : 'changed';
        bus.publish(name, { id });
        published.push(`${name} ${id}`);
      }
      for (const each of heard) await vi.waitFor(() => expect(each).toHaveLength(300));
      for (const each of heard) expect(each).toEqual(published);
    });

    it('delivers no LOCAL event to others, and no event of others to `subscribeLocal`', async () => {
      const [bus, ...others] = await openAll(open);
      const heard = others.map((other) => listen(other, 'changed', 'counted'));
      const local: number[] = [];
      for (const other of others) other.subscribeLocal('changed', ({ id }) => void local.push(id));
      bus.publish('counted', { id: 1 });
      bus.publish('changed', { id: 2 });
      for (const each of heard) await vi.waitFor(() => expect(each).toEqual(['changed 2']));
      expect(local).toEqual([]);
    });

    it('has no gap while nothing is lost', async () => {
      const buses = await openAll(open);
      // Whoever comes later asks once whether it missed something.
      await vi.waitFor(() => expect(buses.every((each) => each.status().isConnected)).toBe(true));
      const [bus, ...others] = buses;
      const heard = others.map((other) => listen(other, 'changed'));
      for (let id = 1; id <= 50; id += 1) bus.publish('changed', { id });
      for (const each of heard) await vi.waitFor(() => expect(each).toHaveLength(50));
      const before = buses.map((each) => each.status().gaps);
      for (let id = 51; id <= 100; id += 1) bus.publish('changed', { id });
      for (const each of heard) await vi.waitFor(() => expect(each).toHaveLength(100));
      expect(buses.map((each) => each.status().gaps)).toEqual(before);
    });

    it('sends what waits before it closes', async () => {
      const [bus, ...others] = await openAll(open);
      const heard = others.map((other) => listen(other, 'changed'));
      for (let id = 1; id <= 20; id += 1) bus.publish('changed', { id });
      await bus.close();
      for (const each of heard) await vi.waitFor(() => expect(each).toHaveLength(20));
    });
  });
}

async function openAll(open: () => Promise<readonly Bus<SuiteEvents>[]>) {
  const [first, ...others] = await open();
  if (first === undefined) throw new Error('The adapter opened no bus.');
  return [first, ...others] as const;
}
