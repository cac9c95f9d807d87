import type { DeviceFrame, PushSubscriptionKeys } from '@fairwatch/contract';

type PushFrame = Extract<DeviceFrame, { type: 'push-subscription' }>;

interface PushWishOptions {
  /** Called whenever `open` has changed, except by the end of the device. */
  onChange(): void;
  say(frame: PushFrame): void;
}

/**
 * Where the person's browser can be reached by push, until the server has it. It stands apart from the other wishes since its
 * answer, `supervision`, also comes unasked: the first one of each connection answers nothing. So it is said after that one.
 */
export class PushWish {
  readonly #options: PushWishOptions;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #frame: PushFrame | null = null;
  #isTold = false;
  #isSaid = false;
  #ended: Error | null = null;

  constructor(options: PushWishOptions) {
    this.#options = options;
  }

  /** What is not confirmed yet. */
  get open(): readonly PushFrame[] {
    return this.#frame ? [this.#frame] : [];
  }

  /** Resolves when the server has it; rejects with its reason when it refuses. A later one takes the place of an earlier one. */
  ask(subscription: PushSubscriptionKeys | null): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    this.#frame = { type: 'push-subscription', subscription };
    this.#options.onChange();
    this.#say();
    return waiting.promise;
  }

  /** A `supervision` frame arrived. */
  supervised(): void {
    if (this.#isSaid) this.#settle(({ resolve }) => resolve());
    this.#isTold = true;
    this.#say();
  }

  refused(about: string | null, reason: string): void {
    if (about === 'push-subscription') this.#settle(({ reject }) => reject(new Error(reason)));
  }

  disconnected(): void {
    this.#isTold = false;
    this.#isSaid = false;
  }

  /** Nobody will answer any more. What was not said is still to be said when the device is started again. */
  end(reason: string): void {
    const ended = new Error(reason);
    this.#ended = ended;
    for (const { reject } of this.#waiting.splice(0)) reject(ended);
  }

  #say(): void {
    if (!this.#isTold || !this.#frame) return;
    this.#isSaid = true;
    this.#options.say(this.#frame);
  }

  #settle(tell: (waiting: PromiseWithResolvers<void>) => void): void {
    if (!this.#frame) return;
    this.#frame = null;
    this.#isSaid = false;
    for (const waiting of this.#waiting.splice(0)) tell(waiting);
    this.#options.onChange();
  }
}
