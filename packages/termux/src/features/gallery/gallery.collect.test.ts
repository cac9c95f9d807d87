import { gallery } from '@fairwatch/contract';
import type { OutgoingFile } from '@fairwatch/device/core';
import { testWork } from '@fairwatch/device/test-work';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TermuxProblem, type Termux } from '../../core/termux/termux.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { collectGallery, fetchMedia } from './gallery.collect.ts';
import { jpegOf, mp4Of, pngOf } from './media-for-test.ts';

const thumbnail = jpegOf({ width: 160, height: 120 });
const made = jpegOf({ width: 480, height: 270 });

/** A phone with ffmpeg that gives the same picture for each file, or fails; without ffmpeg for null. */
function termuxWith(picture: Buffer | TermuxProblem | null) {
  const runs: { args: readonly string[]; input: string }[] = [];
  const termux: Termux = {
    has: (program) => program === 'ffmpeg' && picture !== null,
    async run(_, args) {
      runs.push({ args, input: await readlink(args[args.indexOf('-i') + 1] ?? '') });
      if (picture instanceof Error) throw picture;
      await writeFile(args.at(-1) ?? '', picture ?? '');
      return '';
    },
    readJson: async () => null,
  };
  return { termux, runs };
}

async function setUp(picture: Buffer | TermuxProblem | null = null) {
  const base = await temporaryFolder();
  const [root, stateFolder] = [path.join(base, 'DCIM'), path.join(base, 'state')];
  await mkdir(path.join(root, 'Camera'), { recursive: true });
  const add = async (name: string, bytes: Buffer) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), bytes);
  };
  await add('Camera/one.jpg', jpegOf({ width: 4000, height: 3000, exif: { thumbnail } }));
  const { termux, runs } = termuxWith(picture);
  const uploads: OutgoingFile[] = [];
  const work = testWork({
    upload: async (file) => {
      uploads.push(file);
      const bytes = 'bytes' in file ? file.bytes : 'open' in file ? await readAll(file.open) : new Uint8Array();
      return createHash('sha256').update(bytes).digest('hex');
    },
  });
  const folders = [root];
  const parts = { termux, stateFolder, mediaFolders: () => folders };
  return {
    base,
    root,
    stateFolder,
    add,
    runs,
    uploads,
    folders,
    work,
    collect: () => collectGallery(parts)(work),
    parts,
  };
}

