import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPicture } from '../../testing/test-files.ts';
import { createLog } from '../log.ts';
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
  const made = await makeThumbnail(path, mimeType, log);
  return made && (await sharp(made).metadata());
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG that says it has so many pixels, in a few bytes. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1024 * 1024));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('the small picture of an image', () => {
  it('has at most 320 pixels, and never more than the image', async () => {
    expect(await thumbnailOf(await testPicture(1, 2000, 1000))).toMatchObject({
      format: 'webp',
      width: 320,
      height: 160,
    });
    expect(await thumbnailOf(await testPicture(1, 100, 50))).toMatchObject({ width: 100, height: 50 });
  });

  it('stands upright, without place, time or camera', async () => {
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const made = await thumbnailOf(lying);
    expect(made).toMatchObject({ width: 160, height: 320 });
    expect([made?.exif, made?.orientation, made?.xmp]).toEqual([undefined, undefined, undefined]);
  });

  it('is left out where an image would unpack to more than memory holds', async () => {
    expect(await thumbnailOf(bomb(60_000, 60_000), 'image/png')).toBeNull();
    expect(lines.at(-1)).toContain('pixel limit');
  });

  it('is left out for what is damaged or no image', async () => {
    expect(await thumbnailOf(Buffer.from('ffd8ffe000', 'hex'))).toBeNull();
    expect(await thumbnailOf((await testPicture(1)).subarray(0, 200))).toBeNull();
    expect(
      await thumbnailOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'application/octet-stream'),
    ).toBeNull();
    expect(await thumbnailOf(Buffer.from('%PDF-1.7'), 'application/pdf')).toBeNull();
  });
});
