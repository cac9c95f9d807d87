import { useState } from 'react';
import { useUnderWay } from '../updates/under-way.ts';

/** The state of an action that a button starts: whether it runs, and its result or error. */
export interface WorkState {
  isBusy: boolean;
  problem: string | null;
  /** The result in words. */
  result: string | null;
  run(work: () => Promise<string | null>): void;
}

export function useWork(): WorkState {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<string | null>(null);
  useUnderWay(isBusy);
  return {
    isBusy,
    problem,
    result,
    run(work) {
      setIsBusy(true);
      setProblem(null);
      setResult(null);
      work()
        .then(setResult, (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
        .finally(() => setIsBusy(false));
    },
  };
}
