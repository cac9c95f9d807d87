import { limits, liveHeaderBytes } from '@fairwatch/contract';
import type { TakenFrame } from './live-view-source.ts';

const { bytesPerSecond, bytesAtOnce, maxFrameBytes } = limits.liveView;

/** While more than this waits to be sent, pictures are skipped: what arrives late is of no use. */
export const mostBufferedBytes = 64 * 1024;
/** The rate before the server has named one. It leaves room in the budget for pictures that are larger than planned. */
export const startingRate = bytesPerSecond / 2;
const slowestRate = 16 * 1024;
/** After so long without a skipped picture, the rate grows by `growth`. */
const growAfterMs = 2000;
const growth = 1.15;
/** What waits needs some time to be sent, so the rate is halved once in this time at most. */
const slowEveryMs = 1000;
/** Half of what the server allows: what waited on the way arrives there at once. */
const burstBytes = bytesAtOnce / 2;

interface GateOptions {
  /** Called with the bytes a second that the source has to encode for. */
  setRate(rate: number): void;
  /** Called when only a key frame can be shown next. */
  requestKey(): void;
  /** In milliseconds. */
  now(): number;
}

/** Decides which frames are sent. After a skipped picture nothing is sent up to the next key frame, since it could not be decoded. */
export class FrameGate {
  readonly #options: GateOptions;
  #rate = startingRate;
  #ceiling = startingRate;
  #isSkipping = false;
  #isKeyRequested = false;
  #changedAt: number;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #budget = burstBytes;
  #budgetAt: number;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#changedAt = options.now();
    this.#budgetAt = options.now();
    options.setRate(this.#rate);
  }

  /** The server takes so many bytes a second. A lower rate holds at once, a higher one is approached slowly. */
  limitTo(ceiling: number): void {
    this.#ceiling = Math.min(ceiling, bytesPerSecond);
    if (this.#rate > this.#ceiling) this.#change(this.#ceiling);
  }

  /** True when the frame is to be sent. `buffered` is how many bytes wait on the socket. */
  passes({ codec, isKey, payload }: Pick<TakenFrame, 'codec' | 'isKey' | 'payload'>, buffered: number): boolean {
    const isSound = codec === 'OPUS';
    const bytes = payload.byteLength + liveHeaderBytes;
    this.#refill();
    if (bytes > maxFrameBytes || buffered > mostBufferedBytes || bytes > this.#budget) {
      if (!isSound) this.#skip();
      return false;
    }
    if (!isSound && this.#isSkipping && !isKey) {
      if (!this.#isKeyRequested) this.#options.requestKey();
      this.#isKeyRequested = true;
      return false;
    }
    if (!isSound) {
      this.#isSkipping = false;
      this.#grow();
    }
    this.#budget -= bytes;
    return true;
  }

  #refill(): void {
    const now = this.#options.now();
    const gained = (Math.max(0, now - this.#budgetAt) / 1000) * bytesPerSecond;
    this.#budget = Math.min(burstBytes, this.#budget + gained);
    this.#budgetAt = now;
  }

  #skip(): void {
    this.#isSkipping = true;
    this.#isKeyRequested = false;
    const now = this.#options.now();
    this.#changedAt = now;
    if (now - this.#slowedAt < slowEveryMs) return;
    this.#slowedAt = now;
    this.#change(Math.max(slowestRate, this.#rate / 2));
  }

  #grow(): void {
    if (this.#rate >= this.#ceiling || this.#options.now() - this.#changedAt < growAfterMs) return;
    this.#change(Math.min(this.#ceiling, this.#rate * growth));
  }

  #change(rate: number): void {
    const rounded = Math.round(rate);
    this.#changedAt = this.#options.now();
    if (rounded === this.#rate) return;
    this.#rate = rounded;
    this.#options.setRate(rounded);
  }
}
