import { collectWords } from '@fairwatch/device/words';
import { keysOf, percentOf } from '@fairwatch/contract';
import { forEachFile, type Act, type Collect, type OutgoingFile, type RowOf, type Work } from '@fairwatch/device/core';
import { openHandle } from '@fairwatch/device/node';
import path from 'node:path';
import { homePath } from '../../core/files/home-path.ts';
import type { Termux } from '../../core/termux/termux.ts';
import { sourceOf } from './byte-source.ts';
import { readMediaFacts, type MediaFacts } from './media-facts.ts';
import { findMedia, type MediaFile } from './media-walk.ts';
import { openMedia } from './open-media.ts';
import { openPreviewStore } from './preview-store.ts';

export interface GalleryParts {
  termux: Termux;
  /** The folders that the person chose. Read for each command, because they can change them. */
  mediaFolders(): readonly string[];
  /** Previews are kept in a folder of it. */
  stateFolder: string;
}

/** Collects the photos and videos in the folders that the person chose, with a preview of each that has one. */
export function collectGallery({ termux, mediaFolders, stateFolder }: GalleryParts): Collect<'gallery'> {
  return async (work) => {
    const media = await findChosen(mediaFolders(), work?.signal);
    const store = await openPreviewStore(termux, path.join(stateFolder, 'previews'));
    const rows: RowOf<'gallery'>[] = [];
    const previewed: RowOf<'gallery'>[] = [];
    const tell = inWholePercent(media.length, work);

    async function* previews(): AsyncGenerator<OutgoingFile> {
      for (const [index, file] of media.entries()) {
        work?.signal.throwIfAborted();
        tell(index);
        const facts = await factsOf(file);
        // It was deleted since the folders were read.
        if (facts === null) continue;
        const row = rowOf(file, facts);
        rows.push(row);
        const bytes = facts.thumbnail ?? (await store.preview(file, facts, work?.signal));
        if (bytes === null) continue;
        previewed.push(row);
        yield { mimeType: 'image/jpeg', bytes };
      }
    }

    const hashes = await uploadAll(previews(), work);
    for (const [index, row] of previewed.entries()) row.previewHash = hashes[index] ?? null;
    await store.keepOnly(new Set(media.map(({ key }) => key)));
    return rows;
  };
}

/** Sends photos and videos in full, one or several. What is no longer in the person's folders is not sent. */
export function fetchMedia({ mediaFolders }: Pick<GalleryParts, 'mediaFolders'>): Act<'FETCH_MEDIA'> {
  return async (params, work) => {
    const media = await findChosen(mediaFolders(), work.signal);
    const byKey = new Map(media.map((file) => [file.key, file]));
    return await forEachFile(
      keysOf(params),
      work,
      async (key, own) => {
        const sha256 = await sendOriginal(byKey.get(key), own);
        return params.keys ? { key, sha256 } : null;
      },
      (key, index) => byKey.get(key)?.fileName ?? collectWords('media.numbered', { number: index + 1 }),
    );
  };
}

async function findChosen(folders: readonly string[], signal: AbortSignal | undefined): Promise<MediaFile[]> {
  if (folders.length === 0) throw new Error(collectWords('media.notChosen'));
  return await findMedia(folders.map(homePath), signal);
}

async function sendOriginal(file: MediaFile | undefined, { report, upload }: Work): Promise<string> {
  if (!file) throw new Error(collectWords('media.gone'));
  report(0, 'UPLOADING');
  let told = 0;
  const open = async () => {
    const handle = await openMedia(file);
    if (handle === null) throw new Error(collectWords('media.gone'));
    return await openHandle(handle);
  };
  return await upload({ mimeType: file.mimeType, open }, (sent, size) => {
    const percent = percentOf(sent, size);
    if (percent > told) report((told = percent), 'UPLOADING');
  });
}

async function factsOf(file: MediaFile): Promise<MediaFacts | null> {
  const handle = await openMedia(file);
  if (handle === null) return null;
  try {
    return await readMediaFacts(await sourceOf(handle));
  } finally {
    await handle.close();
  }
}

function rowOf(file: MediaFile, { width, height, durationMs, takenAt }: MediaFacts): RowOf<'gallery'> {
  const { key, kind, fileName, album, mimeType, size, modifiedAt } = file;
  return {
    key,
    kind,
    fileName,
    album,
    mimeType,
    width,
    height,
    durationMs: kind === 'PHOTO' ? null : (durationMs ?? 0),
    size,
    takenAt: (takenAt ?? modifiedAt).toISOString(),
    previewHash: null,
  };
}

/** Without a command there is nowhere to send previews to; the files are read all the same. */
async function uploadAll(previews: AsyncGenerator<OutgoingFile>, work: Work | undefined): Promise<string[]> {
  if (work) return await work.uploadMany(previews);
  for await (const _ of previews);
  return [];
}

function inWholePercent(total: number, work: Work | undefined): (done: number) => void {
  let told = 0;
  return (done) => {
    const percent = percentOf(done, total);
    if (percent > told) work?.report((told = percent));
  };
}
