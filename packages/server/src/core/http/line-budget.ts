const linesPerMinute = 300;
const minuteMs = 60_000;

/** Bounds how many log lines one kind of event writes. */
export interface LineBudget {
  /** False when this minute has had its lines. */
  spend(now: number): boolean;
}

/** Calls `onLeftOut` with the number of lines left out in a minute, when the first line after it is written. */
export function createLineBudget(onLeftOut: (leftOut: number) => void, lines = linesPerMinute): LineBudget {
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
