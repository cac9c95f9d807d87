import type { Page } from '@playwright/test';

/** Navigates to another page of the console as a link does, without a reload. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path);
}
