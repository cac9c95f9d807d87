import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPicture } from '../../../testing/samples/test-files.ts';
import { hugePng } from '../../../testing/samples/test-png.ts';
import { createLog } from '../../log.ts';
import { makeThumbnail } from './thumbnails.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-thumbnails-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

async function thumbnailOf(bytes: Uint8Array, mimeType = 'image/jpeg') {
  const path = join(folder, 'picture');
  await writeFile(path, bytes);
  const made = await makeThumbnail({ path, mimeType, owner: 'a test' }, log);
  return made && (await sharp(made).metadata());
}

describe('a thumbnail', () => {
  it('has at most 320 pixels, and never more than the image', async () => {
    expect(await thumbnailOf(await testPicture(1, 2000, 1000))).toMatchObject({
      format: 'webp',
      width: 320,
      height: 160,
    });
    expect(await thumbnailOf(await testPicture(1, 100, 50))).toMatchObject({ width: 100, height: 50 });
  });

  it('is rotated upright and has no metadata: no place, time or camera', async () => {
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const made = await thumbnailOf(lying);
    expect(made).toMatchObject({ width: 160, height: 320 });
    expect([made?.exif, made?.orientation, made?.xmp]).toEqual([undefined, undefined, undefined]);
  });

  it('is not made of an image that would decode to too much memory', async () => {
    const grey = { width: 60_000, height: 60_000, depth: 1, colour: 0 } as const;
    // Its number of pixels is below common limits, but each takes eight bytes.
    const deep = { width: 11_500, height: 11_500, depth: 16, colour: 6 } as const;
    for (const header of [grey, deep]) {
      expect(await thumbnailOf(hugePng(header), 'image/png')).toBeNull();
      expect(lines.at(-1)).toContain('would decode to');
    }
  });

  it('is not made of damaged files or other types', async () => {
    expect(await thumbnailOf(Buffer.from('ffd8ffe000', 'hex'))).toBeNull();
    expect(await thumbnailOf((await testPicture(1)).subarray(0, 200))).toBeNull();
    expect(
      await thumbnailOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'application/octet-stream'),
    ).toBeNull();
    expect(await thumbnailOf(Buffer.from('%PDF-1.7'), 'application/pdf')).toBeNull();
  });
});
