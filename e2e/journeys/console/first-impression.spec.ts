import { adminPassword } from '../../src/fairwatch.ts';
import { expect, test } from '../../src/test.ts';

// Nothing that another journey has loaded may be in the cache.
test.use({ ownContext: true });

test(
  'the first impression: forms and outlines are in the HTML, nothing typed is lost, and a page comes with few requests',
  { tag: '@full' },
  async ({ page, browser, fairwatch }) => {
    await test.step('the sign-in form is in the HTML, styled, before any script has arrived', async () => {
      const context = await browser.newContext();
      await context.route('**/*.js', (route) => route.abort());
      const plain = await context.newPage();
      // Also where somebody wanted to go who is not signed in.
      await plain.goto(`${fairwatch.url}/device-list`);
      await expect(plain.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(plain.getByLabel('Password', { exact: true })).toBeVisible();
      const submit = plain.getByRole('button', { name: 'Sign in', exact: true });
      await expect(submit).toHaveCSS('background-color', 'rgb(19, 106, 99)');
      await plain.getByLabel('Password', { exact: true }).fill('not for an address bar');
      await submit.click();
      expect(plain.url()).toBe(`${fairwatch.url}/device-list`);
      await context.close();
    });

    await test.step('what is typed and submitted before the code is there is not lost', async () => {
      const { promise: typed, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/assets/start-*.js', async (route) => {
        await typed;
        await route.continue();
      });
      await page.goto('/device-list', { waitUntil: 'commit' });
      await expect(page.getByLabel('Username')).toBeFocused();
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill(adminPassword);
      await page.getByRole('checkbox', { name: 'Remember me' }).check();
      await page.getByLabel('Password', { exact: true }).press('Enter');
      release();
      await expect(page).toHaveURL(/\/device-list$/);
      await expect(page.locator('tbody tr a').first()).toBeVisible();
      const token = (await page.context().cookies()).find(({ name }) => name === 'token');
      expect(token?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400);
      await page.unrouteAll();
    });

    await test.step('the device list comes with at most 15 requests, all files of which its HTML names, and asks for nothing twice; until then its outline is there', async () => {
      // Requests of the page before would be counted.
      await page.goto('about:blank');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      // The page reads again what other journeys change meanwhile; here it is not told.
      await page.routeWebSocket(/\/ws\?/, (socket) => {
        asked.push(new URL(socket.url()).pathname);
        socket.connectToServer().onMessage((text) => {
          if (!/"(?:CHANGED|RESYNC)"/.test(String(text))) socket.send(text);
        });
      });
      const { promise: seen, resolve: release } = Promise.withResolvers<void>();
      // A route also keeps the browser from answering out of its cache.
      await page.route('**/assets/*.js', async (route) => {
        await seen;
        await route.continue();
      });
      const html = (await page.goto('/device-list', { waitUntil: 'commit' }))?.text() ?? Promise.resolve('');
      const outline = page.locator('[data-outline]');
      await expect(outline.locator('h1')).toHaveText('Devices');
      await expect(outline.getByText('The devices assigned to you, and whose they are.')).toBeVisible();
      await expect(outline.locator('tbody tr').first()).toBeVisible();
      release();
      await expect(page.locator('tbody tr a').first()).toBeVisible();
      await expect(outline).toHaveCount(0);
      await expect(page.getByText('Live')).toBeVisible();
      await page.waitForLoadState('networkidle');
      const named = [...(await html).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
      // News of phones may come at any moment: the code that reads them is not the page's.
      const files = asked.filter((path) => path.startsWith('/assets/') && !path.includes('/changes-'));
      expect(files.toSorted()).toEqual(named.toSorted());
      expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(15);
      const calls = asked.filter((path) => /user\/profile|device\/all/.test(path));
      expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
      expect(calls).toHaveLength(2);
      expect(page.url()).toBe(`${fairwatch.url}/device-list`);
    });
  },
);
