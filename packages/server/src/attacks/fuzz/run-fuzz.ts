import type { FuzzWorld } from './fuzz-world.ts';
import { createFuzzWorld } from './fuzz-world.ts';
import { addressJobs } from './fuzz-addresses.ts';
import { answerJobs } from './fuzz-answers.ts';
import { endpointJobs } from './fuzz-endpoints.ts';
import { frameJobs } from './fuzz-frames.ts';
import { runJob, type FuzzCounts, type FuzzFailure, type FuzzJob } from './fuzz-job.ts';

/** The share of each kind of job in the inputs of a round. */
const shares: readonly [jobs: (world: FuzzWorld) => FuzzJob[], share: number][] = [
  [endpointJobs, 0.75],
  [addressJobs, 0.08],
  [frameJobs, 0.13],
  [answerJobs, 0.04],
];

const jobsAtOnce = 6;

/** The inputs of one round. Each round has its own server and seed. */
const inputsPerRound = 10_000;

export interface FuzzReport {
  seed: number;
  counts: FuzzCounts;
  failures: FuzzFailure[];
}

/** Sends this many inputs to all calls, URLs and frames. `tell` receives the progress. */
export async function runFuzz(
  { inputs, seed }: { inputs: number; seed: number },
  tell: (progress: string) => void,
): Promise<FuzzReport> {
  const report: FuzzReport = { seed, counts: new Map(), failures: [] };
  tell(`Seed ${seed}: ${inputs} inputs`);
  for (let sent = 0, round = 0; sent < inputs; sent = totalOf(report.counts), round += 1) {
    // Seeds of rounds are far enough apart that no two jobs share one.
    const next = { inputs: Math.min(inputsPerRound, inputs - sent), seed: seed + round * 1000 };
    const known = report.failures.length;
    await runRound(next, report);
    for (const failure of report.failures.slice(known)) tell(JSON.stringify(failure));
    tell(`${totalOf(report.counts)} inputs, ${report.failures.length} failures`);
  }
  return report;
}

/** Runs one round against a new server. */
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
    const worker = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { job, ...how } = next;
        const failure = await runJob(job, how, report.counts);
        if (failure !== null) report.failures.push(failure);
        noteFaults(world, report, job.name);
      }
    };
    await Promise.all(Array.from({ length: jobsAtOnce }, worker));
    noteFaults(world, report);
  } finally {
    await world.close();
  }
}

/** Reports errors that were only logged, such as those of frames and of work after a response. Each kind is reported once. */
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

/** Formats the report: each job with its outcomes, then the totals. */
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
