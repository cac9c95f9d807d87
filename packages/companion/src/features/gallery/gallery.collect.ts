import { collectWords } from '@fairwatch/device/words';
import { keysOf, percentOf } from '@fairwatch/contract';
import { forEachFile, type Act, type Collect, type OutgoingFile, type Work } from '@fairwatch/device/core';
import type { Database } from '../../core/storage/database.ts';
import { findItem, readItems } from '../../core/shared-items/item-storage.ts';
import { readMedia } from './media-item.ts';
import { readOriginal, readPreview } from './media-storage.ts';

const gone = collectWords('media.gone');

/** Collects the photos and videos that the person shares, with a preview of each. */
export function collectGallery(database: Database): Collect<'gallery'> {
  return async (work) => {
    const items = (await readItems(database, 'gallery')).flatMap(({ key, record }) => {
      const media = readMedia(record);
      return media === null ? [] : [{ key, media }];
    });
    const withPreview: string[] = [];
    async function* previews(): AsyncGenerator<OutgoingFile> {
      for (const { key } of items) {
        const blob = await readPreview(key);
        if (blob === null) continue;
        withPreview.push(key);
        yield { mimeType: 'image/jpeg', blob };
      }
    }
    const hashes = work ? await work.uploadMany(previews(), (sent) => work.report(percentOf(sent, items.length))) : [];
    const hashOf = new Map(withPreview.map((key, place) => [key, hashes[place] ?? null]));
    return items.map(({ key, media }) => Object.assign({ key }, media, { previewHash: hashOf.get(key) ?? null }));
  };
}

/**
 * Sends photos and videos in full, one or several. What the person no longer shares is not sent, although an admin still sees its
 * preview.
 */
export function fetchMedia(database: Database): Act<'FETCH_MEDIA'> {
  return (params, work) =>
    forEachFile(
      keysOf(params),
      work,
      async (key, own) => {
        const sha256 = await sendOriginal(database, key, own);
        return params.keys ? { key, sha256 } : null;
      },
      (_, index) => collectWords('media.numbered', { number: index + 1 }),
    );
}

async function sendOriginal(database: Database, key: string, { report, upload }: Work): Promise<string> {
  const item = await findItem(database, 'gallery', key);
  const known = item && readMedia(item.record);
  const blob = known ? await readOriginal(key) : null;
  if (!known || blob === null) throw new Error(gone);
  report(0, 'UPLOADING');
  let told = 0;
  return await upload({ mimeType: known.mimeType, blob }, (sent, size) => {
    const percent = percentOf(sent, size);
    if (percent > told) report((told = percent), 'UPLOADING');
  });
}
