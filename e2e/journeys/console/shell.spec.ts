import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const defaultItems = [
  'Dashboard',
  'Users',
  'Role Management',
  'Devices',
  'App Download',
  'OTP List',
  'My Tickets',
  "Subordinates' Tickets",
];
const deviceItems = [
  'Overview',
  'Trigger Notifications',
  'Location',
  'File Manager',
  'Contacts',
  'Text Messages',
  'Calls',
  'Events',
  'Photo',
  'Video',
  'Permission',
  'Voice Recorder',
  'Photo Recorder',
  'Video Recorder',
  'Device Info',
  'Installed Apps',
];

test('[SPEC 1.11, 2.45, 2.46, 2.47] the sidebar has its groups and items, those of a device while one is open, and the version', async ({
  console: page,
}) => {
  await page.goto('/');
  const sidebar = page.getByRole('navigation', { name: 'Pages' });
  for (const group of ['Admin Panel', 'Main Panel', 'Menu Panel']) await expect(sidebar.getByText(group)).toBeVisible();
  for (const item of defaultItems) await expect(sidebar.getByText(item, { exact: true })).toBeVisible();
  await expect(sidebar.getByText('Device Management')).toBeHidden();
  await expect(page.getByText('Version 1.0.20')).toBeVisible();

  await visit(page, '/device/contact/1');
  await expect(sidebar.getByText('Device Management')).toBeVisible();
  for (const item of deviceItems) await expect(sidebar.getByText(item, { exact: true })).toBeVisible();
});

test('[SPEC 2.5, 2.40, 2.41] an unknown page says so and leads to the dashboard', async ({ console: page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByText('Oops! The page you are looking for does not exist.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('the theme switch changes the page and is remembered', async ({ console: page }) => {
  await page.goto('/');
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await expect.poll(scheme).toBe('dark');
});

test('search, sort and page of the device list live in the URL', async ({ console: page }) => {
  await page.goto('/device-list');
  await page.getByRole('columnheader', { name: 'Username' }).getByRole('button').click();
  await expect(page).toHaveURL(/sortBy=username/);
  const names = () => page.getByRole('row').locator('td[data-label="Username"]').allInnerTexts();
  // The rows stay in their old order until the new one is there.
  await expect(async () => {
    const shown = await names();
    expect(shown.length).toBeGreaterThanOrEqual(8);
    // The server's order is natural: device-9 stands before device-10.
    expect(shown).toEqual(shown.toSorted((a, b) => a.localeCompare(b, 'und', { numeric: true })));
  }).toPass();

  const wanted = (await names())[0] ?? '';
  await page.getByRole('textbox', { name: 'Search devices' }).or(page.getByRole('searchbox')).fill(wanted);
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(wanted);
  await page.reload();
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible();
});

test('[SPEC 2.43, 2.44] a page whose code cannot be loaded reloads the browser once and then says what is wrong', async ({
  console: page,
  allowedErrors,
}) => {
  allowedErrors.push(/Failed to load resource|did not arrive/);
  await page.goto('/');
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  await page.route('**/assets/devices.view-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Devices' }).first().click();
  await expect(page.getByText('This page could not be opened')).toBeVisible();
  expect(loads).toBe(1);
});
