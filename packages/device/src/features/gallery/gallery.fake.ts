import { createByteCache } from '../../core/fake/byte-cache.ts';
import { filmOf, photoOf, previewOf } from '../../core/fake/pictures.ts';
import type { Random } from '../../core/fake/random.ts';
import type { Act, OutgoingFile, RowOf, Work } from '../../core/handlers.ts';
import { cameraRoll, findShot, freshShot, type Shot } from './camera-roll.ts';

const previewSide = 480;
const mimeTypes = { PHOTO: 'image/jpeg', VIDEO: 'video/webm' } as const;

/** Shared by all phones of a process: what was drawn for one Update is at hand for the next. */
const previews = createByteCache(24 * 1024 * 1024);

/** The same for whoever is given the same chance: what is collected can be fetched. */
const seedOf = (random: Random) => `gallery-${random.int(0, 2 ** 31)}`;

/**
 * A gallery that lives: now and then there is a new photo since the last reading. Previews are drawn only when there is
 * somebody to send them to.
 */
export function fakeGallery(random: Random, now: () => Date = () => new Date()) {
  const seed = seedOf(random);
  const fresh = new Map<string, Shot>();
  let read = false;

  return async (work?: Work): Promise<RowOf<'gallery'>[]> => {
    if (read && random.chance(0.5)) {
      const shot = freshShot(seed, now());
      fresh.set(shot.key, shot);
    }
    read = true;
    const shots = [...fresh.values(), ...cameraRoll(seed, now())];
    const rows: RowOf<'gallery'>[] = [];
    for (const shot of shots) {
      work?.signal.throwIfAborted();
      rows.push(rowOf(shot, work ? await work.upload(await previewFile(shot)) : null));
      work?.report(Math.floor((rows.length / shots.length) * 100));
    }
    return rows;
  };
}

/** Sends one photo or video in full. */
export function fakeMediaFetch(random: Random, now: () => Date = () => new Date()): Act<'FETCH_MEDIA'> {
  const seed = seedOf(random);
  return async ({ key }, work) => {
    const shot = findShot(seed, key, now());
    if (!shot) throw new Error('This file is no longer on the device.');
    await work.upload({ mimeType: mimeTypes[shot.kind], bytes: await originalOf(shot, work) });
    return [];
  };
}

function rowOf(shot: Shot, previewHash: string | null): RowOf<'gallery'> {
  const { key, kind, fileName, album, view, seconds, size, takenAt } = shot;
  return {
    key,
    kind,
    fileName,
    album,
    mimeType: mimeTypes[kind],
    width: view.width,
    height: view.height,
    durationMs: seconds === null ? null : seconds * 1000,
    size,
    takenAt: takenAt.toISOString(),
    previewHash,
  };
}

async function previewFile({ view }: Shot): Promise<OutgoingFile> {
  const bytes = await previews.get(JSON.stringify(view), () => previewOf(view, previewSide));
  return { mimeType: 'image/jpeg', bytes };
}

/** Drawing a film takes a while: that is the first half of the way. */
async function originalOf({ view, seconds, size }: Shot, { signal, report }: Work): Promise<Buffer> {
  if (seconds === null) return await photoOf(view, size);
  return await filmOf(view, { seconds, size, signal, onProgress: (share) => report(Math.floor(share * 50)) });
}
