import {
  errorText,
  hoursEndAt,
  isWithinHours,
  limits,
  metresBetween,
  type DeviceFrame,
  type GatewayFrame,
  type Grants,
  type LiveEnd,
  type LivePoint,
} from '@fairwatch/contract';
import type { Act } from '../commands/handlers.ts';

/** Where the device is, as its platform reports it. */
export interface Position {
  latitude: number;
  longitude: number;
  /** In metres. */
  accuracy: number;
  at: Date;
}

/**
 * Reports each new position until the returned function is called. `onFailed` is called at most once, with the reason, when there will be
 * none, such as without the permission of the person.
 */
export type WatchPosition = (
  onPosition: (position: Position) => void,
  onFailed: (reason: string) => void,
) => () => void;

/** A live location that runs on the device. It must be shown to the person, with a way to stop it. */
export interface RunningLive {
  sessionId: number;
  /** The admin who follows. */
  requestedBy: string;
  /** Why, in their words; null when they did not say. */
  reason: string | null;
  /** When it ends by itself. */
  until: string;
  /** How many points were sent. */
  points: number;
}

/** A live location that has ended, and why. */
export interface EndedLive extends RunningLive {
  end: LiveEnd;
}

/** How a client shows live locations. */
export interface LiveHandlers {
  /** Finds out where the device is, again and again. Without it a live location is refused. */
  watchPosition?: WatchPosition;
  /** What `onLiveLocation` was called with last before the device was stopped: it goes on. */
  liveLocation?: RunningLive | null;
  /** Called whenever a live location begins, has sent points, or has ended; `ended` is set in the last case. */
  onLiveLocation?(running: RunningLive | null, ended: EndedLive | null): void;
}

interface LiveOptions extends LiveHandlers {
  /** What the person shares now. */
  grants: Grants;
  isNoticeShown(): boolean;
  now(): Date;
  /** Resolves with false when there is no connection. */
  send(frame: Extract<DeviceFrame, { type: 'live-points' | 'live-end' }>): Promise<boolean>;
  /** Writes a line for the person. */
  log(line: string): void;
}

const { everyMs, pointsPerFrame } = limits.liveLocation;
/** A device that moved less than this has not moved: the positions of a phone that lies still vary by some metres. */
const movedMetres = 5;

type EndOfDevice = Extract<DeviceFrame, { type: 'live-end' }>['end'];

/**
 * Sends the position of the device as it moves, for some minutes. One runs at a time. It ends by itself at its time, and when less is shared
 * than it needs, whether or not the server can be told. Points of a broken connection are sent on the next one, as many as fit into a frame.
 */
