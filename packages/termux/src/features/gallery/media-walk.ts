import { collectWords } from '@fairwatch/device/words';
import { limits, mimeTypeByName } from '@fairwatch/contract';
import { clip, hashKey } from '@fairwatch/device/core';
import { lstat, opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, openInside, openRoot, type OpenDirectory } from '../../core/files/open-directory.ts';

/** A photo or video in one of the person's media folders. */
export interface MediaFile {
  /** Stable as long as the file has the same path and size. */
  key: string;
  root: string;
  /** The folders between the root and the file, and its name. */
  steps: readonly string[];
  fileName: string;
  album: string;
  mimeType: string;
  kind: 'PHOTO' | 'VIDEO';
  size: number;
  modifiedAt: Date;
}

/** How many photos and videos are listed: the newest ones. */
const mediaAtMost = 20_000;
/** How many entries are looked at, in all folders together. */
const entriesAtMost = 200_000;
const depthAtMost = 20;

const isMedia = /\.(?:jpe?g|png|gif|webp|avif|heic|heif|mp4|m4v|mov|webm|mkv|3gp|avi)$/i;

/**
 * Finds the photos and videos below the person's media folders, the newest first. Symbolic links, hidden folders, and folders with a
 * `.nomedia` file are skipped, as the phone's own gallery does. A folder that is not there is skipped, unless all are.
 */
export async function findMedia(folders: readonly string[], signal?: AbortSignal): Promise<MediaFile[]> {
  const found = new Map<string, MediaFile>();
  const walk: Walk = { entriesLeft: entriesAtMost, found, signal };
  const problems: unknown[] = [];
  for (const folder of folders) {
    try {
      const real = await realpath(folder);
      const root = await openRoot(real);
      await closing(root, () => walkInto(root, { root: real, steps: [] }, walk));
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(codeOf(error))) throw error;
      problems.push(error);
    }
  }
  if (folders.length > 0 && problems.length === folders.length) {
    throw new Error(collectWords('media.forbidden'), {
      cause: problems[0],
    });
  }
  return Array.from(found.values())
    .sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime())
    .slice(0, mediaAtMost);
}

interface Walk {
  entriesLeft: number;
  /** By the real path: folders may lie in one another. */
  found: Map<string, MediaFile>;
  signal: AbortSignal | undefined;
}

interface FolderPlace {
  root: string;
  steps: readonly string[];
}

async function walkInto(directory: OpenDirectory, { root, steps }: FolderPlace, walk: Walk): Promise<void> {
  const names: string[] = [];
  for await (const { name } of await opendir(directory.self)) {
    walk.signal?.throwIfAborted();
    walk.entriesLeft -= 1;
    if (walk.entriesLeft < 0) throw new Error(collectWords('media.tooMany'));
    names.push(name);
  }
  if (names.includes('.nomedia')) return;
  for (const name of names) {
    if (name.startsWith('.')) continue;
    const entry = await lstat(directory.at(name)).catch(() => null);
    const inner = { root, steps: [...steps, name] };
    if (entry?.isDirectory() && inner.steps.length < depthAtMost) {
      // It may be closed to us.
      const child = await openInside(directory, name).catch(() => null);
      if (child) await closing(child, () => walkInto(child, inner, walk));
    } else if (entry?.isFile() && isMedia.test(name) && entry.size > 0) {
      const place = path.join(root, ...inner.steps);
      if (!walk.found.has(place)) walk.found.set(place, mediaFile(inner, entry));
    }
  }
}

function mediaFile({ root, steps }: FolderPlace, { size, mtime }: { size: number; mtime: Date }): MediaFile {
  const name = steps.at(-1) ?? '';
  const mimeType = mimeTypeByName(name);
  const kind = mimeType.startsWith('video/') ? 'VIDEO' : 'PHOTO';
  return {
    key: hashKey(path.join(root, ...steps), String(size)),
    root,
    steps,
    fileName: clip(name, limits.file.nameMaxLength) || collectWords(`media.unnamed.${kind}`),
    album: clip(steps.slice(0, -1).join('/') || path.basename(root), limits.file.pathMaxLength),
    mimeType,
    kind,
    size,
    modifiedAt: mtime,
  };
}

async function closing(directory: OpenDirectory, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await directory.close();
  }
}
