/**
 * Writes `.br` and `.gz` beside every text file of the builds in the given folders, so that the server compresses nothing while serving.
 * Until one is there, the server sends the file as it is.
 */
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|mjs|css|html|svg|json|txt)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

// Whoever has started the server meanwhile comes first.
setPriority(10);
for (const folder of process.argv.slice(2)) await compressBuild(folder);

async function compressBuild(folder: string): Promise<void> {
  const inputs = await readFile(join(folder, '.inputs'));
  const entries = await readdir(folder, { recursive: true });
  const waiting = entries.filter((name) => compressible.test(name)).values();
  const lane = async () => {
    for (const name of waiting) await compress(join(folder, name));
  };
  // Four files at a time, as many as Node has worker threads: some systems limit a process to 1,024 open files.
  await Promise.all([lane(), lane(), lane(), lane()]);
  await writeFile(join(folder, '.compressed'), inputs);
}

/**
 * The compression levels of a file. For code, the best Brotli quality takes more than twice the time of the second best and saves one
 * byte in sixty. Data such as the map's outlines has megabytes, so it gets quick levels: 4 % more bytes in a fifth of the time.
 */
function levelsOf(file: string) {
  return file.endsWith('.json') ? { brotli: 5, gzip: 6 } : { brotli: 10, gzip: 9 };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const levels = levelsOf(file);
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: levels.brotli } }),
    gzipped(bytes, { level: levels.gzip }),
  ]);
  await Promise.all([writeWhole(`${file}.br`, br), writeWhole(`${file}.gz`, gz)]);
}

/** Writes under another name first, so that the server never sends half of a file. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const part = file.replace(/\.\w+$/, '.part$&');
  await writeFile(part, bytes);
  await rename(part, file);
}
