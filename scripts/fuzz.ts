/** `npm run fuzz -- --inputs 1000000 [--seed N]`: fuzzes every endpoint, URL and frame of a real server. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { tool } from './core/paths.ts';
import { runNode } from './core/run.ts';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 30)) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue;
  process.stderr.write(`--${name} takes a whole number, not ${value}.\n`);
  process.exit(1);
}
const { ok } = await runNode([tool('vitest/vitest.mjs'), 'run', '--project', 'server', 'attacks/fuzz/fuzz.test'], {
  env: { FUZZ_INPUTS: values.inputs, FUZZ_SEED: values.seed },
});
if (!ok) process.exitCode = 1;
