import { describeError } from './describe-error.ts';

/** Runs a command of the owner's. What goes wrong is told in one line; the exit code says whether all was well. */
export async function runScript(script: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await script())) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}
