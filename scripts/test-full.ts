/**
 * `npm run test:full`, which `.ci/run` calls: `npm test` with the tests about size, time and faults, then `npm run cluster -- --quick` where
 * NATS, Ceph and haproxy can be had. The last line counts all.
 */
import { spawn } from 'node:child_process';
import { root } from './core/paths.ts';
import { sum, summaryLine, type Tally, tallyOfSummary } from './test/tally.ts';

const steps: readonly (readonly string[])[] = [
  ['scripts/test.ts', '--full'],
  ['scripts/cluster.ts', '--quick'],
];

const tallies: Tally[] = [];
for (const step of steps) tallies.push(await run(step));
const total = sum(tallies);
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
console.log(summaryLine(total));

/** Shows what a step prints as it comes, and reads its last line. */
function run(args: readonly string[]): Promise<Tally> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const handOn = (signal: NodeJS.Signals) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, handOn);
    let end = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      end = (end + chunk.toString()).slice(-4000);
    });
    child.on('error', (error) => (end = error.message));
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, handOn);
      const tally = tallyOfSummary(end);
      // A step that fails without a failed check has broken afterwards.
      resolve(code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally);
    });
  });
}
