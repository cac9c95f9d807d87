import { percentOf } from '@fairwatch/contract';
import type { Act, Collect, OutgoingFile } from '@fairwatch/device/core';
import type { Database } from '../../core/storage/database.ts';
import { findTrayItem, readTray } from '../../core/trays/tray-store.ts';
import { readMedia } from './media-item.ts';
import { readOriginal, readPreview } from './media-tray.ts';

const gone = 'This photo or video is no longer shared.';

/** What is in the tray of photos and videos, with a small picture of each. */
export function collectGallery(database: Database): Collect<'gallery'> {
  return async (work) => {
    const items = (await readTray(database, 'gallery')).flatMap(({ key, record }) => {
      const known = readMedia(record);
      return known === null ? [] : [{ key, known }];
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
    return items.map(({ key, known }) => Object.assign({ key }, known, { previewHash: hashOf.get(key) ?? null }));
  };
}

/** Sends one photo or video in full. What was taken out of the tray is not sent, although an admin still sees its preview. */
export function fetchMedia(database: Database): Act<'FETCH_MEDIA'> {
  return async ({ key }, work) => {
    const item = await findTrayItem(database, 'gallery', key);
    const known = item && readMedia(item.record);
    const blob = known ? await readOriginal(key) : null;
    if (!known || blob === null) throw new Error(gone);
    work.report(0, 'UPLOADING');
    let told = 0;
    await work.upload({ mimeType: known.mimeType, blob }, (sent, size) => {
      const percent = percentOf(sent, size);
      if (percent > told) work.report((told = percent), 'UPLOADING');
    });
    return [];
  };
}
