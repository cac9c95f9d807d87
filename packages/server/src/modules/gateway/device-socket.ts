import { limits, sourceLanguage, type GatewayFrame, type Language, type SharingHours } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { AnswerStage } from '../commands/answers/answer-stage.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import type { DeviceBudget } from './frames/device-budget.ts';

/** Clients that can show this version of the notice, or a newer one, understand hours and grounds. */
const hoursSinceNotice = 2;
/** Clients that can show this version, or a newer one, ask their person to read the notice again. */
const readingSinceNotice = 3;

/** The WebSocket close code "try again later": the device comes back soon, to this server or to another one. */
export const tryAgainLater = 1013;

/** A received frame that is not handled yet. */
export interface WaitingFrame {
  data: Buffer;
  isBinary: boolean;
  /** True when the device may be sent an error about it, which is not the case over its budget. */
  canReply: boolean;
}

/** The internal field of `ws` that limits the size of a message. There is no public way to change it on an open connection. */
interface Receiving {
  _receiver: { _maxPayload: number };
}

/**
 * A device's socket with the state of its connection. It has plain fields and no timers or closures, because there are ten
 * thousand of them.
 */
export class DeviceSocket extends WebSocket {
  /** By the gateway's scheduler, like all times here. */
  openedAt = 0;
  /** When the last frame or ping arrived (Unix time in ms). */
  heardAt = 0;
  /** When the server started to close the connection; 0 while it has not. */
  disconnectedAt = 0;
  /** True once a hello arrived. `deviceId` is set once its token was found. */
  saidHello = false;
  deviceId = 0;
  /** The epoch of this connection, by which what came over it is fenced; see `DeviceConnection`. */
  epoch = 0;
  /** The IP address; it is stored when the device has connected, and cleared here. */
  address = '';
  /** True once a heartbeat arrived. From then on, null in the next four fields means that the device cannot read the value. */
  hasVitals = false;
  batteryPercent: number | null = null;
  charging: boolean | null = null;
  network: string | null = null;
  appVersion: string | null = null;
  /** True while the device shows its notice of supervision. While it is false, no command is sent and no answer is accepted. */
  noticeShown: boolean | null = null;
  /** True while a change of `noticeShown` is not stored yet. */
  noticeChanged = false;
  /** True when the device remembers the head of its log and wants to be sent it. */
  keepsLogHead = false;
  /** True during a call; null when the device does not report it. */
  inCall: boolean | null = null;
  /** True while a change of `inCall` is not published yet. */
  callChanged = false;
  /**
   * The rate limit of changes that are stored at once: the time until which its quota is used up. `queueSoon` in presence.ts
   * maintains it.
   */
  changesPaidUntil = 0;
  /** The rate limit of the points of a live location: the time until which its quota is used up. */
  livePaidUntil = 0;
  /** True when its client understands `supervision` frames, which it shows by naming its platform. */
  knowsSupervision = false;
  /** True when its client wants to be told which kinds of data the server uses. */
  knowsKinds = false;
  /** In which language its person reads. */
  language: Language = sourceLanguage;
  /** The newest version of the notice that its client can show; 0 for clients that did not say. */
  noticeVersion = 0;
  /** The sharing hours; null for any hour. */
  hours: SharingHours | null = null;
  /** The stage of the answer to the command that was sent over this socket. */
  answer: AnswerStage | null = null;
  /** The rate limits of the device, shared by all its connections; null before the hello. */
  budget: DeviceBudget | null = null;
  /** Frames that wait in the frame scheduler, in their order; null when none does. */
  waiting: WaitingFrame[] | null = null;
  /** True while a small frame is among them. */
  holdsPictures = false;
  /** The virtual finish time of the device in the frame scheduler: the smallest is served next. */
  place = 0;
  /** The latest command that was cancelled; a delivery of it that is still being read is dropped. */
  cancelledId = 0;
  /** The hour since 1970 for which its person was last counted as active. */
  notedHour = 0;

  #clock: Clock = systemClock;

  /** Called once, before anything is read. */
  open(clock: Clock): void {
    this.#clock = clock;
    this.openedAt = clock.now();
    this.heardAt = this.openedAt;
  }

  /** Allows large frames. Before this, `ws` closes the connection when a frame announces more bytes than a hello may have. */
  allowLargeFrames(): void {
    (this as unknown as Receiving)._receiver._maxPayload = limits.device.maxFrameBytes;
  }

  /** Removes and returns the answer's stage, for the caller to store. */
  takeAnswer(): AnswerStage | null {
    const { answer } = this;
    this.answer = null;
    return answer;
  }

  /** Discards the answer received so far, and frees its memory and disk space. */
  dropAnswer(): void {
    this.takeAnswer()?.discard();
  }

  /** Discards a command's answer and sends the device a cancel. */
  cancel(commandId: number): void {
    this.cancelledId = Math.max(this.cancelledId, commandId);
    if (this.answer?.commandId === commandId) this.dropAnswer();
    this.sendFrame({ type: 'cancel', commandId });
  }

  sendFrame(frame: GatewayFrame): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.send(JSON.stringify(this.#inItsVersion(frame)));
  }

  /** Removes fields that a client of an earlier version would reject. */
  #inItsVersion(frame: GatewayFrame): object {
    const logHead = 'logHead' in frame && !this.keepsLogHead;
    const hours = 'hours' in frame && this.noticeVersion < hoursSinceNotice;
    const reading = 'readNotice' in frame && this.noticeVersion < readingSinceNotice;
    const kinds = 'usedKinds' in frame && !this.knowsKinds;
    if (!logHead && !hours && !reading && !kinds) return frame;
    return {
      ...frame,
      ...(logHead && { logHead: undefined }),
      ...(hours && { ground: undefined, hours: undefined }),
      ...(reading && { readNotice: undefined }),
      ...(kinds && { usedKinds: undefined, ticketCategories: undefined }),
    };
  }

  /** Starts to close the connection; the sweep terminates a device that does not respond. */
  disconnect(code: number, reason: string): void {
    this.disconnectedAt = this.#clock.now();
    this.dropAnswer();
    this.close(code, reason);
  }
}
