import { t } from './capture.texts.ts';

/** Interruptions that end a capture: the page is hidden, or the camera or microphone is lost. */
export interface CaptureInterruptions {
  /** Aborts with a readable reason. */
  signal: AbortSignal;
  /** Aborts when a track of this stream ends. */
  watch(stream: MediaStream): void;
  forget(): void;
}

/** Watches for interruptions, so that nobody is recorded by a page that they do not see, and no partial recording is sent. */
export function watchCapture(page: Document = document): CaptureInterruptions {
  const controller = new AbortController();
  const listening = new AbortController();
  const stop = (reason: string) => controller.abort(new Error(reason));
  const look = () => page.visibilityState === 'hidden' && stop(t('hidden'));
  page.addEventListener('visibilitychange', look, { signal: listening.signal });
  look();
  return {
    signal: controller.signal,
    watch(stream) {
      for (const track of stream.getTracks()) {
        track.addEventListener('ended', () => stop(t('ended')), { signal: listening.signal });
      }
    },
    forget: () => listening.abort(),
  };
}
