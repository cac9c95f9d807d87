import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../packages/server/src/testing/servers/free-port.ts';
import { root } from '../../scripts/core/paths.ts';

export const adminUsername = 'admin';
export const adminPassword = 'open-lantern-42';

const execute = promisify(execFile);

/**
 * The data folder of a server that has started once: copying it is faster than a first start. `npm test` prepares it;
 * without it, every server starts from nothing.
 */
export const startedOnce = process.env['JOURNEYS_DATA'];

/** A running product with a data folder of its own. */
export interface Fairwatch {
  url: string;
  dataDir: string;
  /** Runs one of the product's commands against this data folder. */
  run(script: string, ...args: string[]): Promise<void>;
  /** Ends the server as Ctrl-C would; `start` brings it back on the same port. */
  halt(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** `settings` are further variables of its configuration. Without `data`, a folder to copy, the data folder is fresh. */
export async function createFairwatch({
  devices,
  settings = {},
  data,
}: {
  devices: number;
  settings?: Record<string, string>;
  data?: string | undefined;
}): Promise<Fairwatch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-journey-'));
  if (data !== undefined) await copyFolder(data, dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    ADMIN_PASSWORD: adminPassword,
    DEMO_DEVICES: String(devices),
    DEMO_HISTORY: 'off',
    PRESET: 'everything',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let server: ChildProcess | undefined;

  const launch = (script: string, ...args: string[]) =>
    spawn(process.execPath, [join(root, 'packages/server/src', script), ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  async function halt(): Promise<void> {
    if (server === undefined || hasEnded(server)) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  }

  return {
    url,
    dataDir,
    async run(script, ...args) {
      const [code] = (await once(launch(script, ...args), 'exit')) as [number];
      if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${code}`);
    },
    async start() {
      server = launch('main.ts');
      await answering(url, server).catch(async (error: unknown) => {
        // The server must not outlive a failed start.
        await halt();
        throw error;
      });
    },
    halt,
    async remove() {
      await halt();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Keeps the owners of the files: under root, the database belongs to another user. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await execute('cp', ['-a', `${from}/.`, to]);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The timeout of a start, which creates a database; long, for busy machines. */
const startsWithinMs = 120_000;

async function answering(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + startsWithinMs;
  while (Date.now() < deadline) {
    if (hasEnded(server)) {
      throw new Error(`The server ended with ${server.exitCode ?? server.signalCode} before it answered.`);
    }
    const answer = await fetch(`${url}/client/v1/api/health/check/panel`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not answer within ${startsWithinMs} ms.`);
}
