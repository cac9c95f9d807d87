import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { termuxFileName, termuxFilePath, versionOfTermuxFile, type OfferedTermux } from '@fairwatch/contract';

/** The folder of the Termux companion's build. */
export const termuxDist = fileURLToPath(new URL('../../../../../termux/dist/', import.meta.url));

/** The built Termux companion. It is kept in memory, so that its bytes and what is said of them belong together, also during a build. */
export interface TermuxFile {
  bytes: Buffer;
  facts: OfferedTermux;
}

/** Reads the built file. Resolves with null when there is none, as in development. */
export async function readTermuxFile(dist: string): Promise<TermuxFile | null> {
  const bytes = await readFile(join(dist, termuxFileName)).catch(() => null);
  const version = bytes && versionOfTermuxFile(bytes.toString('utf8'));
  if (bytes === null || version === null) return null;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, facts: { version, size: bytes.length, sha256, url: termuxFilePath } };
}
