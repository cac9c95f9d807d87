import type { DeviceFrame, PushSubscriptionKeys } from '@fairwatch/contract';

type PushFrame = Extract<DeviceFrame, { type: 'push-subscription' }>;

interface PushRequestOptions {
  /** Called whenever `open` has changed, except by the end of the device. */
  onChange(): void;
  send(frame: PushFrame): void;
}

/**
 * The person's push subscription until the server has stored it. It is not in the request queue, since its answer, `supervision`,
 * also comes unasked: the first one of each connection answers nothing. So the subscription is sent after that one.
 */
export class PushRequest {
  readonly #options: PushRequestOptions;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #frame: PushFrame | null = null;
  #isSupervisionReceived = false;
  #isSent = false;
  #ended: Error | null = null;

  constructor(options: PushRequestOptions) {
    this.#options = options;
  }

  /** The frame that the server has not confirmed yet. */
  get open(): readonly PushFrame[] {
    return this.#frame ? [this.#frame] : [];
  }

  /** Resolves when the server has stored it; rejects with its reason when it refuses. A later subscription replaces an earlier one. */
  ask(subscription: PushSubscriptionKeys | null): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    this.#frame = { type: 'push-subscription', subscription };
    this.#options.onChange();
    this.#send();
    return waiting.promise;
  }

  /** A `supervision` frame arrived. */
  supervised(): void {
    if (this.#isSent) this.#settle(({ resolve }) => resolve());
    this.#isSupervisionReceived = true;
    this.#send();
  }

  refused(about: string | null, reason: string): void {
    if (about === 'push-subscription') this.#settle(({ reject }) => reject(new Error(reason)));
  }

  disconnected(): void {
    this.#isSupervisionReceived = false;
    this.#isSent = false;
  }

  /** Rejects whoever waits, since no answer will come. The frame stays open, so that it is kept for the next start. */
  end(reason: string): void {
    const ended = new Error(reason);
    this.#ended = ended;
    for (const { reject } of this.#waiting.splice(0)) reject(ended);
  }

  #send(): void {
    if (!this.#isSupervisionReceived || !this.#frame) return;
    this.#isSent = true;
    this.#options.send(this.#frame);
  }

  #settle(tell: (waiting: PromiseWithResolvers<void>) => void): void {
    if (!this.#frame) return;
    this.#frame = null;
    this.#isSent = false;
    for (const waiting of this.#waiting.splice(0)) tell(waiting);
    this.#options.onChange();
  }
}
