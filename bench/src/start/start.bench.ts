import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../core/bench.ts';
import { type Served, serveBare } from '../core/process.ts';
import { prepareGround, startProduct } from '../core/product.ts';
import { median, printTable, ratio } from '../core/table.ts';

const runs = 5;
const limitMs = 1500;

/** A second start: installed, built and migrated already. */
export const startBench: Bench = {
  about: `second start to the first 200, ${runs} runs; limit ${limitMs} ms for npm start`,
  async run() {
    const ground = await prepareGround();
    const bareGround = await prepareGround();
    const bareSettings = { CONNECTION: JSON.stringify(bareGround.connection) };
    try {
      // The first start migrates and creates the admin; it is not measured.
      await startOnce(() => startProduct(ground.dataDir, 'npm'));
      await databaseStopped(ground.dataDir);
      const times: Record<'npm' | 'node' | 'bare', number[]> = { npm: [], node: [], bare: [] };
      // In turn, so that other load on the machine affects all three.
      for (let run = 0; run < runs; run += 1) {
        for (const command of ['npm', 'node'] as const) {
          times[command].push(await startOnce(() => startProduct(ground.dataDir, command)));
          await databaseStopped(ground.dataDir);
        }
        times.bare.push(await startOnce(() => serveBare('bare-start.ts', bareSettings)));
      }
      printTable([
        line('npm start, database included', times.npm, times.bare),
        line('node main.ts, database included', times.node, times.bare),
        line('bare Fastify + pg, database running', times.bare, times.bare),
      ]);
    } finally {
      await Promise.all([ground.remove(), bareGround.remove()]);
    }
  },
};

async function startOnce(start: () => Promise<Served>): Promise<number> {
  const served = await start();
  await served.stop();
  return served.startedInMs;
}

/** Waits until the database has stopped, since npm ends before its child processes. */
async function databaseStopped(dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  for (let tries = 0; existsSync(pidFile) && tries < 200; tries += 1) await delay(50);
}

function line(what: string, times: readonly number[], bare: readonly number[]) {
  return {
    what,
    'median ms': median(times).toFixed(0),
    'worst ms': Math.max(...times).toFixed(0),
    'against bare': ratio(median(times), median(bare)),
  };
}
