import { limits } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Throws unless the day of a review (UTC) is in the future and within the limit. */
export function checkReviewDay(reviewOn: string, now = new Date()): void {
  const { reviewWithinDays } = limits.ground;
  const last = new Date(now.getTime() + reviewWithinDays * dayMs).toISOString().slice(0, 10);
  if (reviewOn > now.toISOString().slice(0, 10) && reviewOn <= last) return;
  throw new AppError('invalid_input', { problem: `The review must be on a day after today, and by ${last}.` });
}
