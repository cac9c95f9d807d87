/** Counts what was tried. A step that fails says why, and those that need it are left out. */
export interface Steps {
  /** Runs one step and prints a line about it. Throws a `StepFailed` when it fails. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs steps that need one another: the first that fails ends them, and the next group goes on. */
  group(title: string, work: () => Promise<void>): Promise<void>;
  /** Notes a size or a time for the table at the end. */
  note(what: string, figure: string): void;
  passed: number;
  failed: number;
  notes: [what: string, figure: string][];
}

class StepFailed extends Error {}

export function createSteps(print: (line: string) => void): Steps {
  const steps: Steps = {
    passed: 0,
    failed: 0,
    notes: [],
    note: (what, figure) => void steps.notes.push([what, figure]),
    async step(title, work) {
      const begun = performance.now();
      try {
        const result = await work();
        steps.passed += 1;
        print(`  ok      ${title} (${seconds(performance.now() - begun)})`);
        return result;
      } catch (error) {
        steps.failed += 1;
        const why = error instanceof Error ? error.message : String(error);
        print(`  FAILED  ${title}: ${why.trim().split('\n').slice(-12).join('\n          ')}`);
        throw new StepFailed(title);
      }
    },
    async group(title, work) {
      print(title);
      try {
        await work();
      } catch (error) {
        if (error instanceof StepFailed) return;
        steps.failed += 1;
        print(`  FAILED  ${title}: ${error instanceof Error ? error.stack : error}`);
      }
    },
  };
  return steps;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Throws unless it is so. */
export function check(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}
