import { deviceFeatures, type DeviceFeature, type DeviceFeatureId, type DeviceRow } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCollectors, type Share } from './registry.ts';
import { planPhone } from './simulator/plan/phone-plan.ts';

const atOnce: Share = (collect) => async (work) => collect(work);
const places = Array.from({ length: 6 }, (_, place) => place);
/** A Wednesday at noon. */
const noon = new Date(2026, 10, 18, 12, 0);

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function phoneAt(place: number) {
  const plan = planPhone('test', place);
  return fakeCollectors(plan.random, atOnce, plan);
}

async function readings(place: number, id: DeviceFeatureId, count: number): Promise<(readonly DeviceRow[])[]> {
  const collect = phoneAt(place)[id];
  const all: (readonly DeviceRow[])[] = [];
  for (let reading = 0; reading < count; reading += 1) {
    vi.setSystemTime(noon.getTime() + reading * 20 * 60_000);
    all.push(await collect());
  }
  return all;
}

describe.each(Object.entries(deviceFeatures) as [DeviceFeatureId, DeviceFeature][])(
  'the %s of simulated phones',
  (id, { record }) => {
    it('fit the contract, each row with a key of its own', async () => {
      for (const place of places) {
        for (const rows of await readings(place, id, 4)) {
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
          expect(rows.flatMap((row) => record.safeParse(row).error?.issues ?? [])).toEqual([]);
        }
      }
    });

    it('live: between some readings something changes, and most rows stay', async () => {
      for (const place of places) {
        const seen = (await readings(place, id, 12)).map((rows) => new Set(rows.map((row) => JSON.stringify(row))));
        const changes = seen.slice(1).map((rows, before) => [...rows].filter((row) => !seen[before]?.has(row)).length);
        expect(Math.max(...changes), `phone ${place}`).toBeGreaterThan(0);
        for (const [reading, changed] of changes.entries()) {
          expect(changed).toBeLessThan((seen[reading + 1]?.size ?? 0) * 0.6);
        }
      }
    });

    it('are the same after a restart, and differ from phone to phone', async () => {
      const [first] = await readings(0, id, 1);
      expect((await readings(0, id, 1))[0]).toEqual(first);
      expect((await readings(1, id, 1))[0]).not.toEqual(first);
    });
  },
);
