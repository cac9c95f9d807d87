import * as fc from 'fast-check';

/** A fuzz target: an endpoint, a URL or a frame type. */
export interface FuzzJob {
  name: string;
  /** The share of inputs relative to other jobs of its kind; 1 by default. */
  weight?: number;
  inputs: fc.Arbitrary<unknown>;
  /** Sends one input. Throws when the server misbehaves. Returns the outcome for the statistics. */
  send(input: unknown): Promise<string>;
}

export interface FuzzFailure {
  job: string;
  /** The smallest failing input that fast-check found. */
  input: string;
  problem: string;
}

/** The number of inputs by job and outcome. */
export type FuzzCounts = Map<string, Map<string, number>>;

/** Runs a job with this many inputs. Returns a failure, shrunk to a small input, instead of throwing it. */
export async function runJob(
  { name, inputs, send }: FuzzJob,
  { runs, seed }: { runs: number; seed: number },
  counts: FuzzCounts,
): Promise<FuzzFailure | null> {
  const outcomes = counts.get(name) ?? new Map<string, number>();
  counts.set(name, outcomes);
  const property = fc.asyncProperty(inputs, async (input) => {
    const outcome = await send(input);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  const details = await fc.check(property, { numRuns: runs, seed });
  if (!details.failed) return null;
  const { counterexample, errorInstance } = details;
  return {
    job: name,
    input: fc.stringify(counterexample?.[0]).slice(0, 4000),
    problem: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
  };
}
