const firstDelayMs = 500;
const longestDelayMs = 30_000;

/**
 * How long to wait before the given attempt, counted from 0. Doubles up to half a minute; the random half keeps
 * a fleet from returning at the same moment after the server restarts.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
  return full / 2 + (full / 2) * random();
}
