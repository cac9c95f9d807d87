/** The browser's own folder for this origin (OPFS). Nobody but this page reads it. */
export async function privateFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return await root.getDirectoryHandle(name, { create: true });
}

/** A file that is being written in chunks. Where the browser can, its old content stays until it is closed. */
export interface FileWriter {
  write(bytes: Uint8Array | Blob): Promise<void>;
  close(): Promise<void>;
  /** Discards what was written. */
  abort(): Promise<void>;
}

/** Opens a file for writing from its beginning. Safari before 26 writes in workers only. */
export async function openWriter(folder: FileSystemDirectoryHandle, name: string): Promise<FileWriter> {
  const handle = await folder.getFileHandle(name, { create: true });
  if (!('createWritable' in handle)) {
    const { openWorkerWriter } = await import('./worker-writer.ts');
    return await openWorkerWriter(handle);
  }
  const stream = await handle.createWritable();
  return {
    write: (bytes) => stream.write(bytes as Blob | Uint8Array<ArrayBuffer>),
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}

/** Writes a whole file. When that fails, for instance because the storage is full, the partial file is deleted. */
export async function writeFile(folder: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const writer = await openWriter(folder, name);
  try {
    await writer.write(content);
    await writer.close();
  } catch (error) {
    await writer.abort().catch(() => undefined);
    await removeEntry(folder, name);
    throw error;
  }
}

/** The file of this name, or null. */
export async function readFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    const handle = await folder.getFileHandle(name);
    return await handle.getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Removes a file, or a folder with everything in it. Does nothing when it does not exist. */
export async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'TypeMismatchError');
}
