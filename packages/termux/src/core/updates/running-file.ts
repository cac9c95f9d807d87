import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { versionOfTermuxFile } from '@fairwatch/contract';

/** The built file that this process was started from. */
export interface RunningFile {
  path: string;
  version: string;
  sha256: string;
}

/**
 * Reads which file runs. Call it at the start of the program: an update replaces the file while the old one still runs. Resolves with
 * null for a program that is not from a build, as in development; such a program does not update itself.
 */
export async function readRunningFile(program = process.argv[1]): Promise<RunningFile | null> {
  if (program === undefined) return null;
  try {
    const path = await realpath(program);
    const bytes = await readFile(path);
    const version = versionOfTermuxFile(bytes.toString('utf8'));
    return version === null ? null : { path, version, sha256: sha256Of(bytes) };
  } catch {
    return null;
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
