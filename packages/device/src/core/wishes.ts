import type { DeviceFrame, GatewayFrame } from '@fairwatch/contract';

type Answer = Extract<GatewayFrame, { type: 'grants' | 'log' | 'log-visits' | 'left' | 'archive' }>;

interface Wish {
  frame: DeviceFrame;
  answer: Answer['type'];
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * What the person wants of the server, one after the other. A wish whose answer was lost with the connection is
 * said again on the next one: said twice it does the same.
 */
export class Wishes {
  readonly #waiting: Wish[] = [];
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
      this.#waiting.push({ frame, answer, resolve: resolve as Wish['resolve'], reject });
      this.#changed();
      if (this.#waiting.length === 1) this.#sayNext();
    });
  }

  /** What is waiting to be said or answered. */
  get open(): readonly DeviceFrame[] {
    return this.#waiting.map(({ frame }) => frame);
  }

  connected(send: (frame: DeviceFrame) => void): void {
    this.#send = send;
    this.#sayNext();
  }

  disconnected(): void {
    this.#send = null;
  }

  answered(answer: Answer): void {
    if (this.#waiting[0]?.answer !== answer.type) return;
    this.#waiting.shift()?.resolve(answer);
    this.#changed();
    this.#sayNext();
  }

  refused(about: string | null, reason: string): void {
    if (about === null || this.#waiting[0]?.frame.type !== about) return;
    this.#waiting.shift()?.reject(new Error(reason));
    this.#changed();
    this.#sayNext();
  }

  /** Nobody will answer any more. What was not said is still to be said when the device is started again. */
  end(reason: string): void {
    const ended = new Error(reason);
    this.#ended = ended;
    for (const { reject } of this.#waiting.splice(0)) reject(ended);
  }

  #sayNext(): void {
    const [next] = this.#waiting;
    if (next) this.#send?.(next.frame);
  }
}
