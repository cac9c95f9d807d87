import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const mainPath = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** A real server process and its output so far. */
export interface ServerProcess {
  child: ChildProcess;
  /** The address on which it listens; empty until it has started. */
  url: string;
  stdout: string;
  stderr: string;
  /** Resolves when the banner is printed; rejects when the process ends before. */
  started: Promise<void>;
  exited: Promise<number | null>;
}

interface Options {
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
}

/** Starts `main.ts` as its own process. Without a PORT in `env` it takes a free one. */
export function spawnServer({ env = {}, ...identity }: Options): ServerProcess {
  // The tests have compiled the same modules: with a cache of its own the process would do it again.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [mainPath], {
    ...identity,
    cwd: '/',
    env: { PATH, NODE_COMPILE_CACHE, DEMO_DEVICES: '0', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running: ServerProcess = {
    child,
    url: '',
    stdout: '',
    stderr: '',
    started: Promise.resolve(),
    exited: once(child, 'exit').then(([code]) => code as number | null),
  };
  child.stderr.on('data', (chunk) => (running.stderr += String(chunk)));
  running.started = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      running.stdout += String(chunk);
      // The banner is the first output; log lines follow it.
      running.url ||= /is running\n[^]*^ +Address +(\S+)$[^]*\n\n$/m.exec(running.stdout)?.[1] ?? '';
      if (running.url !== '') resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${running.stderr}`)));
  });
  // Prevents an unhandled rejection in tests that only wait for the exit.
  running.started.catch(() => {});
  return running;
}

/** Stops the server with SIGINT and returns the exit code. */
export async function interrupt({ child, exited }: ServerProcess): Promise<number | null> {
  child.kill('SIGINT');
  return await exited;
}

/** Creates a data folder that PostgreSQL can reach when it runs as another user. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-process-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Reads the pid of the PostgreSQL in a data folder from its pid file. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}
