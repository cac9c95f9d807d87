import { describe, expect, it, vi } from 'vitest';
import { planPhone } from './phone-plan.ts';
import { comeAndGo } from './roaming.ts';

const quick = { there: [0, 0], away: [0, 0] } as const;

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

describe('phones come and go', () => {
  it.each([13, 17])('the phone at place %i, until it ends', async (place) => {
    const { roamer, acts, end } = phone();
    const lines: string[] = [];
    const roaming = comeAndGo(roamer, planPhone('seed', place), (line) => lines.push(line), quick);
    await vi.waitFor(() => expect(acts.length).toBeGreaterThanOrEqual(4));
    end();
    await roaming;
    expect(acts.slice(0, 4)).toEqual(['go', 'come back', 'go', 'come back']);
    expect(lines).toContain('out of reach');
  });

  it('most stay', async () => {
    const { roamer, acts } = phone();
    await comeAndGo(roamer, planPhone('seed', 0), () => undefined, quick);
    expect(acts).toEqual([]);
  });
});
