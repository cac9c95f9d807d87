import { expect, type Page } from '@playwright/test';
import { looksOnTheWay } from './looks.ts';
import { seriousProblems } from './serious-problems.ts';

/** All must fit. axe checks each colour scheme and each layout once, since every run takes long. */
const looks = [
  { colorScheme: 'light', width: 1440, checked: true },
  { colorScheme: 'dark', width: 1280, checked: false },
  { colorScheme: 'light', width: 390, checked: false },
  { colorScheme: 'dark', width: 390, checked: true },
] as const;

/** Tall enough that the bars at the edges of the screen cover no part of the page. */
const height = 3000;

/** A screen of the companion as it stands is accessible and fits, wide and narrow, light and dark. */
export async function expectGoodCompanion(page: Page, name: string): Promise<void> {
  // Waits until the placeholder of the page is gone.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  for (const { colorScheme, width, checked } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible();
    if (checked) expect(await seriousProblems(page), `${name}, ${colorScheme}, ${width}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
    const folder = process.env['LOOKS_FOLDER'];
    if (folder !== undefined) {
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Like `expectGoodCompanion`, for a state of a screen that is looked at elsewhere. */
export async function expectGoodCompanionOnTheWay(page: Page, name: string): Promise<void> {
  if (looksOnTheWay) await expectGoodCompanion(page, name);
}
