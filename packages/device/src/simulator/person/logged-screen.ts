import { quoted } from '@fairwatch/contract';
import type { CaptureNotice, CaptureScreen } from '../../core/commands/capture.ts';

/** The screen of a simulated phone: what its person would see is written to the log. They never press Stop. */
export function loggedScreen(log: (line: string) => void): CaptureScreen {
  return {
    countdown: (notice, left) =>
      log(`screen: ${notice.requestedBy} takes ${notice.what} in ${left} s [Stop]${besideWords(notice)}`),
    indicator: ({ what, requestedBy, ...beside }, on) =>
      log(
        on
          ? `screen: recording ${what} for ${requestedBy}${besideWords(beside)}`
          : `screen: no longer recording ${what} for ${requestedBy}`,
      ),
    note: (text) => log(`note: ${text}`),
    stopped: () => new AbortController().signal,
  };
}

function besideWords({ reason, duty }: Pick<CaptureNotice, 'reason' | 'duty'>): string {
  return `${reason === null ? '' : `. Reason: ${quoted(reason)}`}${duty === null ? '' : `. ${duty}`}`;
}
