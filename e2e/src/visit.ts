import type { Page } from '@playwright/test';

/** Goes on to another page of the console as a link does, without loading everything anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path);
}
