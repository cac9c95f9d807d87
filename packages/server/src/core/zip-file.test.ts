import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from '../testing/unzip.ts';
import { ZipFile } from './zip-file.ts';
import { zipStream, type ZipPart } from './zip-stream.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fairwatch-zip-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function zipped(fill: (zip: ZipFile) => Promise<void>, wide = false): Promise<Buffer> {
  const path = join(folder, 'test.zip');
  const file = await open(path, 'w');
  const zip = new ZipFile(file, new Date('2030-01-02T03:04:05Z'), { wide });
  await fill(zip).finally(() => file.close());
  return await readFile(path);
}

it('holds texts and bytes, compressed or not, under any name', async () => {
  const noise = randomBytes(300_000);
  const files = unzip(
    await zipped(async (zip) => {
      await zip.add('empty.txt', [], { compress: true });
      await zip.add('Grüße 😀.json', ['[', '"ä"', ']'], { compress: true });
      await zip.add('noise.bin', Readable.from([noise.subarray(0, 100_000), noise.subarray(100_000)]), {
        compress: false,
      });
      await zip.finish();
    }),
  );
  expect([...files.keys()]).toEqual(['empty.txt', 'Grüße 😀.json', 'noise.bin']);
  expect(files.get('empty.txt')).toHaveLength(0);
  expect(String(files.get('Grüße 😀.json'))).toBe('["ä"]');
  expect(files.get('noise.bin')?.equals(noise)).toBe(true);
});

it('can be as wide as very large files need it', async () => {
  const files = unzip(
    await zipped(async (zip) => {
      await zip.add('large.bin', ['not so large'], { compress: false, maxSize: 5 * 2 ** 30 });
      await zip.add('small.txt', ['small'], { compress: true });
      await zip.finish();
    }, true),
  );
  expect([...files].map(([name, bytes]) => [name, String(bytes)])).toEqual([
    ['large.bin', 'not so large'],
    ['small.txt', 'small'],
  ]);
});

it('ends early when it is told to', async () => {
  const stop = new AbortController();
  async function* endless() {
    for (;;) {
      yield 'more and more';
      stop.abort();
    }
  }
  await expect(
    zipped(async (zip) => await zip.add('endless.txt', endless(), { compress: true }, stop.signal)),
  ).rejects.toThrow('aborted');
});

const part = (name: string, compress: boolean, open: () => Readable): ZipPart => ({
  name,
  compress,
  open,
  modified: new Date('2030-01-02T03:04:05Z'),
});

it('is also written as a stream, one part after the other', async () => {
  const noise = randomBytes(300_000);
  let opened = 0;
  const source = (bytes: Buffer) => () => {
    opened += 1;
    return Readable.from([bytes]);
  };
  const stream = zipStream([
    part('Grüße/noise.bin', false, source(noise)),
    part('empty.txt', true, () => Readable.from([])),
    part('text.txt', true, source(Buffer.from('text '.repeat(1000)))),
  ]);
  await stream.next();
  await stream.next();
  // What comes later is not opened before.
  expect(opened).toBe(1);
  const whole = zipStream([part('a', false, source(noise)), part('empty', true, () => Readable.from([]))]);
  const files = unzip(Buffer.concat(await Readable.from(whole).toArray()));
  expect([...files.keys()]).toEqual(['a', 'empty']);
  expect(files.get('a')?.equals(noise)).toBe(true);
  await stream.return(undefined);
});

const broken = () =>
  new Readable({
    read() {
      this.destroy(new Error('The disk is gone.'));
    },
  });

it('ends with its source: a stream that breaks is not a whole file', async () => {
  const reading = Readable.from(zipStream([part('a', true, broken)])).toArray();
  await expect(reading).rejects.toThrow('The disk is gone.');
});
