import { execFileSync } from 'node:child_process';

/** An extract as text is ten times as large as the file. */
const maxBuffer = 1024 * 1024 * 1024;

/** Returns what a program prints. */
export function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer, stdio: ['ignore', 'pipe', 'inherit'] });
}
