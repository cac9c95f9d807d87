import path from 'node:path';
import type { Bench } from '../core/bench.ts';
import { cpuMs } from '../core/cpu.ts';
import { enrolDevices } from '../core/enrol-devices.ts';
import { type Measured, startMeasured } from '../core/measured.ts';
import { type Closers, databaseEnvironment, type Ground, onGround, signIn, withClient } from '../core/product.ts';
import { median, printLoadAverage, printTable, ratio } from '../core/table.ts';
import { type Probed, probeDeviceList } from '../runs.http.ts';
import { type Load, type Streamed, startLoad } from './live-view.process.ts';

const turns = 3;
const megabyte = 1024 * 1024;

interface Figures extends Streamed {
  /** Percent of one core. */
  cpu: number;
}

/** Live pictures of many cameras. */
export const liveViewBench: Bench = {
  about: '50 live views of 300 kB/s from the phone to the viewer, beside a bare ws relay of the same messages',
  async run({ devices = 50, seconds = 15 }) {
    await onGround((ground, closers) => run(ground, { devices, seconds }, closers));
  },
};

async function run(
  ground: Ground,
  { devices, seconds }: { devices: number; seconds: number },
  closers: Closers,
): Promise<void> {
  const stateFile = path.join(ground.dataDir, 'fleet.json');
  const start = async (program: string, env: Readonly<Record<string, string>> = {}) => {
    const server = await startMeasured(program, env);
    closers.push(server.stop);
    return server;
  };
  const server = await start('bench/src/gateway.server.ts', databaseEnvironment(ground));
  await enrolWithCameras(ground, devices, stateFile);
  const token = await signIn(server.url);
  const quietList = await probeDeviceList(server.url, token, AbortSignal.timeout(3000));
  const bare = await start('bench/src/bare/bare-relay.ts');
  const ours = await startLoad(server.url, devices, { stateFile, token });
  closers.push(ours.stop);
  const theirs = await startLoad(bare.url, devices);
  closers.push(theirs.stop);

  const streamed: Record<'ours' | 'bare', Figures[]> = { ours: [], bare: [] };
  const lists: Probed[] = [];
  // Neither counts the first time, when code is cold.
  await ours.stream(2);
  await theirs.stream(2);
  for (let turn = 0; turn < turns; turn += 1) {
    streamed.bare.push(await measure(theirs, bare, seconds));
    streamed.ours.push(await measure(ours, server, seconds));
  }
  // Apart from the figures above, since the list costs the same server time.
  for (let turn = 0; turn < turns; turn += 1) {
    const probing = new AbortController();
    const probed = probeDeviceList(server.url, token, probing.signal);
    await ours.stream(seconds);
    probing.abort();
    lists.push(await probed);
  }
  const before = await server.memory();
  await ours.stall();
  const grown: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await ours.stream(seconds);
    grown.push(((await server.memory()).rss - before.rss) / megabyte);
  }
  report(streamed);
  console.log(`\nlist of devices over HTTP, quiet: ${words([quietList])}; meanwhile: ${words(lists)}`);
  console.log(
    `memory of the server (RSS): ${(before.rss / megabyte).toFixed(0)} MB; with viewers that read nothing, after each ${seconds} s more: ` +
      `${grown.map((megabytes) => `${megabytes.toFixed(1)} MB`).join(', ')}`,
  );
  printLoadAverage();
}

/** Devices whose people share the camera and have agreed to the notice that names live views. */
async function enrolWithCameras(ground: Ground, devices: number, stateFile: string): Promise<void> {
  await withClient(ground.connection, async (client) => {
    await enrolDevices(client, devices, stateFile);
    await client.query(`update devices set capabilities = '{CAMERA}'`);
    await client.query(
      `insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how)
       select id, 'bench', 3, repeat('0', 64), 'en', '{CAMERA}', 'JOIN' from devices`,
    );
  });
}

async function measure(load: Load, server: Measured, seconds: number): Promise<Figures> {
  const [cpuBefore, started] = [cpuMs(server.pid), performance.now()];
  const streamed = await load.stream(seconds);
  return { ...streamed, cpu: (100 * (cpuMs(server.pid) - cpuBefore)) / (performance.now() - started) };
}

function report({ ours, bare }: Record<'ours' | 'bare', Figures[]>): void {
  const line = (what: string, pick: (figures: Figures) => number) => {
    const [mine, baseline] = [median(ours.map(pick)), median(bare.map(pick))];
    return { what, ours: mine.toFixed(1), 'bare relay': baseline.toFixed(1), 'against bare': ratio(mine, baseline) };
  };
  printTable([
    line('p50 ms from the phone to the viewer', ({ p50Ms }) => p50Ms),
    line('p95 ms', ({ p95Ms }) => p95Ms),
    line('pictures that arrived, %', ({ sent, received }) => (100 * received) / sent),
    line('CPU of the server, % of a core', ({ cpu }) => cpu),
  ]);
}

function words(probed: readonly Probed[]): string {
  const of = (pick: (each: Probed) => number) => median(probed.map(pick)).toFixed(0);
  return `p50 ${of(({ p50Ms }) => p50Ms)} ms, p99 ${of(({ p99Ms }) => p99Ms)} ms`;
}
