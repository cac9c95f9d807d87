/**
 * `npm run cluster`: several servers with PostgreSQL, NATS, Ceph's S3 gateway and haproxy on this machine, and everything that may happen to
 * them. Prints a table; the last line is how many checks passed and failed.
 */
import { parseArgs } from 'node:util';
import { printLoadAverage, printTable } from '../../bench/src/core/table.ts';
import { OwnProcesses } from './core/own-processes.ts';
import type { Check, Options, Scenario, Stage } from './core/scenario.ts';
import { startParts, type Parts } from './parts/parts.ts';
import { ensurePrograms } from './parts/programs.ts';
import { acrossScenario } from './scenarios/across.scenario.ts';
import { balancersScenario } from './scenarios/balancers.scenario.ts';
import { consentScenario } from './scenarios/consent.scenario.ts';
import { cutNatsScenario, cutPostgresScenario } from './scenarios/cut.scenario.ts';
import { drainScenario } from './scenarios/drain.scenario.ts';
import { firstStartScenario } from './scenarios/first-start.scenario.ts';
import { freezeScenario } from './scenarios/freeze.scenario.ts';
import { killScenario } from './scenarios/kill.scenario.ts';
import { liveViewScenario } from './scenarios/live-view.scenario.ts';
import { memoryScenario } from './scenarios/memory.scenario.ts';
import { natsScenario } from './scenarios/nats.scenario.ts';
import { paceScenario } from './scenarios/pace.scenario.ts';
import { postgresScenario } from './scenarios/postgres.scenario.ts';
import { restoreScenario } from './scenarios/restore.scenario.ts';
import { scalingScenario } from './scenarios/scaling.scenario.ts';
import { sessionsScenario } from './scenarios/sessions.scenario.ts';
import { slowS3Scenario } from './scenarios/slow-s3.scenario.ts';
import { uploadScenario } from './scenarios/upload.scenario.ts';

const scenarios: readonly Scenario[] = [
  firstStartScenario,
  sessionsScenario,
  acrossScenario,
  balancersScenario,
  uploadScenario,
  slowS3Scenario,
  restoreScenario,
  consentScenario,
  liveViewScenario,
  killScenario,
  drainScenario,
  freezeScenario,
  natsScenario,
  postgresScenario,
  cutPostgresScenario,
  cutNatsScenario,
  paceScenario,
  memoryScenario,
  scalingScenario,
];

interface Line extends Check {
  scenario: string;
}

/** With `--quick` so many scenarios run side by side: most of their time they wait for leases to run out. */
const quickLanes = 3;

/** Longer texts are printed where they occur, and shortened in the table. */
const longestCell = 60;

const say = (line: string) => console.log(line);
const wanted = readWanted();
const processes = new OwnProcesses();
// The guard ends everything when this process is gone, however that happens.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const missing = await ensurePrograms(processes, say);
if (missing.length > 0) {
  await processes.close();
  say(`This needs packages of Debian: apt-get install --no-install-recommends ${missing.join(' ')}`);
  say(`0 passed, 0 failed, skipped: ${missing.join(' ')} missing`);
} else {
  const lines = await runAll();
  await processes.close();
  report(lines);
}

async function runAll(): Promise<Line[]> {
  const lines: Line[] = [];
  let parts: Parts | null = null;
  try {
    say('Starting PostgreSQL, NATS and Ceph ...');
    parts = await startParts(processes);
    const stage: Stage = { parts, options: wanted.options, say };
    const together = wanted.options.quick ? wanted.scenarios.filter(({ isAlone }) => !isAlone) : [];
    const others = wanted.scenarios.filter((scenario) => !together.includes(scenario));
    // The last ones take longest.
    const waiting = together.toReversed();
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) lines.push(...(await runOne(next, stage)));
    };
    await Promise.all(Array.from({ length: quickLanes }, lane));
    for (const scenario of others) lines.push(...(await runOne(scenario, stage)));
  } catch (error) {
    lines.push(failure('start', error));
  } finally {
    await parts?.close().catch((error: unknown) => lines.push(failure('end', error)));
  }
  return lines;
}

async function runOne({ name, about, run }: Scenario, stage: Stage): Promise<Line[]> {
  say(`\n${name}: ${about}`);
  const started = performance.now();
  const checks = await run(stage).then(
    (found) => found.map((check) => ({ scenario: name, ...(stage.options.quick ? withoutTimes(check) : check) })),
    (error: unknown) => [failure(name, error)],
  );
  const failed = checks.filter(({ ok }) => !ok);
  for (const { what, measured, limit } of failed) say(`failed: ${what}: ${measured} (${limit})`);
  say(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return checks;
}

/** A time that has passed counts, however long it was: what never happens ends the scenario with an error. */
function withoutTimes(check: Check): Check {
  return check.isTime && Number.isFinite(Number.parseFloat(check.measured))
    ? { ...check, limit: 'any', ok: true }
    : check;
}

function failure(scenario: string, error: unknown): Line {
  const measured = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { scenario, what: 'ended with an error', measured, limit: '', ok: false };
}

function report(lines: readonly Line[]): void {
  say('');
  if (lines.length > 0) printTable(lines.map(tableRow));
  printLoadAverage();
  const failed = lines.filter(({ ok }) => !ok);
  // A figure without a limit is neither.
  const passed = lines.filter(({ ok, limit }) => ok && limit !== '');
  if (failed.length > 0 || passed.length === 0) process.exitCode = 1;
  say(`${passed.length} passed, ${failed.length} failed`);
}

function tableRow({ scenario, what, measured, limit, ok }: Line) {
  const text = measured.split('\n', 1)[0] ?? '';
  const shown = text.length > longestCell ? `${text.slice(0, longestCell)}...` : text;
  return { scenario: `${scenario}: ${what}`, measured: shown, limit, '': ok ? 'ok' : 'FAILED' };
}

function readWanted(): { scenarios: readonly Scenario[]; options: Options } {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      kills: { type: 'string' },
      devices: { type: 'string' },
      servers: { type: 'string' },
    },
  });
  const { quick } = values;
  const names = values.only?.split(',') ?? scenarios.filter(({ isQuick }) => isQuick || !quick).map(({ name }) => name);
  const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  const options = {
    quick,
    kills: wholeNumber('kills', values.kills, quick ? 1 : 100),
    devices: wholeNumber('devices', values.devices, quick ? 200 : 1000),
    servers: wholeNumber('servers', values.servers, 2),
  };
  if (unknown.length > 0 || options.servers < 2) usage(unknown);
  return { scenarios: scenarios.filter(({ name }) => names.includes(name)), options };
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  console.error(`--${name} takes a whole number, not ${text}.`);
  process.exit(1);
}

function usage(unknown: readonly string[]): never {
  console.error(
    'usage: npm run cluster -- [--quick] [--only NAME,NAME] [--kills N] [--devices N] [--servers N, at least 2]\n',
  );
  for (const { name, about } of scenarios) console.error(`  ${name.padEnd(14)}${about}`);
  if (unknown.length > 0) console.error(`\nThere is no ${unknown.join(', ')}.`);
  process.exit(1);
}
