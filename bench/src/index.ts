import { parseArgs } from 'node:util';
import type { Bench } from './core/bench.ts';
import { listsBench } from './lists.bench.ts';
import { startBench } from './start.bench.ts';

const benches: Readonly<Record<string, Bench>> = { start: startBench, lists: listsBench };

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in benches));
if (positionals.length === 0 || unknown.length > 0) {
  console.log('usage: npm run bench -- <name>... [--full]\n');
  for (const [name, { about }] of Object.entries(benches)) console.log(`  ${name.padEnd(8)}${about}`);
  if (unknown.length > 0) process.exitCode = 1;
} else {
  for (const name of positionals) {
    console.log(`\n${name}: ${benches[name]?.about}`);
    await benches[name]?.run(values);
  }
}
