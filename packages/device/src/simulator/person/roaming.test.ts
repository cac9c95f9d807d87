import { describe, expect, it, vi } from 'vitest';
import { planPhone } from '../plan/phone-plan.ts';
import { roam } from './roaming.ts';

const quick = { online: [0, 0], offline: [0, 0] } as const;

function phone() {
  const end = Promise.withResolvers<'stopped'>();
  const acts: string[] = [];
  const roamer = {
    ended: end.promise,
    goAway: () => void acts.push('go'),
    comeBack: () => void acts.push('come back'),
  };
  return { roamer, acts, end: () => end.resolve('stopped') };
}

describe('roaming phones', () => {
  it.each([13, 17])('lose the network at place %i until the device ends', async (place) => {
    const { roamer, acts, end } = phone();
    const lines: string[] = [];
    const roaming = roam(roamer, planPhone('seed', place), (line) => lines.push(line), quick);
    await vi.waitFor(() => expect(acts.length).toBeGreaterThanOrEqual(4));
    end();
    await roaming;
    expect(acts.slice(0, 4)).toEqual(['go', 'come back', 'go', 'come back']);
    expect(lines).toContain('out of reach');
  });

  it('are not at most places', async () => {
    const { roamer, acts } = phone();
    await roam(roamer, planPhone('seed', 0), () => undefined, quick);
    expect(acts).toEqual([]);
  });
});
