import type { Browser } from '@playwright/test';
import { countNodes, type Visit } from './pages.browser.ts';

/** A list whose first links lead to pages of the same document, and what shows that one of them is there. */
export interface Places extends Visit {
  /** The selector of an element that only the loaded page of a device has. */
  content: string;
}

/** The measurements of going there and back, a time for each trip. */
export interface Trips {
  thereMs: number[];
  backMs: number[];
  /** Nodes that the browser holds for the list. */
  nodes: number;
}

const trips = 20;
/** Requests that a page makes after its content is there must not fall into the next measurement. */
const pauseMs = 500;

/** Browser types that are missing in Node's. */
interface Surroundings {
  document: {
    querySelector(selector: string): object | null;
    querySelectorAll(selector: string): ArrayLike<{ click(): void }>;
  };
  history: { back(): void };
  requestAnimationFrame(next: () => void): void;
}

/** Opens one row of a list after the other and goes back each time. The first trip loads the code and does not count. */
export async function goThereAndBack(browser: Browser, { url, ready, content, cookies = [] }: Places): Promise<Trips> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
    const page = await context.newPage();
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(1000);
    const nodes = await countNodes(await context.newCDPSession(page), 'collected');
    const thereMs: number[] = [];
    const backMs: number[] = [];
    for (let row = 0; row <= trips; row += 1) {
      const there = await page.evaluate(switchPage, { links: ready, row, until: content });
      await page.waitForTimeout(pauseMs);
      const back = await page.evaluate(switchPage, { links: ready, row: null, until: ready });
      await page.waitForTimeout(pauseMs);
      if (row === 0) continue;
      thereMs.push(there);
      backMs.push(back);
    }
    return { thereMs, backMs, nodes };
  } finally {
    await context.close();
  }
}

/** Runs in the page. Milliseconds from the click, or from Back, until a frame was drawn that has the content. */
function switchPage({ links, row, until }: { links: string; row: number | null; until: string }): Promise<number> {
  const { document, history, requestAnimationFrame } = globalThis as unknown as Surroundings;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${until} did not show`)), 30_000);
    const look = () => {
      if (document.querySelector(until) === null) requestAnimationFrame(look);
      // A frame is on screen once the next task runs.
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    if (row === null) history.back();
    else document.querySelectorAll(links)[row]?.click();
    requestAnimationFrame(look);
  });
}
