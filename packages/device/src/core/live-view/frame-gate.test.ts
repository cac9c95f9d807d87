import { limits, liveHeaderBytes, type LiveCodec } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { FrameGate, mostBufferedBytes, startingRate } from './frame-gate.ts';

const { bytesPerSecond, maxFrameBytes } = limits.liveView;

function setUp() {
  const rates: number[] = [];
  const line = { now: 1_000_000, keys: 0 };
  const gate = new FrameGate({
    setRate: (rate) => void rates.push(rate),
    requestKey: () => void (line.keys += 1),
    now: () => line.now,
  });
  const passes = (isKey: boolean, { buffered = 0, bytes = 1000, codec = 'VP8' as LiveCodec } = {}) =>
    gate.passes({ codec, isKey, payload: new Uint8Array(bytes) }, buffered);
  return { gate, rates, line, passes };
}

const tooMuch = { buffered: mostBufferedBytes + 1 };

describe('what is sent', () => {
  it('is everything while little waits', () => {
    const { passes, rates } = setUp();
    expect([passes(true), passes(false), passes(false, { buffered: mostBufferedBytes })]).toEqual([true, true, true]);
    expect(rates).toEqual([startingRate]);
  });

  it('is nothing up to the next key frame after a picture was skipped, which is asked for once', () => {
    const { passes, line } = setUp();
    passes(true);
    expect(passes(false, tooMuch)).toBe(false);
    expect(line.keys).toBe(0);
    expect([passes(false), passes(false), passes(false)]).toEqual([false, false, false]);
    expect(line.keys).toBe(1);
    expect([passes(true), passes(false)]).toEqual([true, true]);
    expect(passes(true, tooMuch)).toBe(false);
    passes(false);
    expect(line.keys).toBe(2);
  });

  it('is sound too while pictures wait for a key frame, but not while too much waits', () => {
    const { passes, rates } = setUp();
    passes(false, tooMuch);
    expect(passes(true, { codec: 'OPUS' })).toBe(true);
    expect(passes(false)).toBe(false);
    const told = rates.length;
    expect(passes(true, { codec: 'OPUS', ...tooMuch })).toBe(false);
    expect(rates).toHaveLength(told);
  });

  it('is no picture that the server would refuse for its size', () => {
    const { passes } = setUp();
    const largest = maxFrameBytes - liveHeaderBytes;
    expect(passes(true, { codec: 'JPEG', bytes: largest + 1 })).toBe(false);
    expect(passes(true, { codec: 'JPEG', bytes: largest })).toBe(true);
  });

  it('stays within the budget of the server, however fast the line is', () => {
    const { passes, line } = setUp();
    const bytes = 50_000;
    let sent = 0;
    for (let ms = 0; ms < 10_000; ms += 20) {
      if (passes(true, { codec: 'JPEG', bytes })) sent += bytes + liveHeaderBytes;
      line.now += 20;
    }
    expect(sent).toBeLessThanOrEqual(limits.liveView.bytesAtOnce / 2 + 10 * bytesPerSecond);
    expect(sent).toBeGreaterThan(9 * bytesPerSecond);
  });
});

describe('the rate', () => {
  it('is halved when too much waits, once in a second at most, and never to nothing', () => {
    const { passes, rates, line } = setUp();
    passes(true, tooMuch);
    passes(true, tooMuch);
    line.now += 999;
    passes(true, tooMuch);
    expect(rates).toEqual([startingRate, startingRate / 2]);
    line.now += 1;
    passes(true, tooMuch);
    expect(rates.at(-1)).toBe(startingRate / 4);
    for (let second = 0; second < 60; second += 1) {
      line.now += 1000;
      passes(true, tooMuch);
    }
    expect(rates.at(-1)).toBe(16 * 1024);
  });

  it('grows slowly again, up to what the server takes', () => {
    const { gate, passes, rates, line } = setUp();
    gate.limitTo(100_000);
    expect(rates.at(-1)).toBe(100_000);
    passes(true, tooMuch);
    expect(rates.at(-1)).toBe(50_000);
    line.now += 1999;
    passes(true);
    expect(rates.at(-1)).toBe(50_000);
    line.now += 1;
    passes(true);
    expect(rates.at(-1)).toBe(57_500);
    for (let second = 0; second < 60; second += 1) {
      line.now += 1000;
      passes(true);
    }
    expect(rates.at(-1)).toBe(100_000);
    expect(Math.max(...rates.slice(2))).toBe(100_000);
  });

  it('is never above what a device may send at all', () => {
    const { gate, passes, rates, line } = setUp();
    gate.limitTo(bytesPerSecond * 10);
    expect(rates).toEqual([startingRate]);
    for (let second = 0; second < 60; second += 1) {
      line.now += 1000;
      passes(true);
    }
    expect(rates.at(-1)).toBe(bytesPerSecond);
  });
});
