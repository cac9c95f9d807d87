/**
 * `npm run engines`: the main journeys in Chromium, Firefox and WebKitGTK, one after the other, against a real server with simulated
 * phones. The last line counts; an engine that cannot be had is skipped and named.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilds } from '../../scripts/core/builds.ts';
import { summaryLine, type Tally } from '../../scripts/test/tally.ts';
import { logIn, postApi } from '../src/api.ts';
import { createFairwatch, startedOnce, type Fairwatch } from '../src/fairwatch.ts';
import { engineNames, type Engine, type EngineName } from './driver/engine.ts';
import { handsOn } from './driver/hands.ts';
import { ensurePrograms, startDisplay, type Display } from './driver/programs.ts';
import { chromiumEngine, firefoxEngine } from './driver/puppeteer.ts';
import { webkitEngine } from './driver/webdriver.ts';
import { readFeatures, untrueRows } from './features.ts';
import { companionJourney } from './journeys/companion.journey.ts';
import { consoleJourney } from './journeys/console.journey.ts';
import type { Journey, Stage } from './journeys/journey.ts';

const journeys: readonly Journey[] = [consoleJourney, companionJourney];
const stepsPerEngine = journeys.reduce((sum, { steps }) => sum + steps.length, 0);
const fleet = 8;
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Everything that was started, to be ended also when this run is interrupted. */
const closers: (() => Promise<void>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
}

const { values } = parseArgs({ options: { only: { type: 'string' }, pictures: { type: 'string' } } });
const wanted = engineNames.filter((name) => values.only === undefined || values.only.split(',').includes(name));
const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
const say = (line: string) => void process.stdout.write(`${line}\n`);

await runAll();
if (tally.failed > 0) process.exitCode = 1;
say(summaryLine(tally));

async function runAll(): Promise<void> {
  if (!(await ensureBuilds())) throw new Error('Without built pages there are no journeys.');
  const missing = ensurePrograms(wanted, say);
  const fairwatch = await createFairwatch({ devices: fleet, data: startedOnce });
  closers.push(() => fairwatch.remove());
  let display: Display | null = null;
  if (wanted.some((name) => name !== 'chromium' && missing.get(name)?.length === 0)) {
    display = await startDisplay();
    closers.push(display.close);
  }
  try {
    await fairwatch.start();
    await everyPhoneOnline(fairwatch.url);
    for (const name of wanted) {
      const packages = missing.get(name) ?? [];
      if (packages.length > 0) {
        say(`\n${name} is skipped: it needs Debian's ${packages.join(' ')}.`);
        tally.skipped += stepsPerEngine;
      } else await tryEngine(name, fairwatch, display);
    }
  } finally {
    await closeAll();
  }
}

/** Ends what was started last first. */
async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) => say(String(error)));
  }
}

async function tryEngine(name: EngineName, fairwatch: Fairwatch, display: Display | null): Promise<void> {
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-engine-'));
  const before = closers.length;
  closers.push(() => rm(folder, { recursive: true, force: true }));
  try {
    const engine = await startEngine(name, display);
    say(`\n${engine.version}`);
    const open = async (size: typeof desk) => {
      const window = await engine.openWindow(size);
      closers.push(() => window.close());
      return handsOn(window, fairwatch.url);
    };
    const [desktop, mobile] = [await open(desk), await open(phone)];
    await mobile.open('/companion/');
    const features = await readFeatures(mobile.window);
    // No failure: the next version of a browser may have what this one lacks.
    for (const row of await untrueRows(name, features)) say(`  note: ${row}`);
    const stage: Stage = {
      engine: name,
      features,
      fairwatch,
      token: await logIn(fairwatch.url),
      desk: desktop,
      phone: mobile,
      folder,
      picture: async (hands, title) => {
        if (values.pictures !== undefined) await keepPicture(`${title}-${name}`, await hands.window.picture());
      },
    };
    for (const journey of journeys) await walk(journey, stage);
  } catch (error) {
    tally.failed += 1;
    say(`  failed: ${name} did not start: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    while (closers.length > before)
      await closers
        .pop()?.()
        .catch((error: unknown) => say(String(error)));
  }
  say(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

async function startEngine(name: EngineName, display: Display | null): Promise<Engine> {
  if (name === 'chromium') return await chromiumEngine();
  if (display === null) throw new Error('There is no display.');
  return name === 'firefox' ? await firefoxEngine(display) : await webkitEngine(display);
}

/** Each step counts. What follows a failed one is not tried, and counts as failed. */
async function walk({ name, steps }: Journey, stage: Stage): Promise<void> {
  let hasFailed = false;
  for (const step of steps) {
    const title = `${name}: ${step.name}`;
    const reason = step.skip?.(stage) ?? null;
    if (reason !== null) {
      tally.skipped += 1;
      say(`  skipped ${title} (${reason})`);
      continue;
    }
    if (hasFailed) {
      tally.failed += 1;
      say(`  failed ${title}: not tried`);
      continue;
    }
    const started = performance.now();
    try {
      await step.run(stage);
      tally.passed += 1;
      say(`  passed ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      hasFailed = true;
      tally.failed += 1;
      say(`  failed ${title}: ${error instanceof Error ? error.message : String(error)}`);
      await stage.picture(stage.desk, 'failed-desk').catch(() => undefined);
      await stage.picture(stage.phone, 'failed-phone').catch(() => undefined);
    }
  }
}

async function keepPicture(name: string, bytes: Buffer): Promise<void> {
  const folder = values.pictures ?? '.';
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), bytes);
}

async function everyPhoneOnline(url: string): Promise<void> {
  const token = await logIn(url);
  const deadline = Date.now() + 120_000;
  for (;;) {
    const profile = (await postApi(url, 'authenticated/user/profile', {}, token)) as { activeDevicesCount: number };
    if (profile.activeDevicesCount === fleet) return;
    if (Date.now() > deadline) throw new Error(`Only ${profile.activeDevicesCount} of ${fleet} phones are online.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
