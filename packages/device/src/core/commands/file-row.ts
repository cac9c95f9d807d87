import { files, mimeTypeByName } from '@fairwatch/contract';
import type { RowOf } from './handlers.ts';
import { clip } from '../text/clip.ts';
import { hashKey } from '../text/hash-key.ts';

export type FileRow = RowOf<'files'>;

interface Entry {
  parent: string;
  name: string;
  /** Null for a folder. A file without a type has the one that its name says. */
  file: { size: number; type?: string } | null;
  modifiedAt: Date;
}

/** Converts an entry to the row of an Update; null for a name that the server would refuse. */
export function fileRow({ parent, name, file, modifiedAt }: Entry): FileRow | null {
  const record = {
    parent,
    name,
    folder: file === null,
    size: file?.size ?? 0,
    mimeType: file === null ? '' : clip(file.type ?? mimeTypeByName(name), 100) || 'application/octet-stream',
    modifiedAt: modifiedAt.toISOString(),
  };
  return files.record.safeParse(record).success ? { key: hashKey(joinPath(parent, name)), ...record } : null;
}

export function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
