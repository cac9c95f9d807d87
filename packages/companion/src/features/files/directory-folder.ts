import { collectWords } from '@fairwatch/device/words';
import { type ArrivingFile, fileRow, freeName, nameOf, parentOf, type SharedFolder } from '@fairwatch/device/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { openWriter, removeEntry } from '../../core/files/private-folder.ts';
import { storageProblem } from '../../core/shared-items/item-storage.ts';
import { findDirectory, findEntry, listTree, moveFile, namesIn, renameDirectory } from './directory-tree.ts';

type Directory = FileSystemDirectoryHandle;

interface Places {
  /** Opens the shared folder. Throws a readable error while it cannot be used. */
  root(): Promise<Directory>;
  /** Opens the hidden folder for partial files. */
  arriving(): Promise<Directory>;
  /** Called after each change in the folder. */
  onChange(): void;
}

/** A directory of the browser as the folder that a device shares: the private one of this page, or a real one. */
export function directoryFolder({ root, arriving, onChange }: Places): SharedFolder {
  async function placeOf(path: string): Promise<{ directory: Directory; name: string }> {
    return { directory: await findDirectory(await root(), parentOf(path)), name: nameOf(path) };
  }

  return {
    list: async () => await listTree(await root()),

    async open(path) {
      const { directory, name } = await placeOf(path);
      const entry = await findEntry(directory, name);
      if (entry.kind === 'directory') throw new Error(collectWords('files.isFolder'));
      const blob = await (entry as FileSystemFileHandle).getFile();
      return { mimeType: blob.type || 'application/octet-stream', blob };
    },

    async begin(folder, name): Promise<ArrivingFile> {
      const target = await findDirectory(await root(), folder);
      const waiting = await arriving();
      const temporary = crypto.randomUUID();
      const writer = await openWriter(waiting, temporary);
      const hash = sha256.create();
      let isOpen = true;
      let keptAs: string | null = null;
      return {
        async write(bytes) {
          try {
            await writer.write(bytes);
          } catch (error) {
            throw storageProblem(error);
          }
          hash.update(bytes);
        },
        async keep(announced) {
          await writer.close();
          isOpen = false;
          if (bytesToHex(hash.digest()) !== announced) {
            throw new Error(collectWords('files.wrongBytes'));
          }
          const taken = await namesIn(target);
          const free = freeName(name, (given) => taken.has(given));
          const handle = await waiting.getFileHandle(temporary);
          await moveFile(handle, waiting, { directory: target, name: free });
          keptAs = free;
          const file = await (await target.getFileHandle(free)).getFile();
          const row = fileRow({ parent: folder, name: free, file, modifiedAt: new Date(file.lastModified) });
          if (row === null) throw new Error(collectWords('files.nameRefused'));
          onChange();
          // A new key, since the server may still have another file under the key of this path.
          return { ...row, key: `received-${temporary}` };
        },
        async discard() {
          if (isOpen) await writer.abort().catch(() => undefined);
          await removeEntry(waiting, temporary);
          if (keptAs !== null) await removeEntry(target, keptAs);
          onChange();
        },
      };
    },

    async create(folder, name) {
      const directory = await findDirectory(await root(), folder);
      if ((await namesIn(directory)).has(name)) throw new Error(collectWords('files.nameTaken'));
      const row = fileRow({ parent: folder, name, file: null, modifiedAt: new Date() });
      if (row === null) throw new Error(collectWords('files.nameRefused'));
      await directory.getDirectoryHandle(name, { create: true });
      onChange();
      // A new key, since the server may still have something else under the key of this path.
      return { ...row, key: `created-${crypto.randomUUID()}` };
    },

    async rename(path, newName) {
      const { directory, name } = await placeOf(path);
      const entry = await findEntry(directory, name);
      if (name === newName) return;
      if ((await namesIn(directory)).has(newName)) throw new Error(collectWords('files.nameTaken'));
      if (entry.kind === 'directory') await renameDirectory(directory, name, newName);
      else await moveFile(entry as FileSystemFileHandle, directory, { directory, name: newName });
      onChange();
    },

    async remove(path) {
      const { directory, name } = await placeOf(path);
      await findEntry(directory, name);
      await directory.removeEntry(name, { recursive: true });
      onChange();
    },
  };
}
