/** What ends a capture against everybody's will. */
export interface CaptureBreaks {
  /** Aborts with the reason in words. */
  signal: AbortSignal;
  /** From now on a camera that ends, ends the capture too. */
  watch(stream: MediaStream): void;
  forget(): void;
}

const hidden = 'The page was left or the screen went off, so the capture was stopped.';
const ended = 'The camera or microphone was switched off meanwhile.';

/** Nobody is captured by a page that they do not see, and half a recording is not called a whole one. */
export function watchCapture(page: Document = document): CaptureBreaks {
  const controller = new AbortController();
  const listening = new AbortController();
  const stop = (reason: string) => controller.abort(new Error(reason));
  const look = () => page.visibilityState === 'hidden' && stop(hidden);
  page.addEventListener('visibilitychange', look, { signal: listening.signal });
  look();
  return {
    signal: controller.signal,
    watch(stream) {
      for (const track of stream.getTracks()) {
        track.addEventListener('ended', () => stop(ended), { signal: listening.signal });
      }
    },
    forget: () => listening.abort(),
  };
}
