import type { Page } from '@playwright/test';
import { expectGoodLook } from '../src/looks.ts';
import { expect, test } from '../src/test.ts';

const pages = [
  { name: 'dashboard', path: '/', heading: 'Dashboard' },
  { name: 'device list', path: '/device-list', heading: 'Devices' },
  { name: 'users', path: '/users-list', heading: 'Users' },
  { name: 'contacts', path: '/device/contact/1?history=open', heading: 'Contacts' },
  { name: 'overview', path: '/device/overview/8', heading: 'Overview' },
  { name: 'log of a device', path: '/device/overview/1?tab=audit', heading: 'Overview' },
  { name: 'audit log', path: '/audit?action=JOIN', heading: 'Audit Log' },
  { name: 'data retention', path: '/retention', heading: 'Data Retention' },
  { name: 'not found', path: '/nowhere', heading: 'Not found' },
  // The last: whoever is signed in is not shown it.
  { name: 'login', path: '/auth/login', heading: 'Sign in' },
];

/** Both sizes and both colour schemes, in two looks at each page. */
const looks = [
  { colorScheme: 'light', size: { width: 1440, height: 900 } },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
] as const;

/** How much of a page may move under its reader while it is loading; browsers call up to 0.1 good. */
const maxLayoutShift = 0.01;

/** From now on, each page that is opened counts what moves on it. */
async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as { layoutShift?: number };
    counted.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) counted.layoutShift = (counted.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function layoutShift(page: Page): Promise<number | undefined> {
  return await page.evaluate(() => (globalThis as { layoutShift?: number }).layoutShift);
}

test('every page stands still while it loads, is accessible and fits, wide and narrow, light and dark', async ({
  console: page,
}) => {
  await watchLayoutShift(page);
  for (const { name, path, heading } of pages) {
    if (name === 'login') await page.context().clearCookies();
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    // Before the size changes: that moves everything.
    expect(await layoutShift(page), `${name} moves while it loads`).toBeLessThanOrEqual(maxLayoutShift);
    for (const look of looks) await expectGoodLook(page, name, look);
  }
});
