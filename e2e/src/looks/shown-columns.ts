import { expect, type Page } from '@playwright/test';
import { cellProblems } from './cell-problems.ts';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** For each table on the page, the headings that are fully visible; for one beside other content, the fields of its cards. */
async function headingsByTable(page: Page): Promise<string[][]> {
  const fields = await fieldsByTable(page);
  const headings = await page.evaluate(() =>
    [...document.querySelectorAll('table')].map((table) => {
      const isBeside = table.closest('[data-compact]') !== null && table.tHead?.offsetParent === null;
      if (isBeside) return null;
      return [...table.querySelectorAll('th')]
        .filter((cell) => cell.offsetParent !== null && cell.scrollWidth <= cell.clientWidth + 2)
        .map((cell) => (cell.textContent ?? '').trim());
    }),
  );
  return headings.map((table, index) => table ?? fields[index] ?? []);
}

/** For each table on the page, the fields that its cards show. */
async function fieldsByTable(page: Page): Promise<string[][]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('table')].map((table) => {
      const cells = [...table.querySelectorAll<HTMLElement>('tbody tr:not([aria-hidden]) td')].filter(
        ({ offsetParent }) => offsetParent !== null,
      );
      return cells.map(({ dataset }) => dataset['label'] ?? dataset['column'] ?? '');
    }),
  );
}

function hasAll(table: readonly string[], wanted: readonly string[]): boolean {
  const known = new Set(table.map((name) => name.toLowerCase()));
  return wanted.every((name) => known.has(name.toLowerCase()));
}

/**
 * Expects that a list shows all these columns at 1280 pixels and on the cards of a phone, with nothing cut off and no broken words in
 * their cells. Restores the size of the page.
 */
export async function expectColumns(page: Page, columns: readonly string[]): Promise<void> {
  const before = page.viewportSize();
  const url = new URL(page.url()).pathname;
  for (const [size, read] of [
    [desk, headingsByTable],
    [phone, fieldsByTable],
  ] as const) {
    await page.setViewportSize(size);
    await expect(async () => {
      // The question for a reason is answered only where Playwright waits for an element.
      await expect(page.getByRole('main')).toBeVisible();
      const tables = await read(page);
      expect(
        tables.some((table) => hasAll(table, columns)),
        `${url} at ${size.width}: ${JSON.stringify(tables)}`,
      ).toBe(true);
      expect(await cellProblems(page), `${url} at ${size.width}`).toEqual([]);
    }).toPass();
  }
  if (before !== null) await page.setViewportSize(before);
}
