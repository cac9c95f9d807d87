import { expect, type Page } from '@playwright/test';
import { seriousProblems } from './serious-problems.ts';

const looks = [
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
  { colorScheme: 'light', size: { width: 1440, height: 900 } },
] as const;

/** The page as it stands is accessible and fits, narrow in the dark and wide in the light, where it is left. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const { colorScheme, size } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible();
    expect(await seriousProblems(page), `${name}, ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} scrolls sideways at ${size.width}`).toBeLessThanOrEqual(0);
    const folder = process.env['LOOKS_FOLDER'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${size.width}.png`, fullPage: true });
  }
}
