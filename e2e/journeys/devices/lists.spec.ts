import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { callApi } from '../../src/api.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** However many phones other journeys have let join. */
const wholeList = /^Showing 1–\d+ of \d+$/;

test('[SPEC 2.59, 2.60, 2.61, 2.75] the devices list is narrowed, sorted, searched and exported; a user is found, opened, renamed with a device, and bears the names everywhere', async ({
  console: page,
}) => {
  await test.step('the devices list has its columns', async () => {
    await page.goto('/device-list');
    for (const name of ['ID', 'Device UUID', 'Username', 'Email or phone', 'App name', 'Date', 'Status']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    }
    for (const name of ['Device', 'Battery', 'Shared', 'Last seen']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Add device' }).click();
    await expect(page.getByRole('dialog', { name: 'Create passcodes' }).getByLabel('What for')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });
  await expect(page.getByText(wholeList)).toBeVisible();
  const all = (await page.getByText(wholeList).textContent()) ?? '';

  await test.step('search, sort, filters and columns of choice outlive a reload', async () => {
    const names = () => page.getByRole('row').locator('td[data-label="Username"]').allInnerTexts();
    await page.getByRole('columnheader', { name: 'Username' }).getByRole('button').click();
    await expect(page).toHaveURL(/sortBy=username/);
    // The rows stay in their old order until the new one is there.
    await expect(async () => {
      const shown = await names();
      expect(shown.length).toBeGreaterThanOrEqual(8);
      // The server's order is natural: device-9 stands before device-10.
      expect(shown).toEqual(shown.toSorted((a, b) => a.localeCompare(b, 'und', { numeric: true })));
    }).toPass();

    const apps = page.getByRole('combobox', { name: 'App name' });
    const app = (await apps.getByRole('option').nth(1).textContent()) ?? '';
    await apps.selectOption(app);
    await expect(page).toHaveURL(/appName=/);
    await expect(page.getByText(wholeList)).not.toHaveText(all);
    for (const row of await page.locator('tbody tr').all()) await expect(row).toContainText(app);

    const wanted = (await names())[0] ?? '';
    await page.getByRole('textbox', { name: 'Search devices' }).or(page.getByRole('searchbox')).fill(wanted);
    await expect(page.getByText('Showing 1–1 of 1')).toBeVisible();
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(wanted);

    await page.getByRole('button', { name: 'Columns' }).click();
    await expectAccessibleOnTheWay(page);
    await page.getByRole('checkbox', { name: 'Device UUID' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Device UUID' })).toBeHidden();

    await page.reload();
    await expect(page.getByText('Showing 1–1 of 1')).toBeVisible();
    await expect(apps).toHaveValue(app);
    await expect(page.getByRole('columnheader', { name: 'Username' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Device UUID' })).toBeHidden();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.getByRole('columnheader', { name: 'Device UUID' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Offline');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page).not.toHaveURL(/appName=|status=/);
    await page.getByRole('searchbox').fill('');
    await expect(page.getByText(wholeList)).toHaveText(all);
  });

  await test.step('the whole list is exported, and a row opens its device', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const [header, ...rows] = await readSheet(await readFile(await (await downloading).path()));
    expect(header).toEqual(expect.arrayContaining(['ID', 'Device UUID', 'Username', 'App name', 'Status']));
    expect(rows).toHaveLength(Number(all.split(' ').at(-1)));

    await page.locator('tbody tr').first().click();
    await expect(page).toHaveURL(/\/device\/overview\/\d+$/);
  });

  await test.step('a user is found, opened, renamed with a device, and bears the names everywhere', async () => {
    await visit(page, '/users-list');
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    for (const name of ['ID', 'Username', 'Email or phone', 'Admin status', 'Type', 'App name']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    }
    const shown = page.getByText(/^Showing 1–/);
    const everybody = (await shown.textContent()) ?? '';
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Standard User');
    await expect(shown).not.toHaveText(everybody);
    const summary = await callApi(page, 'device/summary', { deviceId: 8 });
    const { username, displayName } = (JSON.parse(summary.text) as { data: { username: string; displayName: string } })
      .data;
    const row = page.locator('tbody tr').filter({ hasText: username });
    await row.click();
    const detail = page.getByRole('dialog', { name: 'User' });
    await expect(detail.getByRole('heading', { name: displayName })).toBeVisible();
    await expect(page).toHaveURL(/user=\d+/);
    for (const label of ['User ID', 'Email', 'Device ID', 'App name']) {
      await expect(detail.getByText(label, { exact: true }).first()).toBeVisible();
    }
    await expect(detail.getByText(/^(Online|Offline)$/)).toBeVisible();
    await expectAccessibleOnTheWay(page);

    await detail.getByRole('button', { name: 'Rename person' }).click();
    await page.getByRole('dialog', { name: 'Rename person' }).getByLabel('Nickname').fill('The night courier');
    await expectAccessibleOnTheWay(page);
    await page.keyboard.press('Enter');
    await expect(detail.getByRole('heading', { name: 'The night courier' })).toBeVisible();
    await detail.getByRole('button', { name: 'Add picture' }).click();
    const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: onePixel });
    await page.getByRole('button', { name: 'Save picture' }).click();
    await expect(detail.locator('img[src*="/profile-picture/"]')).toBeVisible();
    await expectAccessibleOnTheWay(page);
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
});
