import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** A page that is opened with an empty cache. */
export interface Visit {
  url: string;
  /** The selector of an element that appears when the page is usable. */
  ready: string;
  /** Of somebody who is signed in. */
  cookies?: readonly Cookie[];
}

export interface Cookie {
  name: string;
  value: string;
}

/** The measurements of one visit. */
export interface Results {
  firstPaintMs: number;
  largestPaintMs: number;
  /** When what the visitor came for is there: `Visit.ready`. */
  readyMs: number;
  /** Sum of what long tasks took over 50 ms, after the first paint. */
  blockedMs: number;
  layoutShift: number;
  requests: number;
  /** Nodes that the browser holds for the page. */
  nodes: number;
  /** Those it holds when the page is ready, with the ones that were replaced on the way. */
  nodesOnTheWay: number;
  transferredBytes: number;
  /** All scripts as gzip would send them, whatever the server chose. */
  scriptGzipBytes: number;
}

/** The network of the targets in DESIGN: 10 Mbit/s both ways, 40 ms. */
const network = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const quietMs = 1000;

interface Seen {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  tasks: { start: number; duration: number }[];
}

/** An entry of the browser's own record; the last two are those of a layout shift. */
interface Entry {
  name: string;
  startTime: number;
  duration: number;
  value?: number;
  hadRecentInput?: boolean;
}
/** The browser's, whose types Node's would hide. */
type Observer = new (note: (list: { getEntries(): Entry[] }) => void) => {
  observe(what: { type: string; buffered: boolean }): void;
};

/** Opens a page with an empty cache over a slow connection, and reads what the browser noted. */
export async function visit(browser: Browser, { url, ready, cookies = [] }: Visit): Promise<Results> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
    const page = await context.newPage();
    await page.addInitScript(watchPaints);
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session);
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    const readyMs = await page.evaluate(() => performance.now());
    const nodesOnTheWay = await countNodes(session, 'all');
    await untilQuiet(page, traffic);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    const late = seen.tasks.filter(({ start }) => start >= seen.firstPaint);
    return {
      firstPaintMs: seen.firstPaint,
      largestPaintMs: seen.largestPaint,
      readyMs,
      blockedMs: late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      layoutShift: seen.shift,
      requests: traffic.requests(),
      nodes: await countNodes(session, 'collected'),
      nodesOnTheWay,
      transferredBytes: traffic.bytes(),
      scriptGzipBytes: await traffic.scriptGzipBytes(),
    };
  } finally {
    await context.close();
  }
}

/** Counts the nodes that the browser holds, those of its own controls included; `collected`: without those that nobody uses any more. */
export async function countNodes(session: CDPSession, which: 'all' | 'collected'): Promise<number> {
  if (which === 'collected') await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Memory.getDOMCounters')).nodes;
}

/** Runs in the page, before anything of the page does. */
function watchPaints(): void {
  const seen: Seen = { firstPaint: 0, largestPaint: 0, shift: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is in here reaches the page
  const watch = (type: string, note: (entry: Entry) => void) =>
    new (globalThis as unknown as { PerformanceObserver: Observer }).PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value = 0, hadRecentInput = false } = entry;
    if (!hadRecentInput) seen.shift += value;
  });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
}

async function watchTraffic(session: CDPSession) {
  const scripts = new Set<string>();
  let bytes = 0;
  let requests = 0;
  let lastAt = performance.now();
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  session.on('Network.requestWillBeSent', ({ request }) => {
    lastAt = performance.now();
    // `data:` URLs are no requests.
    if (!request.url.startsWith('data:')) requests += 1;
  });
  session.on('Network.webSocketCreated', () => (requests += 1));
  session.on('Network.responseReceived', ({ requestId, type }) => {
    lastAt = performance.now();
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    lastAt = performance.now();
    bytes += encodedDataLength;
  });
  return {
    bytes: () => bytes,
    requests: () => requests,
    quietForMs: () => performance.now() - lastAt,
    async scriptGzipBytes() {
      let sum = 0;
      for (const requestId of scripts) {
        const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
        sum += gzipSync(Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), { level: 9 }).length;
      }
      return sum;
    },
  };
}

/** Waits until there is no request for a second; sockets stay open. */
async function untilQuiet(page: Page, traffic: { quietForMs: () => number }): Promise<void> {
  while (traffic.quietForMs() < quietMs) await page.waitForTimeout(100);
}
