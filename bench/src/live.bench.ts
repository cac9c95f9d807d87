import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limits, startLiveLocation } from '@fairwatch/contract';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { cpuMs } from './core/cpu.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { startLoadFleet } from './core/load-fleet.ts';
import { type Measured, startMeasured } from './core/measured.ts';
import type { Memory } from './core/measured-process.ts';
import { type Closers, databaseEnvironment, type Ground, onGround, signIn } from './core/product.ts';
import { printLoadAverage, printTable, ratio } from './core/table.ts';
import { untilConnected } from './core/until-connected.ts';

/** How many live locations are started at a time. */
const startsAtOnce = 16;
/** How long the server rests before a measurement. */
const restMs = 8000;

const megabytes = (bytes: number) => bytes / 1024 / 1024;

interface Figures {
  /** Percent of one core. */
  serverCpu: number;
  databaseCpu: number;
  memory: Memory;
}

/** Live locations of many devices, beside the same devices that only send heartbeats. */
export const liveBench: Bench = {
  about: '1,000 devices live at once, one point each 5 s: CPU and memory beside the same devices without',
  async run({ devices = 1000, seconds = 60 }) {
    await onGround((ground, closers) => run(ground, { devices, seconds }, closers));
  },
};

async function run(
  ground: Ground,
  { devices, seconds }: { devices: number; seconds: number },
  closers: Closers,
): Promise<void> {
  const stateFile = path.join(ground.dataDir, 'fleet.json');
  const server = await startMeasured('bench/src/gateway.server.ts', databaseEnvironment(ground));
  closers.push(server.stop);
  const client = new Client(ground.connection);
  await client.connect();
  closers.push(() => client.end());
  const deviceIds = await enrolDevices(client, devices, stateFile);
  await client.query(`update devices set capabilities = '{CONTACTS,LOCATION}'`);
  const fleet = startLoadFleet({ url: server.url, devices, stateFile, rows: 0 });
  closers.push(fleet.stop);
  await untilConnected(server, devices);

  const quiet = await measure(server, ground.postmaster, seconds);
  await startAll(server.url, deviceIds);
  await untilRunning(client, devices);
  const before = await countPoints(client);
  const started = performance.now();
  const live = await measure(server, ground.postmaster, seconds);
  const stored = (await countPoints(client)) - before;
  const expected = (devices * (performance.now() - started)) / limits.liveLocation.everyMs;

  printTable([
    line('CPU of the server, % of a core', live.serverCpu, quiet.serverCpu),
    line('CPU of PostgreSQL, % of a core', live.databaseCpu, quiet.databaseCpu),
    line('memory held, MB', megabytes(live.memory.held), megabytes(quiet.memory.held)),
    line('RSS, MB', megabytes(live.memory.rss), megabytes(quiet.memory.rss)),
  ]);
  const share = (100 * stored) / expected;
  console.log(`\nstored: ${stored} points, ${share.toFixed(1)} % of those that were due in this time`);
  const perPoint =
    ((live.serverCpu - quiet.serverCpu) * seconds * 10) / ((devices * seconds * 1000) / limits.liveLocation.everyMs);
  console.log(`CPU of the server per point: ${perPoint.toFixed(2)} ms`);
  printLoadAverage();
}

function line(what: string, live: number, quiet: number) {
  return { what, live: live.toFixed(1), without: quiet.toFixed(1), 'against without': ratio(live, quiet) };
}

async function measure(server: Measured, postmaster: number, seconds: number): Promise<Figures> {
  await delay(restMs);
  const started = performance.now();
  const [serverBefore, databaseBefore] = [cpuMs(server.pid), cpuMs(postmaster)];
  await delay(seconds * 1000);
  const elapsed = performance.now() - started;
  const percent = (now: number, before: number) => ((now - before) / elapsed) * 100;
  const serverCpu = percent(cpuMs(server.pid), serverBefore);
  const databaseCpu = percent(cpuMs(postmaster), databaseBefore);
  return { serverCpu, databaseCpu, memory: await server.memory() };
}

/** Starts a live location on every device, over HTTP as a console does. */
async function startAll(url: string, deviceIds: readonly number[]): Promise<void> {
  const token = await signIn(url);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const { path: endpoint } = startLiveLocation;
  const start = async (deviceId: number) => {
    const body = JSON.stringify({ deviceId, minutes: limits.liveLocation.maxMinutes });
    const answer = await fetch(`${url}${endpoint}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`A live location was answered with ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  };
  let next = 0;
  const lane = async () => {
    while (next < deviceIds.length) await start(deviceIds[next++] ?? 0);
  };
  await Promise.all(Array.from({ length: startsAtOnce }, lane));
}

async function untilRunning(client: Client, devices: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ count: string }>('select count(*) from live_sessions where ended_at is null');
    if (Number(rows[0]?.count) === devices) return;
    await delay(100);
  }
}

async function countPoints(client: Client): Promise<number> {
  const { rows } = await client.query<{ sum: string }>('select coalesce(sum(points), 0) as sum from live_sessions');
  return Number(rows[0]?.sum);
}
