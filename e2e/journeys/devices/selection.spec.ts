import type { Page } from '@playwright/test';
import { signInAs } from '../../src/accounts.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const contact = { key: 'ada', name: 'Ada', phoneNumber: '', email: '', address: '' };
const collectors = { contacts: async () => [contact], apps: async () => [] };

const bar = (page: Page) => page.getByRole('region', { name: 'Selected devices' });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Opens the dialog of an action on the selected devices. */
async function openAction(page: Page, action: string) {
  await bar(page).getByRole('button', { name: action, exact: true }).click();
  return page.getByRole('dialog');
}

test(
  'two kinds of data are updated on all devices that match, and a group gives an admin its new device at once',
  { tag: '@full' },
  async ({ console: page, browser, fairwatch }) => {
    await using ana = await joinPerson(fairwatch, 'ana.selected', { capabilities: ['CONTACTS', 'APPS'], collectors });
    await using ben = await joinPerson(fairwatch, 'ben.selected', { capabilities: ['CONTACTS'], collectors });
    const anaIsOnline = page.getByRole('row').filter({ hasText: 'ana.selected' }).filter({ hasText: 'Online' });

    await test.step('all that match are selected and updated', async () => {
      await page.goto('/device-list?search=.selected');
      await expect(anaIsOnline).toBeVisible();
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('button', { name: 'All 2 that match' }).click();
      await expect(bar(page)).toContainText('All 2 that match are selected');
      await expectGoodLooksOnTheWay(page, 'devices-selected');
      const dialog = await openAction(page, 'Update');
      await dialog.getByRole('checkbox', { name: 'Contacts' }).check();
      await dialog.getByRole('checkbox', { name: 'Installed apps' }).check();
      const preview = dialog.getByRole('region', { name: 'What can be done now' });
      await expect(preview).toContainText('1 device can');
      await expect(preview).toContainText('1 device can in part');
      await expect(preview).toContainText('does not share Installed apps');
      await expectGoodLooksOnTheWay(page, 'devices-update');
      await dialog.getByRole('button', { name: 'Update 2 kinds' }).click();
      await page.getByRole('link', { name: /^Watch run \d+$/ }).click();
      await expect(page.getByRole('heading', { name: /^Update contacts and installed apps/i })).toBeVisible();
      await expect(page.getByText('4 of 4', { exact: true })).toBeVisible();
      const skipped = row(page, 'ben.selected').filter({ hasText: 'Update installed apps' });
      await expect(skipped).toContainText('Skipped');
      await expect(skipped).toContainText('does not share Installed apps');
      await expect(row(page, 'ana.selected').filter({ hasText: 'Done' })).toHaveCount(2);
    });

    const context = await browser.newContext({ baseURL: fairwatch.url });
    const other = await context.newPage();
    await signInAs(other, fairwatch, {
      username: 'gita.selected',
      adminRole: 'ADMIN',
      access: { DEVICES: 'FULL_ACCESS' },
    });

    await test.step('one device is put into a new group, which is assigned to an admin', async () => {
      await visit(page, '/device-list?search=.selected');
      await page.getByRole('checkbox', { name: `Select ana.selected, device ${ana.deviceId}` }).check();
      const dialog = await openAction(page, 'Add to group');
      await dialog.getByLabel('Group', { exact: true }).selectOption('New group...');
      await dialog.getByLabel('Name of the new group').fill('Depot of the selected');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(row(page, 'ana.selected')).toContainText('Depot of the selected');
      await other.goto('/device-list');
      await expect(other.getByRole('heading', { name: 'No Devices available' })).toBeVisible();

      await visit(page, '/groups');
      await expect(row(page, 'Depot of the selected')).toContainText('1 device');
      await page.getByRole('button', { name: 'Admins of Depot of the selected' }).click();
      await page.getByLabel('Assign to').selectOption('gita.selected');
      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Admins who have this group' })).toContainText('gita.selected');
      await expect(row(other, 'ana.selected')).toBeVisible();
      await expect(row(other, 'ben.selected')).toHaveCount(0);
    });

    await test.step('a device that joins the group is there at once, and one that leaves it is gone', async () => {
      await visit(page, `/device/overview/${ben.deviceId}`);
      await page.getByRole('button', { name: 'Edit groups' }).click();
      await page.getByRole('checkbox', { name: 'Depot of the selected' }).check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Groups' })).toContainText('Depot of the selected');
      await expect(row(other, 'ben.selected')).toBeVisible();
      await visit(page, '/device-list?search=.selected');
      await page.getByRole('checkbox', { name: `Select ana.selected, device ${ana.deviceId}` }).check();
      const dialog = await openAction(page, 'Remove from group');
      await dialog.getByLabel('Group', { exact: true }).selectOption('Depot of the selected');
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(row(other, 'ana.selected')).toHaveCount(0);
      await expect(row(other, 'ben.selected')).toBeVisible();
    });

    await test.step('a group by rule counts what matches while its rule is typed', async () => {
      await visit(page, '/groups');
      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByLabel('Name', { exact: false }).first().fill('Nobody of the selected');
      await page.getByText('By a rule', { exact: true }).click();
      await page.getByLabel('Email address at').fill('nowhere.invalid');
      await expect(page.getByText('No device matches now.')).toBeVisible();
      await expectGoodLooksOnTheWay(page, 'group-by-rule');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(row(page, 'Nobody of the selected')).toContainText('Email address at nowhere.invalid');
      await expectGoodLooksOnTheWay(page, 'groups');
      for (const name of ['Nobody of the selected', 'Depot of the selected']) {
        await page.getByRole('button', { name: `Delete ${name}` }).click();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await expect(row(page, name)).toHaveCount(0);
      }
      await expect(row(other, 'ben.selected')).toHaveCount(0);
    });
    await context.close();
  },
);
