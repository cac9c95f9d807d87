import { expect, it } from 'vitest';
import { waitAfter } from '../../../../core/uploads/backoff.ts';
import { createMeter } from './meter.ts';

it('estimates speed and remaining time from the last seconds', () => {
  const meter = createMeter();
  meter.record(0, 0);
  expect(meter.rate(1000)).toBeNull();
  meter.record(100, 1000);
  expect(meter.rate(1000)).toEqual({ bytesPerSecond: 100, remainingMs: 9000 });
  meter.record(100, 60_000);
  meter.record(300, 61_000);
  expect(meter.rate(1000)).toEqual({ bytesPerSecond: 200, remainingMs: 3500 });
});

it('restarts the measurement when bytes are sent again', () => {
  const meter = createMeter();
  meter.record(0, 0);
  meter.record(800, 1000);
  meter.record(500, 2000);
  expect(meter.rate(1000)).toBeNull();
  meter.record(600, 3000);
  expect(meter.rate(1000)).toEqual({ bytesPerSecond: 100, remainingMs: 4000 });
});

it('doubles the retry delay after each failure, up to half a minute', () => {
  expect([1, 2, 3, 5, 6, 50].map(waitAfter)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});
