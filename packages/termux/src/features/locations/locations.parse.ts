import type { Position } from '@fairwatch/device/core';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';

/** The worst accuracy that the contract takes, in metres. */
const accuracyAtMost = 100_000;

/** A position, and how old it was when the phone reported it. */
export interface FoundPosition extends Position {
  ageMs: number;
}

/** Reads what `termux-location` printed at `now`. Its age counts from the moment of the fix, so the time is that of the fix. */
export function parsePosition(printed: unknown, now: Date): FoundPosition {
  const { latitude, longitude, accuracy, elapsedMs } = (printed ?? {}) as Record<string, unknown>;
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) {
    throw new TermuxProblem('UNREADABLE', phoneText('noPosition'));
  }
  const ageMs = isNumber(elapsedMs) ? Math.max(0, Math.round(elapsedMs)) : 0;
  const metres = isNumber(accuracy) ? Math.min(Math.max(0, accuracy), accuracyAtMost) : 0;
  return { latitude, longitude, accuracy: metres, at: momentOf(now.getTime() - ageMs, now), ageMs };
}

/** A phone that was never off cannot have an age that reaches before 1970: such a number is no age. */
function momentOf(time: number, now: Date): Date {
  return time > 0 ? new Date(time) : now;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isWithin(value: unknown, limit: number): value is number {
  return isNumber(value) && Math.abs(value) <= limit;
}
