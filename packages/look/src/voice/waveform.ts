/**
 * The waveform of a recording: the peak of each section from 0 to 100, where the loudest is 100. Near silence stays flat, since noise
 * would look like speech otherwise.
 */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const stretches = Math.min(count, samples.length);
  const peaks = Array.from({ length: stretches }, (_, place) => {
    const from = Math.floor((place * samples.length) / stretches);
    const to = Math.floor(((place + 1) * samples.length) / stretches);
    let peak = 0;
    for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(quiet, ...peaks);
  return peaks.map((peak) => Math.round(Math.min(1, peak / loudest) * 100));
}

const quiet = 0.02;

/** Reduces the peaks to a number of bars, each the highest of its peaks. */
export function barsOf(peaks: readonly number[], count: number): number[] {
  // A recording without peaks is drawn as a line.
  if (peaks.length === 0) return Array.from({ length: count }, () => 0);
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((place + 1) * peaks.length) / count));
    return Math.max(...peaks.slice(from, to));
  });
}
