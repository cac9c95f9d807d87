import { errorText, limits, percentOf, quoted, type CommandParams, type CommandType } from '@fairwatch/contract';
import type { Act, Work } from './handlers.ts';
import type { OutgoingFile } from '../files/upload-file.ts';
import { sleep } from '../retry/sleep.ts';
import { coreText } from '../texts/core.texts.ts';

/** What the person reads about a capture: what is recorded, for whom and why. */
export interface CaptureNotice {
  what: string;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. To be shown with the countdown and the indicator. */
  reason: string | null;
  /** What the person must do while it records; null when nothing. To be shown with the countdown and the indicator. */
  duty: string | null;
}

/** What a device shows its person during a capture. Without it nothing can be captured. */
export interface CaptureScreen {
  /** Called each second before the recording begins. */
  countdown(notice: CaptureNotice, secondsLeft: number): void;
  /** Turns the indicator on or off. It is on while the device records. */
  indicator(notice: CaptureNotice, on: boolean): void;
  /** Shows a note that stays after the recording. */
  note(text: string): void;
  /** Aborts when the person presses Stop, before or while it records. */
  stopped(notice: CaptureNotice): AbortSignal;
}

/** What a camera or microphone gave. */
export type Recorded = OutgoingFile & {
  /** Null for a photo. */
  durationMs: number | null;
};

/** Records. `onSecond` is called with the seconds that have passed. When the signal aborts, it ends early without a result. */
export type RecordCapture<Params> = (
  params: Params,
  recording: { signal: AbortSignal; onSecond: (seconds: number) => void },
) => Promise<Recorded>;

const { countdownSeconds, maxSeconds } = limits.recording;
/** A recorder that does not end by itself is cut off this long after the longest time that can be asked for. */
const graceSeconds = 5;
const longestMs = (countdownSeconds + maxSeconds + graceSeconds) * 1000;

interface CaptureRules {
  duty?: string;
  /** Waits so many milliseconds. Only a simulated phone that replays past days sets it, to skip the waiting. */
  wait?: typeof sleep;
  /** Throws when nothing can be captured now. Called before the countdown and again after it. */
  check?: () => void;
}

/** Recording a call without the other party knowing is an offence in many countries. */
export const callRecordingDuty = 'Tell the other party that this call is being recorded.';

/** A call recording, which is refused while no call is under way. `inCall` is undefined where the device cannot tell. */
export function callRecordingAct(
  screen: CaptureScreen,
  inCall: () => boolean | undefined,
  record: RecordCapture<CommandParams<'RECORD_CALL'>>,
  rules: Pick<CaptureRules, 'wait'> = {},
): Act<'RECORD_CALL'> {
  const check = () => {
    if (inCall() !== true) throw new Error(errorText('no_call'));
  };
  return captureAct('a call recording', screen, record, { ...rules, duty: callRecordingDuty, check });
}

/** What was recorded, when and why, for the person to read afterwards. */
function noteText({ requestedBy, what, reason }: CaptureNotice): string {
  const facts = { requestedBy, what, moment: new Date().toLocaleString('en') };
  return reason === null
    ? coreText('capture.note', facts)
    : coreText('capture.noteWithReason', { ...facts, reason: quoted(reason) });
}

/**
 * Creates the handler of a capture command: countdown, indicator, recording, note, and only then the upload. Whatever the recorder
 * does, the indicator goes off and the maximum length is kept.
 */
export function captureAct<Type extends CommandType>(
  what: string,
  screen: CaptureScreen,
  record: RecordCapture<CommandParams<Type>>,
  { duty, check, wait = sleep }: CaptureRules = {},
): Act<Type> {
  return async (params, work) => {
    check?.();
    const { requestedBy, reason } = work;
    const notice = { what, requestedBy, reason, duty: duty ?? null };
    const stopped = screen.stopped(notice);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(coreText('capture.late'))), longestMs);
    const signal = AbortSignal.any([work.signal, stopped, limit.signal]);
    try {
      await countDown(notice, screen, work, (ms) => wait(ms, signal));
      check?.();
      const recorded = await recordVisibly(notice, screen, work, (onSecond) => {
        // The person may have pressed Stop during the countdown: then nothing at all is recorded.
        signal.throwIfAborted();
        return orAborted(record(params, { signal, onSecond: (passed) => onSecond(passed, secondsOf(params)) }), signal);
      });
      signal.throwIfAborted();
      screen.note(noteText(notice));
      return await send(recorded, work);
    } catch (error) {
      if (stopped.aborted) throw new Error(coreText('capture.stopped'), { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Rejects when the signal aborts, even if the recorder does not stop. */
async function orAborted<Result>(recording: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const give = () => reject(signal.reason as Error);
  signal.addEventListener('abort', give, { once: true });
  try {
    return await Promise.race([recording, aborted]);
  } finally {
    signal.removeEventListener('abort', give);
  }
}

/** The length in seconds that was asked for; the maximum for a photo, which names none. */
function secondsOf(params: object): number {
  return 'seconds' in params && typeof params.seconds === 'number' ? params.seconds : maxSeconds;
}

async function countDown(
  notice: CaptureNotice,
  screen: CaptureScreen,
  work: Work,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (let left = countdownSeconds; left > 0; left -= 1) {
    screen.countdown(notice, left);
    work.report(0, 'COUNTDOWN');
    await wait(1000);
  }
}

async function recordVisibly(
  notice: CaptureNotice,
  screen: CaptureScreen,
  work: Work,
  record: (onSecond: (passed: number, seconds: number) => void) => Promise<Recorded>,
): Promise<Recorded> {
  screen.indicator(notice, true);
  try {
    work.report(0, 'RECORDING');
    return await record((passed, seconds) => work.report(percentOf(passed, seconds), 'RECORDING'));
  } finally {
    screen.indicator(notice, false);
  }
}

async function send({ durationMs, ...file }: Recorded, work: Work) {
  work.report(0, 'UPLOADING');
  const sha256 = await work.upload(file);
  return [{ key: 'capture', sha256, durationMs }];
}
