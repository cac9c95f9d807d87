import { mapPositions, type MapPositions } from '@fairwatch/contract';
import { chromium } from '@playwright/test';
import { findBrowsers } from '../../../e2e/src/browser.ts';
import { ensureBuilds } from '../../../scripts/core/builds.ts';
import type { Bench } from '../core/bench.ts';
import { cpuMs } from '../core/cpu.ts';
import type { Served } from '../core/process.ts';
import { onGround, signIn, startFilled } from '../core/product.ts';
import { median, printLoadAverage, printTable, ratio } from '../core/table.ts';
import { addDevices } from '../lists.data.ts';
import { addPositions } from './map.data.ts';
import { openMap, type Frames, type Opened } from './map.frames.ts';

const rounds = 3;

/** The map of all devices, in the server and in the browser. */
export const mapBench: Bench = {
  about:
    'a map of 10,000 positions: the call that reads them, how soon it is on screen, and frames beside an empty map; `--only opens` without the frames',
  async run({ devices = 10_000, seconds = 10, only }) {
    if (!(await ensureBuilds())) throw new Error('Without a built console there are no pages.');
    await onGround(async (ground, closers) => {
      const { product } = await startFilled(ground, 'bench_map', closers, async (client) => {
        await addDevices(client, devices);
        await addPositions(client);
      });
      await measureCall(product, ground.postmaster);
      // With WebGL in software, which is the slowest machine an admin may have.
      const browser = await chromium.launch({
        executablePath: (await findBrowsers()).map,
        args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      });
      closers.push(() => browser.close());
      const cookies = [{ name: 'token', value: await signIn(product.url) }];
      const count = `${devices.toLocaleString('en')} devices`;
      const maps = { 'an empty map': { isEmptied: true }, [count]: { isEmptied: false } };
      const visit = { url: `${product.url}/map`, ready: count, cookies };
      const opened: Opened[] = [];
      const found = new Map<string, Frames[]>(Object.keys(maps).map((name) => [name, []]));
      // In turn, so that other load on the machine affects both.
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, { isEmptied }] of Object.entries(maps)) {
          const seen = await openMap(browser, visit, only === 'opens' ? null : { isEmptied, seconds });
          opened.push(seen.opened);
          if (seen.frames) found.get(name)?.push(seen.frames);
        }
      }
      printOpened(count, opened);
      if (only !== 'opens') printFrames(found);
      printLoadAverage();
    });
  },
};

function printOpened(count: string, opened: readonly Opened[]): void {
  const middle = (pick: (seen: Opened) => number) => median(opened.map(pick)).toFixed(0);
  printTable([
    {
      'the page opens': `map of ${count}`,
      'first picture, ms': middle(({ picturedMs }) => picturedMs),
      'CPU ms of the browser': middle(({ picturedCpuMs }) => picturedCpuMs),
      'map itself, ms': middle(({ shownMs }) => shownMs),
      'CPU ms until then': middle(({ shownCpuMs }) => shownCpuMs),
      'finest outlines, ms': middle(({ drawnMs }) => drawnMs),
    },
  ]);
}

/** The first call of a session also writes a line into every device's log. */
async function measureCall(product: Served, postmaster: number): Promise<void> {
  const first: number[] = [];
  const cpu = { server: 0, database: 0 };
  const again: number[] = [];
  const newer: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const token = await signIn(product.url);
    const before = { server: cpuMs(product.pid), database: cpuMs(postmaster) };
    const whole = await timedCall(product, token, {});
    cpu.server += (cpuMs(product.pid) - before.server) / rounds;
    cpu.database += (cpuMs(postmaster) - before.database) / rounds;
    first.push(whole.ms);
    ({ bytes } = whole);
    again.push((await timedCall(product, token, {})).ms);
    newer.push((await timedCall(product, token, { since: whole.answer.asOf })).ms);
  }
  printTable([
    {
      'first of a visit, ms': median(first).toFixed(0),
      'CPU of it, server, ms': cpu.server.toFixed(0),
      'CPU of it, PostgreSQL, ms': cpu.database.toFixed(0),
      'again, ms': median(again).toFixed(0),
      'what is newer, ms': median(newer).toFixed(0),
      kB: (bytes / 1000).toFixed(0),
    },
  ]);
}

async function timedCall({ url }: Served, token: string, input: object) {
  const began = performance.now();
  const response = await fetch(url + mapPositions.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`The map answered ${response.status}: ${text}`);
  return { ms, bytes: text.length, answer: (JSON.parse(text) as { data: MapPositions }).data };
}

function printFrames(found: ReadonlyMap<string, readonly Frames[]>): void {
  const [empty = []] = found.values();
  printTable(
    [...found].map(([name, frames]) => ({
      'panned and zoomed': name,
      'frames/s': rate(frames).toFixed(1),
      'beside empty': ratio(rate(frames), rate(empty)),
      'CPU ms a frame': cost(frames).toFixed(0),
      'CPU beside empty': ratio(cost(frames), cost(empty)),
      'median ms': median(frames.map(({ medianMs }) => medianMs)).toFixed(0),
      'p95 ms': median(frames.map(({ p95Ms }) => p95Ms)).toFixed(0),
      'longest ms': median(frames.map(({ longestMs }) => longestMs)).toFixed(0),
    })),
  );
}

function rate(frames: readonly Frames[]): number {
  return median(frames.map(({ perSecond }) => perSecond));
}

function cost(frames: readonly Frames[]): number {
  return median(frames.map(({ cpuMsPerFrame }) => cpuMsPerFrame));
}
