const firstDelayMs = 500;
const longestDelayMs = 30_000;

const longestMoveMs = 2000;

/**
 * How long to wait before the connection that follows one which the server has ended for the device to come back: short, since another
 * server takes it, and random over its whole length, since a server that stops sends away all its devices.
 */
export function moveDelayMs(random: () => number = Math.random): number {
  return longestMoveMs * random();
}

/**
 * How long to wait before the given attempt, counted from 0. Doubles up to half a minute; the random half keeps
 * a fleet from returning at the same moment after the server restarts.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
  return full / 2 + (full / 2) * random();
}
