import { seriousProblems } from '../src/serious-problems.ts';
import { expect, signIn, test } from '../src/test.ts';

const pages = [
  { name: 'login', path: '/auth/login', heading: 'Sign in', signedIn: false },
  { name: 'dashboard', path: '/', heading: 'Dashboard', signedIn: true },
  { name: 'device list', path: '/device-list', heading: 'Devices', signedIn: true },
  { name: 'users', path: '/users-list', heading: 'Users', signedIn: true },
  { name: 'contacts', path: '/device/contact/1?history=true', heading: 'Contacts', signedIn: true },
  { name: 'overview', path: '/device/overview/8', heading: 'Overview', signedIn: true },
  { name: 'log of a device', path: '/device/overview/1?tab=audit', heading: 'Overview', signedIn: true },
  { name: 'location', path: '/device/location/1', heading: 'Location', signedIn: true },
  { name: 'audit log', path: '/audit?action=JOIN', heading: 'Audit Log', signedIn: true },
  { name: 'data retention', path: '/retention', heading: 'Data Retention', signedIn: true },
  { name: 'not found', path: '/nowhere', heading: 'Not found', signedIn: true },
];

const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const size of sizes) {
    test(`every page is accessible and fits: ${size.name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      for (const { name, path, heading, signedIn } of pages) {
        if (signedIn && page.url().includes('/auth/')) await signIn(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await seriousProblems(page), name).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    });
  }
}
