import { readFile, removeEntry, writeFile } from '../../core/files/private-folder.ts';
import type { Database } from '../../core/storage/database.ts';
import { type Added, addItems, findItem, removeItems, storageProblem } from '../../core/shared-items/item-storage.ts';
import { exifDate } from './exif-date.ts';
import { kindOf, mediaAtMost, mediaFolder, mediaKey, mediaRecord, previewName } from './media-item.ts';
import { readPhoto, readVideo } from './media-preview.ts';

const kind = 'gallery';

/** Copies photos and videos into the private folder in sequence. When one fails, those before it stay. */
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
  if (await findItem(database, kind, key)) return { added: 0, known: 1 };
  const folder = await mediaFolder();
  const content = await (kindOf(file) === 'PHOTO' ? readPhoto(file) : readVideo(file));
  const takenAt = (await exifDate(file)) ?? new Date(file.lastModified);
  try {
    await writeFile(folder, key, file);
    if (content.preview) await writeFile(folder, previewName(key), content.preview);
    return await addItems(
      database,
      kind,
      [{ key, record: { ...mediaRecord(file, { ...content, takenAt }) } }],
      mediaAtMost,
    );
  } catch (error) {
    await removeEntry(folder, key);
    await removeEntry(folder, previewName(key));
    throw storageProblem(error);
  }
}

/** Deletes the record first, since a file without a record is not sent. */
export async function removeMedia(database: Database, keys: readonly string[]): Promise<void> {
  await removeItems(database, kind, keys);
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
