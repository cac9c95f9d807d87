import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enrolMany } from './simulator/joining/enrol-many.ts';
import { prepareAnswers } from './simulator/load/load-answers.ts';
import { LoadFleet } from './simulator/load/load-fleet.ts';
import { passcodesFromList } from './simulator/joining/passcodes.ts';
import { StateFile } from './simulator/plan/state-file.ts';
import { trustCa } from './simulator/trust-ca.ts';

const usage = `usage: npm run fleet -- --url http://127.0.0.1:8080 --devices 10000 [--passcodes FILE|A,B,C] [--state FILE]
  [--ca FILE] [--rows N] [--quiet]
  --passcodes  one per phone that has not joined yet: a file with one on each line, or a list
  --state      who has joined, for the next run (data/load-fleet.json)
  --ca         a certificate to trust for https, such as data/local-ca/ca.crt
  --rows       so many rows in each answer; without it, as many as a person has`;

const summaryEveryMs = 1000;
const goodbyeWithinMs = 3000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs many light phones in one process, for load tests of a server. */
async function main(): Promise<void> {
  const options = readArguments();
  const state = new StateFile(options.state, 'load');
  const joined = await enrolMany({ ...options, state, passcodes: passcodesFromList(options.passcodes) });
  if (joined > 0) print(`${joined} phones joined`);
  const answers = await prepareAnswers(state.seed, options.rows);
  const fleet = new LoadFleet({ ...options, state, answers });
  fleet.start();
  if (!options.quiet) summarise(fleet);
  const stop = async () => {
    fleet.stop();
    const latest = Date.now() + goodbyeWithinMs;
    while (fleet.counts.connected > 0 && Date.now() < latest) await delay(20);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => void stop());
}

/** Prints a line when a counter has changed, with the rates per second since the line before. */
function summarise(fleet: LoadFleet): void {
  let before = { ...fleet.counts, at: performance.now() };
  setInterval(() => {
    const { connected, refused, commands, rows } = fleet.counts;
    const now = performance.now();
    const moved = connected !== before.connected || refused !== before.refused || commands !== before.commands;
    const perSecond = (count: number) => Math.round((count * 1000) / (now - before.at)).toLocaleString('en');
    if (moved) {
      const away = refused > 0 ? `, ${refused} refused` : '';
      print(
        `${connected.toLocaleString('en')} of ${fleet.size.toLocaleString('en')} connected${away}, ` +
          `${perSecond(commands - before.commands)} commands/s, ${perSecond(rows - before.rows)} rows/s`,
      );
    }
    before = { ...fleet.counts, at: now };
  }, summaryEveryMs);
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      devices: { type: 'string' },
      passcodes: { type: 'string', default: '' },
      state: { type: 'string', default: 'data/load-fleet.json' },
      ca: { type: 'string' },
      rows: { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  });
  const size = Number(values.devices);
  const rows = values.rows === undefined ? null : Number(values.rows);
  if (!values.url || !URL.canParse(values.url) || !isCount(size) || !isCount(rows ?? 0)) throw new Error(usage);
  if (values.ca !== undefined) trustCa(values.ca);
  const passcodes = readPasscodes(values.passcodes);
  return { serverUrl: values.url, size, rows, passcodes, state: values.state, quiet: values.quiet };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

function readPasscodes(given: string): string[] {
  const text = existsSync(given) ? readFileSync(given, 'utf8') : given;
  return text.split(/[\s,]+/).filter((code) => code !== '');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
