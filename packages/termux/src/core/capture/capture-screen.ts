import type { CommandType } from '@fairwatch/contract';
import { sleep, type Act, type CaptureNotice, type CaptureScreen, type Store } from '@fairwatch/device/core';
import { captureFailedText, captureWords, collectWords, problemText } from '@fairwatch/device/words';
import type { TermuxState } from '../state/termux-state.ts';

/** Shows captures through the live state, from which the notifications and the screen are made. */
export interface CaptureScreens {
  /** Shows the capture whose handler runs. One runs at a time, since a device has one open command. */
  screen: CaptureScreen;
  /** Wraps the handler of a capture, so that the screen knows its command, and the person reads how it ended. */
  shown<Type extends CommandType>(act: Act<Type>): Act<Type>;
  /** Waits so many milliseconds, and until the person can see the capture: the countdown does not end before. */
  wait: typeof sleep;
}

interface Current {
  commandId: number;
  seconds: number | null;
  /** Aborts when the person presses Stop. */
  stop: AbortController;
  /** Aborts when the phone cannot show the capture, which must not go on unseen. */
  failure: AbortController;
  /** Resolves when its notification is on the phone. */
  visible: PromiseWithResolvers<void>;
  notice: CaptureNotice | null;
  note: string | null;
}

export function createCaptureScreens(live: Store<TermuxState>): CaptureScreens {
  let current: Current | null = null;

  function show(
    notice: CaptureNotice,
    changes: Partial<Pick<NonNullable<TermuxState['capture']>, 'phase' | 'secondsLeft'>>,
  ) {
    if (current === null) return;
    current.notice = notice;
    const { commandId, seconds, stop, failure, visible } = current;
    live.set({
      capture: {
        ...notice,
        commandId,
        seconds,
        phase: 'COUNTDOWN',
        secondsLeft: 0,
        secondsPassed: 0,
        stop: () => stop.abort(new Error(collectWords('capture.stopped'))),
        onShown: () => visible.resolve(),
        fail: (problem) => failure.abort(problem),
        ...changes,
      },
    });
  }

  const addNote = (note: string) => live.set({ captureNotes: [note, ...live.get().captureNotes] });

  return {
    screen: {
      countdown: (notice, secondsLeft) => show(notice, { phase: 'COUNTDOWN', secondsLeft }),
      indicator: (notice, on) => show(notice, { phase: on ? 'RECORDING' : 'SENDING' }),
      // It is shown once it is known whether the capture was sent.
      note(text) {
        if (current !== null) current.note = text;
      },
      stopped: () => current?.stop.signal ?? AbortSignal.abort(new Error('No capture runs.')),
    },
    async wait(ms, signal) {
      await Promise.all([sleep(ms, signal), current && orAborted(current.visible.promise, signal)]);
    },
    shown: (act) => async (params, work) => {
      const own: Current = {
        commandId: work.commandId,
        seconds: secondsOf(params),
        stop: new AbortController(),
        failure: new AbortController(),
        visible: Promise.withResolvers(),
        notice: null,
        note: null,
      };
      current = own;
      try {
        const result = await act(params, { ...work, signal: AbortSignal.any([work.signal, own.failure.signal]) });
        if (own.note !== null) addNote(own.note);
        return result;
      } catch (error) {
        const problem = work.signal.aborted ? captureWords('calledOff') : problemText(error);
        if (own.notice !== null) addNote(captureFailedText(own.notice.what, work.requestedBy, problem));
        throw error;
      } finally {
        if (current === own) {
          current = null;
          live.set({ capture: null });
        }
      }
    },
  };
}

/** The length of the recording in seconds; null for a photo. */
function secondsOf(params: object): number | null {
  return 'seconds' in params && typeof params.seconds === 'number' ? params.seconds : null;
}

/** Rejects when the signal aborts before that. */
async function orAborted(waiting: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal?.reason as Error);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([waiting, promise]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
