import { ticketLimits } from '@fairwatch/contract';
import { barsOf, peaksOf } from '@fairwatch/look/voice';
import { describe, expect, it } from 'vitest';

describe('a waveform', () => {
  it('has the peaks of its stretches, the loudest at 100', () => {
    const samples = Float32Array.from({ length: 800 }, (_, at) => (at < 400 ? 0.1 : -0.4));
    expect(peaksOf(samples, 4)).toEqual([25, 25, 100, 100]);
  });

  it('has as many peaks as the contract takes, however long the recording is', () => {
    const peaks = peaksOf(new Float32Array(180 * 8000).fill(0.5), ticketLimits.peaks);
    expect(peaks).toHaveLength(ticketLimits.peaks);
    expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100)).toBe(true);
  });

  it('of silence is flat, and of nothing is empty', () => {
    expect(Math.max(...peaksOf(new Float32Array(8000).fill(0.0001), ticketLimits.peaks))).toBeLessThan(2);
    expect(peaksOf(new Float32Array(0), ticketLimits.peaks)).toEqual([]);
  });

  it('is drawn with as many bars as there is room for, and loses no peak', () => {
    expect(barsOf([1, 9, 2, 8, 3, 7], 3)).toEqual([9, 8, 7]);
    expect(barsOf([5, 50], 4)).toEqual([5, 5, 50, 50]);
    expect(barsOf([], 3)).toEqual([0, 0, 0]);
  });
});
