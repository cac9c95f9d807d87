import { expect, it } from 'vitest';
import { decodeLiveHeader, encodeLiveFrame, liveHeaderBytes, livePayload, setLiveFrameAge } from './live-frame.ts';
import type { LiveFrameHeader } from './live-frame.ts';

const header: LiveFrameHeader = {
  codec: 'VP8',
  isKey: true,
  camera: 'FRONT',
  isMuted: true,
  sequence: 4_294_967_295,
  sessionId: 2 ** 40 + 7,
  takenMs: 599_000,
  ageMs: 0,
};
const payload = Uint8Array.of(1, 2, 3);

it('a header and the bytes behind it come back as they were', () => {
  const frame = encodeLiveFrame(header, payload);
  expect(decodeLiveHeader(frame)).toEqual(header);
  expect([...livePayload(frame)]).toEqual([1, 2, 3]);
  const other: LiveFrameHeader = { ...header, codec: 'OPUS', isKey: false, camera: 'BACK', isMuted: false };
  expect(decodeLiveHeader(encodeLiveFrame(other, payload))).toEqual(other);
});

it('is read wherever it lies in its buffer', () => {
  const frame = encodeLiveFrame(header, payload);
  const within = new Uint8Array(frame.byteLength + 5);
  within.set(frame, 5);
  expect(decodeLiveHeader(within.subarray(5))).toEqual(header);
});

it('the age is written into a frame that is sent on, up to a minute', () => {
  const frame = encodeLiveFrame(header, payload);
  setLiveFrameAge(frame, 412.4);
  expect(decodeLiveHeader(frame)?.ageMs).toBe(412);
  setLiveFrameAge(frame, 1e9);
  expect(decodeLiveHeader(frame)?.ageMs).toBe(65_535);
  setLiveFrameAge(frame, -5);
  expect(decodeLiveHeader(frame)?.ageMs).toBe(0);
});

it.each([
  ['without bytes behind its header', (frame: Uint8Array) => frame.subarray(0, liveHeaderBytes)],
  ['shorter than a header', (frame: Uint8Array) => frame.subarray(0, 7)],
  ['of another version', (frame: Uint8Array) => frame.with(0, 2)],
  ['with an unknown codec', (frame: Uint8Array) => frame.with(1, 9)],
  ['with an unknown flag', (frame: Uint8Array) => frame.with(2, 8)],
  ['with something where nothing stands', (frame: Uint8Array) => frame.with(3, 1)],
])('a message %s is no live frame', (_, change) => {
  expect(decodeLiveHeader(change(encodeLiveFrame(header, payload)))).toBeNull();
});
