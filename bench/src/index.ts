import { parseArgs } from 'node:util';
import type { Bench } from './core/bench.ts';
import { alertsBench } from './alerts.bench.ts';
import { busBench } from './bus.bench.ts';
import { dashboardBench } from './dashboard.bench.ts';
import { filesBench } from './files.bench.ts';
import { freshStartBench } from './start/fresh-start.bench.ts';
import { gatewayBench } from './gateway.bench.ts';
import { hostileDevicesBench } from './hostile-devices.bench.ts';
import { ingestBench } from './ingest.bench.ts';
import { liveBench } from './live.bench.ts';
import { liveViewBench } from './live-view/live-view.bench.ts';
import { listsBench } from './lists.bench.ts';
import { mapBench } from './pages/map.bench.ts';
import { pagesBench } from './pages/pages.bench.ts';
import { reportsBench } from './reports.bench.ts';
import { runsBench } from './runs.bench.ts';
import { startBench } from './start/start.bench.ts';

const benches: Readonly<Record<string, Bench>> = {
  start: startBench,
  'fresh-start': freshStartBench,
  lists: listsBench,
  dashboard: dashboardBench,
  gateway: gatewayBench,
  runs: runsBench,
  live: liveBench,
  'live-view': liveViewBench,
  ingest: ingestBench,
  alerts: alertsBench,
  bus: busBench,
  'hostile-devices': hostileDevicesBench,
  files: filesBench,
  pages: pagesBench,
  map: mapBench,
  reports: reportsBench,
};

const { values, positionals } = parseArgs({
  options: {
    devices: { type: 'string' },
    seconds: { type: 'string' },
    megabytes: { type: 'string' },
    only: { type: 'string' },
    peer: { type: 'boolean' },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in benches));
if (positionals.length === 0 || unknown.length > 0) {
  console.log(
    'usage: npm run bench -- <name>... [--devices N] [--seconds N] [--megabytes N] [--only TEXT,TEXT] [--peer]\n',
  );
  for (const [name, { about }] of Object.entries(benches)) console.log(`  ${name.padEnd(17)}${about}`);
  if (unknown.length > 0) process.exitCode = 1;
} else {
  for (const name of positionals) {
    console.log(`\n${name}: ${benches[name]?.about}`);
    await benches[name]?.run({
      devices: positive(values.devices),
      seconds: positive(values.seconds),
      megabytes: positive(values.megabytes),
      only: values.only,
      peer: values.peer,
    });
  }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}
