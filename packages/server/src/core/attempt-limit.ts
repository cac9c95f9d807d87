import { AppError } from './app-error.ts';
import { countAttempt } from './attempts.store.ts';
import type { Database } from './database/schema.ts';

/** How often something may go wrong for one subject, such as an account or an address. */
export interface AttemptLimit {
  /** Names what is tried and by whom: `login:address:10.0.0.7`. */
  subject: string;
  failures: number;
  windowMs: number;
}

/** The limit is reached. The answer says when to come back. */
export class TooManyAttempts extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too_many_attempts', { minutes: Math.ceil(retryAfterSeconds / 60) });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts an attempt before it is made, so that many at once do not slip through, and throws when there were too many.
 * When the attempt succeeds, take it back with `forgiveAttempt` or `clearAttempts`.
 */
export async function takeAttempt(db: Database, { subject, failures, windowMs }: AttemptLimit): Promise<void> {
  const counted = await countAttempt(db, subject, { most: failures, windowMs });
  if (counted.failures > failures) throw new TooManyAttempts(Math.max(1, Math.ceil(counted.secondsLeft)));
}
