import type { FuzzWorld } from './fuzz-world.ts';
import { createFuzzWorld } from './fuzz-world.ts';
import { addressJobs } from './fuzz-addresses.ts';
import { answerJobs } from './fuzz-answers.ts';
import { endpointJobs } from './fuzz-endpoints.ts';
import { frameJobs } from './fuzz-frames.ts';
import { runJob, type FuzzCounts, type FuzzFailure, type FuzzJob } from './fuzz-job.ts';

/** How the inputs of a round are shared out. */
const shares: readonly [jobs: (world: FuzzWorld) => FuzzJob[], share: number][] = [
  [endpointJobs, 0.75],
  [addressJobs, 0.08],
  [frameJobs, 0.13],
  [answerJobs, 0.04],
];

const jobsAtOnce = 6;

/** A round has so many inputs and a server of its own, so that a long run is many short ones with other seeds. */
const inputsPerRound = 10_000;

export interface FuzzReport {
  seed: number;
  counts: FuzzCounts;
  failures: FuzzFailure[];
}

/** Sends so many inputs over every call, address and frame. `tell` hears how far it is. */
export async function runFuzz(
  { inputs, seed }: { inputs: number; seed: number },
  tell: (progress: string) => void,
): Promise<FuzzReport> {
  const report: FuzzReport = { seed, counts: new Map(), failures: [] };
  tell(`Seed ${seed}: ${inputs} inputs`);
  for (let sent = 0, round = 0; sent < inputs; sent = totalOf(report.counts), round += 1) {
    // Far enough apart for no two jobs of any two rounds to share a seed.
    const next = { inputs: Math.min(inputsPerRound, inputs - sent), seed: seed + round * 1000 };
    const known = report.failures.length;
    await runRound(next, report);
    for (const failure of report.failures.slice(known)) tell(JSON.stringify(failure));
    tell(`${totalOf(report.counts)} inputs, ${report.failures.length} failures`);
  }
  return report;
}

/** One round, against a server of its own. */
async function runRound({ inputs, seed }: { inputs: number; seed: number }, report: FuzzReport): Promise<void> {
  const world = await createFuzzWorld(seed);
  try {
    const queue = shares.flatMap(([jobsOf, share]) => {
      const jobs = jobsOf(world);
      const weights = jobs.reduce((sum, { weight = 1 }) => sum + weight, 0);
      return jobs.map((job, place) => {
        const runs = Math.ceil((inputs * share * (job.weight ?? 1)) / weights);
        return { job, runs, seed: seed + place };
      });
    });
    const lane = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { job, ...how } = next;
        const failure = await runJob(job, how, report.counts);
        if (failure !== null) report.failures.push(failure);
        noteFaults(world, report, job.name);
      }
    };
    await Promise.all(Array.from({ length: jobsAtOnce }, lane));
    noteFaults(world, report);
  } finally {
    await world.close();
  }
}

/** What was only logged: frames and work after an answer fail without anybody being told. Each kind of fault once. */
function noteFaults({ takeFaults }: FuzzWorld, { failures }: FuzzReport, job = 'the end'): void {
  const known = new Set(failures.map(({ problem }) => withoutNumbers(problem)));
  for (const problem of takeFaults()) {
    if (known.has(withoutNumbers(problem))) continue;
    known.add(withoutNumbers(problem));
    failures.push({ job: `logged by ${job}`, input: '', problem });
  }
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, 'N');
}

function totalOf(counts: FuzzCounts): number {
  return Array.from(counts.values(), (outcomes) => sumOf(outcomes)).reduce((sum, count) => sum + count, 0);
}

function sumOf(outcomes: ReadonlyMap<string, number>): number {
  return Array.from(outcomes.values()).reduce((sum, count) => sum + count, 0);
}

/** Every job with its inputs and what became of them, and at the end the sums. */
export function describeReport({ seed, counts, failures }: FuzzReport): string {
  const all = new Map<string, number>();
  const lines = Array.from(counts, ([job, outcomes]) => {
    for (const [outcome, count] of outcomes) all.set(outcome, (all.get(outcome) ?? 0) + count);
    return `${job}: ${sumOf(outcomes)} (${listOf(outcomes)})`;
  });
  const problems = failures.map(({ job, input, problem }) => `FAILED ${job}\n  ${problem}\n  ${input}`);
  const sums = `Seed ${seed}, ${totalOf(counts)} inputs, ${failures.length} failures: ${listOf(all)}`;
  return [...lines.toSorted(), ...problems, sums].join('\n');
}

function listOf(outcomes: ReadonlyMap<string, number>): string {
  return Array.from(outcomes, ([outcome, count]) => `${outcome} ${count}`)
    .toSorted()
    .join(', ');
}