export class LiveLocation {
  readonly #options: LiveOptions;
  #running: RunningLive | null = null;
  /** True once the answer to the command was sent: the server takes no points before. */
  #isBegun = false;
  #stopWatching: () => void = () => undefined;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  #pointTimer: ReturnType<typeof setTimeout> | undefined;
  /** The newest position that is not a point yet, and the last point. */
  #newest: Position | null = null;
  #last: Position | null = null;
  #takenAt = 0;
  #unsent: LivePoint[] = [];
  /** An end that the server has not confirmed. */
  #untold: { sessionId: number; end: EndOfDevice } | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  get running(): RunningLive | null {
    return this.#running;
  }

  /** Carries out the command. Resolves when the first position is known; rejects when there is none. */
  readonly begin: Act<'LIVE_LOCATION'> = async ({ minutes }, { commandId, requestedBy, reason, signal }) => {
    if (this.#running) throw new Error(errorText('live_running'));
    const until = new Date(this.#options.now().getTime() + minutes * 60_000).toISOString();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#isBegun = false;
    let isFound = false;
    const onFirst = () => {
      isFound = true;
      resolve();
    };
    this.#watch({ sessionId: commandId, requestedBy, reason, until, points: 0 }, onFirst, (problem) => {
      // Later on it means that the person has taken the permission back.
      if (isFound) return this.#end('STOPPED_BY_PERSON');
      this.#halt();
      reject(new Error(problem));
    });
    const abort = () => this.#halt();
    signal.addEventListener('abort', abort, { once: true });
    await promise;
    signal.removeEventListener('abort', abort);
    this.#options.log(`${requestedBy} follows the location of this device for ${minutes} minutes`);
    this.#tell(null);
    return [];
  };

  /** Called when the answer to a command was sent: points may follow. */
  answered(commandId: number): void {
    if (this.#running?.sessionId !== commandId || this.#isBegun) return;
    this.#isBegun = true;
    void this.#flush();
  }

  /** Goes on with what ran when the device was stopped. */
  resume(): void {
    const { liveLocation = null, now } = this.#options;
    if (liveLocation === null) return;
    if (Date.parse(liveLocation.until) <= now().getTime()) return this.#tell({ ...liveLocation, end: 'OVER' });
    this.#isBegun = true;
    this.#watch(liveLocation, undefined, () => this.#end('STOPPED_BY_PERSON'));
    this.#tell(null);
    this.narrowed();
  }

  /** The person stops it. */
  stop(): void {
    this.#end('STOPPED_BY_PERSON');
  }

  /** Ends it when the person shares less than it needs, or the notice is not shown. */
  narrowed(): void {
    if (!this.#running) return;
    const { grants, isNoticeShown, now } = this.#options;
    // The server learns the others from the frame of the person's decision, or ends it by itself.
    if (!isNoticeShown()) this.#end('NOTICE_HIDDEN');
    else if (!grants.capabilities.includes('LOCATION')) this.#ended('WITHDRAWN');
    else if (grants.paused) this.#ended('PAUSED');
    else if (!isWithinHours(grants.hours, now())) this.#ended('OUTSIDE_HOURS');
    else this.#planEnd();
  }

  /** The command was cancelled before it had begun. */
  cancel(commandId: number): void {
    if (this.#running?.sessionId === commandId) this.#halt();
  }

  /** The server has ended it, or confirms its end. */
  receive({ sessionId, end }: Extract<GatewayFrame, { type: 'live-stop' }>): void {
    if (this.#untold?.sessionId === sessionId) this.#untold = null;
    if (this.#running?.sessionId === sessionId) this.#ended(end);
  }

  connected(): void {
    if (this.#untold) void this.#options.send({ type: 'live-end', ...this.#untold });
    void this.#flush();
  }

  /** The device has ended, or is stopped. */
  close(): void {
    this.#halt();
  }

  #watch(running: RunningLive, onFirst: (() => void) | undefined, onFailed: (problem: string) => void): void {
    const { watchPosition } = this.#options;
    if (!watchPosition) return onFailed('This device cannot tell where it is as it moves.');
    this.#running = running;
    this.#planEnd();
    this.#stopWatching = watchPosition((position) => {
      if (this.#running?.sessionId !== running.sessionId) return;
      this.#take(position);
      onFirst?.();
    }, onFailed);
  }

  /** Plans the end at its time, or when the sharing hours end before that. */
  #planEnd(): void {
    if (!this.#running) return;
    const { grants, now } = this.#options;
    const until = Date.parse(this.#running.until);
    const hoursEnd = hoursEndAt(grants.hours, now())?.getTime() ?? Number.POSITIVE_INFINITY;
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => this.#endIfOver(), Math.max(0, Math.min(until, hoursEnd) - now().getTime()));
  }

  /** Checked with each position too, because the timers of a page that was frozen are late. */
  #endIfOver(): boolean {
    if (!this.#running) return true;
    if (Date.parse(this.#running.until) <= this.#options.now().getTime()) this.#end('OVER');
    else this.narrowed();
    return this.#running === null;
  }

  #take(position: Position): void {
    if (this.#endIfOver()) return;
    if (this.#last && metresBetween(this.#last, position) < movedMetres) return;
    this.#newest = position;
    if (this.#pointTimer !== undefined) return;
    const waitMs = Math.max(0, this.#takenAt + everyMs - this.#options.now().getTime());
    this.#pointTimer = setTimeout(() => this.#addPoint(), waitMs);
  }

  #addPoint(): void {
    this.#pointTimer = undefined;
    const position = this.#newest;
    if (!position || this.#endIfOver()) return;
    const { latitude, longitude, accuracy, at } = position;
    this.#last = position;
    this.#newest = null;
    this.#takenAt = this.#options.now().getTime();
    const point = { latitude, longitude, accuracy: Math.round(accuracy), at: at.toISOString() };
    this.#unsent = [...this.#unsent, point].slice(-pointsPerFrame);
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (!this.#running || !this.#isBegun || this.#unsent.length === 0) return;
    const { sessionId } = this.#running;
    const points = this.#unsent;
    this.#unsent = [];
    const isSent = await this.#options.send({ type: 'live-points', sessionId, points });
    if (this.#running?.sessionId !== sessionId) return;
    if (!isSent) {
      this.#unsent = [...points, ...this.#unsent].slice(-pointsPerFrame);
      return;
    }
    this.#running = { ...this.#running, points: this.#running.points + points.length };
    this.#tell(null);
  }

  /** Ends it here and tells the server, now or on the next connection. */
  #end(end: EndOfDevice): void {
    if (!this.#running) return;
    const { sessionId } = this.#running;
    this.#untold = { sessionId, end };
    void this.#options.send({ type: 'live-end', sessionId, end });
    this.#ended(end);
  }

  #ended(end: LiveEnd): void {
    const running = this.#running;
    if (!running) return;
    this.#halt();
    this.#options.log(`${running.requestedBy} no longer follows the location of this device: ${end}`);
    this.#options.onLiveLocation?.(null, { ...running, end });
  }

  /** Stops everything without a word to the server. */
  #halt(): void {
    this.#stopWatching();
    this.#stopWatching = () => undefined;
    clearTimeout(this.#endTimer);
    clearTimeout(this.#pointTimer);
    this.#pointTimer = undefined;
    this.#running = null;
    this.#newest = null;
    this.#last = null;
    this.#takenAt = 0;
    this.#unsent = [];
  }

  #tell(ended: EndedLive | null): void {
    this.#options.onLiveLocation?.(this.#running, ended);
  }
}
