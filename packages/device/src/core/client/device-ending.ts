import { deviceSocketClose } from '@fairwatch/contract';

/** Why a device stopped for good: `stop` was called, its person left, an admin ended it, or its token is refused or in use elsewhere. */
export type DeviceEnd = 'stopped' | 'left' | 'ended' | 'refused' | 'replaced';

/** Decides whether a device reconnects after its connection closed, and keeps why it does not. */
export class DeviceEnding {
  /** Settles when the device will not connect again. */
  readonly ended: Promise<DeviceEnd>;
  #resolve: (end: DeviceEnd) => void = () => undefined;
  #isStopping = false;
  #isLeaving = false;
  #isEndedByAdmin = false;
  #isSettled = false;

  constructor() {
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Whether the device is stopping or has ended: it opens no further connection. */
  get isOver(): boolean {
    return this.#isStopping || this.#isSettled;
  }

  stopping(): void {
    this.#isStopping = true;
  }

  leaving(): void {
    this.#isLeaving = true;
  }

  endedByAdmin(): void {
    this.#isEndedByAdmin = true;
  }

  settle(end: DeviceEnd): void {
    this.#isSettled = true;
    this.#resolve(end);
  }

  /** True when the device must not reconnect after this close code. `isAway` is set when the device itself disconnected for a while. */
  endsWith(code: number, isAway: boolean): boolean {
    const end = this.#endOf(code, isAway);
    if (end !== null) this.settle(end);
    return end !== null;
  }

  #endOf(code: number, isAway: boolean): DeviceEnd | null {
    if (this.#isEndedByAdmin) return 'ended';
    if (code === deviceSocketClose.left) return 'left';
    if (this.#isStopping) return 'stopped';
    if (code === deviceSocketClose.refused) return this.#isLeaving ? 'left' : 'refused';
    // Reconnecting would disconnect the other client, which would reconnect in turn, for ever.
    if (code === deviceSocketClose.replaced && !isAway) return 'replaced';
    return null;
  }
}
