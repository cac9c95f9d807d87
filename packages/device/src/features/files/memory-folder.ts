import type { OutgoingFile, RowOf } from '../../core/handlers.ts';
import type { SharedFolder } from '../../core/shared-folder.ts';

/** A file that is made when somebody opens it, or a folder. */
export interface Entry {
  key: string;
  /** Its place below the shared folder. */
  path: string;
  modifiedAt: Date;
  /** Null for a folder. */
  file: { mimeType: string; size: number; make(): Promise<Uint8Array> } | null;
}

/** A shared folder without a disk: a simulated phone's. */
export class MemoryFolder implements SharedFolder {
  readonly #entries: Map<string, Entry>;

  constructor(entries: readonly Entry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.path, entry]));
  }

  add(entry: Entry): void {
    this.#entries.set(entry.path, entry);
  }

  async list(): Promise<RowOf<'files'>[]> {
    return Array.from(this.#entries.values(), ({ key, path, modifiedAt, file }) => ({
      key,
      parent: parentOf(path),
      name: nameOf(path),
      folder: file === null,
      size: file?.size ?? 0,
      mimeType: file?.mimeType ?? '',
      modifiedAt: modifiedAt.toISOString(),
    }));
  }

  async open(path: string): Promise<OutgoingFile> {
    const { file } = this.#find(path);
    if (file === null) throw new Error('This is a folder.');
    return { mimeType: file.mimeType, bytes: await file.make() };
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
    for (const entry of this.#at(path)) this.#entries.delete(entry.path);
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

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
