/** What is known about the age of a picture when it has arrived. Times are in milliseconds of one clock of this page. */
export interface Arrival {
  /** How old it was when the server sent it on, from its header. */
  ageMs: number;
  receivedAt: number;
}

/** How many round trips are remembered. Their median is used: one that a slow moment of the network held up says nothing. */
const keptRoundTrips = 5;

/** The time that a ping to the server and its answer take. */
export function createRoundTrip() {
  const kept: number[] = [];
  return {
    add(ms: number): void {
      kept.push(Math.max(0, ms));
      if (kept.length > keptRoundTrips) kept.shift();
    },
    /** 0 before the first answer. */
    median(): number {
      const sorted = kept.toSorted((one, other) => one - other);
      return sorted[Math.floor(sorted.length / 2)] ?? 0;
    },
  };
}

/**
 * How old a picture is at a time: its age at the server, the way here, which takes half a round trip, and how long it has been here. A
 * picture that stays on screen because no other follows grows older.
 */
export function pictureAge({ ageMs, receivedAt }: Arrival, roundTripMs: number, now: number): number {
  return ageMs + roundTripMs / 2 + Math.max(0, now - receivedAt);
}

/** An age in seconds, with tenths below ten: "0.4", "12". */
export function secondsText(ms: number, language: string): string {
  const digits = ms < 9_950 ? 1 : 0;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(ms / 1000);
}
