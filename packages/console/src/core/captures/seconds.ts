import { limits } from '@fairwatch/contract';

const { minSeconds, maxSeconds } = limits.recording;

/** The seconds that were typed; null when they are none that may be asked for. */
export function readSeconds(text: string): number | null {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(seconds) && seconds >= minSeconds && seconds <= maxSeconds ? seconds : null;
}
