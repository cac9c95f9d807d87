import type { FileHandle } from 'node:fs/promises';
import { codeOf, openInside, openRegularFile, openRoot } from '../../core/files/open-directory.ts';
import type { MediaFile } from './media-walk.ts';

/** Opens a photo or video that the walk has found, without following a link on the way; null when it is gone. */
export async function openMedia({ root, steps }: Pick<MediaFile, 'root' | 'steps'>): Promise<FileHandle | null> {
  try {
    let directory = await openRoot(root);
    for (const name of steps.slice(0, -1)) {
      const parent = directory;
      try {
        directory = await openInside(parent, name);
      } finally {
        await parent.close();
      }
    }
    try {
      return await openRegularFile(directory, steps.at(-1) ?? '');
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(codeOf(error))) return null;
    throw error;
  }
}
