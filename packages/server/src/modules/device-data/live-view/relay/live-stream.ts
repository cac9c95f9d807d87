import {
  decodeLiveHeader,
  isWithinHours,
  limits,
  setLiveFrameAge,
  type GatewayFrame,
  type LiveFrameHeader,
  type LiveViewEnd,
  type SharingHours,
} from '@fairwatch/contract';
import type { DeviceConnection } from '../../../../shared/device-connection.ts';
import type { BegunLiveView } from '../live-views.store.ts';
import { TokenBucket } from './token-bucket.ts';

const { bytesAtOnce, bytesPerSecond, maxFrameBytes } = limits.liveView;
/** How often it is checked whether the time is up and the person's hours go on. */
const checkEveryMs = 1000;
/** How far the clock of the database may be off. */
const clockToleranceMs = 2000;

/** The connection of a device, as the relay needs it. */
export interface LiveDevice extends Readonly<DeviceConnection> {
  readonly hours: SharingHours | null;
  readonly noticeShown: boolean | null;
  sendFrame(frame: GatewayFrame): void;
  disconnect(code: number, reason: string): void;
}

/** A frame that may be sent on. */
export interface LiveFrame {
  header: LiveFrameHeader;
  /** The whole message, with the header and its age. */
  bytes: Buffer;
}

/** What becomes of a message. LATE: it was right but may not be sent on now. BAD: it is none of this live view. An end: it is over. */
export type Received = LiveFrame | 'LATE' | 'BAD' | LiveViewEnd;

/** The pictures and sound of one live view as they arrive from its device. */
export class LiveStream {
  readonly id: number;
  readonly device: LiveDevice;
  /** True while sound is allowed. Once withdrawn it stays away: the device has begun without it. */
  sound: boolean;
  /** Why it may not be relayed any more, before its end is stored; null while it may. */
  cutAs: LiveViewEnd | null = null;
  /** How many reasons there are to wait for the database: whether it has ended through another server. */
  holds = 0;
  /** The servers that have viewers, other than this one. */
  watchedElsewhere = false;
  /** True while frames were lost on the way to other servers, up to the next key frame. */
  elsewhereNeedsKey = true;
  /** The rate that the device was told, in bytes a second. */
  toldRate = 0;
  /** Frames that were refused. */
  badFrames = 0;
  readonly #until: number;
  readonly #budget: TokenBucket;
  #sequence = -1;
  #needsKey = false;
  #checkedAt = -Infinity;
  /** The shortest time between taking a frame and its arrival, by two clocks: those that took longer are older. */
  #fastest = Infinity;

  constructor({ id, sound, until }: BegunLiveView, device: LiveDevice, now: number) {
    this.id = id;
    this.device = device;
    this.sound = sound;
    this.#until = until.getTime();
    this.#budget = new TokenBucket({ atOnce: bytesAtOnce, perSecond: bytesPerSecond }, now);
  }

  /** Checks a message by its size and header, and writes its age into it. What is behind the header is never read. */
  receive(bytes: Buffer, now: number, total: TokenBucket): Received {
    const header = bytes.length > maxFrameBytes ? null : decodeLiveHeader(bytes);
    if (header === null || header.sessionId !== this.id || header.sequence <= this.#sequence) return 'BAD';
    this.#sequence = header.sequence;
    this.#fastest = Math.min(this.#fastest, now - header.takenMs);
    if (this.cutAs !== null || this.holds > 0) return this.#skip(header);
    const end = this.#findEnd(now);
    if (end !== null) return end;
    if (!this.#budget.has(bytes.length, now) || !total.has(bytes.length, now)) return this.#skip(header);
    if (header.codec === 'OPUS' ? !this.sound : this.#needsKey && !header.isKey) return 'LATE';
    if (header.codec !== 'OPUS') this.#needsKey = false;
    this.#budget.take(bytes.length);
    total.take(bytes.length);
    const ageMs = now - header.takenMs - this.#fastest;
    setLiveFrameAge(bytes, ageMs);
    return { header: { ...header, ageMs }, bytes };
  }

  /** Nothing can be decoded behind a picture that is missing, up to the next key frame. */
  #skip({ codec }: LiveFrameHeader): 'LATE' {
    if (codec !== 'OPUS') this.#needsKey = true;
    return 'LATE';
  }

  #findEnd(now: number): LiveViewEnd | null {
    if (this.device.noticeShown === false) return 'NOTICE_HIDDEN';
    if (now - this.#checkedAt < checkEveryMs) return null;
    this.#checkedAt = now;
    if (!isWithinHours(this.device.hours, new Date())) return 'OUTSIDE_HOURS';
    return Date.now() > this.#until + clockToleranceMs ? 'OVER' : null;
  }
}
