import type { LiveCapture, LiveDevice, LiveState } from '@fairwatch/device/core';
import type { FileUpdates } from '../updates/file-updates.ts';
import type { Choices } from './choices.ts';

/** A capture that the person sees in a notification and on the screen. */
export interface TermuxCapture extends LiveCapture {
  commandId: number;
  /** Its notification is on the phone. Nothing is recorded before that. */
  onShown(): void;
  /** Ends it, because it could not be shown to the person. */
  fail(problem: Error): void;
}

/** The state that the notifications and the person's screen subscribe to. */
export interface TermuxState extends LiveState {
  capture: TermuxCapture | null;
  choices: Choices;
  /** Whether the permanent note is shown. While it is not, nothing is collected. */
  noticeShown: boolean;
}

/** A joined phone with Termux. */
export interface TermuxDevice extends LiveDevice<TermuxState> {
  /** Address of the server, such as `https://fairwatch.example.com`. */
  serverUrl: string;
  /** Another version of this program that the server offers. */
  updates: FileUpdates;
  changeChoices(changes: Partial<Choices>): Promise<void>;
  /** Remembers that the person has read what was captured. */
  dismissCaptureNotes(): void;
  /** Deletes everything that is stored on this phone, after the device has ended. */
  forget(): Promise<void>;
}
