import { t } from './camera.texts.ts';

/** HIDDEN: the page is not seen any more. ENDED: the camera or microphone was switched off, or another app took it. */
export type InterruptionKind = 'HIDDEN' | 'ENDED';

/** Why a capture was interrupted, in words for whoever asked. */
export class Interruption extends Error {
  readonly kind: InterruptionKind;

  constructor(kind: InterruptionKind) {
    super(t(kind === 'HIDDEN' ? 'hidden' : 'ended'));
    this.kind = kind;
  }
}

/** Interruptions that end a capture: the page is hidden, or the camera or microphone is lost. */
export interface CaptureInterruptions {
  /** Aborts with an `Interruption`. */
  signal: AbortSignal;
  /** Aborts when a track of this stream ends. */
  watch(stream: Pick<MediaStream, 'getTracks'>): void;
  forget(): void;
}

/** Watches for interruptions, so that nobody is recorded by a page that they do not see, and no partial recording is sent. */
export function watchCapture(page: Document = document): CaptureInterruptions {
  const controller = new AbortController();
  const listening = new AbortController();
  const stop = (kind: InterruptionKind) => controller.abort(new Interruption(kind));
  const look = () => page.visibilityState === 'hidden' && stop('HIDDEN');
  page.addEventListener('visibilitychange', look, { signal: listening.signal });
  look();
  return {
    signal: controller.signal,
    watch(stream) {
      for (const track of stream.getTracks()) {
        track.addEventListener('ended', () => stop('ENDED'), { signal: listening.signal });
      }
    },
    forget: () => listening.abort(),
  };
}
