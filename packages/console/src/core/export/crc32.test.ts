import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

const encode = (text: string) => new TextEncoder().encode(text);

it('sums bytes up as zip files do, also piece by piece', () => {
  // The values that every description of the checksum gives.
  expect(crc32(encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(encode('The quick brown fox jumps over the lazy dog'))).toBe(0x414fa339);
  expect(crc32(encode('6789'), crc32(encode('12345')))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});
