import { seriousProblems } from '../src/serious-problems.ts';
import { expect, test } from '../src/test.ts';

const pages = [
  { name: 'dashboard', path: '/', heading: 'Dashboard' },
  { name: 'device list', path: '/device-list', heading: 'Devices' },
  { name: 'users', path: '/users-list', heading: 'Users' },
  { name: 'contacts', path: '/device/contact/1?history=true', heading: 'Contacts' },
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

test('every page is accessible and fits, wide and narrow, light and dark', async ({ console: page }) => {
  for (const { name, path, heading } of pages) {
    if (name === 'login') await page.context().clearCookies();
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const { colorScheme, size } of looks) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeVisible();
      expect(await seriousProblems(page), `${name}, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} scrolls sideways at ${size.width}`).toBeLessThanOrEqual(0);
    }
  }
});
