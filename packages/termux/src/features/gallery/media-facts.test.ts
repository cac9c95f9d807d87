import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { gifOf, heicOf, jpegOf, mp4Of, pngOf, webpOf } from './media-for-test.ts';
import { readMediaFacts } from './media-facts.ts';

function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (start, length) => {
      const part = Uint8Array.from(bytes.subarray(Math.max(0, start), Math.max(0, start + length)));
      return new DataView(part.buffer);
    },
  };
}

const factsOf = (bytes: Uint8Array) => readMediaFacts(sourceOf(bytes));
const thumbnail = jpegOf({ width: 160, height: 120 });
const taken = new Date('2025-08-14T15:30:05Z');

describe('the head of a file', () => {
  it('tells size, time and thumbnail of a JPEG', async () => {
    const facts = await factsOf(jpegOf({ width: 4000, height: 3000, exif: { thumbnail } }));
    expect(facts).toMatchObject({ width: 4000, height: 3000, takenAt: taken, durationMs: null, format: 'jpeg_pipe' });
    expect(Buffer.from(facts.thumbnail ?? [])).toEqual(thumbnail);
    expect(await factsOf(jpegOf({ width: 40, height: 30 }))).toMatchObject({
      width: 40,
      takenAt: null,
      thumbnail: null,
    });
  });

  it('turns a JPEG that was taken upright, and its thumbnail too', async () => {
    const facts = await factsOf(jpegOf({ width: 4000, height: 3000, exif: { thumbnail, orientation: 6 } }));
    expect(facts).toMatchObject({ width: 3000, height: 4000 });
    const turned = await factsOf(facts.thumbnail ?? new Uint8Array());
    expect(turned).toMatchObject({ width: 120, height: 160 });
  });

  it('tells size, length and time of a film, also of one that was taken upright', async () => {
    const film = { width: 1920, height: 1080, seconds: 12, created: taken };
    const facts = { takenAt: taken, durationMs: 12_000, thumbnail: null, format: 'mov' };
    expect(await factsOf(mp4Of(film))).toEqual({ width: 1920, height: 1080, ...facts });
    expect(await factsOf(mp4Of({ ...film, isTurned: true }))).toEqual({ width: 1080, height: 1920, ...facts });
  });

  it('tells size and time of a HEIC photo of tiles', async () => {
    expect(await factsOf(heicOf({ width: 4000, height: 3000 }))).toMatchObject({
      width: 3000,
      height: 4000,
      takenAt: taken,
      format: 'mov',
    });
  });

  it.each([
    ['png_pipe', pngOf],
    ['webp_pipe', webpOf],
    ['gif', gifOf],
  ])('tells the size of a %s', async (format, make) => {
    expect(await factsOf(make({ width: 640, height: 480 }))).toMatchObject({ width: 640, height: 480, format });
  });

  it('says nothing about other files', async () => {
    const nothing = { width: 0, height: 0, takenAt: null, durationMs: null, thumbnail: null, format: null };
    for (const other of ['', 'x', '#EXTM3U\n#EXTINF:1,\nfile:///secret\n', 'ffconcat version 1.0']) {
      expect(await factsOf(Buffer.from(other))).toEqual(nothing);
    }
  });

  it('survives whatever is broken in it', async () => {
    const whole = [
      jpegOf({ width: 4000, height: 3000, exif: { thumbnail } }),
      mp4Of({ width: 4, height: 4, seconds: 1, created: taken }),
      heicOf({ width: 4000, height: 3000 }),
      webpOf({ width: 4, height: 4 }),
    ];
    const damaged = fc.record({
      file: fc.constantFrom(...whole),
      keep: fc.double({ min: 0, max: 1, noNaN: true }),
      changes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damaged, async ({ file, keep, changes }) => {
        const bytes = Buffer.from(file.subarray(0, Math.ceil(file.length * keep)));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const { width, height, durationMs, takenAt } = await factsOf(bytes);
        expect([width, height, durationMs ?? 0].every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true);
        expect(Number.isNaN(takenAt?.getTime())).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