async function readAll(open: Extract<OutgoingFile, { open: unknown }>['open']): Promise<Uint8Array> {
  const file = await open();
  const bytes = await file.read(0, file.size);
  await file.close();
  return bytes;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the gallery', () => {
  it('lists photos and videos with size, time and album, in rows that the server accepts', async () => {
    const { add, collect, root } = await setUp();
    const created = new Date('2026-05-01T10:00:00Z');
    await add('Camera/film.mp4', mp4Of({ width: 1920, height: 1080, seconds: 12, created }));
    await add('shot.png', pngOf({ width: 1080, height: 2400 }));
    await add('notes.txt', Buffer.from('no picture'));
    const modified = new Date('2026-04-01T10:00:00Z');
    await utimes(path.join(root, 'shot.png'), modified, modified);
    const rows = await collect();
    for (const row of rows) expect(gallery.record.safeParse(row).success).toBe(true);
    const byName = new Map(rows.map((row) => [row.fileName, row]));
    expect(byName.size).toBe(3);
    expect(byName.get('one.jpg')).toMatchObject({
      kind: 'PHOTO',
      album: 'Camera',
      mimeType: 'image/jpeg',
      width: 4000,
      height: 3000,
      durationMs: null,
      takenAt: '2025-08-14T15:30:05.000Z',
      previewHash: hashOf(thumbnail),
    });
    expect(byName.get('film.mp4')).toMatchObject({
      kind: 'VIDEO',
      durationMs: 12_000,
      takenAt: created.toISOString(),
      previewHash: null,
    });
    expect(byName.get('shot.png')).toMatchObject({ album: 'DCIM', takenAt: modified.toISOString() });
  });

  it('has the same keys each time, each photo once', async () => {
    const { collect, folders, root } = await setUp();
    const before = await collect();
    folders.push(path.join(root, 'Camera'), root);
    expect((await collect()).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  it('skips links, hidden folders, folders with a .nomedia file, and empty files', async () => {
    const { add, collect, base, root } = await setUp();
    const photo = jpegOf({ width: 4, height: 4 });
    await mkdir(path.join(base, 'outside'));
    await writeFile(path.join(base, 'outside/secret.jpg'), photo);
    await symlink(path.join(base, 'outside'), path.join(root, 'way'));
    await symlink(path.join(base, 'outside/secret.jpg'), path.join(root, 'way.jpg'));
    await symlink('..', path.join(root, 'Camera/up'));
    await add('.thumbnails/a.jpg', photo);
    await add('Private/.nomedia', Buffer.alloc(0));
    await add('Private/b.jpg', photo);
    await add('Private/Deeper/c.jpg', photo);
    await add('Camera/.trashed.jpg', photo);
    await add('Camera/empty.jpg', Buffer.alloc(0));
    expect((await collect()).map(({ fileName }) => fileName)).toEqual(['one.jpg']);
  });

  it('makes a preview with ffmpeg once, whatever the name of the file', async () => {
    const { add, collect, runs, root, stateFolder } = await setUp(made);
    await add('Camera/-i %03d;$(id).png', pngOf({ width: 1080, height: 2400 }));
    const preview = async () => (await collect()).find(({ mimeType }) => mimeType === 'image/png')?.previewHash;
    expect(await preview()).toBe(hashOf(made));
    expect(await preview()).toBe(hashOf(made));
    expect(runs).toHaveLength(1);
    const [{ args, input } = { args: [] as readonly string[], input: '' }] = runs;
    expect(input).toBe(path.join(root, 'Camera/-i %03d;$(id).png'));
    expect(args.join(' ')).not.toContain('%03d');
    expect(args.slice(args.indexOf('-protocol_whitelist'), args.indexOf('-protocol_whitelist') + 4)).toEqual([
      '-protocol_whitelist',
      'file',
      '-f',
      'png_pipe',
    ]);
    await rm(path.join(root, 'Camera/-i %03d;$(id).png'));
    await collect();
    expect(await readdir(path.join(stateFolder, 'previews'))).toEqual([]);
  });

  it('lists a file without a preview when ffmpeg fails, and does not try again', async () => {
    const { add, collect, runs } = await setUp(new TermuxProblem('FAILED', 'Invalid data'));
    await add('broken.png', pngOf({ width: 1, height: 1 }));
    for (let round = 0; round < 2; round += 1) {
      expect((await collect()).map(({ previewHash }) => previewHash).toSorted()).toEqual(
        [hashOf(thumbnail), null].toSorted(),
      );
    }
    expect(runs).toHaveLength(1);
  });

  it('never gives a file to ffmpeg whose first bytes are no picture and no film', async () => {
    const { add, collect, runs } = await setUp(made);
    await add('playlist.mp4', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///secret\n'));
    expect(await collect()).toHaveLength(2);
    expect(runs).toEqual([]);
  });

  it('says when no folder was chosen, or none can be read', async () => {
    const { collect, folders, base } = await setUp();
    folders.splice(0, 1, path.join(base, 'nowhere'));
    await expect(collect()).rejects.toThrow('may not read the media folders');
    folders.length = 0;
    await expect(collect()).rejects.toThrow('has not chosen a folder');
  });

  it('stops when it is cancelled', async () => {
    const { parts, work } = await setUp();
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(collectGallery(parts)({ ...work, signal })).rejects.toThrow('cancelled');
  });
});

describe('originals', () => {
  it('are sent when they are asked for, as they are on the disk', async () => {
    const { parts, collect, work, uploads, root } = await setUp();
    const [row] = await collect();
    uploads.length = 0;
    const original = await readFile(path.join(root, 'Camera/one.jpg'));
    expect(await fetchMedia(parts)({ keys: [row?.key ?? ''] }, work)).toEqual([
      { key: row?.key, sha256: hashOf(original) },
    ]);
    expect(uploads).toMatchObject([{ mimeType: 'image/jpeg' }]);
    expect(await fetchMedia(parts)({ key: row?.key ?? '' }, work)).toEqual([]);
  });

  it('are not sent once their folder is no longer chosen, or when a link has taken their place', async () => {
    const { parts, collect, work, folders, root, base } = await setUp();
    const [row] = await collect();
    const fetching = () => fetchMedia(parts)({ key: row?.key ?? '' }, work);
    await writeFile(path.join(base, 'secret.jpg'), await readFile(path.join(root, 'Camera/one.jpg')));
    await rm(path.join(root, 'Camera/one.jpg'));
    await symlink(path.join(base, 'secret.jpg'), path.join(root, 'Camera/one.jpg'));
    await expect(fetching()).rejects.toThrow('no longer shared');
    folders.splice(0, 1, path.join(root, 'Camera'));
    await expect(fetching()).rejects.toThrow('no longer shared');
  });
});
