import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What a person who cannot see, or cannot use a mouse, would stumble over. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // Anew each time: it remembers colours, and the page may have changed its scheme since.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    // What just changed is drawn first, and what fades has no contrast for a moment.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    // A table repeats itself: its first rows speak for all.
    const context = { include: document, exclude: ['tbody tr:nth-child(n + 7)'] };
    const found = await window.axe?.run(context, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
      // What is in order need not be gathered.
      resultTypes: ['violations'],
    });
    return found?.violations ?? [];
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
