import { expect, type Page } from '@playwright/test';
import type { SlowLine } from './slow-line.ts';

const isContent = (sent: { url(): string }) => sent.url().includes('/content/');

/** Downloads a file over a slow connection, and expects that `withdraw` cuts it at once and that nothing is saved. */
export async function cutDownload(
  page: Page,
  { line, file, withdraw }: { line: SlowLine; file: string; withdraw: () => Promise<unknown> },
): Promise<void> {
  line.slowDown();
  let saved = 0;
  const count = () => (saved += 1);
  page.on('download', count);
  const underWay = page.waitForResponse(isContent, { timeout: 120_000 });
  await page.getByRole('button', { name: `Actions for ${file}` }).click();
  await page.locator(':popover-open').getByRole('button', { name: 'Download', exact: true }).click();
  await underWay;
  const broken = page.waitForEvent('requestfailed', { predicate: isContent });
  await withdraw();
  await broken;
  // The list beside it may say by then that it is not shared any more.
  await expect(page.getByRole('alert').filter({ hasText: 'The download broke off.' })).toBeVisible();
  expect(saved).toBe(0);
  page.off('download', count);
}
