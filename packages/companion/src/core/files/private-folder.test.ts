import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeDirectory } from '../../testing/fake-directory.ts';
import type * as FileDatabaseModule from './file-database.ts';
import { allOf, openFileDatabase } from './file-database.ts';
import {
  erasePrivateFolders,
  openWriter,
  privateFolder,
  readFile,
  removeEntry,
  removePrivateFolder,
  writeFile,
} from './private-folder.ts';

/** A browser whose private folder is this one; null for a browser that refuses it, as in private windows. */
function stubBrowserFolder(root: FakeDirectory | null): void {
  const getDirectory = async () => {
    if (root === null) throw new DOMException('Not in a private window.', 'SecurityError');
    return root.handle;
  };
  vi.stubGlobal('navigator', { storage: { getDirectory } });
}

const namesIn = async (folder: FileSystemDirectoryHandle) => {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
};
const textIn = async (folder: FileSystemDirectoryHandle, name: string) => await (await readFile(folder, name))?.text();
const countPieces = async () => await (await openFileDatabase()).count('pieces');

beforeEach(async () => {
  stubBrowserFolder(null);
  await erasePrivateFolders();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => {
  const made = Object.keys(globalThis).filter((name) => name === 'indexedDB' || name.startsWith('IDB'));
  for (const name of made) Reflect.deleteProperty(globalThis, name);
});

describe('where files are kept', () => {
  it('in the folder of the browser where it lets files be written, and nothing of the trial is left', async () => {
    const root = new FakeDirectory('');
    stubBrowserFolder(root);
    await writeFile(await privateFolder('shared'), 'a.txt', new Blob(['milk']));
    expect([...root.entries.keys()]).toEqual(['shared']);
    expect(await countPieces()).toBe(0);
  });

  it('in the database where the browser refuses its folder, or has none', async () => {
    await writeFile(await privateFolder('shared'), 'a.txt', new Blob(['milk']));
    expect(await textIn(await privateFolder('shared'), 'a.txt')).toBe('milk');
    await erasePrivateFolders();
    vi.stubGlobal('navigator', {});
    await writeFile(await privateFolder('shared'), 'b.txt', new Blob(['bread']));
    expect(await textIn(await privateFolder('shared'), 'b.txt')).toBe('bread');
  });

  it('where they were, after the browser has learned to have a folder, or no longer lets it be used', async () => {
    await writeFile(await privateFolder('shared'), 'a.txt', new Blob(['milk']));
    stubBrowserFolder(new FakeDirectory(''));
    expect(await textIn(await privateFolder('shared'), 'a.txt')).toBe('milk');
    await erasePrivateFolders();
    await privateFolder('shared');
    stubBrowserFolder(null);
    await expect(privateFolder('shared')).rejects.toThrow('Not in a private window.');
  });
});

describe('files in the database', () => {
  it('are written in chunks of any size, and have their old content until they are closed', async () => {
    const folder = await privateFolder('shared');
    await writeFile(folder, 'notes.txt', new Blob(['old']));
    const writer = await openWriter(folder, 'notes.txt');
    const large = new Uint8Array(2.5 * 1024 * 1024).fill(7);
    await writer.write(large);
    await writer.write(new Blob(['end']));
    expect(await textIn(folder, 'notes.txt')).toBe('old');
    await writer.close();
    const file = await readFile(folder, 'notes.txt');
    expect(file).toMatchObject({ name: 'notes.txt', size: large.length + 3, type: 'text/plain' });
    expect(await file?.slice(large.length - 1).arrayBuffer()).toEqual(Uint8Array.from([7, 101, 110, 100]).buffer);
  });

  it('that are larger than what is read at once come back whole', async () => {
    const folder = await privateFolder('shared');
    const content = new Uint8Array(5.5 * 1024 * 1024);
    for (let place = 0; place < content.length; place += 4096) content[place] = place / 4096;
    await writeFile(folder, 'large.bin', new Blob([content]));
    const back = new Uint8Array((await (await readFile(folder, 'large.bin'))?.arrayBuffer()) ?? new ArrayBuffer());
    expect(Buffer.compare(back, content)).toBe(0);
  });

  it('leave nothing when they are discarded, replaced or removed', async () => {
    const folder = await privateFolder('shared');
    const writer = await openWriter(folder, 'notes.txt');
    await writer.write(new Blob(['half']));
    await writer.abort();
    expect(await textIn(folder, 'notes.txt')).toBe('');
    expect(await countPieces()).toBe(0);
    await writeFile(folder, 'notes.txt', new Blob(['one']));
    await writeFile(folder, 'notes.txt', new Blob(['two']));
    expect(await countPieces()).toBe(1);
    await removeEntry(folder, 'notes.txt');
    expect(await readFile(folder, 'notes.txt')).toBeNull();
    expect(await countPieces()).toBe(0);
  });

  it('go with the folder that they lie in, however deep, and others stay', async () => {
    const folder = await privateFolder('arriving');
    const inner = await folder.getDirectoryHandle('a', { create: true });
    await writeFile(await inner.getDirectoryHandle('b', { create: true }), 'deep.txt', new Blob(['deep']));
    await writeFile(await privateFolder('shared'), 'stays.txt', new Blob(['stays']));
    await removePrivateFolder('arriving');
    expect(await namesIn(await privateFolder('arriving'))).toEqual([]);
    expect(await namesIn(await privateFolder('shared'))).toEqual(['stays.txt']);
    expect(await countPieces()).toBe(1);
  });

  it('do not come back when they were removed while they were written', async () => {
    const folder = await privateFolder('shared');
    const writer = await openWriter(folder, 'notes.txt');
    await writer.write(new Blob(['late']));
    await removeEntry(folder, 'notes.txt');
    await expect(writer.close()).rejects.toThrow(DOMException);
    expect(await namesIn(folder)).toEqual([]);
    expect(await countPieces()).toBe(0);
  });

  it('whose page was closed in the middle are swept at the next visit', async () => {
    await writeFile(await privateFolder('shared'), 'whole.txt', new Blob(['whole']));
    await (await openFileDatabase()).put('pieces', new Uint8Array(3), ['left', 0]);
    // A module of its own is a page of its own.
    const nextVisit = './file-database.ts?next-visit';
    const again = await ((await import(nextVisit)) as typeof FileDatabaseModule).openFileDatabase();
    expect(await again.count('pieces', allOf('left'))).toBe(0);
    expect(await again.count('pieces')).toBe(1);
  });
});
