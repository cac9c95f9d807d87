import type { Browser } from '@playwright/test';
import { answerReasons } from '../../../e2e/src/answer-reasons.ts';
import type { Visit } from './pages.browser.ts';

/** The frame times of scrolling. */
export interface Frames {
  perSecond: number;
  /** Share of those that came more than half a frame late. */
  late: number;
  longestMs: number;
}

const frames = 600;
const stepPx = 60;

/** Browser types that are missing in Node's. */
interface Scrolled {
  scrollTop: number;
  scrollHeight: number;
}
interface Surroundings {
  document: { querySelector(selector: string): Scrolled | null };
  requestAnimationFrame(next: (at: number) => void): void;
}

/** Scrolls what `scroller` names from its end towards its beginning, a step with each frame. */
export async function scroll(
  browser: Browser,
  { url, ready, cookies = [], scroller }: Visit & { scroller: string },
): Promise<Frames> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
    const page = await context.newPage();
    // A default installation asks why messages are read before it reads them.
    await answerReasons(page);
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(1000);
    const gaps = await page.evaluate(scrollUp, { scroller, frames, stepPx });
    const total = gaps.reduce((sum, gap) => sum + gap, 0);
    return {
      perSecond: (gaps.length / total) * 1000,
      late: gaps.filter((gap) => gap > 25).length / gaps.length,
      longestMs: Math.max(...gaps),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page. Gives back the time between one frame and the next. */
async function scrollUp({
  scroller,
  frames: count,
  stepPx: step,
}: {
  scroller: string;
  frames: number;
  stepPx: number;
}): Promise<number[]> {
  const { document, requestAnimationFrame } = globalThis as unknown as Surroundings;
  const element = document.querySelector(scroller);
  if (element === null) throw new Error(`There is no ${scroller}.`);
  element.scrollTop = element.scrollHeight;
  const gaps: number[] = [];
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  while (gaps.length < count) {
    element.scrollTop -= step;
    const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    gaps.push(at - before);
    before = at;
  }
  return gaps;
}
