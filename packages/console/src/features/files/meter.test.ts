import { expect, it } from 'vitest';
import { waitAfter } from '../../core/uploads/connection-again.ts';
import { createMeter } from './meter.ts';

it('tells speed and time left from the last seconds', () => {
  const meter = createMeter();
  meter.note(0, 0);
  expect(meter.pace(1000)).toBeNull();
  meter.note(100, 1000);
  expect(meter.pace(1000)).toEqual({ speed: 100, left: 9000 });
  meter.note(100, 60_000);
  meter.note(300, 61_000);
  expect(meter.pace(1000)).toEqual({ speed: 200, left: 3500 });
});

it('starts anew when bytes are sent again', () => {
  const meter = createMeter();
  meter.note(0, 0);
  meter.note(800, 1000);
  meter.note(500, 2000);
  expect(meter.pace(1000)).toBeNull();
  meter.note(600, 3000);
  expect(meter.pace(1000)).toEqual({ speed: 100, left: 4000 });
});

it('waits twice as long after each failure, up to half a minute', () => {
  expect([1, 2, 3, 5, 6, 50].map(waitAfter)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});
