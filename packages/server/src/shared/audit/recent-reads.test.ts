import { describe, expect, it } from 'vitest';
import type { ShownTo } from '../services/audit-log.ts';
import { createExportChains } from './chain/export-chains.ts';
import { createSeenItems } from './seen-items.ts';
import { createShownPreviews } from './shown-previews.ts';

const minute = 60_000;
const [devices, people, map] = ['devices', 'people', 'map'].map((what) => ({ session: 'one', what })) as [
  ShownTo,
  ShownTo,
  ShownTo,
];

describe('the pages of an export', () => {
  it('continue each other within minutes, also when one is requested again', () => {
    let now = 0;
    const chains = createExportChains(() => now);
    expect(chains.goesOn('contacts', 'b')).toBe(false);
    chains.follow('contacts', '', 'b');
    expect([chains.goesOn('contacts', 'b'), chains.goesOn('contacts', 'c'), chains.goesOn('calls', 'b')]).toEqual([
      true,
      false,
      false,
    ]);
    chains.follow('contacts', 'b', 'c');
    expect([chains.goesOn('contacts', 'b'), chains.goesOn('contacts', 'c')]).toEqual([true, true]);
    now += 5 * minute;
    expect(chains.goesOn('contacts', 'c')).toBe(false);
    chains.follow('contacts', 'c', undefined);
    expect(chains.goesOn('contacts', 'b')).toBe(false);
  });
});

describe('previews', () => {
  it('are as many as lists had rows, each picture once, for half an hour', () => {
    let now = 0;
    const previews = createShownPreviews(() => now);
    const [here, there] = ['here', 'there'].map((what) => ({ session: 'one', what })) as [ShownTo, ShownTo];
    expect(previews.take(here, 'a')).toBe(false);
    previews.allow(here, 1);
    expect([previews.take(here, 'a'), previews.take(here, 'a'), previews.take(here, 'b')]).toEqual([true, true, false]);
    previews.allow(here, 1);
    expect([previews.take(there, 'b'), previews.take(here, 'b')]).toEqual([false, true]);
    now += 30 * minute;
    expect(previews.take(here, 'a')).toBe(false);
  });
});

describe('what a session was shown in a list', () => {
  it('is written once an hour, and again when it could not be', async () => {
    let now = 0;
    const seen = createSeenItems(() => now);
    const written: number[][] = [];
    const write = async (fresh: readonly number[]) => void written.push([...fresh]);
    await seen.once(devices, [1, 2, 2], write);
    await seen.once(devices, [2, 3], write);
    await seen.once(devices, [1, 2, 3], write);
    await seen.once(people, [1], write);
    expect(written).toEqual([[1, 2], [3], [1]]);
    await expect(seen.once(devices, [4], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await seen.once(devices, [4], write);
    now += 60 * minute;
    await seen.once(devices, [1], write);
    expect(written.slice(3)).toEqual([[4], [1]]);
  });

  it('is written again after a pause in which the list was not shown', async () => {
    let now = 0;
    const seen = createSeenItems(() => now);
    const written: number[][] = [];
    const show = (items: number[]) =>
      seen.once(map, items, async (fresh) => void written.push([...fresh]), 15 * minute);
    for (const pause of [0, 15, 15]) {
      now += pause * minute;
      await show([1]);
    }
    expect(written).toEqual([[1]]);
    now += 15 * minute + 1;
    await show([1]);
    expect(written).toEqual([[1], [1]]);
  });

  it('is not shown to a second request before the first one has logged it', async () => {
    const seen = createSeenItems(Date.now);
    const writing = Promise.withResolvers<void>();
    const steps: string[] = [];
    const first = seen.once(devices, [1], () => writing.promise.then(() => void steps.push('written')));
    const second = seen.once(devices, [1], () => Promise.reject(new Error('twice'))).then(() => steps.push('shown'));
    writing.resolve();
    await Promise.all([first, second]);
    expect(steps).toEqual(['written', 'shown']);
  });
});
