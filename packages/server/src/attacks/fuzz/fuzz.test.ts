import { expect, it } from 'vitest';
import { describeReport, runFuzz } from './run-fuzz.ts';

/** What `npm run fuzz` sets; without it, always the same inputs. */
const { FUZZ_INPUTS: inputs = '3000', FUZZ_SEED: seed = '14' } = process.env;
const isLongRun = process.env['FUZZ_INPUTS'] !== undefined;
/** So much that nothing but the run itself ends it. */
const patienceMs = 24 * 60 * 60_000;

it('no call, address or frame makes the server fail, whatever is sent', { timeout: patienceMs }, async () => {
  const report = await runFuzz({ inputs: Number(inputs), seed: Number(seed) }, (progress) => {
    if (isLongRun) process.stdout.write(`${progress}\n`);
  });
  if (isLongRun) process.stdout.write(`${describeReport(report)}\n`);
  expect(report.failures).toEqual([]);
});
