import { limits, type GatewayFrame } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { AnswerStage } from '../commands/answer-stage.ts';

/** Frames a device may send each second for long, and at once after a quiet while. */
const framesPerSecond = 100;
const framesAtOnce = 300;

/**
 * A device's socket with all the server knows about it. Plain fields and no timer or closure of its own: there are
 * ten thousand of them.
 */
export class DeviceSocket extends WebSocket {
  readonly openedAt = Date.now();
  /** When the device last said anything. */
  heardAt = this.openedAt;
  /** When the server ended the connection; 0 while it has not. */
  partedAt = 0;
  /** A hello came; the device is known once its token was found. */
  greeted = false;
  deviceId = 0;
  /** From where it connected; given to the database with its arrival and then forgotten. */
  address = '';
  batteryPercent: number | null = null;
  charging: boolean | null = null;
  network: string | null = null;
  appVersion: string | null = null;
  noticeShown: boolean | null = null;
  /** The answer to the command that was sent over this socket. */
  answer: AnswerStage | null = null;
  /** The latest command that was cancelled: a delivery of it that is still on its way comes too late. */
  cancelledId = 0;
  /** The hour since 1970 in which its person was last noted as active. */
  notedHour = 0;
  #wishes: number = limits.device.wishesAtOnce;
  #wishedAt = this.openedAt;
  #frames = framesAtOnce;
  #filledAt = this.openedAt;

  /** Takes one frame off the budget; false when the device should wait. It falls behind by a second at most. */
  spendFrame(now: number): boolean {
    this.heardAt = now;
    const filled = this.#frames + ((now - this.#filledAt) / 1000) * framesPerSecond;
    this.#frames = Math.max(-framesPerSecond, Math.min(framesAtOnce, filled) - 1);
    this.#filledAt = now;
    return this.#frames >= 0;
  }

  /** Whether the budget has filled up again after it was spent. */
  mayContinue(now: number): boolean {
    return this.#frames + ((now - this.#filledAt) / 1000) * framesPerSecond >= 1;
  }

  /** Takes one wish of the person off their budget; false when there are too many. */
  spendWish(now: number): boolean {
    const { wishesAtOnce, wishesPerSecond } = limits.device;
    const filled = Math.min(wishesAtOnce, this.#wishes + ((now - this.#wishedAt) / 1000) * wishesPerSecond);
    this.#wishedAt = now;
    this.#wishes = filled < 1 ? filled : filled - 1;
    return filled >= 1;
  }

  /** Forgets a command and tells the device to. */
  cancel(commandId: number): void {
    this.cancelledId = Math.max(this.cancelledId, commandId);
    if (this.answer?.commandId === commandId) this.answer = null;
    this.tell({ type: 'cancel', commandId });
  }

  tell(frame: GatewayFrame): void {
    if (this.readyState === WebSocket.OPEN) this.send(JSON.stringify(frame));
  }

  /** Starts the goodbye; a device that does not answer it is cut off by the sweep. */
  part(code: number, reason: string): void {
    this.partedAt = Date.now();
    this.answer = null;
    this.close(code, reason);
  }
}
