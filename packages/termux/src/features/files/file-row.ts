import { files } from '@fairwatch/contract';
import { clip, hashKey, mimeTypeByName, type RowOf } from '@fairwatch/device/core';

export type FileRow = RowOf<'files'>;

interface Entry {
  parent: string;
  name: string;
  /** Null for a folder. */
  size: number | null;
  modifiedAt: Date;
}

/** Converts an entry to the row of an Update; null for a name that the server would refuse. */
export function fileRow({ parent, name, size, modifiedAt }: Entry): FileRow | null {
  const record = {
    parent,
    name,
    folder: size === null,
    size: size ?? 0,
    mimeType: size === null ? '' : clip(mimeTypeByName(name), 100),
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
