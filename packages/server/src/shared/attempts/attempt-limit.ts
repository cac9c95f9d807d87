import { TooManyAttempts } from '../../core/app-error.ts';
import { countAttempt } from './attempts.store.ts';
import type { Database } from '../schema/schema.ts';

/** A limit of failures for one subject, such as an account or an IP address. */
export interface AttemptLimit {
  /** Names what is tried and by whom, such as `login:address:10.0.0.7`. */
  subject: string;
  failures: number;
  windowMs: number;
}

/**
 * Counts an attempt before it is made, so that parallel requests cannot exceed the limit, and throws when there were too
 * many. When the attempt succeeds, give it back with `forgiveAttempt` or `clearAttempts`.
 */
export async function takeAttempt(db: Database, { subject, failures, windowMs }: AttemptLimit): Promise<void> {
  const counted = await countAttempt(db, subject, { most: failures, windowMs });
  if (counted.failures > failures) throw new TooManyAttempts(Math.max(1, Math.ceil(counted.secondsLeft)));
}
