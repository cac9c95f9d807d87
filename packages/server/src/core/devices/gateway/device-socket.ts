import { limits, type GatewayFrame, type SharingHours } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { AnswerStage } from '../commands/answer-stage.ts';
import type { DeviceBudget } from './device-budget.ts';

/** Clients that can show this notice, or a newer one, know what hours and grounds are. */
const hoursSinceNotice = 2;

/** A frame that came and is not handled yet. */
export interface WaitingFrame {
  data: Buffer;
  isBinary: boolean;
  /** Whether the device may be told what is wrong with it. */
  mayAnswer: boolean;
}

/** What of a connection in `ws` says how large a message may be. There is no public way to change it later. */
interface Receiving {
  _receiver: { _maxPayload: number };
}

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
  /** Whether a heartbeat arrived. From then on, null in the next four fields means that the device cannot read the value. */
  toldVitals = false;
  batteryPercent: number | null = null;
  charging: boolean | null = null;
  network: string | null = null;
  appVersion: string | null = null;
  /** Whether its note that it is supervised is shown. While it is not, nothing is asked of it and no answer is taken. */
  noticeShown: boolean | null = null;
  /** Whether `noticeShown` changed and that is not stored yet. */
  noticeChanged = false;
  /** It keeps the newest entry of its log, and is told it. */
  keepsLogHead = false;
  /** Whether a call is under way; null when the device does not tell. */
  inCall: boolean | null = null;
  /** That changed, and consoles are not told yet. */
  callChanged = false;
  /** The rate limit of changes that are stored at once: the time until which its quota is used up. `noteSoon` in presence.ts keeps it. */
  changesPaidUntil = 0;
  /** Its client understands `supervision`: it named its platform. */
  knowsSupervision = false;
  /** The newest notice that its client can show; 0 for clients of a version that did not say. */
  noticeVersion = 0;
  /** In which hours its person shares; null for any hour. */
  hours: SharingHours | null = null;
  /** The answer to the command that was sent over this socket. */
  answer: AnswerStage | null = null;
  /** What the device may still say; shared by all its connections, null before the hello. */
  budget: DeviceBudget | null = null;
  /** Frames that wait for their turn, in their order; null when none does. */
  waiting: WaitingFrame[] | null = null;
  /** Where the device is in the queue for large frames: the smallest place comes next. */
  place = 0;
  /** The latest command that was cancelled: a delivery of it that is still on its way comes too late. */
  cancelledId = 0;
  /** The hour since 1970 in which its person was last noted as active. */
  notedHour = 0;

  /** Lets large frames in. Until then `ws` closes the connection when the length of a frame says more than a hello takes. */
  allowLargeFrames(): void {
    (this as unknown as Receiving)._receiver._maxPayload = limits.device.maxFrameBytes;
  }

  /** Gives the answer away, for whoever stores it. */
  takeAnswer(): AnswerStage | null {
    const { answer } = this;
    this.answer = null;
    return answer;
  }

  /** Forgets what came of the answer so far, and frees its memory and its space on disk. */
  dropAnswer(): void {
    this.takeAnswer()?.discard();
  }

  /** Forgets a command and tells the device to. */
  cancel(commandId: number): void {
    this.cancelledId = Math.max(this.cancelledId, commandId);
    if (this.answer?.commandId === commandId) this.dropAnswer();
    this.tell({ type: 'cancel', commandId });
  }

  tell(frame: GatewayFrame): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.send(JSON.stringify(this.#inItsVersion(frame)));
  }

  /** A device of an earlier version would not understand a frame with a field that it does not know. */
  #inItsVersion(frame: GatewayFrame): object {
    const logHead = 'logHead' in frame && !this.keepsLogHead;
    const hours = 'hours' in frame && this.noticeVersion < hoursSinceNotice;
    if (!logHead && !hours) return frame;
    return { ...frame, ...(logHead && { logHead: undefined }), ...(hours && { ground: undefined, hours: undefined }) };
  }

  /** Starts the goodbye; a device that does not answer it is cut off by the sweep. */
  part(code: number, reason: string): void {
    this.partedAt = Date.now();
    this.dropAnswer();
    this.close(code, reason);
  }
}
