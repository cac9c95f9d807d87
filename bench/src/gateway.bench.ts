import path from 'node:path';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { cpuMs } from './core/cpu.ts';
import type { DriveResult } from './core/driver.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { startLoadFleet } from './core/load-fleet.ts';
import { type Measured, startMeasured } from './core/measured.ts';
import type { Memory } from './core/measured-process.ts';
import { type Closers, databaseEnvironment, type Ground, onGround, signIn } from './core/product.ts';
import { printLoadAverage, printTable, ratio } from './core/table.ts';
import { untilConnected } from './core/until-connected.ts';
import { driveOverHttp, type HttpResult } from './gateway.http.ts';

/** The commands in flight, enough to saturate the server. */
const inFlight = 1000;
const pacePerSecond = 1000;
const commandsPerDevice = 2;
/** A few admins at work, and many. Each connection has one request at a time. */
const httpConnections = [32, 256];
const program = 'bench/src/gateway.server.ts';

interface Size {
  devices: number;
  seconds: number;
}

interface Results {
  before: Memory;
  idle: Memory;
  after: Memory;
  fast: DriveResult;
  paced: DriveResult;
  /** CPU time of one round trip as fast as possible, in milliseconds. */
  serverCpu: number;
  databaseCpu: number;
}

/** The device gateway under ten thousand devices. */
export const gatewayBench: Bench = {
  about: 'memory per device, command round trips with every step stored and the return after a restart, beside bare ws',
  async run({ devices = 10_000, seconds = 5 }) {
    await onGround((ground, closers) => run(ground, { devices, seconds }, closers));
  },
};

async function run(ground: Ground, { devices, seconds }: Size, closers: Closers): Promise<void> {
  const stateFile = path.join(ground.dataDir, 'fleet.json');
  const startFleet = (url: string) => {
    const fleet = startLoadFleet({ url, devices, stateFile, rows: 0 });
    closers.push(fleet.stop);
    return fleet;
  };
  const start = async (...launch: Parameters<typeof startMeasured>) => {
    const server = await startMeasured(...launch);
    closers.push(server.stop);
    return server;
  };
  const env = databaseEnvironment(ground);
  const server = await start(program, env);
  const { url } = server;
  const client = new Client(ground.connection);
  await client.connect();
  closers.push(() => client.end());
  const deviceIds = await enrolDevices(client, devices, stateFile);

  const fleet = startFleet(url);
  const ours = await measure(server, deviceIds, seconds, ground.postmaster);
  const token = await signIn(url);
  const overHttp: { connections: number; driven: HttpResult }[] = [];
  for (const connections of httpConnections)
    overHttp.push({
      connections,
      driven: await driveOverHttp(client, { url, token, deviceIds, seconds, connections }),
    });
  const stored = await countCommands(client);
  await server.stop();
  const restarted = await start(program, env, Number(new URL(url).port));
  const backInMs = await untilConnected(restarted, devices);
  await fleet.stop();
  await restarted.stop();

  const bareServer = await start('bench/src/bare/bare-ws.ts', {});
  startFleet(bareServer.url);
  const places = deviceIds.map((_, place) => place);
  const bare = await measure(bareServer, places, seconds);

  report(devices, ours, bare);
  for (const { connections, driven } of overHttp) {
    console.log(
      `\nover HTTP, ${connections} connections: ${driven.perSecond.toFixed(0)}/s, ${ratio(driven.perSecond, ours.fast.perSecond)} of the engine's own rate, p99 ${driven.p99Ms.toFixed(0)} ms from QUEUED to DONE`,
    );
  }
  console.log(`PostgreSQL: ${ours.databaseCpu.toFixed(2)} ms of CPU per round trip`);
  console.log(`stored: ${stored.done} commands DONE, ${stored.incomplete} without a step or an audit entry`);
  console.log(`restart: ${devices} devices Online ${(backInMs / 1000).toFixed(1)} s after the server listened`);
  printLoadAverage();
}

async function measure(
  server: Measured,
  deviceIds: readonly number[],
  seconds: number,
  postmaster = 0,
): Promise<Results> {
  const before = await server.memory();
  await untilConnected(server, deviceIds.length);
  const idle = await server.memory();
  await server.drive({ deviceIds, inFlight, commands: deviceIds.length * commandsPerDevice });
  const after = await server.memory();
  const [serverBefore, databaseBefore] = [cpuMs(server.pid), cpuMs(postmaster)];
  const fast = await server.drive({ deviceIds, inFlight, seconds });
  const serverCpu = (cpuMs(server.pid) - serverBefore) / fast.commands;
  const databaseCpu = (cpuMs(postmaster) - databaseBefore) / fast.commands;
  const paced = await server.drive({ deviceIds, inFlight, seconds, perSecond: pacePerSecond });
  return { before, idle, after, fast, paced, serverCpu, databaseCpu };
}

function report(devices: number, ours: Results, bare: Results): void {
  const kilobytes = ({ before }: Results, then: Memory, kind: keyof Memory) =>
    (then[kind] - before[kind]) / devices / 1024;
  const memory = (what: string, phase: 'idle' | 'after', kind: keyof Memory) => {
    const [our, plain] = [kilobytes(ours, ours[phase], kind), kilobytes(bare, bare[phase], kind)];
    return line(what, our, plain, 1);
  };
  printTable([
    memory('kB per device, held, just connected', 'idle', 'held'),
    memory('kB per device, RSS, just connected', 'idle', 'rss'),
    memory(`kB per device, held, after ${commandsPerDevice} commands each`, 'after', 'held'),
    memory(`kB per device, RSS, after ${commandsPerDevice} commands each`, 'after', 'rss'),
    line('round trips/s', ours.fast.perSecond, bare.fast.perSecond),
    line('CPU ms per round trip, server', ours.serverCpu, bare.serverCpu, 2),
    line(`p50 ms at ${pacePerSecond}/s`, ours.paced.p50Ms, bare.paced.p50Ms),
    line(`p99 ms at ${pacePerSecond}/s`, ours.paced.p99Ms, bare.paced.p99Ms),
  ]);
}

function line(what: string, ours: number, bare: number, digits = 0) {
  return { what, ours: ours.toFixed(digits), 'bare ws': bare.toFixed(digits), 'against bare': ratio(ours, bare) };
}

/** Counts the commands that are done, and those that lack a step or their audit entry. */
async function countCommands(client: Client): Promise<{ done: number; incomplete: number }> {
  const { rows } = await client.query<{ done: string; incomplete: string }>(
    `select count(*) filter (where step = 'DONE') as done,
       count(*) filter (where step <> 'DONE' or sent_at is null or running_at is null or finished_at is null
         or not exists (select from audit_entries a where a.device_id = c.device_id and a.action = 'COMMAND'
           and (a.details->>'commandId')::bigint = c.id)) as incomplete
     from commands c`,
  );
  return { done: Number(rows[0]?.done), incomplete: Number(rows[0]?.incomplete) };
}
