import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Run, startRun } from '@fairwatch/contract';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { cpuMs } from './core/cpu.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { startLoadFleet } from './core/load-fleet.ts';
import { type Measured, startMeasured } from './core/measured.ts';
import { type Closers, databaseEnvironment, type Ground, onGround, signIn } from './core/product.ts';
import { median, printLoadAverage, printTable, ratio } from './core/table.ts';
import { untilConnected } from './core/until-connected.ts';
import { type Probed, probeDeviceList } from './runs.http.ts';

/** The single commands in flight, as in the bench of the gateway. */
const inFlight = 1000;
const turns = 3;
const pollMs = 10;

/** One way of giving every device one command. */
interface Given {
  seconds: number;
  /** CPU time per command in milliseconds. */
  serverCpu: number;
  databaseCpu: number;
}

/** A run over ten thousand devices. */
export const runsBench: Bench = {
  about:
    'a run over connected devices that answer at once, beside the same commands given singly, and a list meanwhile',
  async run({ devices = 10_000 }) {
    await onGround((ground, closers) => run(ground, devices, closers));
  },
};

async function run(ground: Ground, devices: number, closers: Closers): Promise<void> {
  const stateFile = path.join(ground.dataDir, 'fleet.json');
  const server = await startMeasured('bench/src/gateway.server.ts', databaseEnvironment(ground));
  closers.push(server.stop);
  const client = new Client(ground.connection);
  await client.connect();
  closers.push(() => client.end());
  const deviceIds = await enrolDevices(client, devices, stateFile);
  closers.push(startLoadFleet({ url: server.url, devices, stateFile, rows: 0 }).stop);
  await untilConnected(server, devices);
  const token = await signIn(server.url);

  const giveSingly = () => server.drive({ deviceIds, inFlight, commands: devices });
  const giveByRun = () => carryOut(client, server, token);
  const measured = (give: () => Promise<unknown>) => measure(give, { server, postmaster: ground.postmaster, devices });
  // Neither counts the first time, when code and plans are cold.
  await giveSingly();
  await giveByRun();
  const singles: Given[] = [];
  const runs: Given[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    singles.push(await measured(giveSingly));
    runs.push(await measured(giveByRun));
  }
  const probing = new AbortController();
  const quiet = await probeDeviceList(server.url, token, AbortSignal.timeout(3000));
  const probed = probeDeviceList(server.url, token, probing.signal);
  await giveByRun();
  probing.abort();
  report(devices, { singles, runs, quiet, during: await probed });
  const { rows } = await client.query<{ done: string; others: string; doubled: string }>(
    `select count(*) filter (where i.state = 'DONE') as done, count(*) filter (where i.state <> 'DONE') as others,
       (select count(*) - count(distinct run_item_id) from commands where run_item_id is not null) as doubled
     from run_items i`,
  );
  console.log(`stored: ${rows[0]?.done} items DONE, ${rows[0]?.others} not, ${rows[0]?.doubled} doubled`);
  printLoadAverage();
}

/** Starts a run over all devices and waits until it has finished. */
async function carryOut(client: Client, { url }: Measured, token: string): Promise<void> {
  const answer = await fetch(`${url}${startRun.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      clientId: randomUUID(),
      selection: { by: 'MATCHING' },
      action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
    }),
  });
  if (answer.status !== 200) throw new Error(`The run was answered with ${answer.status}.`);
  const { data } = (await answer.json()) as { data: Run };
  for (;;) {
    const { rowCount } = await client.query('select from runs where id = $1 and finished_at is not null', [data.id]);
    if (rowCount === 1) return;
    await delay(pollMs);
  }
}

async function measure(
  give: () => Promise<unknown>,
  { server, postmaster, devices }: { server: Measured; postmaster: number; devices: number },
): Promise<Given> {
  const [serverBefore, databaseBefore] = [cpuMs(server.pid), cpuMs(postmaster)];
  const started = performance.now();
  await give();
  return {
    seconds: (performance.now() - started) / 1000,
    serverCpu: (cpuMs(server.pid) - serverBefore) / devices,
    databaseCpu: (cpuMs(postmaster) - databaseBefore) / devices,
  };
}

interface Results {
  singles: Given[];
  runs: Given[];
  quiet: Probed;
  during: Probed;
}

function report(devices: number, { singles, runs, quiet, during }: Results): void {
  const line = (what: string, pick: (given: Given) => number) => {
    const [ours, baseline] = [median(runs.map(pick)), median(singles.map(pick))];
    return { what, run: ours.toFixed(2), singly: baseline.toFixed(2), 'against singly': ratio(ours, baseline) };
  };
  printTable([
    line(`seconds for ${devices} commands`, ({ seconds }) => seconds),
    line('CPU ms per command, server', ({ serverCpu }) => serverCpu),
    line('CPU ms per command, PostgreSQL', ({ databaseCpu }) => databaseCpu),
  ]);
  console.log(`\nlist of devices over HTTP, quiet: ${words(quiet)}`);
  console.log(`list of devices over HTTP, during a run: ${words(during)}`);
}

function words({ p50Ms, p99Ms, requests, failed }: Probed): string {
  return `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms (${requests} requests, ${failed} failed)`;
}
