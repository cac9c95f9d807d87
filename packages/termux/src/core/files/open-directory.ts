import { existsSync, constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const ownHandles = '/proc/self/fd';
/** Elsewhere than on Linux and Android, where only tests run, an open directory has no path of its own. */
const hasOwnHandles = existsSync(ownHandles);

/**
 * A directory that is open. What is done in it is done in this directory, even if somebody replaces it, or one above it, by a symbolic
 * link meanwhile.
 */
export interface OpenDirectory {
  /** The path of an entry, for the functions of `node:fs`. The name must be one step. */
  at(name: string): string;
  /** The path of the directory itself. */
  self: string;
  /** Tells directories apart, whatever their paths. */
  id: string;
  /** Writes the names of its entries to the disk, where the file system can. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a directory that the person has named: symbolic links on the way to it are followed. */
export async function openRoot(path: string): Promise<OpenDirectory> {
  return await openedAt(path, await open(path, O_RDONLY | O_DIRECTORY));
}

/** Opens an open directory once more, for somebody who closes it at another time. */
export async function openAgain(directory: OpenDirectory): Promise<OpenDirectory> {
  return await openRoot(directory.self);
}

/** Opens a directory in an open one. A symbolic link is refused with ENOTDIR or ELOOP. */
export async function openInside(parent: OpenDirectory, name: string): Promise<OpenDirectory> {
  const path = parent.at(name);
  return await openedAt(path, await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
}

/** Opens a regular file for reading. A symbolic link is refused with ELOOP; what is no file, such as a pipe, gives null. */
export async function openRegularFile(directory: OpenDirectory, name: string): Promise<FileHandle | null> {
  // Opening a pipe would wait for its other end.
  const handle = await open(directory.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

export function directoryId({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

async function openedAt(path: string, handle: FileHandle): Promise<OpenDirectory> {
  const self = hasOwnHandles ? `${ownHandles}/${handle.fd}` : path.replace(/\/$/, '');
  return {
    at: (name) => `${self}/${name}`,
    self: `${self}/`,
    id: directoryId(await handle.stat({ bigint: true })),
    // Some file systems cannot: then nothing more can be done.
    sync: () => handle.sync().catch(() => undefined),
    close: () => handle.close(),
  };
}

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return typeof code === 'string' ? code : '';
}
