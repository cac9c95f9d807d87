import { capabilityNames, type Grants } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { varyGrants } from './changing-grants.ts';
import { planPhone } from '../plan/phone-plan.ts';

const quick = { sharing: [0, 0], withholding: [0, 0] } as const;

function phone(before: Partial<Grants> = {}) {
  const end = Promise.withResolvers<'stopped'>();
  const acts: string[] = [];
  const grants: Grants = { capabilities: capabilityNames, paused: false, hours: null, ...before };
  const act = (name: string) => async () => {
    acts.push(name);
    return grants;
  };
  const person = {
    ended: end.promise,
    grants,
    changeGrants: vi.fn<(granted: readonly string[]) => Promise<typeof grants>>(async (granted) => {
      acts.push(granted.includes('CONTACTS') ? 'share' : 'withdraw');
      return grants;
    }),
    pause: act('pause'),
    resume: act('resume'),
  };
  return { person, acts, end: () => end.resolve('stopped') };
}

describe('the grants of simulated people', () => {
  it.each([
    [9, ['share', 'withdraw', 'share', 'withdraw'], 'no longer shares Contacts'],
    [11, ['resume', 'pause', 'resume', 'pause'], 'paused sharing'],
  ])('change at place %i', async (place, expected, line) => {
    const { person, acts, end } = phone();
    const lines: string[] = [];
    const changing = varyGrants(person, planPhone('seed', place), (text) => lines.push(text), quick);
    await vi.waitFor(() => expect(acts.length).toBeGreaterThanOrEqual(4));
    end();
    await changing;
    expect(acts.slice(0, 4)).toEqual(expected);
    expect(lines).toContain(line);
  });

  it.each([
    [9, { capabilities: [] }],
    [11, { paused: true }],
  ])('stay withdrawn after a restart of the phone at place %i', async (place, before) => {
    const { person, acts, end } = phone(before);
    const patient = { sharing: [0, 0], withholding: [60, 60] } as const;
    const changing = varyGrants(person, planPhone('seed', place), () => undefined, patient);
    end();
    await changing;
    expect(acts).toEqual([]);
  });

  it('do not change at most places', async () => {
    const { person, acts } = phone();
    await varyGrants(person, planPhone('seed', 0), () => undefined, quick);
    expect(acts).toEqual([]);
  });
});
