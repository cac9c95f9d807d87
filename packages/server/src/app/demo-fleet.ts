import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { groundInput, type Ground } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import type { Services } from '../shared/services/services.ts';
import { findFirstSuperAdmin } from '../modules/accounts/accounts.store.ts';
import type { Database } from '../shared/schema/schema.ts';
import { openFleetChannel, type FleetChannel } from './demo-history/fleet-channel.ts';

const program = fileURLToPath(new URL('../../../device/src/main.ts', import.meta.url));

/** The maximum number of passcodes per request of the fleet. */
const mostPasscodes = 10_000;
const stopWithinMs = 3000;

const passcodesNeeded = z.object({
  type: z.literal('passcodes-needed'),
  grounds: z.array(groundInput).check(z.maxLength(mostPasscodes)),
});

/** The process of the simulated phones. */
export interface DemoFleet {
  channel: FleetChannel;
  /** Sets the connection with which passcodes are created. */
  givePasscodesFrom(db: Database): void;
  /** Stops the process. */
  stop(): Promise<void>;
}

/**
 * Starts the simulated phones in a child process that ends with the server. With `history` they wait for `startDemoHistory`. Null
 * when no phones are configured.
 */
export function startDemoFleet(services: Services, url: string, history: boolean): DemoFleet | null {
  const { config, log } = services;
  if (config.demoDevices === 0) return null;
  if (!existsSync(program)) {
    log.warn({ event: 'demo_fleet.missing' }, 'The simulated phones are not part of this installation');
    return null;
  }
  let { db } = services;
  const state = join(config.dataDir, 'demo-fleet.json');
  const cache = getCompileCacheDir();
  const child = spawn(
    process.execPath,
    [
      program,
      '--url',
      url,
      '--devices',
      String(config.demoDevices),
      '--state',
      state,
      ...(history ? ['--history'] : []),
    ],
    {
      // The fleet exits when the IPC channel closes, which happens however the server ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    },
  );
  let stopping = false;
  child.on('message', (message) => void answer({ db, log }, child, message));
  child.on('error', (error) =>
    log.error({ err: error, event: 'demo_fleet.start_failed' }, 'Failed to start the simulated phones'),
  );
  child.on('exit', (code, signal) => {
    if (!stopping) log.warn({ event: 'demo_fleet.exited', code, signal }, 'The simulated phones have stopped');
  });
  for (const output of [child.stdout, child.stderr]) passToLog(services, output);
  return {
    channel: openFleetChannel(child),
    givePasscodesFrom: (other) => (db = other),
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await exited;
      clearTimeout(impatience);
    },
  };
}

/** Creates passcodes for the fleet as an admin would, so that its phones enrol like any other. */
async function answer({ db, log }: Pick<Services, 'db' | 'log'>, child: ChildProcess, message: unknown): Promise<void> {
  try {
    const needed = passcodesNeeded.safeParse(message).data;
    if (!needed) return;
    const owner = await findFirstSuperAdmin(db);
    if (owner === null) throw new Error('There is no admin whom the phones could join.');
    const codes = await passcodesFor(db, owner.id, needed.grounds);
    if (child.connected) child.send({ type: 'passcodes', codes });
  } catch (error) {
    log.error(
      { err: error, event: 'demo_fleet.passcodes_failed' },
      'Failed to make passcodes for the simulated phones',
    );
  }
}

/** Creates a passcode for each ground, in order. Passcodes of the same ground are created together. */
async function passcodesFor(db: Database, ownerId: number, grounds: readonly Ground[]): Promise<string[]> {
  const alike = Map.groupBy(grounds, (ground) => JSON.stringify(ground));
  const made = new Map<string, string[]>();
  for (const [key, [ground, ...others]] of alike) {
    made.set(key, await createPasscodes(db, ownerId, others.length + 1, ground));
  }
  return grounds.flatMap((ground) => made.get(JSON.stringify(ground))?.pop() ?? []);
}

function passToLog({ log }: Services, output: Readable | null): void {
  if (output === null) return;
  createInterface({ input: output }).on('line', (line) =>
    log.debug({ event: 'demo_fleet.output', fleet: line }, 'The simulated phones wrote a line'),
  );
}
