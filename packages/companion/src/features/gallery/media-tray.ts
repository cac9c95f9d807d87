import { readFile, removeEntry, writeFile } from '../../core/files/private-folder.ts';
import type { Database } from '../../core/storage/database.ts';
import { storageProblem } from '../../core/trays/storage-problem.ts';
import { addToTray, findTrayItem, removeFromTray, type Added } from '../../core/trays/tray-store.ts';
import { exifDate } from './exif-date.ts';
import { kindOf, mediaAtMost, mediaFolder, mediaKey, mediaRecord, previewName } from './media-item.ts';
import { seePhoto, seeVideo } from './media-preview.ts';

const tray = 'gallery';

/** Copies photos and videos into the private folder, one after the other. What was added before one fails stays. */
export async function addMedia(
  database: Database,
  files: readonly File[],
  onFile: (done: number) => void,
): Promise<Added> {
  const result = { added: 0, known: 0 };
  for (const [place, file] of files.entries()) {
    onFile(place);
    const { added, known } = await addOne(database, file);
    result.added += added;
    result.known += known;
  }
  return result;
}

async function addOne(database: Database, file: File): Promise<Added> {
  const key = await mediaKey(file);
  if (await findTrayItem(database, tray, key)) return { added: 0, known: 1 };
  const folder = await mediaFolder();
  const seen = await (kindOf(file) === 'PHOTO' ? seePhoto(file) : seeVideo(file));
  const takenAt = (await exifDate(file)) ?? new Date(file.lastModified);
  try {
    await writeFile(folder, key, file);
    if (seen.preview) await writeFile(folder, previewName(key), seen.preview);
    return await addToTray(
      database,
      tray,
      [{ key, record: { ...mediaRecord(file, { ...seen, takenAt }) } }],
      mediaAtMost,
    );
  } catch (error) {
    await removeEntry(folder, key);
    await removeEntry(folder, previewName(key));
    throw storageProblem(error);
  }
}

/** The row goes first: what lies there without a row is not sent. */
export async function removeMedia(database: Database, keys: readonly string[]): Promise<void> {
  await removeFromTray(database, tray, keys);
  const folder = await mediaFolder();
  for (const key of keys) {
    await removeEntry(folder, key);
    await removeEntry(folder, previewName(key));
  }
}

export async function readPreview(key: string): Promise<File | null> {
  return await readFile(await mediaFolder(), previewName(key));
}

export async function readOriginal(key: string): Promise<File | null> {
  return await readFile(await mediaFolder(), key);
}
