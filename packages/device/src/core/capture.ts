import { errorText, limits, percentOf, type CommandParams, type CommandType } from '@fairwatch/contract';
import type { Act, OutgoingFile, Work } from './handlers.ts';
import { sleep } from './sleep.ts';

/** What is captured, and for whom: the words that the person reads. */
export interface CaptureNotice {
  what: string;
  requestedBy: string;
  /** Why, in the admin's words; null when they did not say. To be shown with the countdown and the indicator. */
  reason: string | null;
  /** What the person must do while it records; null when nothing. To be shown with the countdown and the indicator. */
  duty: string | null;
}

/** What a device shows its person. There is no way to capture without it. */
export interface CaptureScreen {
  /** Each second before it begins. */
  countdown(notice: CaptureNotice, secondsLeft: number): void;
  /** On while it records. */
  indicator(notice: CaptureNotice, on: boolean): void;
  /** Stays when it is over. */
  note(text: string): void;
  /** Aborts when the person presses Stop, before or while it records. */
  stopped(notice: CaptureNotice): AbortSignal;
}

/** What a camera or microphone gave. */
export type Recorded = OutgoingFile & {
  /** Null for a photo. */
  durationMs: number | null;
};

/** Records; `onSecond` is told how many seconds have passed. Ends early, with nothing, when the signal aborts. */
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
  /** How a second passes. Only a simulated phone that relives past days, on which nobody looks, sets it. */
  wait?: typeof sleep;
  /** Throws when there is nothing to capture now. Asked before the countdown and again when it is over. */
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

/**
 * Makes an act of a recorder: countdown, indicator, recording, note, and only then the way to the server. Whatever the
 * recorder does, the indicator goes off and the maximum holds.
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
    const timer = setTimeout(() => limit.abort(new Error('The recorder did not end in time.')), longestMs);
    const signal = AbortSignal.any([work.signal, stopped, limit.signal]);
    try {
      await countDown(notice, screen, work, (ms) => wait(ms, signal));
      check?.();
      const recorded = await recordVisibly(notice, screen, work, (onSecond) => {
        // Whoever pressed Stop by now is not recorded for a moment.
        signal.throwIfAborted();
        return orAborted(record(params, { signal, onSecond: (passed) => onSecond(passed, secondsOf(params)) }), signal);
      });
      signal.throwIfAborted();
      const why = reason === null ? '' : ` Reason: "${reason}".`;
      screen.note(`${requestedBy} took ${what} on ${new Date().toLocaleString('en')}.${why}`);
      return await send(recorded, work);
    } catch (error) {
      if (stopped.aborted) throw new Error('The person using this device stopped it.', { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Does not wait for a recorder that goes on when it should not. */
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

/** How long was asked for. A photo counts no seconds. */
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
