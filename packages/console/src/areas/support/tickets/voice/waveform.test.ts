import { ticketLimits } from '@fairwatch/contract';
import { barsOf, peaksOf } from '@fairwatch/look/voice';
import { describe, expect, it } from 'vitest';

describe('a waveform', () => {
  it('has the peak of each section, scaled to 100 for the loudest', () => {
    const samples = Float32Array.from({ length: 800 }, (_, index) => (index < 400 ? 0.1 : -0.4));
    expect(peaksOf(samples, 4)).toEqual([25, 25, 100, 100]);
  });

  it('has the number of peaks that the contract allows, for any duration', () => {
    const peaks = peaksOf(new Float32Array(180 * 8000).fill(0.5), ticketLimits.peaks);
    expect(peaks).toHaveLength(ticketLimits.peaks);
    expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100)).toBe(true);
  });

  it('is flat for silence, and empty for no samples', () => {
    expect(Math.max(...peaksOf(new Float32Array(8000).fill(0.0001), ticketLimits.peaks))).toBeLessThan(2);
    expect(peaksOf(new Float32Array(0), ticketLimits.peaks)).toEqual([]);
  });

  it('is reduced to the number of bars by their maximum, and stretched when there are fewer peaks', () => {
    expect(barsOf([1, 9, 2, 8, 3, 7], 3)).toEqual([9, 8, 7]);
    expect(barsOf([5, 50], 4)).toEqual([5, 5, 50, 50]);
    expect(barsOf([], 3)).toEqual([0, 0, 0]);
  });
});
