import { expect, it } from 'vitest';
import { exifDate } from './exif-date.ts';

/** The head of a JPEG whose EXIF says when it was taken. */
function photo(taken: string, offset: string | null): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(200);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) =>
    Array.from(text).forEach((letter, place) => (bytes[at + place] = letter.charCodeAt(0)));
  const tag = (at: number, id: number, value: number) => {
    view.setUint16(at, id, true);
    view.setUint32(at + 8, value, true);
  };
  view.setUint16(0, 0xff_d8);
  view.setUint16(2, 0xff_e1);
  view.setUint16(4, 190);
  write(6, 'Exif');
  const tiff = 12;
  write(tiff, 'II');
  view.setUint16(tiff + 2, 42, true);
  view.setUint32(tiff + 4, 8, true);
  view.setUint16(tiff + 8, 1, true);
  tag(tiff + 10, 0x87_69, 30);
  view.setUint16(tiff + 30, offset === null ? 1 : 2, true);
  tag(tiff + 32, 0x90_03, 80);
  tag(tiff + 44, 0x90_11, 110);
  write(tiff + 80, taken);
  write(tiff + 110, offset ?? '');
  return bytes;
}

it('reads when a photo was taken, with the offset of its clock', async () => {
  expect(await exifDate(new Blob([photo('2025:08:14 17:30:05', '+02:00')]))).toEqual(new Date('2025-08-14T15:30:05Z'));
  expect(await exifDate(new Blob([photo('2025:08:14 17:30:05', null)]))).toEqual(new Date('2025-08-14T17:30:05'));
});

it('returns null for other files, wrong dates and wrong lengths', async () => {
  expect(await exifDate(new Blob([]))).toBeNull();
  expect(await exifDate(new Blob(['not a picture']))).toBeNull();
  expect(await exifDate(new Blob([photo('0000:00:00 00:00:00', null)]))).toBeNull();
  const whole = photo('2025:08:14 17:30:05', null);
  for (let length = 0; length < 110; length += 7) expect(await exifDate(new Blob([whole.slice(0, length)]))).toBeNull();
});
