import { allOf, rootId, type FileDatabase, type StoredEntry } from './file-database.ts';
import { storedFile, type StoredFile } from './database-file.ts';

/** A folder in the database, with as much of `FileSystemDirectoryHandle` as the companion uses. */
export interface DatabaseDirectory {
  kind: 'directory';
  id: string;
  name: string;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<DatabaseDirectory>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<StoredFile>;
  removeEntry(name: string): Promise<void>;
  keys(): AsyncGenerator<string>;
  values(): AsyncGenerator<DatabaseDirectory | StoredFile>;
}

/** The folder that has all others, in place of the browser's own. */
export function databaseRoot(database: FileDatabase): FileSystemDirectoryHandle {
  return directory(database, rootId, '') as unknown as FileSystemDirectoryHandle;
}

function directory(database: FileDatabase, id: string, name: string): DatabaseDirectory {
  const handleOf = (entry: StoredEntry) =>
    entry.kind === 'directory' ? directory(database, entry.id, entry.name) : storedFile(database, entry);
  const list = () => database.getAll('entries', allOf(id));

  async function find(wanted: string, kind: StoredEntry['kind'], create = false): Promise<StoredEntry> {
    const finding = database.transaction('entries', create ? 'readwrite' : 'readonly');
    const found = await finding.store.get([id, wanted]);
    if (found && found.kind !== kind) throw new DOMException(wanted, 'TypeMismatchError');
    if (found) return found;
    if (!create) throw new DOMException(wanted, 'NotFoundError');
    const made = { kind, parent: id, name: wanted, id: crypto.randomUUID(), size: 0, modifiedAt: Date.now() };
    await Promise.all([finding.store.put?.(made), finding.done]);
    return made;
  }

  return {
    kind: 'directory',
    id,
    name,
    async getDirectoryHandle(wanted, { create } = {}) {
      return directory(database, (await find(wanted, 'directory', create)).id, wanted);
    },
    async getFileHandle(wanted, { create } = {}) {
      return storedFile(database, await find(wanted, 'file', create));
    },
    async removeEntry(wanted) {
      const removing = database.transaction(['entries', 'pieces'], 'readwrite');
      const entries = removing.objectStore('entries');
      const first = await entries.get([id, wanted]);
      if (!first) throw new DOMException(wanted, 'NotFoundError');
      for (const waiting = [first]; waiting.length > 0;) {
        const entry = waiting.pop() as StoredEntry;
        if (entry.kind === 'directory') waiting.push(...(await entries.getAll(allOf(entry.id))));
        else await removing.objectStore('pieces').delete(allOf(entry.id));
        await entries.delete([entry.parent, entry.name]);
      }
      await removing.done;
    },
    async *keys() {
      for (const entry of await list()) yield entry.name;
    },
    async *values() {
      for (const entry of await list()) yield handleOf(entry);
    },
  };
}
