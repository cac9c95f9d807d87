import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where the file before an update is kept: `fairwatch.previous.mjs` beside `fairwatch.mjs`. */
export function previousPath(file: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.previous${ext}`);
}

/**
 * Replaces a file and keeps the one before beside it. There is a whole file at its path at every moment, also when the phone turns off
 * in between: both are written under other names first, and renamed only when they are on the disk.
 */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(file);
  const previous = previousPath(file);
  const written = [`${previous}.${process.pid}.new`, `${file}.${process.pid}.new`] as const;
  const [keptAside, newFile] = written;
  try {
    // A copy, because Android allows no hard links.
    await writeWhole(keptAside, await readFile(file), mode);
    await writeWhole(newFile, bytes, mode);
    await rename(keptAside, previous);
    await rename(newFile, file);
  } finally {
    for (const left of written) await rm(left, { force: true });
  }
}

async function writeWhole(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  await rm(file, { force: true });
  const handle = await open(file, 'wx', mode & 0o777);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
