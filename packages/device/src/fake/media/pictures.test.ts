import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createByteCache } from './byte-cache.ts';
import { drawFirstFrame, drawLoop, drawPhoto, sceneNames } from './drawings.ts';
import { photoOf, previewOf } from './pictures.ts';
import { padJpeg } from './raster.ts';

describe.each(sceneNames)('a picture of: %s', (scene) => {
  const view = { scene, seed: 'one', width: 400, height: 300 };

  it('is the same for the same seed, and hardly ever the same for two', () => {
    expect(drawPhoto(view)).toBe(drawPhoto(view));
    const others = Array.from({ length: 100 }, (_, seed) => drawPhoto({ ...view, seed: String(seed) }));
    // A screenshot has no section, side or light of its own.
    expect(new Set(others).size).toBeGreaterThanOrEqual(scene === 'screenshot' ? 18 : 100);
    const drawings = new Set(
      others.map((svg) => svg.slice(svg.indexOf('>', svg.indexOf('<g')), svg.lastIndexOf('</g>'))),
    );
    expect(drawings.size).toBeGreaterThanOrEqual(12);
    expect([...drawings].join('')).not.toMatch(/<text|NaN|undefined/);
  });

  it('is more than one colour, upright too', async () => {
    const preview = await previewOf({ ...view, width: 1536, height: 2048 }, 480);
    const { width, height } = await sharp(preview).metadata();
    expect([width, height]).toEqual([360, 480]);
    expect(preview.length).toBeLessThan(30_000);
    const { channels } = await sharp(preview).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
  });
});

it.each(sceneNames.filter((name) => name !== 'screenshot'))(
  'a film of %s begins with its preview, and moves',
  (scene) => {
    const view = { scene, seed: 'one', width: 480, height: 270 };
    const loop = drawLoop(view);
    expect(loop[0]).toBe(drawFirstFrame(view));
    const moves = scene !== 'receipt';
    expect(new Set(loop).size > 1).toBe(moves);
  },
);

describe('the size of a photo', () => {
  it('is exactly the one asked for, and it is still a photo', async () => {
    const view = { scene: 'beach', seed: 'size', width: 800, height: 600 } as const;
    const natural = (await photoOf(view)).length;
    for (const size of [natural, natural + 4, natural + 65_540, natural + 200_000, Math.round(natural * 0.8)]) {
      const photo = await photoOf(view, size);
      expect(photo.length).toBe(size);
      expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
    }
  });

  it('cannot be less than the photo has, nor a few bytes more', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
    for (const size of [3, 5, 7]) expect(padJpeg(jpeg, size)).toBeNull();
    expect(padJpeg(jpeg, 8)).toEqual(Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]));
  });
});

describe('what was drawn', () => {
  it('is kept while there is room, and made again after that', async () => {
    const cache = createByteCache(20);
    let made = 0;
    const get = (key: string) =>
      cache.get(key, async () => {
        made += 1;
        return Buffer.alloc(8);
      });
    await get('a');
    await get('b');
    await get('a');
    expect(made).toBe(2);
    await get('c');
    await get('a');
    expect(made).toBe(3);
    await get('b');
    expect(made).toBe(4);
  });
});
