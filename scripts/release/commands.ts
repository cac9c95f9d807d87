import { spawn } from 'node:child_process';
import { ReleaseError } from './release-error.ts';

interface CommandOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end and returns what it printed. Fails with what it said when it fails. */
export async function runCommand(file: string, args: readonly string[], { cwd, env }: CommandOptions): Promise<string> {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  const code = await promise.catch((error: unknown) => {
    throw new ReleaseError(`${file} could not be started: ${error instanceof Error ? error.message : error}`);
  });
  if (code === 0) return output;
  throw new ReleaseError(`"${file} ${args.join(' ')}" failed:\n${said.trim() || output.trim()}`);
}
