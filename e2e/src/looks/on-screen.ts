import { expect, type Locator } from '@playwright/test';

interface OnScreen {
  /** The numbers in the messages that can be seen, from the top. */
  numbers: number[];
  /** The height of the largest blank area of the list, in pixels. */
  blank: number;
}

/** One turn of the wheel, in pixels. */
const turn = 1500;

/**
 * Scrolls up by one turn of the wheel and returns what is visible then. It waits first until the messages above are loaded, since
 * scrolling does nothing at the edge of what is loaded.
 */
export async function wheelUp(log: Locator): Promise<OnScreen> {
  const [top = 0] = (await onScreen(log)).numbers;
  await expect.poll(() => log.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(turn);
  await log.page().mouse.wheel(0, -turn);
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBeLessThan(top);
  return await onScreen(log);
}

/** Returns what is visible of a conversation. It measures in an animation frame, since scrolled rows are placed at its beginning. */
export async function onScreen(log: Locator): Promise<OnScreen> {
  return await log.evaluate(async (scroller) => {
    await new Promise(requestAnimationFrame);
    const box = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll('li')]
      .map((row) => ({
        place: row.getBoundingClientRect(),
        text: row.querySelector('[dir=auto]')?.textContent ?? '',
      }))
      .filter(({ place }) => place.bottom > box.top && place.top < box.bottom)
      .toSorted((one, other) => one.place.top - other.place.top);
    let drawnTo = box.top;
    let blank = 0;
    for (const { place } of rows) {
      blank = Math.max(blank, place.top - drawnTo);
      drawnTo = place.bottom;
    }
    const numbers = rows.map(({ text }) => Number(/\d+/.exec(text)?.[0]));
    return { numbers, blank: Math.max(blank, box.bottom - drawnTo) };
  });
}
