/** `npm run faults`: kills the server many times in every state of a command, and PostgreSQL under load. */
import { parseArgs } from 'node:util';
import { tool } from './core/paths.ts';
import { runNode } from './core/run.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });
const { ok } = await runNode([tool('vitest/vitest.mjs'), 'run', '--project', 'server', 'faults.process'], {
  env: { FAULT_KILLS: values.kills },
});
if (!ok) process.exitCode = 1;
