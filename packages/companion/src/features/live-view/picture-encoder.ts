import { limits, liveHeaderBytes, type LiveCodec } from '@fairwatch/contract';
import type { Size } from './picture-size.ts';

/** A picture or a packet of sound, as it is sent. */
export interface Encoded {
  codec: LiveCodec;
  isKey: boolean;
  takenMs: number;
  payload: Uint8Array;
}

/** Encodes pictures one after the other. What it cannot take in time is skipped. */
export interface PictureEncoder {
  /** False while it is busy, or the next picture is not due yet. */
  isReady(nowMs: number): boolean;
  /** The size in which it takes a picture of the camera. */
  sizeOf(picture: Size): Size;
  /** Encodes what is on the canvas. */
  encode(canvas: HTMLCanvasElement, takenMs: number): void;
  requestKey(): void;
  setRate(bytesPerSecond: number): void;
  /** Nothing is given out after that. */
  close(): void;
}

/** The bytes of a picture that fit into one message. */
export const mostPayloadBytes = limits.liveView.maxFrameBytes - liveHeaderBytes;
