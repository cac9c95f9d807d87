import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { groundInput, presetNames, type AskedKind, type Ground, type PresetName } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import type { Services } from '../shared/services/services.ts';
import { findFirstSuperAdmin } from '../modules/accounts/accounts.store.ts';
import type { Database } from '../shared/schema/schema.ts';
import { readFace } from '../shared/settings/preset.store.ts';
import { askedOnDemoGround } from './demo-history/asked-kinds.ts';
import { openFleetChannel, type FleetChannel } from './demo-history/fleet-channel.ts';

const program = fileURLToPath(new URL('../../../device/src/main.ts', import.meta.url));

/** The maximum number of passcodes per request of the fleet. */
const mostPasscodes = 10_000;
const stopWithinMs = 3000;

const passcodesNeeded = z.object({
  type: z.literal('passcodes-needed'),
  grounds: z.array(groundInput).check(z.maxLength(mostPasscodes)),
});

/** How many phones a demo has: a family, a class, some vans, or enough of all kinds. */
const usualSizes: Readonly<Record<PresetName, number>> = { family: 4, school: 12, fleet: 8, everything: 24 };

/** The part of the fleet's state file that says whose phones they are. */
const fleetState = z.object({ preset: z._default(z.enum(presetNames), 'everything') });

/** The process of the simulated phones. */
export interface DemoFleet {
  channel: FleetChannel;
  /** For whom the installation was when the phones first joined. */
  preset: PresetName;
  size: number;
  /** Sets the connection with which passcodes are created. With `asking` they ask for some kinds of data. */
  givePasscodesFrom(db: Database, options?: { asking: boolean }): void;
  /** Stops the process. */
  stop(): Promise<void>;
}

/**
 * Starts the simulated phones in a child process that ends with the server. With `history` they wait for `startDemoHistory`. Null
 * when no phones are configured.
 */
export async function startDemoFleet(services: Services, url: string, history: boolean): Promise<DemoFleet | null> {
  const { config, log } = services;
  if (config.demoDevices === 0) return null;
  if (!existsSync(program)) {
    log.warn({ event: 'demo_fleet.missing' }, 'The simulated phones are not part of this installation');
    return null;
  }
  const state = join(config.dataDir, 'demo-fleet.json');
  const preset = (await readPreset(state)) ?? (await services.face.read()).preset ?? 'everything';
  const size = config.demoDevices ?? usualSizes[preset];
  let maker: PasscodeMaker = { db: services.db, log, asking: false };
  const cache = getCompileCacheDir();
  const child = spawn(
    process.execPath,
    [
      program,
      '--url',
      url,
      '--devices',
      String(size),
      '--state',
      state,
      '--preset',
      preset,
      ...(history ? ['--history'] : []),
    ],
    {
      // The fleet exits when the IPC channel closes, which happens however the server ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    },
  );
  let stopping = false;
  child.on('message', (message) => void answer(maker, child, message));
  child.on('error', (error) =>
    log.error({ err: error, event: 'demo_fleet.start_failed' }, 'Failed to start the simulated phones'),
  );
  child.on('exit', (code, signal) => {
    if (!stopping) log.warn({ event: 'demo_fleet.exited', code, signal }, 'The simulated phones have stopped');
  });
  for (const output of [child.stdout, child.stderr]) passToLog(services, output);
  return {
    channel: openFleetChannel(child),
    preset,
    size,
    givePasscodesFrom: (db, { asking } = { asking: false }) => (maker = { db, log, asking }),
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

/** Reads whose phones have joined before; null when none have. */
async function readPreset(state: string): Promise<PresetName | null> {
  if (!existsSync(state)) return null;
  try {
    return fleetState.parse(JSON.parse(await readFile(state, 'utf8'))).preset;
  } catch {
    // The fleet itself says that its file is damaged.
    return null;
  }
}

type PasscodeMaker = Pick<Services, 'db' | 'log'> & { asking: boolean };

/** Creates passcodes for the fleet as an admin would, so that its phones enrol like any other. */
async function answer({ db, log, asking }: PasscodeMaker, child: ChildProcess, message: unknown): Promise<void> {
  try {
    const needed = passcodesNeeded.safeParse(message).data;
    if (!needed) return;
    const owner = await findFirstSuperAdmin(db);
    if (owner === null) throw new Error('There is no admin whom the phones could join.');
    const { usedKinds } = await readFace(db);
    const askedFor = (ground: Ground) =>
      asking ? askedOnDemoGround(ground).filter(({ capability }) => usedKinds.includes(capability)) : [];
    const codes = await passcodesFor(db, owner.id, needed.grounds, askedFor);
    if (child.connected) child.send({ type: 'passcodes', codes });
  } catch (error) {
    log.error(
      { err: error, event: 'demo_fleet.passcodes_failed' },
      'Failed to make passcodes for the simulated phones',
    );
  }
}

/** Creates a passcode for each ground, in order. Passcodes of the same ground are created together. */
async function passcodesFor(
  db: Database,
  ownerId: number,
  grounds: readonly Ground[],
  askedFor: (ground: Ground) => AskedKind[],
): Promise<string[]> {
  const alike = Map.groupBy(grounds, (ground) => JSON.stringify(ground));
  const made = new Map<string, string[]>();
  for (const [key, [ground, ...others]] of alike) {
    const asked = ground === undefined ? [] : askedFor(ground);
    made.set(key, await createPasscodes(db, ownerId, others.length + 1, ground, asked));
  }
  return grounds.flatMap((ground) => made.get(JSON.stringify(ground))?.pop() ?? []);
}

function passToLog({ log }: Services, output: Readable | null): void {
  if (output === null) return;
  createInterface({ input: output }).on('line', (line) =>
    log.debug({ event: 'demo_fleet.output', fleet: line }, 'The simulated phones wrote a line'),
  );
}
