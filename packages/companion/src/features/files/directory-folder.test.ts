import { files } from '@fairwatch/contract';
import { folderActs, type Work } from '@fairwatch/device/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { writeFile } from '../../core/files/private-folder.ts';
import { FakeDirectory } from '../../testing/fake-directory.ts';
import { directoryFolder } from './directory-folder.ts';

async function sharedFolder(space?: { left: number }) {
  const root = new FakeDirectory('shared', space);
  const arriving = new FakeDirectory('arriving', space);
  let changes = 0;
  await writeFile(root.handle, 'notes.txt', new Blob(['milk']));
  const inner = await root.getDirectoryHandle('School', { create: true });
  await writeFile(inner.handle, 'plan.txt', new Blob(['monday']));
  const folder = directoryFolder({
    root: async () => root.handle,
    arriving: async () => arriving.handle,
    onChange: () => (changes += 1),
  });
  const paths = async () => (await folder.list()).map(({ parent, name }) => `${parent}/${name}`).toSorted();
  return { folder, root, arriving, paths, changes: () => changes };
}

const textOf = async (opened: unknown) => await (opened as { blob: Blob }).blob.text();

/** A stand-in for a command that brings files with these contents to the device. */
function workWith(...texts: string[]) {
  const sources = new Map(texts.map((text) => [hashOf(text), utf8ToBytes(text)]));
  const work = {
    signal: new AbortController().signal,
    report: () => undefined,
    fetchFile: async ({ sha256: hash, write }: { sha256: string; write: (bytes: Uint8Array) => Promise<void> }) =>
      await write(sources.get(hash) ?? utf8ToBytes('not what was announced')),
  } as unknown as Work;
  const announced = texts.map((text, place) => ({
    name: `file ${place}.txt`,
    sha256: hashOf(text),
    size: text.length,
  }));
  return { work, announced };
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

describe('a directory as the shared folder', () => {
  it('lists all entries recursively, in rows that the server accepts', async () => {
    const { folder, paths } = await sharedFolder();
    expect(await paths()).toEqual(['/School', '/notes.txt', 'School/plan.txt']);
    const rows = await folder.list();
    for (const row of rows) expect(files.record.safeParse(row).success).toBe(true);
    expect(rows.find(({ name }) => name === 'School')).toMatchObject({ folder: true, modifiedAt: rows[0]?.modifiedAt });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it('leaves out names that the server does not accept', async () => {
    const { folder, root } = await sharedFolder();
    await writeFile(root.handle, `bad\u0007.txt`, new Blob(['x']));
    await writeFile(root.handle, 'half.txt.crswap', new Blob(['x']));
    expect(await folder.list()).toHaveLength(3);
  });

  it('opens files, and throws a readable error for what it cannot open', async () => {
    const { folder } = await sharedFolder();
    expect(await textOf(await folder.open('School/plan.txt'))).toBe('monday');
    await expect(folder.open('School')).rejects.toThrow('This is a folder.');
    await expect(folder.open('gone.txt')).rejects.toThrow('This file is no longer on the device.');
    await expect(folder.open('Gone/plan.txt')).rejects.toThrow('This folder is no longer on the device.');
  });

  it('creates an empty folder, and never replaces another entry', async () => {
    const { folder, paths, changes } = await sharedFolder();
    const rows = await folderActs(folder).CREATE_FOLDER?.({ folder: 'School', name: 'Maths' }, workWith().work);
    expect(rows).toMatchObject([{ parent: 'School', name: 'Maths', folder: true, size: 0 }]);
    expect(files.record.safeParse((rows as readonly object[] | undefined)?.[0]).success).toBe(true);
    expect(await paths()).toContain('School/Maths');
    await expect(folder.create('School', 'plan.txt')).rejects.toThrow('already a file of this name');
    await expect(folder.create('Gone', 'Maths')).rejects.toThrow('This folder is no longer on the device.');
    expect(changes()).toBe(1);
  });

  it('renames files and folders, and never replaces another entry', async () => {
    const { folder, paths, changes } = await sharedFolder();
    await folder.rename('notes.txt', 'shopping.txt');
    await folder.rename('School', 'Old school');
    expect(await paths()).toEqual(['/Old school', '/shopping.txt', 'Old school/plan.txt']);
    expect(await textOf(await folder.open('Old school/plan.txt'))).toBe('monday');
    await expect(folder.rename('shopping.txt', 'Old school')).rejects.toThrow('already a file of this name');
    expect(changes()).toBe(2);
  });

  it('loses nothing when there is no space for a renamed folder', async () => {
    const space = { left: Number.POSITIVE_INFINITY };
    const { folder, paths } = await sharedFolder(space);
    space.left = 2;
    await expect(folder.rename('School', 'Other')).rejects.toThrow('full');
    expect(await paths()).toEqual(['/School', '/notes.txt', 'School/plan.txt']);
  });

  it('removes a folder with its content', async () => {
    const { folder, paths } = await sharedFolder();
    await folder.remove('School');
    expect(await paths()).toEqual(['/notes.txt']);
    await expect(folder.remove('School')).rejects.toThrow('no longer on the device');
  });

  it('stores a received file under a free name, and leaves no temporary file', async () => {
    const { folder, arriving, paths } = await sharedFolder();
    const { work, announced } = workWith('bread');
    const params = {
      folder: '',
      files: announced.map(({ sha256: hash, size }) => ({ name: 'notes.txt', sha256: hash, size })),
    };
    const rows = await folderActs(folder).RECEIVE_FILES?.(params, work);
    expect(rows).toMatchObject([{ parent: '', name: 'notes (2).txt', folder: false, size: 5 }]);
    expect(await paths()).toContain('/notes (2).txt');
    expect(await textOf(await folder.open('notes.txt'))).toBe('milk');
    expect(arriving.entries.size).toBe(0);
  });

  it('stores none of the files when one differs from what was announced', async () => {
    const { folder, arriving, paths } = await sharedFolder();
    const { work, announced } = workWith('bread', 'butter');
    const wrong = announced.map(({ name, size }, place) => ({
      name,
      size,
      sha256: hashOf(place === 1 ? 'other' : 'bread'),
    }));
    await expect(folderActs(folder).RECEIVE_FILES?.({ folder: '', files: wrong }, work)).rejects.toThrow(
      'The bytes that arrived are not the file that was sent.',
    );
    expect(await paths()).toHaveLength(3);
    expect(arriving.entries.size).toBe(0);
  });

  it('throws a readable error when there is no space for a received file', async () => {
    const space = { left: Number.POSITIVE_INFINITY };
    const { folder, arriving, paths } = await sharedFolder(space);
    space.left = 3;
    const { work, announced } = workWith('bread');
    await expect(folderActs(folder).RECEIVE_FILES?.({ folder: '', files: announced }, work)).rejects.toThrow(
      /no space left/,
    );
    expect(await paths()).toHaveLength(3);
    expect(arriving.entries.size).toBe(0);
  });
});
