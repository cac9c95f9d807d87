import { TermuxProblem, type RunOptions, type Termux, type TermuxProgram } from '../termux/termux.ts';

type Output = string | Error;
type Answer = Output | ((args: readonly string[], options?: RunOptions) => Output | Promise<Output>);

/** A phone on which programs print what a test says. A program that it does not name is missing. */
export interface TestTermux extends Termux {
  /** What was run, in order: the program and its arguments. */
  readonly calls: readonly (readonly string[])[];
}

export function testTermux(answers: Partial<Record<TermuxProgram, Answer>>): TestTermux {
  const calls: string[][] = [];

  async function run(program: TermuxProgram, args: readonly string[], options?: RunOptions): Promise<string> {
    calls.push([program, ...args]);
    options?.signal?.throwIfAborted();
    const answer = answers[program];
    if (answer === undefined) throw new TermuxProblem('MISSING', `${program} is not installed.`);
    const output = typeof answer === 'function' ? await answer(args, options) : answer;
    if (output instanceof Error) throw output;
    return output;
  }

  async function readJson(program: TermuxProgram, args: readonly string[], options?: RunOptions): Promise<unknown> {
    const json = parseJson(program, await run(program, args, options));
    const { error, API_ERROR: apiError } = Object(json) as { error?: unknown; API_ERROR?: unknown };
    if (typeof error === 'string') throw new TermuxProblem('PERMISSION', error);
    if (typeof apiError === 'string') throw new TermuxProblem('FAILED', apiError);
    return json;
  }

  return { calls, has: (program) => answers[program] !== undefined, run, readJson };
}

function parseJson(program: TermuxProgram, output: string): unknown {
  try {
    return JSON.parse(output);
  } catch (cause) {
    throw new TermuxProblem('UNREADABLE', `${program} printed something that is not JSON.`, { cause });
  }
}
