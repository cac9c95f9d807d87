import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { root } from '../../../scripts/core/paths.ts';
import { serverProcess } from '../../../scripts/core/server-process.ts';
import type { Drive, DriveResult } from './driver.ts';
import type { Memory, Question } from './measured-process.ts';
import { endsWithUs } from './process.ts';

/** A server in a process of its own that can be measured. */
export interface Measured {
  url: string;
  pid: number;
  startedInMs: number;
  /** The number of connected devices. */
  connected(): Promise<number>;
  memory(): Promise<Memory>;
  drive(drive: Drive): Promise<DriveResult>;
  stop(): Promise<void>;
}

/** Starts one of our programs with a channel to it, and waits until it listens. */
export async function startMeasured(
  program: string,
  env: Readonly<Record<string, string>>,
  port?: number,
): Promise<Measured> {
  const started = performance.now();
  const chosen = port ?? (await freePort());
  const child = fork(program, [], {
    cwd: root,
    env: { ...serverProcess.environment, ...process.env, ...env, PORT: String(chosen), HOST: '127.0.0.1' },
    // A baseline has the same ones.
    execArgv: [
      '--expose-gc',
      ...serverProcess.nodeOptions,
      ...(process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = endsWithUs(child);
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${program} ended.`);
  });
  exited.catch(() => {});
  const next = async () => (await Promise.race([once(child, 'message'), exited]))[0] as unknown;
  const ask = async (question: Question) => {
    child.send(question);
    return await next();
  };
  await next();
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${chosen}`,
    startedInMs: performance.now() - started,
    connected: async () => (await ask({ ask: 'connected' })) as number,
    memory: async () => (await ask({ ask: 'memory' })) as Memory,
    drive: async (drive) => (await ask({ ask: 'drive', drive })) as DriveResult,
    stop,
  };
}
