/** How fast something goes, and how long the rest takes. */
export interface Pace {
  /** Bytes per second. */
  speed: number;
  /** Milliseconds. */
  left: number;
}

export interface Meter {
  /** So many bytes are done at this moment. */
  note: (done: number, at: number) => void;
  /** Null until there is enough to go by. */
  pace: (size: number) => Pace | null;
}

/** Long enough to be calm, short enough to follow a change. */
const windowMs = 5000;
const leastMs = 250;

/** Measures over the last seconds, so that a pause an hour ago does not count. */
export function createMeter(): Meter {
  let notes: { done: number; at: number }[] = [];
  return {
    note(done, at) {
      // Bytes that were lost on the way are sent again: what was measured before no longer holds.
      if (done < (notes.at(-1)?.done ?? 0)) notes = [];
      notes.push({ done, at });
      notes = notes.filter((note, index) => at - note.at <= windowMs || index === notes.length - 1);
    },
    pace(size) {
      const [first, last] = [notes[0], notes.at(-1)];
      if (!first || !last || last.at - first.at < leastMs || last.done === first.done) return null;
      const speed = ((last.done - first.done) * 1000) / (last.at - first.at);
      return { speed, left: ((size - last.done) * 1000) / speed };
    },
  };
}
