import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { signInAs } from '../../src/accounts.ts';
import { callApi } from '../../src/api.ts';
import { seriousProblems } from '../../src/serious-problems.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** However many phones other journeys have let join. */
const wholeList = /^Showing 1–\d+ of \d+$/;

test('[SPEC 2.75] the devices list has its columns, is narrowed, shows those of choice, is exported, and opens a device', async ({
  console: page,
}) => {
  await page.goto('/device-list');
  await expect(page.getByText(wholeList)).toBeVisible();
  const all = (await page.getByText(wholeList).textContent()) ?? '';
  for (const name of ['ID', 'Device UUID', 'Username', 'Email or phone', 'App name', 'Date', 'Status']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  for (const name of ['Device', 'Battery', 'Shared', 'Last seen']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByRole('dialog', { name: 'Create passcodes' }).getByLabel('What for')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const apps = page.getByRole('combobox', { name: 'App name' });
  const app = (await apps.getByRole('option').nth(1).textContent()) ?? '';
  await apps.selectOption(app);
  await expect(page).toHaveURL(/appName=/);
  await expect(page.getByText(wholeList)).not.toHaveText(all);
  for (const row of await page.locator('tbody tr').all()) await expect(row).toContainText(app);
  await page.reload();
  await expect(apps).toHaveValue(app);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Offline');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/\/device-list$/);

  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Device UUID' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Device UUID' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Username' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Device UUID' })).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('columnheader', { name: 'Device UUID' })).toBeVisible();
  await page.keyboard.press('Escape');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const [header, ...rows] = await readSheet(await readFile(await (await downloading).path()));
  expect(header).toEqual(expect.arrayContaining(['ID', 'Device UUID', 'Username', 'App name', 'Status']));
  expect(rows).toHaveLength(Number(all.split(' ').at(-1)));

  await page.locator('tbody tr').first().click();
  await expect(page).toHaveURL(/\/device\/overview\/\d+$/);
});

test('[SPEC 2.59, 2.60, 2.61] a user is found, opened, renamed with a device, and bears the names everywhere', async ({
  console: page,
}) => {
  await page.goto('/users-list');
  for (const name of ['ID', 'Username', 'Email or phone', 'Admin status', 'Type', 'App name']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  const shown = page.getByText(/^Showing 1–/);
  const everybody = (await shown.textContent()) ?? '';
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Standard User');
  await expect(shown).not.toHaveText(everybody);
  const summary = await callApi(page, 'device/summary', { deviceId: 8 });
  const { username } = (JSON.parse(summary.text) as { data: { username: string } }).data;
  const row = page.locator('tbody tr').filter({ hasText: username });
  await row.click();
  const detail = page.getByRole('dialog', { name: 'User' });
  await expect(detail.getByRole('heading', { name: username })).toBeVisible();
  await expect(page).toHaveURL(/user=\d+/);
  for (const label of ['User ID', 'Email', 'Device ID', 'App name']) {
    await expect(detail.getByText(label, { exact: true }).first()).toBeVisible();
  }
  await expect(detail.getByText(/^(Online|Offline)$/)).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);

  await detail.getByRole('button', { name: 'Rename person' }).click();
  await page.getByRole('dialog', { name: 'Rename person' }).getByLabel('Nickname').fill('The night courier');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(detail.getByRole('heading', { name: 'The night courier' })).toBeVisible();
  await detail.getByRole('button', { name: 'Add picture' }).click();
  const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: onePixel });
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(detail.locator('img[src*="/profile-picture/"]')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await detail.getByRole('button', { name: 'Rename device' }).click();
  await page.getByRole('dialog', { name: 'Rename device' }).getByLabel('Nickname').fill('Depot phone');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(detail.getByRole('link', { name: 'Depot phone' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Rename device' })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(row).toContainText('The night courier');
  await expect(row.getByRole('link')).toBeFocused();
  await row.getByRole('link').press('Enter');
  // A guest for a moment: the list is of standard users, so the row leaves it and comes back.
  await detail.getByText('Guest User', { exact: true }).click();
  await expect(detail.getByRole('radio', { name: 'Guest User' })).toBeChecked();
  await expect(row).toHaveCount(0);
  await detail.getByText('Standard User', { exact: true }).click();
  await expect(detail.getByRole('radio', { name: 'Standard User' })).toBeChecked();
  await expect(row).toHaveCount(1);
  await detail.getByRole('link', { name: 'Depot phone' }).click();
  await expect(page).toHaveURL(/\/device\/overview\/\d+$/);
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('Depot phone').first()).toBeVisible();
  await visit(page, '/device-list?search=Depot');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText(username);
  await visit(page, '/audit?action=RENAME');
  await expect(page.getByText(/to "Depot phone"/).first()).toBeVisible();
});

test('[SPEC 2.100] without users: No Users available, with Refresh', async ({ page, fairwatch }) => {
  await signInAs(page, fairwatch, { username: 'lists-reader', adminRole: 'ADMIN', access: { USERS: 'READ_ONLY' } });
  await page.goto('/users-list');
  await expect(page.getByText('No Users available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
});
