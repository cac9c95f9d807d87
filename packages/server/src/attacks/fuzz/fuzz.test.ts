import { expect, it } from 'vitest';
import { describeReport, runFuzz } from './run-fuzz.ts';

/** Set by `npm run fuzz`. The defaults always produce the same inputs. */
const { FUZZ_INPUTS: inputs = '300', FUZZ_SEED: seed = '14' } = process.env;
/** `npm run fuzz` says how far it is, and ends with a report. */
const isLongRun = process.env['FUZZ_INPUTS'] !== undefined && process.env['FULL_RUN'] === undefined;
/** Effectively no timeout. */
const timeoutMs = 24 * 60 * 60_000;

it('no input to any call, address or frame makes the server fail', { timeout: timeoutMs }, async () => {
  const report = await runFuzz({ inputs: Number(inputs), seed: Number(seed) }, (progress) => {
    if (isLongRun) process.stdout.write(`${progress}\n`);
  });
  if (isLongRun) process.stdout.write(`${describeReport(report)}\n`);
  const failures = report.failures.map(({ job, input, problem }) => `${job}\n  ${problem}\n  ${input}`);
  // The message has them whole; the difference that an assertion prints is shortened.
  expect(failures, failures.join('\n')).toEqual([]);
});
