import { nameOfType } from '@fairwatch/contract';
import type { ArchivedFile, FileFolder } from './archive-files.store.ts';

/**
 * Returns where a file is in the archive: a path that every operating system accepts, with the extension of its type. The id
 * keeps files of the same name apart.
 */
export function archivePath(
  folder: FileFolder,
  { id, name, sha256, mimeType }: Pick<ArchivedFile, 'id' | 'name' | 'sha256' | 'mimeType'>,
): string {
  const plain = (name.split('/').at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_').replace(/[. ]+$/, '');
  const safe = Array.from(plain).slice(-80).join('').trimStart();
  return `files/${folder}/${id}-${nameOfType(safe === '' ? sha256.slice(0, 12) : safe, mimeType)}`;
}
