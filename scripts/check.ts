import { runChecks } from './checks/checks.ts';

const results = await runChecks();
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
