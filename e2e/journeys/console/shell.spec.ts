import { version } from '@fairwatch/contract';
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

test('[SPEC 1.11, 2.5, 2.40, 2.41, 2.43, 2.44, 2.45, 2.46, 2.47] around the pages: sidebar, version and theme, a page that does not exist, and one whose code does not arrive', async ({
  console: page,
  allowedErrors,
}) => {
  allowedErrors.push(/Failed to load resource|did not arrive/);
  const sidebar = page.getByRole('navigation', { name: 'Pages' });

  await test.step('an unknown page says so and leads to the dashboard', async () => {
    await page.goto('/nowhere/at/all');
    await expect(page.getByText('Oops! The page you are looking for does not exist.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  await test.step('the sidebar has its groups and items, those of a device while one is open, and the version', async () => {
    for (const group of ['Admin Panel', 'Main Panel', 'Menu Panel'])
      await expect(sidebar.getByText(group)).toBeVisible();
    for (const item of defaultItems) await expect(sidebar.getByText(item, { exact: true })).toBeVisible();
    await expect(sidebar.getByText('Device Management')).toBeHidden();
    await expect(page.getByText(`Version ${version}`)).toBeVisible();

    await visit(page, '/device/contact/1');
    await expect(sidebar.getByText('Device Management')).toBeVisible();
    for (const item of deviceItems) await expect(sidebar.getByText(item, { exact: true })).toBeVisible();
  });

  await test.step('the theme switch changes the page and is remembered', async () => {
    const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(scheme).toBe('dark');
    await page.reload();
    await expect.poll(scheme).toBe('dark');
  });

  await test.step('a page whose code cannot be loaded reloads the browser once and then says what is wrong', async () => {
    let loads = 0;
    page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
    await page.route('**/assets/groups.view-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Groups' }).first().click();
    await expect(page.getByText('This page could not be opened')).toBeVisible();
    expect(loads).toBe(1);
  });
});
