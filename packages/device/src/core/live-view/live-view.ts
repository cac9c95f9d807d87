import {
  encodeLiveFrame,
  errorText,
  hoursEndAt,
  isWithinHours,
  limits,
  liveViewSinceNotice,
  type CommandParams,
  type DeviceFrame,
  type GatewayFrame,
  type Grants,
  type LiveViewEnd,
  type LiveViewEndOfDevice,
} from '@fairwatch/contract';
import type { Answer } from '../commands/command-runner.ts';
import type { Act, Work } from '../commands/handlers.ts';
import { sleep } from '../retry/sleep.ts';
import { coreText } from '../texts/core.texts.ts';
import { FrameGate } from './frame-gate.ts';
import type {
  EndedLiveView,
  LiveViewHandlers,
  LiveViewSource,
  OpenLiveView,
  RunningLiveView,
  TakenFrame,
} from './live-view-source.ts';

type Frame<Type extends GatewayFrame['type']> = Extract<GatewayFrame, { type: Type }>;

interface LiveViewOptions extends LiveViewHandlers {
  /** What the person shares now. */
  grants: Grants;
  isNoticeShown(): boolean;
  /** The version of the notice that the person has agreed to; 0 while the server has not told it. */
  readNotice(): number;
  now(): Date;
  /** The server has welcomed the device on the current connection. */
  isConnected(): boolean;
  send(frame: Extract<DeviceFrame, { type: 'live-view-end' }>): void;
  /** Sends one binary message; false when there is no connection. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean;
  /** How many bytes wait on the connection. */
  buffered(): number;
  /** Writes a line for the person. */
  log(line: string): void;
}

const { countdownSeconds } = limits.recording;
const highestMs = 2 ** 32 - 1;

/**
 * Sends live pictures of the camera for some minutes, while somebody watches. One runs at a time. It ends by itself at its time, when less is
 * shared than it needs, and with the connection: nothing of it resumes by itself.
 */
