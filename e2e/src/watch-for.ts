import { expect, type Page } from '@playwright/test';

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Watches, inside the page, for an element that is visible only briefly, such as a toast: polling from outside could miss it on a busy
 * machine. Call it before the element appears; the returned function waits for it and resolves with its position.
 */
export async function watchFor(page: Page, selector: string, text = /(?:)/): Promise<() => Promise<Place>> {
  const watched = await page.evaluateHandle(
    ([css, words]) => {
      const found: { place: Place | null } = { place: null };
      const look = () => {
        const element = [...document.querySelectorAll(css)].find(({ textContent }) => words.test(textContent ?? ''));
        if (!element) return;
        const { x, y, width, height } = element.getBoundingClientRect();
        found.place = { x, y, width, height };
        observer.disconnect();
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      return found;
    },
    [selector, text] as const,
  );
  return async () => {
    await expect.poll(() => watched.evaluate(({ place }) => place), `${selector} ${text}`).not.toBeNull();
    return await watched.evaluate(({ place }) => place ?? { x: 0, y: 0, width: 0, height: 0 });
  };
}
