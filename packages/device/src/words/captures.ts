import type { CaptureNotice, LiveCapture } from '../core/index.ts';

/** What is said about a capture. */
export const captureWords = {
  stop: 'Stop',
  over: 'The capture is over',
  off: 'The camera and the microphone are off. The log has it too.',
  ok: 'OK',
} as const;

/** Who asked for what. */
export function captureTitle({ requestedBy, what }: Pick<CaptureNotice, 'requestedBy' | 'what'>): string {
  return `${requestedBy} asked for ${what}`;
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
      return `Starts in ${secondsLeft}`;
    case 'RECORDING':
      return seconds === null ? 'Taking the photo' : `Recording ${secondsPassed} of ${seconds} seconds`;
    case 'SENDING':
      return 'Sending…';
  }
}

/** A capture that was asked for, of which nothing was sent. `what` has its article, as in "a voice recording". */
export function captureFailedText(what: string, requestedBy: string, problem: string): string {
  return `${requestedBy} asked for ${what}. Nothing was sent. ${problem}`;
}

/** Why nothing was sent of a capture that the admin took back, or that the person no longer shares. */
export const captureCalledOff = 'It was called off.';
