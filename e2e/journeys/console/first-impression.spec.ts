import { adminPassword } from '../../src/fairwatch.ts';
import { expect, test } from '../../src/test.ts';

// Nothing that another journey has loaded may be in the cache.
test.use({ ownContext: true });

test('the device list comes with at most 25 requests, all files of which its HTML names, and asks for nothing twice', async ({
  console: page,
  fairwatch,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The page reads again what other journeys change meanwhile; here it is not told.
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    asked.push(new URL(socket.url()).pathname);
    socket.connectToServer().onMessage((text) => {
      if (!/"(?:CHANGED|RESYNC)"/.test(String(text))) socket.send(text);
    });
  });
  const html = (await page.goto('/device-list'))?.text() ?? Promise.resolve('');
  await expect(page.locator('tbody tr a').first()).toBeVisible();
  await expect(page.getByText('Live')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const named = [...(await html).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  // News of phones may come at any moment: the code that reads them is not the page's.
  const files = asked.filter((path) => path.startsWith('/assets/') && !path.includes('/changes-'));
  expect(files.toSorted()).toEqual(named.toSorted());
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25);
  const calls = asked.filter((path) => /user\/profile|device\/all/.test(path));
  expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  expect(calls).toHaveLength(2);
  expect(page.url()).toBe(`${fairwatch.url}/device-list`);
});

test('the sign-in form is in the HTML, styled, for a browser that runs no script at all', async ({
  browser,
  fairwatch,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // Also where somebody wanted to go who is not signed in.
  await page.goto(`${fairwatch.url}/device-list`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(submit).toHaveCSS('background-color', 'rgb(19, 106, 99)');
  await page.getByLabel('Password', { exact: true }).fill('not for an address bar');
  await submit.click();
  expect(page.url()).toBe(`${fairwatch.url}/device-list`);
  await context.close();
});

test('the outline of a page is in its HTML: title, description and the shape of its list', async ({
  console: page,
}) => {
  const { promise: seen, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto('/device-list', { waitUntil: 'commit' });
  const outline = page.locator('[data-outline]');
  await expect(outline.locator('h1')).toHaveText('Devices');
  await expect(outline.getByText('The devices assigned to you, and whose they are.')).toBeVisible();
  await expect(outline.locator('tbody tr').first()).toBeVisible();
  release();
  await expect(page.locator('tbody tr a').first()).toBeVisible();
  await expect(outline).toHaveCount(0);
});

test('what is typed and submitted before the code is there is not lost', async ({ page }) => {
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
});
