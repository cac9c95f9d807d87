import type { Camera } from '@fairwatch/contract';
import type { LiveViewSource, OpenedFor, OutgoingFile, Store, TakenFrame } from '@fairwatch/device/core';
import { t as cameraText } from '../../core/camera/camera.texts.ts';
import type { CaptureInterruptions } from '../../core/camera/capture-interruptions.ts';
import { openStreamUnless } from '../../core/camera/open-stream.ts';
import { takePhoto } from '../../core/camera/take-photo.ts';
import type { LiveCamera, LiveState } from '../../core/live/live-state.ts';
import { beginUnderWay } from '../../core/updates/under-way.ts';
import type { PictureCodec } from './choose-codec.ts';
import { keepAwake } from './keep-awake.ts';
import { LivePictures } from './live-pictures.ts';
import { sendSound } from './live-sound.ts';
import type { Encoded } from './picture-encoder.ts';
import { t } from '../../core/live-view/live-view.texts.ts';

interface CameraSourceOptions {
  live: Store<LiveState>;
  wanted: OpenedFor;
  interruptions: CaptureInterruptions;
  stream: MediaStream;
  codecs: readonly PictureCodec[];
  /** The device has another camera. */
  canTurn: boolean;
}

/** The camera and the microphone of a live view, open until `close`. What they give is encoded only between `take` and `stopTaking`. */
export class CameraSource implements LiveViewSource {
  readonly #options: CameraSourceOptions;
  readonly #pictures: LivePictures;
  readonly #openedAt = performance.now();
  readonly #endUnderWay = beginUnderWay();
  readonly #sleepAgain = keepAwake();
  #camera: Camera;
  #video: MediaStreamTrack;
  /** Null without sound. */
  #audio: MediaStreamTrack | null;
  #onFrame: ((frame: TakenFrame) => void) | null = null;
  #stopSending: (() => void) | null = null;
  #isMuted = false;
  /** Null while the camera is not being turned. */
  #turning: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: CameraSourceOptions) {
    const { stream, codecs, wanted, interruptions, canTurn } = options;
    this.#options = options;
    this.#video = videoOf(stream);
    this.#audio = stream.getAudioTracks()[0] ?? null;
    this.#camera = cameraOf(this.#video, wanted.params.camera);
    this.#pictures = new LivePictures({ codecs, now: () => this.#now(), onEncoded: (picture) => this.#give(picture) });
    interruptions.watch({ getTracks: () => [this.#video] });
    // The pictures go on without the sound.
    this.#audio?.addEventListener('ended', () => this.stopSound(), { once: true });
    this.#show({
      ...this.#shownCamera(),
      canTurn,
      isTurning: false,
      hasSound: this.#audio !== null,
      isMuted: false,
      problem: null,
      turn: () => this.#turn(),
      mute: (isMuted) => this.#mute(isMuted),
    });
  }

  take(onFrame: (frame: TakenFrame) => void): void {
    if (this.#isClosed) return;
    this.#onFrame = onFrame;
    if (this.#turning === null) this.#pictures.start(this.#video);
    this.#sendSound();
  }

  stopTaking(): void {
    this.#onFrame = null;
    this.#pictures.stop();
    this.#stopSending?.();
    this.#stopSending = null;
  }

  requestKey(): void {
    this.#pictures.requestKey();
  }

  setRate(bytesPerSecond: number): void {
    this.#pictures.setRate(bytesPerSecond);
  }

  stopSound(): void {
    this.#stopSending?.();
    this.#stopSending = null;
    this.#audio?.stop();
    this.#audio = null;
    this.#show({ hasSound: false });
  }

  async still(): Promise<OutgoingFile> {
    await this.#turning;
    return await takePhoto(new MediaStream([this.#video]), this.#ending);
  }

  close(): void {
    if (this.#isClosed) return;
    this.stopTaking();
    this.#isClosed = true;
    this.#options.interruptions.forget();
    this.#video.stop();
    this.#audio?.stop();
    this.#endUnderWay();
    this.#sleepAgain();
    this.#options.live.set({ liveCamera: null });
  }

  get #ending(): AbortSignal {
    return AbortSignal.any([this.#options.wanted.signal, this.#options.interruptions.signal]);
  }

  #now(): number {
    return performance.now() - this.#openedAt;
  }

  #give(encoded: Encoded): void {
    this.#onFrame?.({ ...encoded, camera: this.#camera, isMuted: this.#isMuted || this.#audio === null });
  }

  #sendSound(): void {
    if (this.#onFrame === null || this.#audio === null || this.#isMuted || this.#stopSending !== null) return;
    this.#stopSending = sendSound({
      track: this.#audio,
      now: () => this.#now(),
      onEncoded: (packet) => this.#give(packet),
      onFailed: () => this.stopSound(),
    });
  }

  #mute(isMuted: boolean): void {
    if (this.#isClosed || this.#audio === null) return;
    this.#isMuted = isMuted;
    this.#audio.enabled = !isMuted;
    if (isMuted) {
      this.#stopSending?.();
      this.#stopSending = null;
    } else {
      this.#sendSound();
    }
    this.#show({ isMuted });
  }

  #turn(): void {
    if (!this.#isClosed) this.#turning ??= this.#openOther();
  }

  /** Opens the other camera; when that fails, the one from before. Few phones open both at once, so there is no picture meanwhile. */
  async #openOther(): Promise<void> {
    this.#show({ isTurning: true, problem: null });
    this.#pictures.stop();
    this.#video.stop();
    const before = this.#camera;
    try {
      await this.#open(before === 'FRONT' ? 'BACK' : 'FRONT');
    } catch {
      if (!this.#isClosed) await this.#openAgain(before);
    } finally {
      this.#turning = null;
      this.#show({ isTurning: false });
      if (this.#onFrame !== null) this.#pictures.start(this.#video);
    }
  }

  async #openAgain(camera: Camera): Promise<void> {
    try {
      await this.#open(camera);
      this.#show({ problem: t('notTurned') });
    } catch {
      if (!this.#isClosed) this.#options.wanted.onLost('CAMERA_LOST');
    }
  }

  async #open(camera: Camera): Promise<void> {
    const stream = await openStreamUnless(this.#ending, { camera, sound: false });
    const video = videoOf(stream);
    if (this.#isClosed) return video.stop();
    this.#video = video;
    this.#camera = cameraOf(video, camera);
    this.#options.interruptions.watch({ getTracks: () => [video] });
    this.#show(this.#shownCamera());
  }

  #shownCamera(): Pick<LiveCamera, 'preview' | 'isMirrored'> {
    return { preview: new MediaStream([this.#video]), isMirrored: this.#camera === 'FRONT' };
  }

  #show(changes: Partial<LiveCamera>): void {
    if (this.#isClosed) return;
    const { live } = this.#options;
    live.set({ liveCamera: { ...live.get().liveCamera, ...changes } as LiveCamera });
  }
}

/** The picture of a stream, which was checked to have one. */
function videoOf(stream: MediaStream): MediaStreamTrack {
  const [video] = stream.getVideoTracks();
  if (!video) throw new Error(cameraText('camera.empty'));
  return video;
}

/** Which camera was opened: a device with one camera opens that, whichever was asked for. */
function cameraOf(track: MediaStreamTrack, asked: Camera): Camera {
  const { facingMode } = track.getSettings();
  if (facingMode === 'user') return 'FRONT';
  return facingMode === 'environment' ? 'BACK' : asked;
}
