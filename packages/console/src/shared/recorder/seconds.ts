import { limits } from '@fairwatch/contract';

const { minSeconds, maxSeconds } = limits.recording;

/** The typed number of seconds; null when it is no number or out of bounds. */
export function readSeconds(text: string): number | null {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(seconds) && seconds >= minSeconds && seconds <= maxSeconds ? seconds : null;
}
