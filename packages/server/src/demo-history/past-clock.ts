import type { Clock } from '../core/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { turnPastClock } from './past-clock.store.ts';

/** A clock that stands in the past and goes on from wherever it is turned to. */
export interface PastClock extends Clock {
  backMs(): number;
  /** Turns it for this process and for the database; never backwards. */
  turnTo(moment: Date): Promise<void>;
}

/** It must have been laid in the database. */
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
