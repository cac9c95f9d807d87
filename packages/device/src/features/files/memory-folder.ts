import { mimeTypeByName } from '@fairwatch/contract';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createTemporaryFile } from '../../node/disk-file.ts';
import { freeName } from '../../core/files/free-name.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import type { OutgoingFile } from '../../core/files/upload-file.ts';
import type { ArrivingFile, SharedFolder } from '../../core/commands/shared-folder.ts';

/** A file or a folder. */
export interface Entry {
  key: string;
  /** Its place below the shared folder. */
  path: string;
  modifiedAt: Date;
  /** Null for a folder. */
  file: ({ mimeType: string; size: number } & Content) | null;
}

/** The content of a file: generated on demand, or stored on the disk when it was received. */
type Content = { make(): Promise<Uint8Array> } | { path: string };

/** A shared folder without a disk: a simulated phone's. */
export class MemoryFolder implements SharedFolder {
  readonly #entries: Map<string, Entry>;

  readonly #now: () => Date;

  constructor(entries: readonly Entry[], now: () => Date = () => new Date()) {
    this.#now = now;
    this.#entries = new Map(entries.map((entry) => [entry.path, entry]));
  }

  add(entry: Entry): void {
    this.#entries.set(entry.path, entry);
  }

  async list(): Promise<RowOf<'files'>[]> {
    return Array.from(this.#entries.values(), rowOf);
  }

  async open(path: string): Promise<OutgoingFile> {
    const { file } = this.#find(path);
    if (file === null) throw new Error('This is a folder.');
    const { mimeType } = file;
    return 'path' in file ? { mimeType, path: file.path } : { mimeType, bytes: await file.make() };
  }

  async begin(folder: string, name: string): Promise<ArrivingFile> {
    this.#findFolder(folder);
    const file = await createTemporaryFile();
    return {
      write: file.write,
      keep: async (announced) => {
        const { sha256, size } = await file.close();
        if (sha256 !== announced) throw new Error('The bytes that arrived are not the file that was sent.');
        return this.#keep(folder, name, { mimeType: mimeTypeByName(name), size, path: file.path });
      },
      discard: async () => {
        for (const entry of this.#entries.values()) if (lies(entry, file.path)) this.#entries.delete(entry.path);
        await file.remove();
      },
    };
  }

  #keep(folder: string, name: string, file: Entry['file']): RowOf<'files'> {
    const placeOf = (given: string) => (folder === '' ? given : `${folder}/${given}`);
    const path = placeOf(freeName(name, (given) => this.#entries.has(placeOf(given))));
    const entry = { key: `received-${randomUUID()}`, path, modifiedAt: this.#now(), file };
    this.add(entry);
    return rowOf(entry);
  }

  async create(folder: string, name: string): Promise<RowOf<'files'>> {
    this.#findFolder(folder);
    const path = folder === '' ? name : `${folder}/${name}`;
    if (this.#entries.has(path)) throw new Error('There is already a file of this name.');
    const entry = { key: `created-${randomUUID()}`, path, modifiedAt: this.#now(), file: null };
    this.add(entry);
    return rowOf(entry);
  }

  async rename(path: string, name: string): Promise<void> {
    this.#find(path);
    const after = parentOf(path) === '' ? name : `${parentOf(path)}/${name}`;
    if (after === path) return;
    if (this.#entries.has(after)) throw new Error('There is already a file of this name.');
    for (const entry of this.#at(path)) {
      this.#entries.delete(entry.path);
      this.add({ ...entry, path: after + entry.path.slice(path.length) });
    }
  }

  async remove(path: string): Promise<void> {
    this.#find(path);
    for (const entry of this.#at(path)) {
      this.#entries.delete(entry.path);
      if (entry.file && 'path' in entry.file) await rm(entry.file.path, { force: true });
    }
  }

  #findFolder(path: string): void {
    if (path !== '' && this.#entries.get(path)?.file !== null) {
      throw new Error('This folder is no longer on the device.');
    }
  }

  #find(path: string): Entry {
    const entry = this.#entries.get(path);
    if (!entry) throw new Error('This file is no longer on the device.');
    return entry;
  }

  /** An entry and all below it. */
  #at(path: string): Entry[] {
    return Array.from(this.#entries.values()).filter((entry) => `${entry.path}/`.startsWith(`${path}/`));
  }
}

function rowOf({ key, path, modifiedAt, file }: Entry): RowOf<'files'> {
  return {
    key,
    parent: parentOf(path),
    name: nameOf(path),
    folder: file === null,
    size: file?.size ?? 0,
    mimeType: file?.mimeType ?? '',
    modifiedAt: modifiedAt.toISOString(),
  };
}

function lies({ file }: Entry, path: string): boolean {
  return file !== null && 'path' in file && file.path === path;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
