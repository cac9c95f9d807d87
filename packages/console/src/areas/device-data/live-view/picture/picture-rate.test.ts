import { describe, expect, it } from 'vitest';
import { createRateMeter } from './picture-rate.ts';

/** A meter of pictures of 15 kB, one each `everyMs`, up to a time. */
function meterOf(everyMs: number, untilMs: number) {
  const meter = createRateMeter();
  for (let at = 0; at <= untilMs; at += everyMs) meter.addPicture(at, 15_000);
  return meter;
}

describe('the rate of the pictures', () => {
  it('is unknown before the first picture, and only bytes after it', () => {
    const meter = createRateMeter();
    expect(meter.read(0)).toBeNull();
    meter.addPicture(0, 9000);
    expect(meter.read(100)).toEqual({ perSecond: null, everySeconds: null, bytesPerSecond: 9000 });
  });

  it.each([
    [70, 14],
    [200, 5],
  ])('counts a picture each %d ms as %d a second', (everyMs, perSecond) => {
    const rate = meterOf(everyMs, 10_000).read(10_000);
    expect(rate).toMatchObject({ perSecond, everySeconds: null });
    expect(rate?.bytesPerSecond).toBeCloseTo((15_000 * 1000) / everyMs, -4);
  });

  it('says how many seconds are between the pictures of a slow source', () => {
    expect(meterOf(3000, 12_000).read(13_000)).toMatchObject({ perSecond: null, everySeconds: 3 });
  });

  it('gets slower while nothing follows', () => {
    expect(meterOf(100, 5000).read(12_000)).toMatchObject({ perSecond: null, everySeconds: 7 });
  });

  it('counts the bytes of the sound, too', () => {
    const meter = meterOf(100, 4000);
    const before = meter.read(4000)?.bytesPerSecond ?? 0;
    for (let at = 0; at <= 4000; at += 20) meter.addSound(at, 80);
    expect(meter.read(4000)?.bytesPerSecond).toBeGreaterThan(before + 3000);
  });
});
