import type { CaptureScreen } from '../core/capture.ts';

/** The screen of a simulated phone: what its person would see is written to the log. They never press Stop. */
export function loggedScreen(log: (line: string) => void): CaptureScreen {
  return {
    countdown: ({ what, requestedBy }, left) => log(`screen: ${requestedBy} takes ${what} in ${left} s [Stop]`),
    indicator: ({ what, requestedBy }, on) =>
      log(`screen: ${on ? 'recording' : 'no longer recording'} ${what} for ${requestedBy}`),
    note: (text) => log(`note: ${text}`),
    stopped: () => new AbortController().signal,
  };
}
