import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const everyRule: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };

/**
 * The links and buttons around the page (sidebar and header) in which nothing was found, as HTML, by colour scheme and
 * width. They are the same on every page, so each is checked once per worker: that saves a third of the work.
 */
const checkedAround = new Map<string, Set<string>>();

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Runs in the page. axe reads the text of each colour again for every element; a page has few colours, so they are kept. */
function rememberColours(): void {
  const { commons } = window.axe as unknown as {
    commons: { color: { Color: { prototype: Colour & { parseString: (this: Colour, text: string) => Colour } } } };
  };
  const { prototype } = commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Colour>();
  prototype.parseString = function parseString(text) {
    const before = known.get(text);
    if (before !== undefined) return Object.assign(this, before);
    const { r, g, b, alpha } = read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Finds serious accessibility problems with axe. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // The source is large, so it is injected once per document.
  if (!(await page.evaluate(() => window.axe !== undefined))) {
    await page.evaluate(source);
    await page.evaluate(rememberColours);
  }
  const scheme = await page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  const look = JSON.stringify([scheme, page.viewportSize()?.width]);
  const checked = checkedAround.get(look) ?? new Set();
  const { violations, around } = await page.evaluate(
    async ({ runOnly, known }) => {
      // What is half under the header counts as too small.
      scrollTo(0, 0);
      // Waits for a list that is read again, for rendering and for transitions, since fading elements have no contrast for a moment.
      while (document.querySelector('[data-refreshing]') !== null) await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      const outside = [...document.querySelectorAll(':is(aside, header) :is(a, button)')]
        .filter((element) => element.closest('main, [role=dialog]') === null)
        // Generated ids are different in each document.
        .map((element) => ({ element, html: element.outerHTML.replaceAll(/mantine-\w+|_r_\w+_/g, '') }));
      const again = outside.filter(({ html }) => known.includes(html)).map(({ element }) => element);
      // Only the first rows of a table are checked, since all are alike.
      const context = { include: document, exclude: ['tbody tr:nth-child(n + 7)', ...again] };
      // axe caches colours, and the scheme may have changed.
      window.axe?.teardown();
      // Passed checks are not needed.
      const found = await window.axe?.run(context, { runOnly, resultTypes: ['violations'] });
      return { violations: found?.violations ?? [], around: outside.map(({ html }) => html) };
    },
    { runOnly: everyRule, known: [...checked] },
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (serious.length === 0) checkedAround.set(look, new Set([...checked, ...around]));
  return serious.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
