import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 30_000;
/** What browsers call a file that is still coming. */
const unfinished = /\.(?:part|crdownload|wkdownload)$/;

/** Resolves with the path of a file that the browser has saved completely. */
export async function untilFile(folder: string, name: RegExp): Promise<string> {
  const deadline = Date.now() + patienceMs;
  let names: string[] = [];
  while (Date.now() < deadline) {
    names = await readdir(folder);
    const found = names.find((each) => name.test(each));
    const isWhole = !names.some((each) => unfinished.test(each));
    if (found !== undefined && isWhole && (await stat(join(folder, found))).size > 0) return join(folder, found);
    await delay(60);
  }
  throw new Error(`No file ${name} was saved, only: ${names.join(', ') || 'nothing'}`);
}
