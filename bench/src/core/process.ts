import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { root } from '../../../scripts/core/paths.ts';

/** A program that serves HTTP on the loopback. */
export interface Served {
  url: string;
  pid: number;
  /** Milliseconds from its start to its first 200. */
  startedInMs: number;
  stop(): Promise<void>;
}

interface Launch {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Answers 200 once the program serves. */
  probe: string;
  /** The working directory; the repository by default. */
  cwd?: string;
  /** For a program that does not read `PORT`. */
  port?: number;
  /** When it counts as failed. */
  withinMs?: number;
}

/** Starts a program and waits for its first 200. */
export async function serve({ file, args, env, probe, cwd = root, ...launch }: Launch): Promise<Served> {
  const { port = await freePort(), withinMs = 60_000 } = launch;
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = endsWithUs(child);
  while ((await statusOf(`${url}${probe}`)) !== 200) {
    if (hasEnded(child)) throw new Error(`${args.join(' ')} ended before it answered.`);
    if (performance.now() - started > withinMs) throw new Error(`${args.join(' ')} did not answer.`);
    await delay(5);
  }
  return { url, pid: child.pid ?? 0, startedInMs: performance.now() - started, stop };
}

/** Starts a baseline, one of the programs in `bare/`. */
export function serveBare(program: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  return serve({ file: process.execPath, args: [`bench/src/bare/${program}`], env, probe: '/' });
}

/** Makes sure that a child process ends with this one, even after a crash. Returns the function that stops it gracefully. */
export function endsWithUs(child: ChildProcess): () => Promise<void> {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Returns the status of a request; null while nothing listens. */
function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
    });
    request.on('error', () => resolve(null));
  });
}
