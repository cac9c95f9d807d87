import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { signInAs } from '../../src/accounts.ts';
import { callApi } from '../../src/api.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test(
  'an Update is in the audit log: who, what, when; filtered, searched and exported; a super admin changes how long data is kept; both are closed to those who only read',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    const days = page.getByLabel('Days to keep: Contacts');
    const setBy = page.getByText('Default: 90, set by admin');

    await test.step('a super admin changes how long data is kept', async () => {
      await page.goto('/retention');
      await days.fill('0');
      await expect(page.getByText('Enter a whole number from 1 to 3650.')).toBeVisible();
      await days.fill('45');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(setBy).toBeVisible();
    });

    await test.step('an Update is in the audit log: who, what, when; filtered, searched and exported', async () => {
      // The first phone shares its contacts; not every one does.
      await page.goto('/device-list?sortBy=id&sortDirection=asc');
      await page.getByRole('row').filter({ hasText: 'Online' }).first().click();
      await expect(page).toHaveURL(/\/device\/overview\/\d+$/);
      const deviceId = page.url().split('/').at(-1) ?? '';
      await page.getByRole('link', { name: 'Contacts' }).first().click();
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(page.getByText(/Showing 1–20 of \d+/)).toBeVisible();

      await page.getByRole('link', { name: 'Audit Log' }).click();
      await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
      await page.getByLabel('Action').selectOption('Command');
      await expect(page).toHaveURL(/action=COMMAND/);
      const command = page.getByRole('row').filter({ hasText: 'asked for Contacts' }).first();
      await expect(command).toContainText('admin');
      await expect(command.getByRole('time')).toContainText(/now|(second|minute)s? ago/);
      await expect(command.getByRole('link')).toHaveAttribute('href', `/device/overview/${deviceId}`);

      await page.getByLabel('Search people, devices, calls').fill('nobody of this name');
      await expect(page.getByText('Nothing matches these filters')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await page.getByRole('button', { name: 'Clear search' }).first().click();
      await expect(page.getByText(/Showing 1–\d+ of \d+/)).toBeVisible();

      // The log grows by itself: whoever uses a phone may do something meanwhile.
      const inLog = async () => {
        const { text } = await callApi(page, 'audit/all', {});
        return (JSON.parse(text) as { meta: { pagination: { totalItems: number } } }).meta.pagination.totalItems;
      };
      const before = await inLog();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.xlsx$/);
      const [header, ...rows] = await readSheet(await readFile(await download.path()));
      expect(header?.slice(0, 4)).toEqual(['When (UTC)', 'Who', 'Action', 'What']);
      expect(rows.length).toBeGreaterThanOrEqual(before);
      expect(rows.length).toBeLessThanOrEqual(await inLog());
      expect(rows.map((row) => row.slice(1, 4))).toContainEqual([
        'admin',
        'Command',
        expect.stringMatching(/^asked for Contacts/),
      ]);
    });

    await test.step('what was changed is kept', async () => {
      // The page was loaded anew since then.
      await visit(page, '/retention');
      await expect(setBy).toBeVisible();
      await expect(days).toHaveValue('45');
    });

    await test.step('the audit log and data retention are closed to those who only read', async () => {
      await signInAs(page, fairwatch, {
        username: 'reader',
        adminRole: 'ADMIN',
        access: { ROLE_MANAGER: 'READ_ONLY' },
      });
      await page.goto('/audit');
      await expect(page).toHaveURL('/not-authorized');
      await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
      await visit(page, '/retention');
      await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/not-authorized');
      await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('Audit Log')).toBeHidden();
    });
  },
);
