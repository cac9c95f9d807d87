import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { turnPastClock } from './past-clock.store.ts';

/** A clock in the past that runs from the time to which it is set. */
export interface PastClock extends Clock {
  backMs(): number;
  /** Sets the clock of this process and of the database. It never moves backwards. */
  turnTo(moment: Date): Promise<void>;
}

/** Creates the clock. `layPastClock` must have been called on the database before. */
export function createPastClock(db: Database, beginning: Date): PastClock {
  let back = Date.now() - beginning.getTime();
  return {
    now: () => Date.now() - back,
    backMs: () => back,
    async turnTo(moment) {
      back = Math.max(0, Math.min(back, Date.now() - moment.getTime()));
      await turnPastClock(db, back);
    },
  };
}
