import type { Camera, CommandParams, LiveCodec, LiveViewEnd } from '@fairwatch/contract';
import type { OutgoingFile } from '../files/upload-file.ts';

/** A picture, or a packet of sound, as the platform has encoded it. */
export interface TakenFrame {
  codec: LiveCodec;
  /** True for what can be decoded without an earlier picture. */
  isKey: boolean;
  camera: Camera;
  /** The person has muted the sound. */
  isMuted: boolean;
  /** When it was taken, in milliseconds since the camera was opened. */
  takenMs: number;
  payload: Uint8Array;
}

/** The camera of a platform, opened for one live view. */
export interface LiveViewSource {
  /** Begins to take pictures, and ends with `stopTaking`; may be called again. */
  take(onFrame: (frame: TakenFrame) => void): void;
  stopTaking(): void;
  /** The next picture is a key frame. */
  requestKey(): void;
  /** Encodes for so many bytes a second from now on. */
  setRate(bytesPerSecond: number): void;
  /** Switches the microphone off for good, since it is no longer shared. The pictures go on. */
  stopSound(): void;
  /** A JPEG of this moment, for a photo. */
  still(): Promise<OutgoingFile>;
  /** Switches camera and microphone off for good. */
  close(): void;
}

/** What a camera is opened for. */
export interface OpenedFor {
  /** `sound` is true only while the microphone is shared, too. */
  params: CommandParams<'LIVE_VIEW'>;
  requestedBy: string;
  reason: string | null;
  /** About when it ends by itself. The client ends it, not the source. */
  until: Date;
  /** Aborts when the live view is over, also before the camera is open. */
  signal: AbortSignal;
  /** The source calls it when it cannot go on. */
  onLost(end: 'PAGE_HIDDEN' | 'CAMERA_LOST'): void;
}

/** Opens the camera, which may ask the person for a permission. It takes no pictures yet. */
export type OpenLiveView = (wanted: OpenedFor) => Promise<LiveViewSource>;

/** A live view that runs on the device. It must be shown to the person, with a way to stop it. */
export interface RunningLiveView {
  sessionId: number;
  /** The admin who asked. */
  requestedBy: string;
  /** Why, in their words; null when they did not say. */
  reason: string | null;
  /** COUNTDOWN from the person's tap, also while the camera is being opened. */
  phase: 'COUNTDOWN' | 'LIVE';
  /** The seconds left in the countdown. */
  secondsLeft: number;
  /** When it ends by itself. */
  until: Date;
  /** The camera that the latest picture is from. */
  camera: Camera;
  /** The sound is sent, unless the person mutes it. */
  sound: boolean;
  /** The usernames of those who watch, as many as the server names. */
  viewers: readonly string[];
  viewerCount: number;
  /** How many pictures were kept as photos. */
  stills: number;
}

/** A live view that has ended, and why. */
export interface EndedLiveView extends RunningLiveView {
  end: LiveViewEnd;
}

/** How a client shows live views. */
export interface LiveViewHandlers {
  /** Opens the camera. Without it a live view is refused. */
  openLiveView?: OpenLiveView;
  /** False where the platform has no sound for live views: only pictures are asked of the person, and sent. */
  liveViewSound?: boolean;
  /** Called whenever a live view begins, changes or has ended; `ended` is set in the last case. */
  onLiveView?(running: RunningLiveView | null, ended: EndedLiveView | null): void;
  /** Called when an admin keeps a picture of the live view as a photo: the person is told of each. */
  onStill?(still: { requestedBy: string; reason: string | null }): void;
}
