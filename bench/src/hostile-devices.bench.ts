import { fork } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { contacts } from '@fairwatch/contract';
import { Client } from 'pg';
import { root } from '../../scripts/core/paths.ts';
import type { Bench } from './core/bench.ts';
import type { DriveResult } from './core/driver.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { startLoadFleet } from './core/load-fleet.ts';
import { type Measured, startMeasured } from './core/measured.ts';
import { endsWithUs } from './core/process.ts';
import { type Closers, databaseEnvironment, type Ground, onGround, signIn } from './core/product.ts';
import { watchRss } from './core/rss.ts';
import { printLoadAverage, printTable, ratio } from './core/table.ts';
import { untilConnected } from './core/until-connected.ts';
import { probeHealth, type Probed } from './hostile-devices.http.ts';

const heapMegabytes = 1024;
const honestDevices = 20;
const honestRows = 200;
const honestPerSecond = 10;

/** Devices that send as much as the limits allow, compared with the same server when it is idle. */
export const hostileDevicesBench: Bench = {
  about: 'devices that flood the server with answers as large as they may be, beside the same server when it is quiet',
  async run({ devices = 200, seconds = 60 }) {
    await onGround((ground, closers) => run(ground, { devices, seconds }, closers));
  },
};

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

interface Phase {
  health: Probed;
  honest: DriveResult;
}

async function run(
  ground: Ground,
  { devices, seconds }: { devices: number; seconds: number },
  closers: Closers,
): Promise<void> {
  const stateFile = path.join(ground.dataDir, 'fleet.json');
  const server = await startMeasured('bench/src/gateway.server.ts', {
    ...databaseEnvironment(ground),
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
    LOG_LEVEL: 'error',
  });
  closers.push(server.stop);
  const client = new Client(ground.connection);
  await client.connect();
  closers.push(() => client.end());
  const deviceIds = await enrolDevices(client, honestDevices + devices, stateFile);
  const [honest, hostile] = [deviceIds.slice(0, honestDevices), deviceIds.slice(honestDevices)];
  const fleet = startLoadFleet({ url: server.url, devices: honestDevices, stateFile, rows: honestRows });
  closers.push(fleet.stop);
  await untilConnected(server, honestDevices);
  await measure(server, honest, 2);
  const quiet = await measure(server, honest, Math.min(seconds, 20));

  const attackers = fork(
    'bench/src/hostile-devices.fleet.ts',
    [server.url, stateFile, String(honestDevices), String(devices)],
    { cwd: root },
  );
  closers.push(endsWithUs(attackers));
  await untilConnected(server, honestDevices + devices);
  const rss = watchRss(server.pid);
  await pressUpdates(server.url, hostile);
  const attacked = await measure(server, honest, seconds);
  const spooled = await bytesIn(path.join(ground.dataDir, 'staged-answers'));
  attackers.send('finish');
  const storing = await measure(server, honest, seconds);
  const most = rss.most();
  const { rows } = await client.query<{ step: string; count: string }>(
    'select step, count(*) from commands where device_id = any($1::bigint[]) group by step order by step',
    [hostile],
  );

  const line = (what: string, pick: (phase: Phase) => number) => ({
    what,
    quiet: pick(quiet).toFixed(0),
    flooded: pick(attacked).toFixed(0),
    storing: pick(storing).toFixed(0),
    'flooded against quiet': ratio(pick(attacked), pick(quiet)),
  });
  printTable([
    line('health check, p50 ms', ({ health }) => health.p50Ms),
    line('health check, p99 ms', ({ health }) => health.p99Ms),
    line('health checks that failed', ({ health }) => health.failed),
    line(`update of ${honestRows} contacts, p50 ms`, (phase) => phase.honest.p50Ms),
    line(`update of ${honestRows} contacts, p99 ms`, (phase) => phase.honest.p99Ms),
  ]);
  console.log(`\nserver: RSS ${megabytes(rss.first)} before, ${megabytes(most)} at most`);
  console.log(`staged on disk after ${seconds} s: ${megabytes(spooled)}`);
  console.log(
    `commands of the ${devices} hostile devices: ${rows.map(({ step, count }) => `${count} ${step}`).join(', ')}`,
  );
  printLoadAverage();
}

async function measure(server: Measured, deviceIds: readonly number[], seconds: number): Promise<Phase> {
  const [health, honest] = await Promise.all([
    probeHealth(server.url, seconds),
    server.drive({ deviceIds, inFlight: deviceIds.length, seconds, perSecond: honestPerSecond }),
  ]);
  return { health, honest };
}

async function pressUpdates(url: string, deviceIds: readonly number[]): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await signIn(url)}` };
  for (const deviceId of deviceIds) {
    const body = JSON.stringify({ deviceId });
    const answer = await fetch(`${url}${contacts.update.path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`Update was answered with ${answer.status}.`);
    await answer.arrayBuffer();
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
