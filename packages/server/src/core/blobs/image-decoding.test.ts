import { limits } from '@fairwatch/contract';
import type { Sharp } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { testPicture } from '../../testing/test-files.ts';
import { hugePng } from '../../testing/test-png.ts';
import { decodeImage, ImageTooLarge } from './image-decoding.ts';

/** A decoder that does nothing until it is told to end. */
function heldDecoder() {
  const held = Promise.withResolvers<Buffer>();
  const draw = vi.fn<(image: Sharp) => Promise<Buffer>>(() => held.promise);
  return { draw, end: () => held.resolve(Buffer.alloc(0)) };
}

/** Takes more than half of what all may take together. */
const large = () => hugePng({ width: 10_000, height: 7000, depth: 8, colour: 2 });

describe('decoding a picture', () => {
  it.each([
    ['16 bits and four channels, 1 GB in a kilobyte', { width: 11_500, height: 11_500, depth: 16, colour: 6 }],
    ['too many pixels of one bit', { width: 60_000, height: 60_000, depth: 1, colour: 0 }],
    ['one pixel too high', { width: 2 ** 14, height: 2 ** 12 + 1, depth: 8, colour: 6 }],
  ] as const)('is refused by the header alone: %s', async (_, header) => {
    const { draw } = heldDecoder();
    const source = hugePng(header);
    expect(source.length).toBeLessThan(2000);
    await expect(decodeImage({ source, owner: 'a' }, draw)).rejects.toThrow(ImageTooLarge);
    expect(draw).not.toHaveBeenCalled();
  });

  it('is done up to the limit', async () => {
    const { draw, end } = heldDecoder();
    end();
    const source = hugePng({ width: 2 ** 14, height: 2 ** 12, depth: 8, colour: 6 });
    expect(2 ** 26 * 4).toBe(limits.image.maxDecodedBytes);
    await decodeImage({ source, owner: 'a' }, draw);
    expect(draw).toHaveBeenCalledOnce();
  });

  it('is done once at a time for each owner, who do not wait for one another', async () => {
    const source = await testPicture(1);
    const [first, second, other] = [heldDecoder(), heldDecoder(), heldDecoder()];
    const done = [
      decodeImage({ source, owner: 'device 1' }, first.draw),
      decodeImage({ source, owner: 'device 1' }, second.draw),
      decodeImage({ source, owner: 'device 2' }, other.draw),
    ];
    await vi.waitFor(() => expect(other.draw).toHaveBeenCalled());
    expect([first.draw, second.draw].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    first.end();
    await vi.waitFor(() => expect(second.draw).toHaveBeenCalled());
    for (const { end } of [second, other]) end();
    await Promise.all(done);
  });

  it('waits until all that are being decoded leave room for it', async () => {
    const [first, second] = [heldDecoder(), heldDecoder()];
    const one = decodeImage({ source: large(), owner: 'device 1' }, first.draw);
    await vi.waitFor(() => expect(first.draw).toHaveBeenCalled());
    const other = decodeImage({ source: large(), owner: 'device 2' }, second.draw);
    // Headers that are read after its own show that it had its chance.
    const bomb = hugePng({ width: 60_000, height: 60_000, depth: 1, colour: 0 });
    for (let times = 0; times < 3; times += 1) {
      await expect(decodeImage({ source: bomb, owner: 'device 3' }, second.draw)).rejects.toThrow(ImageTooLarge);
    }
    expect(second.draw).not.toHaveBeenCalled();
    first.end();
    await one;
    await vi.waitFor(() => expect(second.draw).toHaveBeenCalled());
    second.end();
    await other;
  });

  it('goes on after one that failed', async () => {
    const source = await testPicture(1);
    await expect(
      decodeImage({ source, owner: 'a' }, async () => {
        throw new Error('damaged');
      }),
    ).rejects.toThrow('damaged');
    const made = await decodeImage({ source, owner: 'a' }, (image) => image.resize(10).png().toBuffer());
    expect(made.subarray(1, 4).toString()).toBe('PNG');
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['TIFF', null],
  ])('is not done for %s', async (_, bytes) => {
    const { default: sharp } = await import('sharp');
    const source =
      bytes ??
      (await sharp(await testPicture(1))
        .tiff()
        .toBuffer());
    const { draw } = heldDecoder();
    await expect(decodeImage({ source, owner: 'a' }, draw)).rejects.toThrow('are not decoded');
    expect(draw).not.toHaveBeenCalled();
  });
});
