import { expect, type Locator } from '@playwright/test';

interface OnScreen {
  /** The numbers in the messages that can be seen, from the top. */
  numbers: number[];
  /** The highest stretch of the list, in pixels, where nothing is drawn. */
  blank: number;
}

/** One turn of the wheel, in pixels. */
const turn = 1500;

/**
 * Turns the wheel up once and gives back what is seen then. What is above must have come before: at the edge of what is
 * loaded, a turn leads nowhere.
 */
export async function wheelUp(log: Locator): Promise<OnScreen> {
  const [top = 0] = (await onScreen(log)).numbers;
  await expect.poll(() => log.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(turn);
  await log.page().mouse.wheel(0, -turn);
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBeLessThan(top);
  return await onScreen(log);
}

/** What can be seen of a conversation: measured as a frame is drawn, for what scrolled is placed at its beginning. */
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
