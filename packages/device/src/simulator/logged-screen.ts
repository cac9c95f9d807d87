import type { CaptureScreen } from '../core/capture.ts';

/** The screen of a simulated phone: what its person would see is written to the log. They never press Stop. */
export function loggedScreen(log: (line: string) => void): CaptureScreen {
  return {
    countdown: ({ what, requestedBy, duty }, left) =>
      log(`screen: ${requestedBy} takes ${what} in ${left} s [Stop]${duty === null ? '' : ` ${duty}`}`),
    indicator: ({ what, requestedBy, duty }, on) =>
      log(
        on
          ? `screen: recording ${what} for ${requestedBy}${duty === null ? '' : `. ${duty}`}`
          : `screen: no longer recording ${what} for ${requestedBy}`,
      ),
    note: (text) => log(`note: ${text}`),
    stopped: () => new AbortController().signal,
  };
}
