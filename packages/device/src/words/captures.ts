import { translator } from '@fairwatch/contract';
import type { CaptureNotice, LiveCapture } from '../core/index.ts';
import texts from './texts/captures.texts.json' with { type: 'json' };

/** What is said about a capture. */
export const captureWords = translator('device/captures', texts);

/** Who asked for what. */
export function captureTitle({ requestedBy, what }: Pick<CaptureNotice, 'requestedBy' | 'what'>): string {
  return captureWords('title', { requestedBy, what });
}

/** How far a capture is. `opening` says what happens before its countdown, which differs by client. */
export function captureStateText(
  { phase, secondsLeft, secondsPassed, seconds }: Omit<LiveCapture, 'stop'>,
  opening: string,
): string {
  switch (phase) {
    case 'OPENING':
      return opening;
    case 'COUNTDOWN':
      return captureWords('startsIn', { count: secondsLeft });
    case 'RECORDING':
      return seconds === null
        ? captureWords('takingPhoto')
        : captureWords('recording', { passed: secondsPassed, count: seconds });
    case 'SENDING':
      return captureWords('sending');
  }
}

/** A capture that was asked for, of which nothing was sent. `what` has its article, as in "a voice recording". */
export function captureFailedText(what: string, requestedBy: string, problem: string): string {
  return captureWords('failed', { requestedBy, what, problem });
}
