import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { MemoryFolder } from './memory-folder.ts';
import { folderActs } from '../../core/commands/shared-folder.ts';
import { testWork } from '../../testing/test-work.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const told = (name: string, bytes: Uint8Array) => ({ name, sha256: hashOf(bytes), size: bytes.length });

/** A command whose files come from here, in pieces of 100 bytes. */
function workOver(sources: readonly Uint8Array[]) {
  const reports: [percent: number, phase?: string][] = [];
  const controller = new AbortController();
  const work = testWork({
    signal: controller.signal,
    report: (percent, phase) => void reports.push(phase ? [percent, phase] : [percent]),
    upload: async (file, onBytes) => {
      for (const sent of [0, 500, 500, 1000]) onBytes?.(sent, 1000);
      return 'hash';
    },
    async fetchFile({ size, write }) {
      const bytes = sources.find(({ length }) => length === size) ?? Buffer.alloc(0);
      for (let at = 0; at < size; at += 100) await write(bytes.subarray(at, at + 100));
    },
  });
  return { work, reports, abort: () => controller.abort() };
}

it('writes what it receives to the disk, in whole percents over all files', async () => {
  const [one, other] = [Buffer.alloc(300, 'a'), Buffer.alloc(100, 'b')];
  const folder = new MemoryFolder([]);
  const { work, reports } = workOver([one, other]);
  const files = [told('one.csv', one), told('other.bin', other)];
  const rows = await folderActs(folder).RECEIVE_FILES?.({ folder: '', files }, work);
  expect(reports).toEqual([[25], [50], [75], [100]]);
  expect(rows).toMatchObject([
    { name: 'one.csv', size: 300, mimeType: 'text/csv', folder: false },
    { name: 'other.bin', size: 100, mimeType: 'application/octet-stream' },
  ]);
  const opened = await folder.open('one.csv');
  if (!('path' in opened)) throw new Error('It is held in memory.');
  expect(await readFile(opened.path)).toEqual(one);
  await folder.remove('one.csv');
  await expect(access(opened.path)).rejects.toThrow('ENOENT');
});

it('writes nothing when one of them is not what was announced', async () => {
  const bytes = Buffer.alloc(300, 'a');
  const folder = new MemoryFolder([]);
  const { work } = workOver([bytes]);
  const wrong = { ...told('wrong.csv', bytes), sha256: hashOf(Buffer.from('other')) };
  const receiving = folderActs(folder).RECEIVE_FILES?.({ folder: '', files: [told('right.csv', bytes), wrong] }, work);
  await expect(receiving).rejects.toThrow('The bytes that arrived are not the file that was sent.');
  expect(await folder.list()).toEqual([]);
});

it('writes nothing after it was cancelled', async () => {
  const bytes = Buffer.alloc(300, 'a');
  const folder = new MemoryFolder([]);
  const { work, abort } = workOver([bytes]);
  abort();
  const receiving = folderActs(folder).RECEIVE_FILES?.({ folder: '', files: [told('a.csv', bytes)] }, work);
  await expect(receiving).rejects.toThrow('aborted');
  expect(await folder.list()).toEqual([]);
});

it('tells how far a file is on its way to the server', async () => {
  const file = { mimeType: 'text/plain', size: 1000, make: async () => Buffer.alloc(1000) };
  const folder = new MemoryFolder([{ key: 'a', path: 'a.txt', modifiedAt: new Date(), file }]);
  const { work, reports } = workOver([]);
  await folderActs(folder).SEND_FILE?.({ path: 'a.txt' }, work);
  expect(reports).toEqual([
    [0, 'UPLOADING'],
    [50, 'UPLOADING'],
    [100, 'UPLOADING'],
  ]);
});
