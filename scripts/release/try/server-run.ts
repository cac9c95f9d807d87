import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { readyPath } from '@fairwatch/contract';

interface Start {
  file: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  url: string;
}

/** A server that was started by one of the ways to install it. */
export interface ServerRun {
  url: string;
  /** From the start to the first time that it was ready, in milliseconds. */
  readyAfter: number;
  output(): string;
  /** Asks it to stop, and returns how long that took in milliseconds. */
  stop(): Promise<number>;
}

/** Starts a server and waits until it is ready. */
export async function runServer({ file, args, env, cwd, url }: Start): Promise<ServerRun> {
  const begun = performance.now();
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => (output += error.message));
    child.on('close', () => {
      hasEnded = true;
      resolve();
    });
  });
  await waitUntilReady(url, () => {
    if (hasEnded) throw new Error(`The server ended:\n${output}`);
  });
  const readyAfter = performance.now() - begun;
  const stop = async () => {
    const asked = performance.now();
    if (!hasEnded) child.kill('SIGTERM');
    await ended;
    if (child.exitCode !== 0) throw new Error(`It ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
    return performance.now() - asked;
  };
  return { url, readyAfter, output: () => output, stop };
}

const patienceMs = 10 * 60_000;

/** Asks every 100 ms whether a server is ready. `check` throws when it never will be. */
export async function waitUntilReady(url: string, check: () => void = () => {}): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    check();
    const isReady = await fetch(new URL(readyPath, url)).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > until) throw new Error(`Nothing is ready at ${url}.`);
    await setTimeout(100);
  }
}
