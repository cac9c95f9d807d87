import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Ended {
  code: number;
  /** The standard output and error output. */
  output: string;
}

/** Runs a script of `cli/` as a process, as npm would: `maintenance`, `backup`, ... */
export async function runCommand(name: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const program = fileURLToPath(new URL(`../../cli/${name}.ts`, import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return await execute(process.execPath, [program, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    cwd: '/',
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}
