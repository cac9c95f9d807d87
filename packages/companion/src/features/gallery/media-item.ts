import { collectWords } from '@fairwatch/device/words';
import { gallery } from '@fairwatch/contract';
import { clip, type RowOf } from '@fairwatch/device/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { privateFolder } from '../../core/files/private-folder.ts';
import { t } from './gallery.texts.ts';

/** The record of a photo or video that is shared, without its preview, which is sent with each Update. */
export type MediaRecord = Omit<RowOf<'gallery'>, 'key' | 'previewHash'>;

/** How many photos and videos a person can share. */
export const mediaAtMost = 5000;

const endBytes = 1024 * 1024;

/** Opens the folder of originals and previews: a file is named by its key, its preview is beside it. */
export function mediaFolder(): Promise<FileSystemDirectoryHandle> {
  return privateFolder('gallery');
}

export function previewName(key: string): string {
  return `${key}.preview`;
}

/** The key of a file: a hash of its size, its beginning and its end, so that a photo that is picked twice is one. */
export async function mediaKey(file: Blob): Promise<string> {
  const hash = sha256.create();
  hash.update(new TextEncoder().encode(`${file.size}/`));
  hash.update(new Uint8Array(await file.slice(0, endBytes).arrayBuffer()));
  hash.update(new Uint8Array(await file.slice(Math.max(0, file.size - endBytes)).arrayBuffer()));
  return bytesToHex(hash.digest()).slice(0, 32);
}

interface MediaFacts {
  width: number;
  height: number;
  durationMs: number | null;
  takenAt: Date;
}

export function mediaRecord(file: File, { width, height, durationMs, takenAt }: MediaFacts): MediaRecord {
  const kind = kindOf(file);
  return {
    kind,
    fileName: clip(file.name, 255) || collectWords(`media.unnamed.${kind}`),
    album: t('album'),
    mimeType: clip(file.type, 100) || (kind === 'PHOTO' ? 'image/jpeg' : 'video/mp4'),
    width,
    height,
    durationMs: kind === 'PHOTO' ? null : (durationMs ?? 0),
    size: file.size,
    takenAt: takenAt.toISOString(),
  };
}

/** The MIME type, by the extension when the phone does not report one. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): MediaRecord['kind'] {
  if (type !== '') return type.startsWith('video/') ? 'VIDEO' : 'PHOTO';
  return /\.(?:mp4|m4v|mov|webm|mkv|3gp|avi|ogv)$/i.test(name) ? 'VIDEO' : 'PHOTO';
}

export function isMedia({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  if (type !== '') return /^(?:image|video)\//.test(type);
  return /\.(?:jpe?g|png|gif|webp|avif|heic|heif|mp4|m4v|mov|webm|mkv|3gp|avi|ogv)$/i.test(name);
}

export function readMedia(record: Record<string, unknown>): MediaRecord | null {
  const { success, data } = gallery.record.safeParse({ ...record, previewHash: null });
  if (!success) return null;
  const { previewHash: _, ...known } = data;
  return known;
}
