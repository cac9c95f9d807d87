import { keysOf, percentOf } from '@fairwatch/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { createByteCache } from '../../fake/media/byte-cache.ts';
import { filmOf, photoOf, previewOf } from '../../fake/media/pictures.ts';
import type { Random } from '../../fake/random.ts';
import { forEachFile } from '../../core/commands/each-file.ts';
import type { Act, RowOf, Work } from '../../core/commands/handlers.ts';
import { cameraRoll, findShot, freshShot, type Shot } from './camera-roll.ts';

const previewSide = 480;
const mimeTypes = { PHOTO: 'image/jpeg', VIDEO: 'video/webm' } as const;

/** The cache of drawn previews, shared by all phones of the process. */
const previews = createByteCache(24 * 1024 * 1024);

/** Derives the seed from the generator, so that the collector and the handler of FETCH_MEDIA see the same shots. */
const seedOf = (random: Random) => `gallery-${random.int(0, 2 ** 31)}`;

/**
 * A gallery that lives: now and then there is a new photo since the last reading. Previews are drawn only when there is
 * somebody to send them to.
 */
export function fakeGallery(random: Random, now: () => Date = () => new Date(), most = Number.POSITIVE_INFINITY) {
  const seed = seedOf(random);
  const fresh = new Map<string, Shot>();
  let read = false;

  return async (work?: Work): Promise<RowOf<'gallery'>[]> => {
    if (read && random.chance(0.5)) {
      const shot = freshShot(seed, now());
      fresh.set(shot.key, shot);
    }
    read = true;
    const shots = newestOf([...fresh.values(), ...cameraRoll(seed, now())], most);
    const hashes = work ? await sendPreviews(shots, work) : [];
    return shots.map((shot, place) => rowOf(shot, hashes[place] ?? null));
  };
}

function newestOf(shots: readonly Shot[], most: number): readonly Shot[] {
  if (shots.length <= most) return shots;
  return shots.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime()).slice(0, most);
}

/** How many previews are drawn and sent between two reports of the progress. */
const together = 12;

/** Draws each preview on demand, and sends those that the server does not have. */
async function sendPreviews(shots: readonly Shot[], { uploadMany, report, signal }: Work): Promise<string[]> {
  const hashes: string[] = [];
  for (let first = 0; first < shots.length; first += together) {
    signal.throwIfAborted();
    hashes.push(...(await uploadMany(previewFiles(shots.slice(first, first + together)))));
    report(percentOf(hashes.length, shots.length));
  }
  return hashes;
}

async function* previewFiles(shots: readonly Shot[]) {
  for (const shot of shots) yield await previewFile(shot);
}

interface Fetching {
  now?: () => Date;
  /** How fast the phone's network is. */
  bytesPerSecond?: number;
}

/** Sends photos and videos in full, one or several. */
export function fakeMediaFetch(
  random: Random,
  { now = () => new Date(), bytesPerSecond = 600_000 }: Fetching = {},
): Act<'FETCH_MEDIA'> {
  const seed = seedOf(random);
  const find = (key: string) => findShot(seed, key, now());
  return (params, work) =>
    forEachFile(
      keysOf(params),
      work,
      async (key, own) => {
        const shot = find(key);
        if (!shot) throw new Error('This file is no longer on the device.');
        const bytes = await originalOf(shot, own);
        await travel((shot.size / bytesPerSecond) * 1000, own);
        const sha256 = await own.upload({ mimeType: mimeTypes[shot.kind], bytes });
        return params.keys ? { key, sha256 } : null;
      },
      (key, index) => find(key)?.fileName ?? `photo or video ${index + 1}`,
    );
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

async function previewFile({ view, kind }: Shot) {
  const bytes = await previews.get(JSON.stringify(view), () => previewOf(view, previewSide, kind === 'VIDEO'));
  return { mimeType: 'image/jpeg', bytes };
}

const drawingShare = 30;

/** Draws the original of a shot. Drawing a film takes a while and is the first part of the progress; the upload is the rest. */
async function originalOf({ view, seconds, size }: Shot, { signal, report }: Work): Promise<Buffer> {
  if (seconds === null) return await photoOf(view, size);
  const onProgress = (share: number) => report(Math.floor(share * drawingShare));
  return await filmOf(view, { seconds, size, signal, onProgress });
}

const stepMs = 200;

/** Waits as long as the upload over a phone's network would take. */
async function travel(lengthMs: number, { signal, report }: Work): Promise<void> {
  for (let passed = 0; passed < lengthMs; passed += stepMs) {
    report(Math.floor(drawingShare + (passed / lengthMs) * (100 - drawingShare)));
    await delay(stepMs, undefined, { ref: false, signal });
  }
}
