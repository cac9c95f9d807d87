import type { LiveCapture, LiveState as DeviceState } from '@fairwatch/device/core';
import type { Settings } from '../storage/saved-device.ts';
import type { OutgoingFile } from '../tickets/saved-tickets.ts';

/** A capture that is shown on the whole screen. */
export interface CaptureOnScreen extends LiveCapture {
  /** What the camera sees; null for a voice recording, and until the camera is open. */
  preview: MediaStream | null;
  /** True for a front camera, whose preview is mirrored. */
  isMirrored: boolean;
  /** Hides it while it is being sent. */
  hide(): void;
}

/** The camera of a live view, as its person sees and steers it. */
export interface LiveCamera {
  /** The stream of the open camera, for the preview that its person sees. */
  preview: MediaStream;
  /** True for a front camera, whose preview is mirrored. */
  isMirrored: boolean;
  /** The device has another camera. */
  canTurn: boolean;
  isTurning: boolean;
  /** The microphone is on. It may be off although sound was allowed: not every browser can send it. */
  hasSound: boolean;
  isMuted: boolean;
  /** Why the camera could not be turned; null when it was. */
  problem: string | null;
  /** Goes on with the other camera. */
  turn(): void;
  mute(isMuted: boolean): void;
}

/** The state that the screens subscribe to. */
export interface LiveState extends DeviceState {
  capture: CaptureOnScreen | null;
  /** The camera of the live view that runs; null until it is open. */
  liveCamera: LiveCamera | null;
  settings: Settings;
  /** Files for tickets that are not sent yet. */
  outgoingFiles: readonly OutgoingFile[];
}
