import type { Sharp } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { testPicture } from '../../../testing/samples/test-files.ts';
import { hugePng } from '../../../testing/samples/test-png.ts';
import { decodeImage, ImageTooLarge } from './image-decoding.ts';

/** A decoder that blocks until the test releases it. */
function blockedDecoder() {
  const held = Promise.withResolvers<Buffer>();
  const draw = vi.fn<(image: Sharp) => Promise<Buffer>>(() => held.promise);
  return { draw, end: () => held.resolve(Buffer.alloc(0)) };
}

/** Needs more than half of the memory that all decoders share. */
const large = () => hugePng({ width: 10_000, height: 7000, depth: 8, colour: 2 });

describe('decoding a picture', () => {
  it.each([
    ['16 bits and four channels, 1 GB in a kilobyte', { width: 11_500, height: 11_500, depth: 16, colour: 6 }],
    ['too many pixels of one bit', { width: 60_000, height: 60_000, depth: 1, colour: 0 }],
    ['one pixel too high', { width: 2 ** 14, height: 2 ** 12 + 1, depth: 8, colour: 6 }],
  ] as const)('is refused by the header alone: %s', async (_, header) => {
    const { draw } = blockedDecoder();
    const source = hugePng(header);
    expect(source.length).toBeLessThan(2000);
    await expect(decodeImage({ source, owner: 'a' }, draw)).rejects.toThrow(ImageTooLarge);
    expect(draw).not.toHaveBeenCalled();
  });

  it('accepts pictures up to the memory limit', async () => {
    const { draw, end } = blockedDecoder();
    end();
    const source = hugePng({ width: 2 ** 14, height: 2 ** 12, depth: 8, colour: 6 });
    await decodeImage({ source, owner: 'a' }, draw);
    expect(draw).toHaveBeenCalledOnce();
  });

  it('runs one picture at a time for each owner, while owners run in parallel', async () => {
    const source = await testPicture(1);
    const [first, second, other] = [blockedDecoder(), blockedDecoder(), blockedDecoder()];
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

  it('waits until the running decoders leave enough memory', async () => {
    const [first, second] = [blockedDecoder(), blockedDecoder()];
    const one = decodeImage({ source: large(), owner: 'device 1' }, first.draw);
    await vi.waitFor(() => expect(first.draw).toHaveBeenCalled());
    const other = decodeImage({ source: large(), owner: 'device 2' }, second.draw);
    // A picture that is refused after it proves that its header was read and that it waits.
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

  it('continues after a picture that failed', async () => {
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
    const { draw } = blockedDecoder();
    await expect(decodeImage({ source, owner: 'a' }, draw)).rejects.toThrow('are not decoded');
    expect(draw).not.toHaveBeenCalled();
  });
});
