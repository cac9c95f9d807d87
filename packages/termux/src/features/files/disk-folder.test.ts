import { files } from '@fairwatch/contract';
import { folderActs, type OutgoingFile } from '@fairwatch/device/core';
import { testWork } from '@fairwatch/device/test-work';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { diskFolder } from './disk-folder.ts';
import { collectFiles } from './files.collect.ts';

/** A shared folder, and one beside it that nobody may reach. */
async function setUp() {
  const base = await temporaryFolder();
  const [root, outside] = [path.join(base, 'shared'), path.join(base, 'outside')];
  await mkdir(path.join(root, 'School'), { recursive: true });
  await mkdir(outside);
  await writeFile(path.join(root, 'notes.txt'), 'milk');
  await writeFile(path.join(root, 'School/plan.txt'), 'monday');
  await writeFile(path.join(outside, 'secret.txt'), 'secret');
  const folder = diskFolder(root);
  const paths = async () => (await folder.list()).map(({ parent, name }) => `${parent}/${name}`).toSorted();
  return { base, root, outside, folder, acts: folderActs(folder), paths };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function textOf(file: OutgoingFile): Promise<string> {
  if (!('open' in file)) throw new Error('It is not opened by the folder.');
  const opened = await file.open();
  try {
    const text = Buffer.from(await opened.read(0, opened.size)).toString();
    expect(opened.sha256).toBe(hashOf(text));
    return text;
  } finally {
    await opened.close();
  }
}

/** A command that brings files of these texts, each in two pieces. */
function bringing(...texts: string[]) {
  return testWork({
    async fetchFile({ sha256, write }) {
      const text = texts.find((each) => hashOf(each) === sha256) ?? 'not what was announced';
      await write(Buffer.from(text.slice(0, 2)));
      await write(Buffer.from(text.slice(2)));
    },
  });
}

/** How many files this process has open; 0 where it cannot be told. */
const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
const announced = (name: string, text: string) => ({ name, sha256: hashOf(text), size: text.length });

describe('a folder on the disk as the shared folder', () => {
  it('lists all entries recursively, in rows that the server accepts', async () => {
    const { folder, paths } = await setUp();
    expect(await paths()).toEqual(['/School', '/notes.txt', 'School/plan.txt']);
    const rows = await folder.list();
    for (const row of rows) expect(files.record.safeParse(row).success).toBe(true);
    expect(rows.find(({ name }) => name === 'notes.txt')).toMatchObject({ size: 4, mimeType: 'text/plain' });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it('opens files, and says what it cannot open', async () => {
    const { folder } = await setUp();
    const open = async (name: string) => await textOf(await folder.open(name));
    expect(await open('School/plan.txt')).toBe('monday');
    await expect(open('School')).rejects.toThrow('This is a folder.');
    await expect(open('gone.txt')).rejects.toThrow('This file is no longer on the device.');
    await expect(open('Gone/plan.txt')).rejects.toThrow('This folder is no longer on the device.');
    await expect(open('')).rejects.toThrow('the shared folder itself');
  });

  it('creates, renames and removes, and never replaces anything', async () => {
    const { folder, paths, root } = await setUp();
    expect(await folder.create('School', 'Maths')).toMatchObject({ parent: 'School', name: 'Maths', folder: true });
    await expect(folder.create('School', 'plan.txt')).rejects.toThrow('already a file of this name');
    await folder.rename('notes.txt', 'shopping.txt');
    await folder.rename('School', 'Old school');
    await folder.rename('shopping.txt', 'shopping.txt');
    await expect(folder.rename('shopping.txt', 'Old school')).rejects.toThrow('already a file of this name');
    await expect(folder.rename('Old school/Maths', 'plan.txt')).rejects.toThrow('already a file of this name');
    expect(await paths()).toEqual(['/Old school', '/shopping.txt', 'Old school/Maths', 'Old school/plan.txt']);
    await folder.remove('Old school');
    expect(await readdir(root)).toEqual(['shopping.txt']);
    await expect(folder.remove('Old school')).rejects.toThrow('no longer on the device');
    await expect(folder.remove('')).rejects.toThrow('the shared folder itself');
  });

  it('keeps received files under free names, for their owner only, and leaves no temporary file', async () => {
    const { acts, root } = await setUp();
    const received = [announced('notes.txt', 'bread'), announced('notes.txt', 'butter')];
    const rows = await acts.RECEIVE_FILES?.({ folder: '', files: received }, bringing('bread', 'butter'));
    expect(rows).toMatchObject([
      { parent: '', name: 'notes (2).txt', size: 5, folder: false },
      { parent: '', name: 'notes (3).txt', size: 6 },
    ]);
    expect((await readdir(root)).toSorted()).toEqual(['School', 'notes (2).txt', 'notes (3).txt', 'notes.txt']);
    expect(await readFile(path.join(root, 'notes (3).txt'), 'utf8')).toBe('butter');
    expect(await readFile(path.join(root, 'notes.txt'), 'utf8')).toBe('milk');
    expect((await stat(path.join(root, 'notes (2).txt'))).mode & 0o777).toBe(0o600);
  });

  it('keeps none of the files when one differs from what was announced', async () => {
    const { acts, paths } = await setUp();
    const received = [announced('a.txt', 'bread'), announced('b.txt', 'other')];
    const receiving = acts.RECEIVE_FILES?.({ folder: 'School', files: received }, bringing('bread'));
    await expect(receiving).rejects.toThrow('The bytes that arrived are not the file that was sent.');
    expect(await paths()).toEqual(['/School', '/notes.txt', 'School/plan.txt']);
  });

  it('takes a kept file back, but not one that somebody has put in its place', async () => {
    const { folder, root } = await setUp();
    const [one, other] = [await folder.begin('', 'one.txt'), await folder.begin('', 'other.txt')];
    for (const file of [one, other]) {
      await file.write(Buffer.from('x'));
      await file.keep(hashOf('x'));
    }
    await folder.remove('other.txt');
    await writeFile(path.join(root, 'other.txt'), 'theirs');
    await one.discard();
    await other.discard();
    expect((await readdir(root)).includes('one.txt')).toBe(false);
    expect(await readFile(path.join(root, 'other.txt'), 'utf8')).toBe('theirs');
  });

  it('closes everything that it opens', async () => {
    const { folder, acts } = await setUp();
    await folder.list();
    const before = await openFiles();
    for (let round = 0; round < 20; round += 1) {
      await folder.list();
      await textOf(await folder.open('School/plan.txt'));
      await expect(textOf(await folder.open('School'))).rejects.toThrow('folder');
      await expect(folder.rename('School/gone', 'x')).rejects.toThrow('no longer');
      await acts.RECEIVE_FILES?.({ folder: 'School', files: [announced('a.txt', 'bread')] }, bringing('bread'));
      const wrong = acts.RECEIVE_FILES?.({ folder: '', files: [announced('b.txt', 'bread')] }, bringing());
      await expect(wrong).rejects.toThrow('not the file');
    }
    await expect.poll(openFiles).toBeLessThan(before + 20);
  });

  it('hides its temporary files, and deletes those of a day ago', async () => {
    const { root, paths } = await setUp();
    const fresh = '.fairwatch-00000000-0000-4000-8000-000000000001.part';
    const stale = '.fairwatch-00000000-0000-4000-8000-000000000002.part';
    for (const name of [fresh, stale]) await writeFile(path.join(root, name), 'half');
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    await utimes(path.join(root, stale), longAgo, longAgo);
    expect(await paths()).toEqual(['/School', '/notes.txt', 'School/plan.txt']);
    expect(await readdir(root)).toContain(fresh);
    expect(await readdir(root)).not.toContain(stale);
  });
});

describe('what lies outside of the shared folder', () => {
  it('is not reached through a link to a folder', async () => {
    const { folder, root, outside, paths, acts } = await setUp();
    await symlink(outside, path.join(root, 'way'));
    await symlink('..', path.join(root, 'School/up'));
    expect(await paths()).toEqual(['/School', '/notes.txt', 'School/plan.txt']);
    for (const way of ['way', 'School/up']) {
      await expect(textOf(await folder.open(`${way}/secret.txt`))).rejects.toThrow('no longer on the device');
      await expect(folder.remove(`${way}/secret.txt`)).rejects.toThrow('no longer on the device');
      await expect(folder.rename(`${way}/secret.txt`, 'x')).rejects.toThrow('no longer on the device');
      await expect(folder.create(way, 'x')).rejects.toThrow('no longer on the device');
      await expect(folder.remove(way)).rejects.toThrow('no longer on the device');
      const receiving = acts.RECEIVE_FILES?.({ folder: way, files: [announced('a.txt', 'bread')] }, bringing('bread'));
      await expect(receiving).rejects.toThrow('no longer on the device');
    }
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it('is not reached through a link to a file', async () => {
    const { folder, root, outside, acts } = await setUp();
    const secret = path.join(outside, 'secret.txt');
    await symlink(secret, path.join(root, 'way.txt'));
    await symlink(path.join(outside, 'new.txt'), path.join(root, 'dangling.txt'));
    await expect(textOf(await folder.open('way.txt'))).rejects.toThrow('no longer on the device');
    const received = [announced('way.txt', 'bread'), announced('dangling.txt', 'bread')];
    expect(await acts.RECEIVE_FILES?.({ folder: '', files: received }, bringing('bread'))).toMatchObject([
      { name: 'way (2).txt' },
      { name: 'dangling (2).txt' },
    ]);
    await expect(folder.rename('notes.txt', 'way.txt')).rejects.toThrow('already a file of this name');
    expect(await readFile(secret, 'utf8')).toBe('secret');
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it('stays when a folder with a link to it is removed', async () => {
    const { folder, root, outside } = await setUp();
    await symlink(outside, path.join(root, 'School/way'));
    await folder.remove('School');
    expect(await readdir(root)).toEqual(['notes.txt']);
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it('is not written to when a folder becomes a link while a file arrives', async () => {
    const { folder, root, outside, base } = await setUp();
    const file = await folder.begin('School', 'a.txt');
    await file.write(Buffer.from('bread'));
    await rename(path.join(root, 'School'), path.join(base, 'moved'));
    await symlink(outside, path.join(root, 'School'));
    await file.keep(hashOf('bread'));
    expect(await readdir(outside)).toEqual(['secret.txt']);
    expect((await readdir(path.join(base, 'moved'))).toSorted()).toEqual(['a.txt', 'plan.txt']);
    await file.discard();
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it('is not reached by names that leave a folder', async () => {
    const { folder } = await setUp();
    for (const name of ['..', '.', '', 'a/b', '../outside/x', 'a\0b']) {
      await expect(folder.create('', name)).rejects.toThrow('This name is not allowed.');
      await expect(folder.begin('', name)).rejects.toThrow('This name is not allowed.');
      await expect(folder.rename('notes.txt', name)).rejects.toThrow('This name is not allowed.');
    }
    for (const way of ['../outside/secret.txt', './notes.txt', '/etc/passwd', 'School//plan.txt']) {
      await expect(textOf(await folder.open(way))).rejects.toThrow('This path is not allowed.');
    }
  });
});

describe("the companion's own folder", () => {
  it('is not shared, even inside of the chosen folder', async () => {
    const { base, root } = await setUp();
    const own = path.join(root, '.fairwatch');
    await mkdir(own);
    await writeFile(path.join(own, 'device.json'), 'token');
    const folder = diskFolder(root, { without: [own] });
    expect((await folder.list()).some(({ name }) => name === '.fairwatch')).toBe(false);
    await expect(textOf(await folder.open('.fairwatch/device.json'))).rejects.toThrow('not shared');
    await expect(folder.remove('.fairwatch')).rejects.toThrow('no longer on the device');
    await expect(folder.rename('.fairwatch', 'x')).rejects.toThrow('no longer on the device');
    await expect(diskFolder(base, { without: [own] }).remove('shared')).rejects.toThrow('not shared');
    await expect(diskFolder(own, { without: [own] }).list()).rejects.toThrow('not shared');
    expect(await readFile(path.join(own, 'device.json'), 'utf8')).toBe('token');
  });

  it('says when no folder was chosen, or it is gone', async () => {
    const stateFolder = await temporaryFolder();
    await expect(collectFiles({ sharedFolder: () => null, stateFolder })()).rejects.toThrow('has not chosen a folder');
    const gone = collectFiles({ sharedFolder: () => path.join(stateFolder, '../nowhere-at-all'), stateFolder });
    await expect(gone()).rejects.toThrow('cannot be opened on the phone');
  });
});
