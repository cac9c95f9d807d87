import { describe, expect, it, vi } from 'vitest';
import type { OwnLog } from '../../core/client/own-log.ts';
import { readLogs, readsTheLog } from './log-reading.ts';
import { planPhone } from '../plan/phone-plan.ts';

const noDelays = { first: [0, 0], next: [0, 0] } as const;
const at = '2030-01-01T12:00:00.000Z';

describe('people of simulated phones', () => {
  it('read their log in some places, and open the latest visit that was not their own', async () => {
    const plan = planPhone('test', 1);
    expect(readsTheLog(plan)).toBe(true);
    const { promise: ended, resolve: end } = Promise.withResolvers<'stopped'>();
    const lines: string[] = [];
    const visit = { from: at, to: at, entries: 2 };
    const readVisits = vi.fn<OwnLog['readVisits']>(async () => ({
      visits: [
        { ...visit, first: 4, last: 4, who: plan.person.username, summary: 'paused sharing' },
        { ...visit, first: 2, last: 3, who: 'maria', summary: 'looked at contacts (48)' },
      ],
      more: false,
    }));
    const readVisit = vi.fn<OwnLog['readVisit']>(async () => {
      end('stopped');
      return { entries: [{ sequence: 3, recordedAt: at, who: 'maria', action: 'READ', what: 'x' }], more: true };
    });
    const phone = { ended, log: { readVisits, readVisit } };
    await readLogs(phone, plan, (line) => lines.push(line), noDelays);
    expect(lines).toEqual(['looks at the log: maria looked at contacts (48)', 'opens that visit: 1 of 2 entries']);
    expect(readVisit.mock.calls[0]?.[0]).toMatchObject({ first: 2, last: 3 });
    await readLogs(phone, planPhone('test', 2), (line) => lines.push(line), noDelays);
    expect(readVisits).toHaveBeenCalledTimes(1);
  });
});
