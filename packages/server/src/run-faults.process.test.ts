import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  countRuns,
  createRunTraffic,
  findRunLosses,
  keepRunEvidence,
  startFaultFleet,
  type FaultFleet,
} from './testing/servers/fault-runs.ts';
import { startKillableServer, type KillableServer } from './testing/servers/killable-server.ts';
import { postmasterPid } from './testing/servers/server-process.ts';

/** How often the server and PostgreSQL are killed in turn; `npm run faults` sets a higher number, and more devices. */
const kills = Number(process.env['FAULT_RUN_KILLS'] ?? 2);
const devices = Number(process.env['FAULT_RUN_DEVICES'] ?? 40);
const latestKillMs = 400;
vi.setConfig({ testTimeout: 240_000 + kills * 60_000 });

let server: KillableServer;
let fleet: FaultFleet;

beforeAll(async () => {
  server = await startKillableServer();
  await keepRunEvidence(server.services.db);
  fleet = await startFaultFleet(server, devices);
});
afterAll(async () => {
  await fleet.stop();
  await server.close();
});

/** Kills the server, or PostgreSQL, which the server starts again. */
async function strike(kill: number): Promise<void> {
  if (kill % 2 === 0) return void process.kill(await postmasterPid(server.dataDir), 'SIGKILL');
  await server.kill();
  await server.start();
  await fleet.reconnect();
}

describe('runs', { tags: 'full' }, () => {
  it('lose no item and carry out none twice, however often the server and PostgreSQL are killed', async () => {
    const { db } = server.services;
    const traffic = createRunTraffic(server, fleet);
    const totals = () => vi.waitFor(() => countRuns(db), { timeout: 120_000 });
    /** Starts a run when none is under way, and repeats the request until it is acknowledged. */
    const keepRunning = async () => {
      if ((await totals()).unfinished > 0) return;
      for (let isRepeated = false; !(await traffic.begin(isRepeated)); isRepeated = true) await delay(20);
    };
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = (await totals()).done;
      await keepRunning();
      // The kill comes while work is under way: it waits until something was done since the last one.
      await vi.waitFor(
        async () => {
          await keepRunning();
          expect((await countRuns(db)).done).toBeGreaterThan(before);
        },
        { timeout: 120_000 },
      );
      await delay(Math.random() * latestKillMs);
      await strike(kill);
    }
    await vi.waitFor(async () => expect((await countRuns(db)).unfinished).toBe(0), { timeout: 240_000, interval: 200 });
    const { runs, items, ended, done, commands } = await totals();
    expect([runs, items, ended]).toEqual([traffic.started.length, traffic.expectedItems(), traffic.expectedItems()]);
    expect(done).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await findRunLosses(db)).toEqual([]), { timeout: 60_000, interval: 500 });
    if (process.env['FAULT_RUN_KILLS']) {
      console.log(
        `${kills} kills of the server and PostgreSQL in turn, ${devices} devices: ${runs} runs, ${items} items (${done} done), ` +
          `${commands} commands; none lost, none doubled`,
      );
    }
  });
});
