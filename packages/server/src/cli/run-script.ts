import { describeError } from '../core/describe-error.ts';

/** Runs a command-line script. Prints a failure as one line; the exit code is 1 after a failure or when the script returns false. */
export async function runScript(script: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await script())) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}
