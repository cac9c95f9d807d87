import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { DeviceClient } from '../../core/client/device-client.ts';
import { askForArchives, requestsArchives } from './archives.ts';
import { reportCalls } from './calls.ts';
import { planPhone } from '../plan/phone-plan.ts';

const noDelays = { first: [0, 0], next: [0, 0] } as const;
const bytes = Buffer.from('everything');
const archive = {
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  expiresAt: '2030-01-01T12:00:00.000Z',
};

describe('people of simulated phones', () => {
  it('request an archive of their data in some places of a small fleet, and download it', async () => {
    const places = Array.from({ length: 24 }, (_, index) => index).filter((index) => requestsArchives({ index }));
    expect(places).toEqual([4, 12, 20]);
    const { promise: ended, resolve: end } = Promise.withResolvers<'stopped'>();
    const lines: string[] = [];
    const requestArchive = vi.fn<DeviceClient['requestArchive']>(async () => archive);
    const fetchArchive = vi.fn<DeviceClient['fetchArchive']>(async (_, write) => {
      await write(bytes);
      end('stopped');
    });
    await askForArchives(
      { ended, requestArchive, fetchArchive },
      planPhone('test', 4),
      (line) => lines.push(line),
      noDelays,
    );
    expect(lines).toContain('received an archive of 10 bytes');
    await askForArchives(
      { ended, requestArchive, fetchArchive },
      planPhone('test', 3),
      (line) => lines.push(line),
      noDelays,
    );
    expect(requestArchive.mock.calls.length).toBe(fetchArchive.mock.calls.length);
  });

  it('have calls now and then, one of them most of the time, and report them immediately', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-16T12:00:00Z') });
    try {
      const plans = Array.from({ length: 8 }, (_, index) => planPhone('test', index));
      const minutes = 240;
      const talked = plans.map(() => 0);
      const reportVitals = vi.fn<() => void>();
      const { promise: ended, resolve: end } = Promise.withResolvers<'stopped'>();
      const [first] = plans;
      if (!first) throw new Error('There is a first phone.');
      const reporting = reportCalls({ ended, tellVitals: reportVitals }, first, () => undefined);
      for (let minute = 0; minute < minutes; minute += 1) {
        for (const [place, plan] of plans.entries()) if (plan.vitals().inCall) talked[place] = (talked[place] ?? 0) + 1;
        await vi.advanceTimersByTimeAsync(60_000);
      }
      expect(talked[0]).toBe(minutes * 0.75);
      for (const count of talked.slice(1)) {
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThan(minutes / 2);
      }
      // Each call of four minutes begins and ends once.
      expect(reportVitals.mock.calls.length).toBeGreaterThanOrEqual(minutes / 2 - 2);
      end('stopped');
      await reporting;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
