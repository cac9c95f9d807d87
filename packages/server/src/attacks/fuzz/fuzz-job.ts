import * as fc from 'fast-check';

/** Something that takes inputs: a call, an address or a kind of frame. */
export interface FuzzJob {
  name: string;
  /** How many inputs it gets, compared with the others of its kind; 1 unless told. */
  weight?: number;
  inputs: fc.Arbitrary<unknown>;
  /** Sends one input and throws when the server did what it must never do. Returns the outcome to count. */
  send(input: unknown): Promise<string>;
}

export interface FuzzFailure {
  job: string;
  /** The smallest input that shows it, as far as fast-check got. */
  input: string;
  problem: string;
}

/** What became of the inputs, by job and outcome. */
export type FuzzCounts = Map<string, Map<string, number>>;

/** Runs a job over so many inputs. A failure is shrunk to a small input and told instead of thrown. */
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
