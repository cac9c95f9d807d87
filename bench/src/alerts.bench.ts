import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { cpuMs } from './core/cpu.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { type Closers, databaseEnvironment, type Ground, onGround } from './core/product.ts';
import { median, printLoadAverage, printTable, ratio } from './core/table.ts';
import { timed } from './core/timed.ts';
import { insertZones, switchRules, walk, zoneCount } from './alerts.data.ts';
import { startIngest } from './alerts.server.ts';

const pointsPerDevice = 10;
const batches = 8;
const turns = 3;

/** Alerts: positions that are evaluated against many zones as they come. */
export const alertsBench: Bench = {
  about: `positions stored with ${zoneCount} zones that have a rule each, beside the same with the rules switched off`,
  async run({ devices = 1000 }) {
    await onGround((ground, closers) => run(ground, devices, closers));
  },
};

/** One turn: its time, how long the last position waited after it, both in seconds, and the CPU time. */
interface Turn {
  seconds: number;
  behind: number;
  cpu: number;
}

async function run(ground: Ground, devices: number, closers: Closers): Promise<void> {
  const server = await startIngest(databaseEnvironment(ground));
  closers.push(server.stop);
  const client = new Client(ground.connection);
  await client.connect();
  closers.push(() => client.end());
  const deviceIds = await enrolDevices(client, devices, path.join(ground.dataDir, 'fleet.json'));
  await client.query(`update devices set capabilities = '{LOCATION}'`);
  await insertZones(client);
  const steps = walk(deviceIds, pointsPerDevice);
  const positions = devices * pointsPerDevice * batches;

  /** CPU time of the server and the database in milliseconds: unlike the time it does not depend on what else the machine does. */
  const cpu = () => cpuMs(process.pid) + cpuMs(ground.postmaster);
  const ingest = async (on: boolean) => {
    await switchRules(client, on);
    server.rulesChanged();
    // The engine reads the rules before the first position comes.
    await delay(500);
    const before = cpu();
    const seconds = await timed(async () => {
      for (let batch = 0; batch < batches; batch += 1) await server.store(steps.next().value);
    });
    // What is left is evaluated before the next turn, so that it does not slow that one.
    const behind = on ? await timed(() => untilEvaluated(client, steps.latest())) : 0;
    return { seconds, behind, cpu: cpu() - before };
  };
  // Neither counts the first time, when code and plans are cold.
  await ingest(false);
  await ingest(true);
  const off: Turn[] = [];
  const on: Turn[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    off.push(await ingest(false));
    on.push(await ingest(true));
  }
  const { rows } = await client.query<{ fired: string }>('select count(*) as fired from alerts');
  if (Number(rows[0]?.fired) === 0) throw new Error('No rule has fired.');
  const of = (measured: readonly Turn[], what: keyof Turn) => median(measured.map((turn) => turn[what]));
  const line = (what: string, measured: readonly Turn[]) => ({
    what,
    positions,
    'positions/s': (positions / of(measured, 'seconds')).toFixed(0),
    'against off': ratio(of(off, 'seconds'), of(measured, 'seconds')),
    'CPU ms per 1,000': ((of(measured, 'cpu') * 1000) / positions).toFixed(0),
    'CPU against off': ratio(of(off, 'cpu'), of(measured, 'cpu')),
  });
  printTable([line('rules off', off), line(`${zoneCount} rules on`, on)]);
  console.log(`${rows[0]?.fired} alerts; the last position was evaluated within ${of(on, 'behind').toFixed(1)} s.`);
  printLoadAverage();
}

/** Waits until every device has been evaluated up to this moment. */
async function untilEvaluated(client: Client, latest: Date): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from alert_positions where point_at < $1 limit 1', [latest]);
    if (rows.length === 0) return;
    await delay(50);
  }
}
