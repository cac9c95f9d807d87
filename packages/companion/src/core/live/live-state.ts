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

/** The state that the screens subscribe to. */
export interface LiveState extends DeviceState {
  capture: CaptureOnScreen | null;
  settings: Settings;
  /** Files for tickets that are not sent yet. */
  outgoingFiles: readonly OutgoingFile[];
}
