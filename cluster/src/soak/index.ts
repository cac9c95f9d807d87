/**
 * `npm run soak -- --minutes 120`: one server with thousands of devices and the admins who use them, for hours, with faults. It ends with a
 * ledger, slopes and a page with curves. An interrupt ends it early, with everything that the end has.
 */
import { mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../../../bench/src/core/table.ts';
import { root } from '../../../scripts/core/paths.ts';
import { withClosers } from '../core/closers.ts';
import { OwnProcesses } from '../core/own-processes.ts';
import { startFleet } from '../load/fleet.ts';
import { keepEvidence } from '../load/ledger.ts';
import { startWitnesses } from '../load/witness.ts';
import { createAdmins, type Habit } from './admins.ts';
import { choresOf, setWatches, type Crowd } from './chores.ts';
import { close as closeBooks } from './close-books.ts';
import { writePage } from './page.ts';
import { askProbe, startSampling } from './samples.ts';
import { shareLocation, startSite } from './site.ts';
import { visit } from './visitors.ts';

const witnessCount = 10;
const visitorCount = 4;
const minuteMs = 60_000;
/** In each hour, or in a shorter run, the server is killed after this part of it, and PostgreSQL restarted after that one. */
const faultParts = { kill: 0.1, postgres: 0.2 };
const sampleMs = { least: 10_000, most: minuteMs };
/** An interrupt within this time of another is the same one: a terminal, npm and a supervisor may all hand it on. */
const sameSignalMs = 1000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    devices: { type: 'string', default: '2000' },
    admins: { type: 'string', default: '20' },
    out: { type: 'string', default: path.join('.cache', 'soak') },
    heap: { type: 'boolean', default: false },
  },
});
const wanted = { minutes: positive('minutes'), devices: positive('devices'), admins: positive('admins') };
const out = path.resolve(root, values.out);
const scratch = path.join(root, '.cache', 'soak');
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const ending = stopOnSignals();
const processes = new OwnProcesses();
await run().finally(() => processes.close());
// Clients that wait for a server which is gone would keep this process.
process.exit();

async function run(): Promise<void> {
  await withClosers(async (onClose) => {
    say(`Starting a server with ${wanted.devices} devices and ${wanted.admins} admins ...`);
    const site = await startSite(processes);
    onClose(site.close);
    await keepEvidence(site.db);
    const fleet = await startFleet(processes, { db: site.db, size: wanted.devices, urls: [site.server.url] });
    onClose(fleet.stop);
    await shareLocation(site.db);
    await fleet.untilConnected();
    const witnesses = await startWitnesses(site, witnessCount);
    onClose(() => Promise.all(witnesses.map(({ client }) => client.stop())));
    const crowd: Crowd = { site, fleet, witnesses, tally: {}, accepted: [] };
    await setWatches(crowd);
    const visitors = Array.from({ length: visitorCount }, () => visit(site, crowd.tally));
    const habits = [...(await createAdmins(site, wanted.admins, fleet.deviceIds)), ...visitors, ...choresOf(crowd)];

    mkdirSync(scratch, { recursive: true });
    const file = path.join(scratch, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`);
    const everyMs = Math.min(sampleMs.most, Math.max(sampleMs.least, (wanted.minutes * minuteMs) / 60));
    const sources = {
      ...site,
      folder: site.server.env['DATA_DIR'] ?? '',
      pid: () => site.server.pid,
      connected: async () => (await fleet.state()).connected.length,
      takeTimes: () => site.requests.takeTimes(),
    };
    const sampling = startSampling(sources, file, everyMs);
    onClose(sampling.stop);
    say(`Everything runs. Samples are in ${path.relative(root, file)}.`);
    await goOn(crowd, habits, sampling.samples);
    const minutes = (Date.now() - sampling.startedAt) / minuteMs;
    await sampling.stop();
    say('Comparing everything with the database ...');
    const { checks, growth } = await closeBooks(crowd, sampling.samples);
    const page = writePage(out, {
      ...wanted,
      minutes,
      machine: machineWords(),
      samples: sampling.samples,
      checks,
      growth,
      tally: crowd.tally,
      byStatus: site.requests.byStatus,
      marks: site.requests.outages.map(({ what, from }) => ({ at: (from - sampling.startedAt) / 1000, label: what })),
    });
    printTable(checks.map(({ what, measured, limit, ok }) => ({ what, measured, limit, '': ok ? 'ok' : 'FAILED' })));
    say(`The page is ${path.relative(root, page)}.`);
    if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  });
}

/** Lets everybody do what they do until the time is over, and faults happen meanwhile. */
async function goOn(
  { site }: Crowd,
  habits: readonly Habit[],
  samples: readonly { rssFloor: number }[],
): Promise<void> {
  const over = AbortSignal.any([ending, AbortSignal.timeout(wanted.minutes * minuteMs)]);
  const going = habits.map((habit) => habit(over));
  const rest = (ms: number) => delay(ms, undefined, { signal: over }).catch(() => undefined);
  const talk = setInterval(() => {
    const [last] = samples.slice(-1);
    say(`${samples.length} samples, RSS ${Math.round((last?.rssFloor ?? 0) / 1024 / 1024)} MB`);
  }, minuteMs);
  const period = Math.min(60, wanted.minutes) * minuteMs;
  for (let hour = 0; !over.aborted; hour += 1) {
    const started = Date.now();
    await rest(period * faultParts.kill);
    if (!over.aborted) say(`The server was killed, and was back after ${await site.killServer()} ms.`);
    await rest(period * (faultParts.postgres - faultParts.kill));
    if (!over.aborted) say(`PostgreSQL was restarted, and all was ready after ${await site.restartPostgres()} ms.`);
    if (values.heap && hour === 0) await takeHeap(site.probePath, 'early');
    await rest(started + period - Date.now());
  }
  clearInterval(talk);
  if (values.heap) await takeHeap(site.probePath, 'late');
  await Promise.all(going);
}

async function takeHeap(probePath: string, name: string): Promise<void> {
  say(await askProbe(probePath, path.join(scratch, `${name}.heapsnapshot`)));
}

function machineWords(): string {
  const [first] = cpus();
  const load = loadavg().map((each) => each.toFixed(1));
  return `${cpus().length} cores (${first?.model.trim()}), load average in the end ${load.join(' ')}, ${new Date().toISOString().slice(0, 10)}.`;
}

/** Returns a signal that aborts on the first interrupt. A later one ends the process at once, and the guard what it has started. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  let askedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted && performance.now() - askedAt > sameSignalMs) process.exit(1);
      if (!stop.signal.aborted) askedAt = performance.now();
      stop.abort();
    });
  }
  return stop.signal;
}

function positive(name: 'minutes' | 'devices' | 'admins'): number {
  const value = Number(values[name]);
  if (value > 0) return value;
  console.error(`--${name} takes a number, not ${values[name]}.`);
  process.exit(1);
}
