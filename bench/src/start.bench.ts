import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './core/bench.ts';
import { freePort, type Served, serve } from './core/process.ts';
import { prepareGround, startProduct } from './core/product.ts';
import { median, printTable, ratio } from './core/table.ts';

const runs = 5;
const limitMs = 1500;

/** A second start: installed, built and migrated already. */
export const startBench: Bench = {
  about: `second start to the first 200, ${runs} runs; limit ${limitMs} ms for npm start`,
  async run() {
    const { dataDir, remove } = await prepareGround();
    try {
      const settled = () => databaseStopped(dataDir);
      // The first start migrates and makes the admin; it is not measured.
      await (await startProduct(dataDir, 'npm')).stop();
      await settled();
      const again = await measure(() => startProduct(dataDir, 'npm'), settled);
      const direct = await measure(() => startProduct(dataDir), settled);
      const bare = await measureBare();
      printTable([
        line('npm start, database included', again, bare),
        line('node main.ts, database included', direct, bare),
        line('bare Fastify + pg, database running', bare, bare),
      ]);
    } finally {
      await remove();
    }
  },
};

async function measureBare(): Promise<number[]> {
  const { connection, remove } = await prepareGround();
  const start = async () =>
    await serve({
      file: process.execPath,
      args: ['bench/src/bare/bare-start.ts'],
      port: await freePort(),
      env: { CONNECTION: JSON.stringify(connection) },
      probe: '/',
    });
  return await measure(start).finally(remove);
}

async function measure(start: () => Promise<Served>, settled = async () => {}): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const served = await start();
    times.push(served.startedInMs);
    await served.stop();
    await settled();
  }
  return times;
}

/** npm ends before what it started does; the next start must not meet a database that is still stopping. */
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
