import { expect, it } from 'vitest';
import { h264CodecName } from './h264.ts';

it('reads profile and level of an H.264 stream, behind other parts of the key frame', () => {
  const delimiter = [0, 0, 0, 1, 0x09, 0xf0];
  const parameters = [0, 0, 0, 1, 0x67, 0x42, 0xe0, 0x1f, 0x8d];
  expect(h264CodecName(Uint8Array.from([...delimiter, ...parameters]))).toBe('avc1.42e01f');
  expect(h264CodecName(Uint8Array.from([...delimiter, 0, 0, 1, 0x65, 1, 2, 3, 4]))).toBeNull();
  expect(h264CodecName(new Uint8Array())).toBeNull();
});
