/** The current time in milliseconds since 1970. Parts of the server read it here so that tests can set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
