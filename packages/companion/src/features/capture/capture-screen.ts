import type { CaptureNotice, CaptureScreen } from '@fairwatch/device/core';
import type { LiveState } from '../../core/live/live-state.ts';
import type { Store } from '../../core/live/store.ts';

/** The capture that fills the screen, from the moment the person allowed it until it was sent or given up. */
export interface CaptureOnPage extends CaptureScreen {
  /** Shows what the camera sees. */
  showPreview(stream: MediaStream, isMirrored: boolean): void;
  /** How many seconds have passed. */
  passed(seconds: number): void;
  /** Takes it off the screen and leaves a note, if there is something to say. */
  end(note: string | null): void;
}

/** Draws a capture through the live store. `stop` aborts what `stopped` gives back. */
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
      stop: () => controller.abort(new Error('The person using this device stopped it.')),
      hide: () => live.set({ capture: null }),
    },
  });
  return {
    countdown: (_, secondsLeft) => change({ phase: 'COUNTDOWN', secondsLeft }),
    indicator: (_, on) => change(on ? { phase: 'RECORDING', secondsPassed: 0 } : { phase: 'SENDING', preview: null }),
    // The note comes when it is known whether it was sent.
    note: () => undefined,
    stopped: () => controller.signal,
    showPreview: (preview, isMirrored) => change({ preview, isMirrored }),
    passed: (secondsPassed) => change({ secondsPassed }),
    end(note) {
      live.set({
        capture: null,
        captureNotes: note === null ? live.get().captureNotes : [note, ...live.get().captureNotes],
      });
    },
  };
}
