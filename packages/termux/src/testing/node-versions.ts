import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The versions of Node that the file must run on: the oldest, and the one that runs the tests. */
export const nodeVersions = [20, 24] as const;

/** The program of one major version of Node on this machine; null where there is none. */
export function findNode(major: number): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'];
  const programs = [process.execPath, ...folders.filter(path.isAbsolute).map((folder) => path.join(folder, 'node'))];
  return [...new Set(programs)].find((program) => majorOf(program) === major) ?? null;
}

function majorOf(program: string): number | null {
  try {
    accessSync(program, constants.X_OK);
    const text = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/^v(\d+)\./.exec(text)?.[1] ?? Number.NaN);
  } catch {
    return null;
  }
}
