import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is deleted when the test is over. Its path is short enough for a socket, and has no links in it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'fw-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
