import { mimeTypeByName } from '@fairwatch/contract';
import { allOf, type FileDatabase, type StoredEntry } from './file-database.ts';
import type { FileWriter } from './file-writer.ts';

/** A piece is large enough to be written quickly, and small enough to be copied without being felt. */
const pieceBytes = 1024 * 1024;
/** How many pieces of a file are read from the database in one transaction, which bounds the memory that a read takes. */
const piecesAtOnce = 4;

/** A file in the database, with as much of `FileSystemFileHandle` as the companion uses. */
export interface StoredFile {
  kind: 'file';
  name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<FileWriter>;
  /** `target` is a folder of the same database. */
  move(target: { id: string }, name: string): Promise<void>;
}

export function storedFile(database: FileDatabase, found: StoredEntry): StoredFile {
  const key: [string, string] = [found.parent, found.name];
  async function current(): Promise<StoredEntry> {
    const entry = await database.get('entries', key);
    if (!entry) throw new DOMException(found.name, 'NotFoundError');
    return entry;
  }

  return {
    kind: 'file',
    name: found.name,
    async getFile() {
      const { id, name, modifiedAt: lastModified } = await current();
      // Browsers put a large Blob on disk, so that a file is never whole in the memory of the page.
      let content = new Blob([]);
      for (let from = 0; ; from += piecesAtOnce) {
        const range = IDBKeyRange.bound([id, from], [id, from + piecesAtOnce], false, true);
        const pieces = await database.getAll('pieces', range);
        content = new Blob([content, ...(pieces as Uint8Array<ArrayBuffer>[])]);
        if (pieces.length < piecesAtOnce) {
          return new File([content], name, { type: mimeTypeByName(name), lastModified });
        }
      }
    },

    async createWritable() {
      const id = crypto.randomUUID();
      let [pieces, size] = [0, 0];
      const discard = () => database.delete('pieces', allOf(id));
      async function put(bytes: Uint8Array): Promise<void> {
        await database.put('pieces', bytes, [id, pieces]);
        pieces += 1;
        size += bytes.length;
      }
      return {
        async write(content) {
          const blob = content instanceof Uint8Array ? new Blob([content as Uint8Array<ArrayBuffer>]) : content;
          for (let from = 0; from < blob.size; from += pieceBytes) {
            await put(new Uint8Array(await blob.slice(from, from + pieceBytes).arrayBuffer()));
          }
        },
        async close() {
          const closing = database.transaction(['entries', 'pieces'], 'readwrite');
          const entries = closing.objectStore('entries');
          const before = await entries.get(key);
          if (!before) {
            closing.abort();
            await closing.done.catch(() => undefined);
            await discard();
            throw new DOMException(found.name, 'NotFoundError');
          }
          await Promise.all([
            entries.put({ ...before, id, size, modifiedAt: Date.now() }),
            closing.objectStore('pieces').delete(allOf(before.id)),
            closing.done,
          ]);
        },
        abort: discard,
      };
    },

    async move(target, name) {
      const entry = await current();
      const moving = database.transaction(['entries', 'pieces'], 'readwrite');
      const entries = moving.objectStore('entries');
      const replaced = await entries.get([target.id, name]);
      await Promise.all([
        replaced && moving.objectStore('pieces').delete(allOf(replaced.id)),
        entries.delete(key),
        entries.put({ ...entry, parent: target.id, name }),
        moving.done,
      ]);
    },
  };
}
