import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const guard = new URL('exit-guard.ts', import.meta.url).href;
const set = `
  import { writeSync } from 'node:fs';
  import { guardExit } from '${guard}';
  let isRestored = false;
  guardExit(() => {
    if (!isRestored) writeSync(1, 'restored ');
    isRestored = true;
  });
`;

/** Runs a program with the guard. `kill` ends it by a signal once it has written. */
async function run(program: string, kill?: NodeJS.Signals) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', set + program]);
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += String(data);
    if (kill && output.includes('ready')) child.kill(kill);
  });
  child.stderr.on('data', (data: Buffer) => void (output += String(data)));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { output, code, signal };
}

const wait = `writeSync(1, 'ready '); setInterval(() => undefined, 1000);`;

it('restores after a normal end, an error and a rejection, before the message is printed', async () => {
  expect(await run('')).toMatchObject({ output: 'restored ', code: 0 });
  for (const program of [`throw new Error('broken');`, `void Promise.reject(new Error('broken'));`]) {
    const { output, code } = await run(program);
    expect(code).toBe(1);
    expect(output).toMatch(/^restored [^]*broken/);
  }
});

it('restores on a signal, which ends the process unless somebody else handles it', async () => {
  expect(await run(wait, 'SIGTERM')).toEqual({ output: 'ready restored ', code: null, signal: 'SIGTERM' });
  const handled = `process.on('SIGTERM', () => { writeSync(1, 'handled'); process.exit(3); }); ${wait}`;
  expect(await run(handled, 'SIGTERM')).toEqual({ output: 'ready restored handled', code: 3, signal: null });
});
