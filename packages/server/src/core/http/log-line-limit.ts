const linesPerMinute = 300;
const minuteMs = 60_000;

/** Limits the log lines of one kind of event, so that a flood cannot fill the disk. */
export interface LogLineLimit {
  /** Counts a line. False when the limit of the current minute is reached. */
  spend(now: number): boolean;
}

/** `onLeftOut` gets the number of lines dropped in a minute, with the first line of a later minute. */
export function createLogLineLimit(onLeftOut: (leftOut: number) => void, lines = linesPerMinute): LogLineLimit {
  let minute = 0;
  let spent = 0;
  return {
    spend(now) {
      const current = Math.floor(now / minuteMs);
      if (current !== minute) {
        if (spent > lines) onLeftOut(spent - lines);
        minute = current;
        spent = 0;
      }
      spent += 1;
      return spent <= lines;
    },
  };
}
