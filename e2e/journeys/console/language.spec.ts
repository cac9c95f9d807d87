import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

// The browser is changed for good.
test.use({ ownContext: true });

/** Pages that write numbers, dates and sizes, and what they are called. */
const pages = [
  ['/', 'Dashboard'],
  ['/device-list', 'Devices'],
  ['/users-list', 'Users'],
  ['/device/overview/1', 'Overview'],
  ['/device/call/1', 'Calls'],
  ['/device/file-manager/1', 'File Manager'],
  ['/device/app-list/1', 'Installed Apps'],
  ['/audit', 'Audit Log'],
  ['/retention', 'Data Retention'],
] as const;

test('a browser that reports a language which Intl refuses opens every page', async ({ console: page }) => {
  // What Chromium says under LANG=C; the runner of the journeys would set a proper language.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
    Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] });
  });
  await page.goto('/');
  for (const [path, name] of pages) {
    await visit(page, path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('This page could not be opened')).toHaveCount(0);
  }
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en-US');
});
