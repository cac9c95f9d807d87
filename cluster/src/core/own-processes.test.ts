import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const program = `
  const { OwnProcesses } = await import(${JSON.stringify(path.join(import.meta.dirname, 'own-processes.ts'))});
  const processes = new OwnProcesses();
  const child = processes.start('sleep', ['600']);
  // The guard has read every message when it has read the last.
  setTimeout(() => console.log(JSON.stringify({ folder: processes.folder, pid: child.pid })), 500);
`;

/** Starts a run that has started a program, and says which. */
async function startRun() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(String(chunk)) as { folder: string; pid: number }) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it.each(['SIGKILL', 'SIGTERM'] as const)('what a run has started ends with it, after %s', async (signal) => {
  const { child, folder, pid } = await startRun();
  expect([isRunning(pid), existsSync(folder)]).toEqual([true, true]);
  child.kill(signal);
  await expect.poll(() => [isRunning(pid), existsSync(folder)]).toEqual([false, false]);
});
