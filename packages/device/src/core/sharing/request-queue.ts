import type { DeviceFrame, GatewayFrame } from '@fairwatch/contract';

type Answer = Extract<GatewayFrame, { type: 'grants' | 'log' | 'log-visits' | 'left' | 'archive' }>;

interface QueuedRequest {
  frame: DeviceFrame;
  answer: Answer['type'];
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * The requests of the person to the server, sent one at a time. A request whose answer was lost with the connection is sent again
 * on the next one: each of them is idempotent.
 */
export class RequestQueue {
  readonly #waiting: QueuedRequest[] = [];
  readonly #changed: () => void;
  #send: ((frame: DeviceFrame) => void) | null = null;
  #ended: Error | null = null;

  /** `changed` is called whenever `open` has changed, except by the end of the device. */
  constructor(changed: () => void = () => undefined) {
    this.#changed = changed;
  }

  /** Resolves with the server's answer; rejects with its reason when it refuses. */
  ask<Type extends Answer['type']>(frame: DeviceFrame, answer: Type): Promise<Extract<Answer, { type: Type }>> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ frame, answer, resolve: resolve as QueuedRequest['resolve'], reject });
      this.#changed();
      if (this.#waiting.length === 1) this.#sendNext();
    });
  }

  /** The requests that are not sent or not answered yet. */
  get open(): readonly DeviceFrame[] {
    return this.#waiting.map(({ frame }) => frame);
  }

  connected(send: (frame: DeviceFrame) => void): void {
    this.#send = send;
    this.#sendNext();
  }

  disconnected(): void {
    this.#send = null;
  }

  answered(answer: Answer): void {
    if (this.#waiting[0]?.answer !== answer.type) return;
    this.#waiting.shift()?.resolve(answer);
    this.#changed();
    this.#sendNext();
  }

  refused(about: string | null, reason: string): void {
    if (about === null || this.#waiting[0]?.frame.type !== about) return;
    this.#waiting.shift()?.reject(new Error(reason));
    this.#changed();
    this.#sendNext();
  }

  /** Rejects every open request, since no answer will come. `changed` is not called, so that they are kept for the next start. */
  end(reason: string): void {
    const ended = new Error(reason);
    this.#ended = ended;
    for (const { reject } of this.#waiting.splice(0)) reject(ended);
  }

  #sendNext(): void {
    const [next] = this.#waiting;
    if (next) this.#send?.(next.frame);
  }
}
