import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { unzip } from '../testing/samples/unzip.ts';
import { zipStream, type ZipPart } from './zip.ts';

const part = (name: string, compress: boolean, open: ZipPart['open'], size?: number): ZipPart => ({
  name,
  compress,
  open,
  modified: new Date('2030-01-02T03:04:05Z'),
  ...(size === undefined ? {} : { size }),
});

it('holds texts and bytes, compressed or not, under any name', async () => {
  const noise = randomBytes(300_000);
  const zip = await buffer(
    zipStream([
      part('empty.txt', true, () => []),
      part('Grüße 😀.json', true, () => ['[', '"ä"', ']']),
      part('noise.bin', false, () => Readable.from([noise.subarray(0, 100_000), noise.subarray(100_000)])),
    ]),
  );
  const files = await unzip(zip);
  expect([...files.keys()]).toEqual(['empty.txt', 'Grüße 😀.json', 'noise.bin']);
  expect(files.get('empty.txt')).toHaveLength(0);
  expect(String(files.get('Grüße 😀.json'))).toBe('["ä"]');
  expect(files.get('noise.bin')?.equals(noise)).toBe(true);
});

it.each([false, true])('can hold very large files (ZIP64 throughout: %s)', async (wide) => {
  const parts = [
    part('large.bin', false, () => ['not so large'], 5 * 2 ** 30),
    part('small.txt', true, () => ['small']),
  ];
  const files = await unzip(await buffer(zipStream(parts, { wide })));
  expect([...files].map(([name, bytes]) => [name, String(bytes)])).toEqual([
    ['large.bin', 'not so large'],
    ['small.txt', 'small'],
  ]);
});

it('opens a part when its turn comes', async () => {
  let opened = 0;
  const source = () => {
    opened += 1;
    return Readable.from([randomBytes(300_000)]);
  };
  const stream = zipStream([part('a', false, source), part('b', false, source)]);
  await stream.next();
  await stream.next();
  expect(opened).toBe(1);
  await stream.return(undefined);
});

it('closes what it reads when nobody reads on', async () => {
  const source = Readable.from(endless());
  const stream = zipStream([part('endless', false, () => source)]);
  await stream.next();
  await stream.next();
  await stream.return(undefined);
  await expect.poll(() => source.destroyed).toBe(true);
});

function* endless() {
  for (;;) yield Buffer.alloc(50_000, 1);
}

const broken = () =>
  new Readable({
    read() {
      this.destroy(new Error('The disk is gone.'));
    },
  });

it('ends with its source: a stream that breaks is not a whole file', async () => {
  await expect(buffer(zipStream([part('a', true, broken)]))).rejects.toThrow('The disk is gone.');
});
