import type { Browser, Page } from '@playwright/test';

/** How long a map takes until it can be looked at, from the navigation on. */
export interface Opened {
  /** Until a picture of the map is on screen, until the map itself has all positions, and until it has finished with finer outlines too. */
  picturedMs: number;
  shownMs: number;
  drawnMs: number;
  /** CPU time of all processes of the browser until the picture and until the map, which other load on the machine hardly changes. */
  picturedCpuMs: number;
  shownCpuMs: number;
}

/** The frame times of moving a map. */
export interface Frames {
  perSecond: number;
  medianMs: number;
  p95Ms: number;
  longestMs: number;
  /** CPU time of all processes of the browser. */
  cpuMsPerFrame: number;
}

interface MapVisit {
  url: string;
  cookies: readonly { name: string; value: string }[];
  /** The text of the page once everything is on the map. */
  ready: string;
}

/** How the map is moved once it is open. */
interface Movement {
  /** Removes all positions by a search for nobody, so that the same part of the earth is shown without them. */
  isEmptied: boolean;
  seconds: number;
}

interface Surroundings {
  performance: { now(): number };
  requestAnimationFrame(next: (at: number) => void): void;
}

/** Opens the page of the map, and pans and zooms it with the mouse for some seconds, if at all. */
export async function openMap(
  browser: Browser,
  { url, cookies, ready }: MapVisit,
  movement: Movement | null,
): Promise<{ opened: Opened; frames: Frames | null }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
    const page = await context.newPage();
    const began = { ms: performance.now(), cpuMs: await cpuMsOf(browser) };
    const reaches = async (...states: string[]) => {
      const map = page.locator(states.map((state) => `[data-map="${state}"]`).join());
      await map.waitFor({ timeout: 120_000 });
      const ms = performance.now() - began.ms;
      return { ms, cpuMs: (await cpuMsOf(browser)) - began.cpuMs };
    };
    const pictured = reaches('pictured', 'shown', 'drawn');
    const shown = reaches('shown', 'drawn');
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByText(ready).first().waitFor({ timeout: 120_000 });
    const drawn = await reaches('drawn');
    const [first, whole] = await Promise.all([pictured, shown]);
    const opened = {
      picturedMs: first.ms,
      picturedCpuMs: first.cpuMs,
      shownMs: whole.ms,
      shownCpuMs: whole.cpuMs,
      drawnMs: drawn.ms,
    };
    return { opened, frames: movement && (await moveMap(browser, page, movement)) };
  } finally {
    await context.close();
  }
}

async function moveMap(browser: Browser, page: Page, { isEmptied, seconds }: Movement): Promise<Frames> {
  if (isEmptied) {
    await page.getByLabel('Search devices').fill('nobody-is-called-so');
    await page.getByText('0 devices', { exact: true }).waitFor({ timeout: 120_000 });
  }
  const before = await cpuMsOf(browser);
  const counted = page.evaluate(countFrames, seconds * 1000);
  await moveUntil(page, counted);
  const gaps = await counted;
  return { ...framesOf(gaps), cpuMsPerFrame: ((await cpuMsOf(browser)) - before) / gaps.length };
}

async function cpuMsOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000;
}

/** Drags to and fro, and turns the wheel in and out, until the frames are counted. */
async function moveUntil(page: Page, counted: Promise<unknown>): Promise<void> {
  const box = await page.locator('[data-map] canvas').boundingBox();
  if (box === null) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const counting = { isOver: false };
  void counted.finally(() => (counting.isOver = true));
  for (let turn = 0; !counting.isOver; turn += 1) {
    const way = turn % 2 === 0 ? 1 : -1;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + way * 200, y + way * 80, { steps: 20 });
    await page.mouse.up();
    // Three turns in, three turns out.
    const zoom = turn % 6 < 3 ? -1 : 1;
    for (let step = 0; step < 10 && !counting.isOver; step += 1) await page.mouse.wheel(0, zoom * 40);
  }
}

/** Runs in the page. Gives back the times between frames. */
async function countFrames(forMs: number): Promise<number[]> {
  const { performance, requestAnimationFrame } = globalThis as unknown as Surroundings;
  const gaps: number[] = [];
  const end = performance.now() + forMs;
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  while (performance.now() < end) {
    const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    gaps.push(at - before);
    before = at;
  }
  return gaps;
}

function framesOf(gaps: readonly number[]): Omit<Frames, 'cpuMsPerFrame'> {
  const sorted = gaps.toSorted((one, other) => one - other);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const part = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    perSecond: (gaps.length / total) * 1000,
    medianMs: part(0.5),
    p95Ms: part(0.95),
    longestMs: sorted.at(-1) ?? 0,
  };
}
