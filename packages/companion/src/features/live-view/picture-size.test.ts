import { describe, expect, it } from 'vitest';
import { bitRate, firstQuality, nextQuality, sentSize } from './picture-size.ts';

const kilobyte = 1024;

describe('the size of sent pictures', () => {
  it('is smaller when there is less for it, keeps its shape, and has even sides', () => {
    const camera = { width: 1280, height: 720 };
    expect(sentSize(camera, 256 * kilobyte)).toEqual({ width: 640, height: 360 });
    expect(sentSize(camera, 47 * kilobyte)).toEqual({ width: 480, height: 270 });
    expect(sentSize(camera, 16 * kilobyte)).toEqual({ width: 320, height: 180 });
    expect(sentSize({ width: 480, height: 853 }, 256 * kilobyte)).toEqual({ width: 360, height: 640 });
    expect(sentSize({ width: 641, height: 361 }, 16 * kilobyte)).toEqual({ width: 320, height: 180 });
  });

  it('is never larger than the camera gives', () => {
    expect(sentSize({ width: 320, height: 240 }, 256 * kilobyte)).toEqual({ width: 320, height: 240 });
    expect(sentSize({ width: 1, height: 1 }, 256 * kilobyte)).toEqual({ width: 2, height: 2 });
  });
});

describe('the rate of sent pictures', () => {
  it('leaves room below what may be sent, and has a bound', () => {
    expect(bitRate(50 * kilobyte) / 8).toBeLessThan(50 * kilobyte);
    expect(bitRate(512 * kilobyte)).toBe(bitRate(256 * kilobyte));
  });

  it('is kept by JPEGs through their quality', () => {
    expect(nextQuality(firstQuality, 20_000, 10_000)).toBeLessThan(firstQuality);
    expect(nextQuality(firstQuality, 4000, 10_000)).toBeGreaterThan(firstQuality);
    expect(nextQuality(firstQuality, 8000, 10_000)).toBe(firstQuality);
    let quality = firstQuality;
    for (let picture = 0; picture < 20; picture += 1) quality = nextQuality(quality, 1_000_000, 1);
    expect(quality).toBe(0.2);
    for (let picture = 0; picture < 20; picture += 1) quality = nextQuality(quality, 1, 1_000_000);
    expect(quality).toBe(0.7);
  });
});
