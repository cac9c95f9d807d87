import { expect, type Page } from '@playwright/test';
import { seriousProblems } from './serious-problems.ts';

const narrow = { colorScheme: 'dark', size: { width: 390, height: 844 } } as const;
const wide = { colorScheme: 'light', size: { width: 1440, height: 900 } } as const;

type Look = typeof narrow | typeof wide;

/** Sets the size and the colour scheme of the page. */
async function lookAt(page: Page, { colorScheme, size }: Look): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible();
}

async function expectGoodLook(page: Page, name: string, { colorScheme, size }: Look): Promise<void> {
  expect(await seriousProblems(page), `${name}, ${colorScheme}`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} scrolls sideways at ${size.width}`).toBeLessThanOrEqual(0);
  const folder = process.env['LOOKS_FOLDER'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${size.width}.png`, fullPage: true });
}

/** Expects that the page is accessible and does not overflow, narrow and dark, then wide and light; it stays wide. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const look of [narrow, wide]) {
    await lookAt(page, look);
    await expectGoodLook(page, name, look);
  }
}

/** Like `expectGoodLooks`, on a phone only; the page stays narrow. */
export async function expectGoodOnPhone(page: Page, name: string): Promise<void> {
  await lookAt(page, narrow);
  await expectGoodLook(page, name, narrow);
}

/** False in `npm test`, which looks at each page once: dialogs and states that a journey passes are left to the full run. */
export const looksOnTheWay = process.env['LOOKS_ON_THE_WAY'] !== 'off';

/** Like `expectGoodLooks`, for a dialog or a state of a page that is looked at elsewhere. */
export async function expectGoodLooksOnTheWay(page: Page, name: string): Promise<void> {
  if (looksOnTheWay) await expectGoodLooks(page, name);
}

/** Expects that a dialog or a state of a page that is looked at elsewhere is accessible, in the size and scheme it has. */
export async function expectAccessibleOnTheWay(page: Page): Promise<void> {
  if (looksOnTheWay) expect(await seriousProblems(page)).toEqual([]);
}
