import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resultsFolder } from '../core/paths.ts';

/** Seconds by test file, from the top of the repository. */
type Durations = Readonly<Record<string, number>>;

/** Committed, for the first run of a clone; written by `npm test -- --record`. */
const recorded = path.join(import.meta.dirname, 'durations.json');
/** Of the last run on this machine. */
const latest = path.join(resultsFolder, 'durations.json');

const read = (file: string): Durations =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Durations) : {};

export function readDurations(): Durations {
  return { ...read(recorded), ...read(latest) };
}

/** Keeps the durations of a run, and those of files that it left out. */
export function keepDurations(seconds: Durations): void {
  mkdirSync(resultsFolder, { recursive: true });
  write(latest, { ...read(latest), ...seconds });
}

/** The order of short files does not matter, so that the committed file only has the long ones, in whole seconds. */
const isLong = 3;

export function recordDurations(): void {
  const long = Object.entries(read(latest)).filter(([, seconds]) => seconds >= isLong);
  write(recorded, Object.fromEntries(long.map(([file, seconds]) => [file, Math.round(seconds)])));
}

function write(file: string, durations: Durations): void {
  const sorted = Object.entries(durations).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
