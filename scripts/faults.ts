/**
 * `npm run faults`: kills the server many times in every state of a command, PostgreSQL under load, and both in turn during runs over
 * 500 devices. `--kills` and `--runs` say how often; 0 leaves a part out.
 */
import { parseArgs } from 'node:util';
import { tool } from './core/paths.ts';
import { runNode } from './core/run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    runs: { type: 'string', default: '50' },
    devices: { type: 'string', default: '500' },
  },
});
const parts: [file: string, kills: string, env: Record<string, string>][] = [
  ['src/faults.process', values.kills, { FAULT_KILLS: values.kills }],
  ['run-faults.process', values.runs, { FAULT_RUN_KILLS: values.runs, FAULT_RUN_DEVICES: values.devices }],
];
for (const [file, kills, env] of parts) {
  if (Number(kills) === 0) continue;
  const { ok } = await runNode([tool('vitest/vitest.mjs'), 'run', '--project', 'server', file], { env });
  if (!ok) process.exitCode = 1;
}