export class LiveView {
  readonly #options: LiveViewOptions;
  #running: RunningLiveView | null = null;
  #source: LiveViewSource | null = null;
  #gate: FrameGate | null = null;
  /** Aborts when the live view that runs is over. */
  #over = new AbortController();
  /** True once the answer to the command was sent: the server takes no pictures before. */
  #isBegun = false;
  #isTaking = false;
  #sequence = 0;
  #endTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveViewOptions) {
    this.#options = options;
  }

  get running(): RunningLiveView | null {
    return this.#running;
  }

  /** Why a live view is refused before the person is asked; null when it is not. */
  refusal(): string | null {
    const { openLiveView, readNotice } = this.#options;
    if (!openLiveView) return coreText('liveView.impossible');
    // 0 means that the server has not told which notice its person has read. It refuses the command itself then.
    return readNotice() > 0 && readNotice() < liveViewSinceNotice ? errorText('notice_not_read') : null;
  }

  /** Carries out the command. Resolves when the countdown is over; rejects when the camera cannot be opened, or it ends before. */
  readonly begin: Act<'LIVE_VIEW'> = async (params, work) => {
    const { openLiveView, isConnected, log } = this.#options;
    if (this.#running) throw new Error(errorText('live_view_running'));
    if (!openLiveView) throw new Error(coreText('liveView.impossible'));
    if (!isConnected()) throw new Error(failureText('DISCONNECTED'));
    const { requestedBy, signal } = work;
    const over = this.#prepare(params, work);
    const abort = () => this.#cancelled(work.commandId);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const source = await this.#open(openLiveView, params, work, over.signal);
      await this.#countDown(work, over.signal);
      this.#golive(source, params.minutes);
    } catch (error) {
      if (!over.signal.aborted) this.#halt();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
    log(`${requestedBy} sees a live picture of this device for up to ${params.minutes} minutes`);
    return [];
  };

  /** The answer to its command. It has failed when the live view is over already, for instance because the connection broke meanwhile. */
  answerOf(commandId: number, answer: Answer): Answer {
    if (typeof answer === 'string' || 'failed' in answer || this.#running?.sessionId === commandId) return answer;
    return { failed: coreText('liveView.over') };
  }

  /** Called when the answer to a command was sent: pictures may follow. */
  answered(commandId: number): void {
    if (this.#running?.sessionId !== commandId) return;
    this.#isBegun = true;
    this.#takeWhileWatched();
  }

  /** Keeps a picture of this moment as a photo. Its person is not asked again, and is told of it. */
  readonly still = async ({ liveView }: CommandParams<'CAPTURE_PHOTO'>, work: Work) => {
    const isRunning = () => this.#running?.phase === 'LIVE' && this.#running.sessionId === liveView;
    const source = this.#source;
    if (!source || !isRunning()) throw new Error(errorText('live_view_not_found'));
    work.report(0, 'COUNTDOWN');
    work.report(0, 'RECORDING');
    const file = await source.still();
    work.signal.throwIfAborted();
    if (!this.#running || !isRunning()) throw new Error(coreText('liveView.over'));
    const { requestedBy, reason } = work;
    this.#change({ stills: this.#running.stills + 1 });
    this.#options.onStill?.({ requestedBy, reason });
    work.report(0, 'UPLOADING');
    return [{ key: 'capture', sha256: await work.upload(file), durationMs: null }];
  };

  /** The device ends it: its person stops it, or its page was hidden. */
  stop(end: LiveViewEndOfDevice = 'STOPPED_BY_PERSON'): void {
    if (!this.#running) return;
    const { sessionId, phase } = this.#running;
    // Before that the server has no session, and learns it as the failure of the command.
    if (phase === 'LIVE') this.#options.send({ type: 'live-view-end', sessionId, end });
    this.#ended(end);
  }

  /** Ends it, or its sound, when the person shares less than it needs, or the notice is not shown. */
  narrowed(): void {
    if (!this.#running) return;
    const { grants, isNoticeShown, now } = this.#options;
    // The server learns the others from the frame of the person's decision, or ends it by itself.
    if (!isNoticeShown()) this.stop('NOTICE_HIDDEN');
    else if (!grants.capabilities.includes('CAMERA')) this.#ended('WITHDRAWN');
    else if (grants.paused) this.#ended('PAUSED');
    else if (!isWithinHours(grants.hours, now())) this.#ended('OUTSIDE_HOURS');
    else {
      if (this.#running.sound && !this.#sharesSound()) this.#endSound();
      this.#planEnd();
    }
  }

  /** The command was cancelled before it had begun. */
  cancel(commandId: number): void {
    if (this.#running?.sessionId === commandId) this.#ended('STOPPED_BY_ADMIN');
  }

  receive(frame: Frame<'live-view-stop' | 'live-view-viewers' | 'live-view-rate'>): void {
    if (this.#running?.sessionId !== frame.sessionId) return;
    if (frame.type === 'live-view-stop') return this.#ended(frame.end);
    if (frame.type === 'live-view-rate') return this.#gate?.limitTo(frame.bytesPerSecond);
    const hasGrown = frame.count > this.#running.viewerCount;
    this.#change({ viewers: frame.names, viewerCount: frame.count });
    this.#takeWhileWatched();
    // Who has just come can show nothing before it.
    if (hasGrown && this.#isTaking) this.#source?.requestKey();
  }

  /** The connection has broken, or the device disconnects: the camera goes off, whatever the server knows. */
  disconnected(): void {
    this.#ended('DISCONNECTED');
  }

  #prepare({ camera, minutes, sound }: CommandParams<'LIVE_VIEW'>, work: Work): AbortController {
    const { commandId, requestedBy, reason } = work;
    const until = new Date(this.#options.now().getTime() + minutes * 60_000 + countdownSeconds * 1000);
    this.#over = new AbortController();
    this.#isBegun = false;
    this.#isTaking = false;
    this.#sequence = 0;
    this.#running = {
      sessionId: commandId,
      requestedBy,
      reason,
      phase: 'COUNTDOWN',
      secondsLeft: countdownSeconds,
      until,
      camera,
      sound: sound && this.#sharesSound(),
      viewers: [],
      viewerCount: 0,
      stills: 0,
    };
    this.#tell(null);
    return this.#over;
  }

  /** Opens the camera. When it is over before that, the camera is closed as soon as it is open. */
  async #open(
    openLiveView: OpenLiveView,
    params: CommandParams<'LIVE_VIEW'>,
    { commandId, requestedBy, reason }: Work,
    over: AbortSignal,
  ): Promise<LiveViewSource> {
    const { sound = false, until = new Date(0) } = this.#running ?? {};
    const opening = openLiveView({
      params: { ...params, sound },
      requestedBy,
      reason,
      until,
      signal: over,
      onLost: (end) => {
        if (this.#running?.sessionId === commandId) this.stop(end);
      },
    });
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const give = () => reject(over.reason as Error);
    over.addEventListener('abort', give, { once: true });
    try {
      const source = await Promise.race([opening, aborted]);
      over.throwIfAborted();
      this.#source = source;
      // The microphone may have been withdrawn while the camera was being opened.
      if (sound && this.#running?.sound === false) source.stopSound();
      return source;
    } catch (error) {
      opening.then(
        (source) => source.close(),
        () => undefined,
      );
      throw error;
    } finally {
      over.removeEventListener('abort', give);
    }
  }

  async #countDown(work: Work, over: AbortSignal): Promise<void> {
    for (let secondsLeft = countdownSeconds; secondsLeft > 0; secondsLeft -= 1) {
      this.#change({ secondsLeft });
      work.report(0, 'COUNTDOWN');
      await sleep(1000, over);
    }
  }

  #golive(source: LiveViewSource, minutes: number): void {
    const until = new Date(this.#options.now().getTime() + minutes * 60_000);
    this.#gate = new FrameGate({
      setRate: (rate) => source.setRate(rate),
      requestKey: () => source.requestKey(),
      now: () => this.#options.now().getTime(),
    });
    this.#change({ phase: 'LIVE', secondsLeft: 0, until });
    this.#planEnd();
  }

  /** Nothing leaves the device while nobody watches. */
  #takeWhileWatched(): void {
    const source = this.#source;
    const isWatched = this.#isBegun && (this.#running?.viewerCount ?? 0) > 0;
    if (!source || isWatched === this.#isTaking) return;
    this.#isTaking = isWatched;
    if (isWatched) source.take((frame) => this.#sendFrame(source, frame));
    else source.stopTaking();
  }

  #sendFrame(source: LiveViewSource, frame: TakenFrame): void {
    // Checked with each picture too, because the timers of a page that was frozen are late.
    if (this.#source !== source || !this.#isTaking || this.#endIfOver() || !this.#running) return;
    const { sessionId, sound, camera: shown } = this.#running;
    const { codec, isKey, camera, payload } = frame;
    const isMuted = frame.isMuted || !sound;
    if (codec === 'OPUS' && isMuted) return;
    if (camera !== shown && codec !== 'OPUS') this.#change({ camera });
    const sequence = this.#sequence++;
    const { sendBytes, buffered } = this.#options;
    if (!this.#gate?.passes(frame, buffered())) return;
    const takenMs = Math.min(highestMs, Math.max(0, Math.round(frame.takenMs)));
    sendBytes(encodeLiveFrame({ codec, isKey, camera, isMuted, sequence, sessionId, takenMs, ageMs: 0 }, payload));
  }

  /** Plans the end at its time, or when the sharing hours end before that. */
  #planEnd(): void {
    clearTimeout(this.#endTimer);
    if (this.#running?.phase !== 'LIVE') return;
    const { grants, now } = this.#options;
    const hoursEnd = hoursEndAt(grants.hours, now())?.getTime() ?? Number.POSITIVE_INFINITY;
    const at = Math.min(this.#running.until.getTime(), hoursEnd);
    this.#endTimer = setTimeout(() => this.#endIfOver(), Math.max(0, at - now().getTime()));
  }

  #endIfOver(): boolean {
    if (!this.#running) return true;
    const { grants, now } = this.#options;
    if (this.#running.until <= now()) this.stop('OVER');
    else if (!isWithinHours(grants.hours, now())) this.#ended('OUTSIDE_HOURS');
    return this.#running === null;
  }

  #sharesSound(): boolean {
    const { grants, liveViewSound = true } = this.#options;
    return liveViewSound && grants.capabilities.includes('MICROPHONE');
  }

  #endSound(): void {
    this.#change({ sound: false });
    this.#source?.stopSound();
  }

  /** The command was cancelled, or what it needs is no longer shared. */
  #cancelled(commandId: number): void {
    this.narrowed();
    this.cancel(commandId);
  }

  #ended(end: LiveViewEnd): void {
    const running = this.#running;
    if (!running) return;
    this.#halt(new Error(failureText(end)));
    this.#options.log(`${running.requestedBy} no longer sees a live picture of this device: ${end}`);
    this.#options.onLiveView?.(null, { ...running, end });
  }

  /** Switches everything off without a word to the server. */
  #halt(reason?: Error): void {
    const source = this.#source;
    this.#running = null;
    this.#source = null;
    this.#gate = null;
    this.#isTaking = false;
    clearTimeout(this.#endTimer);
    source?.close();
    this.#over.abort(reason);
    if (!reason) this.#tell(null);
  }

  #change(changes: Partial<RunningLiveView>): void {
    if (!this.#running) return;
    this.#running = { ...this.#running, ...changes };
    this.#tell(null);
  }

  #tell(ended: EndedLiveView | null): void {
    this.#options.onLiveView?.(this.#running, ended);
  }
}

/** Why a live view did not begin, for the admin. */
function failureText(end: LiveViewEnd): string {
  const known = ['STOPPED_BY_PERSON', 'PAGE_HIDDEN', 'CAMERA_LOST', 'DISCONNECTED'] as const;
  const name = known.find((each) => each === end);
  return name ? coreText(`liveView.failed.${name}`) : coreText('liveView.over');
}
