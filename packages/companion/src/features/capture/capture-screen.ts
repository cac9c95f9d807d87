import { collectWords } from '@fairwatch/device/words';
import type { CaptureNotice, CaptureScreen, Store } from '@fairwatch/device/core';
import type { LiveState } from '../../core/live/live-state.ts';

/** The full-screen view of a capture, from the person's tap until it is sent or has failed. */
export interface CaptureOnPage extends CaptureScreen {
  /** Shows what the camera sees. */
  showPreview(stream: MediaStream, isMirrored: boolean): void;
  /** Shows how many seconds of the recording have passed. */
  setSecondsPassed(seconds: number): void;
  /** Closes the view and leaves a note, if one is given. */
  end(note: string | null): void;
}

/** Shows a capture through the live store. `stop` aborts the signal of `stopped`. */
export function captureScreen(live: Store<LiveState>, notice: CaptureNotice, seconds: number | null): CaptureOnPage {
  const controller = new AbortController();
  const change = (changes: Partial<NonNullable<LiveState['capture']>>) => {
    const { capture } = live.get();
    if (capture !== null) live.set({ capture: { ...capture, ...changes } });
  };
  live.set({
    capture: {
      ...notice,
      phase: 'OPENING',
      secondsLeft: 0,
      secondsPassed: 0,
      seconds,
      preview: null,
      isMirrored: false,
      stop: () => controller.abort(new Error(collectWords('capture.stopped'))),
      hide: () => live.set({ capture: null }),
    },
  });
  return {
    countdown: (_, secondsLeft) => change({ phase: 'COUNTDOWN', secondsLeft }),
    indicator: (_, on) => change(on ? { phase: 'RECORDING', secondsPassed: 0 } : { phase: 'SENDING', preview: null }),
    // The note is shown by `end`, once it is known whether the capture was sent.
    note: () => undefined,
    stopped: () => controller.signal,
    showPreview: (preview, isMirrored) => change({ preview, isMirrored }),
    setSecondsPassed: (secondsPassed) => change({ secondsPassed }),
    end(note) {
      live.set({
        capture: null,
        captureNotes: note === null ? live.get().captureNotes : [note, ...live.get().captureNotes],
      });
    },
  };
}
