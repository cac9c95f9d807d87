import type { Camera } from './cameras.ts';

/** How the bytes of a live frame are encoded. H264 is in Annex B form, so that each key frame stands alone. OPUS is sound. */
export const liveCodecs = ['JPEG', 'VP8', 'H264', 'OPUS'] as const;
export type LiveCodec = (typeof liveCodecs)[number];

/** The header of one picture or packet of sound of a live view, which is sent as one binary message. */
export interface LiveFrameHeader {
  codec: LiveCodec;
  /** True for what can be decoded without an earlier picture: a JPEG, a key frame, a packet of sound. */
  isKey: boolean;
  /** The camera that it is from. */
  camera: Camera;
  /** The person has muted the sound, or none was allowed. */
  isMuted: boolean;
  /** Counts all frames of a session from 0. Gaps are allowed, since a device skips what it cannot send in time. */
  sequence: number;
  /** The live view, by the id of its command. */
  sessionId: number;
  /** When it was taken, in milliseconds since the device began. */
  takenMs: number;
  /** How old it was when the server sent it on, in milliseconds; a device sends 0. */
  ageMs: number;
}

/** Bytes of the header, before those of the picture. */
export const liveHeaderBytes = 24;

const headerVersion = 1;
const flags = { key: 1, front: 2, muted: 4 } as const;
const maxAgeMs = 0xffff;
const highWord = 2 ** 32;

/** Writes a header and the bytes behind it into one message. */
export function encodeLiveFrame(header: LiveFrameHeader, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(liveHeaderBytes + payload.byteLength);
  const view = new DataView(frame.buffer);
  const { codec, isKey, camera, isMuted, sequence, sessionId, takenMs, ageMs } = header;
  view.setUint8(0, headerVersion);
  view.setUint8(1, liveCodecs.indexOf(codec));
  view.setUint8(2, (isKey ? flags.key : 0) | (camera === 'FRONT' ? flags.front : 0) | (isMuted ? flags.muted : 0));
  view.setUint32(4, sequence);
  view.setUint32(8, Math.floor(sessionId / highWord));
  view.setUint32(12, sessionId % highWord);
  view.setUint32(16, takenMs);
  view.setUint16(20, Math.min(ageMs, maxAgeMs));
  frame.set(payload, liveHeaderBytes);
  return frame;
}

/** Reads the header of a message; null when it is no live frame. The bytes behind it are never looked at here. */
export function decodeLiveHeader(frame: Uint8Array): LiveFrameHeader | null {
  if (frame.byteLength <= liveHeaderBytes) return null;
  const view = viewOf(frame);
  const codec = liveCodecs[view.getUint8(1)];
  const bits = view.getUint8(2);
  const isOurs = view.getUint8(0) === headerVersion && bits < 8 && view.getUint8(3) === 0 && view.getUint16(22) === 0;
  if (!isOurs || codec === undefined) return null;
  return {
    codec,
    isKey: (bits & flags.key) !== 0,
    camera: (bits & flags.front) === 0 ? 'BACK' : 'FRONT',
    isMuted: (bits & flags.muted) !== 0,
    sequence: view.getUint32(4),
    sessionId: view.getUint32(8) * highWord + view.getUint32(12),
    takenMs: view.getUint32(16),
    ageMs: view.getUint16(20),
  };
}

/** Writes the age into a message that is sent on, in place. */
export function setLiveFrameAge(frame: Uint8Array, ageMs: number): void {
  viewOf(frame).setUint16(20, Math.min(Math.max(0, Math.round(ageMs)), maxAgeMs));
}

/** The bytes behind the header, without a copy. */
export function livePayload(frame: Uint8Array): Uint8Array {
  return frame.subarray(liveHeaderBytes);
}

function viewOf(frame: Uint8Array): DataView {
  return new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
}
