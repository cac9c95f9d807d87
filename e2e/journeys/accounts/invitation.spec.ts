import { adminToken, postApi } from '../../src/api.ts';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test(
  'a colleague is invited with a template and a group, sees before accepting what they get, and comes to a dashboard with exactly that',
  { tag: '@full' },
  async ({ console: page, fairwatch, browser, allowedErrors }) => {
    // The link that was used before, and pages that the colleague may not open.
    allowedErrors.push(/40[13]|410/);
    const token = await adminToken(fairwatch.url);
    await postApi(
      fairwatch.url,
      'authenticated/group/create',
      { name: 'Night shift', colour: 'teal', rule: null },
      token,
    );
    const groups = (await postApi(fairwatch.url, 'authenticated/group/all', {}, token)) as {
      id: number;
      name: string;
    }[];
    const groupId = groups.find(({ name }) => name === 'Night shift')?.id;
    await postApi(
      fairwatch.url,
      'authenticated/group/devices/add',
      { groupId, selection: { by: 'DEVICES', deviceIds: [1] } },
      token,
    );
    let link = '';

    await test.step('one dialog: for whom, which template, which group', async () => {
      await page.goto('/role-management');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
      await dialog.getByLabel('Who is it for?').fill('Jo of the depot');
      await dialog.getByRole('radio', { name: /^Dispatcher/ }).check();
      await dialog.getByRole('checkbox', { name: 'Night shift (1 device)' }).check();
      await expect(dialog.getByText('Sees where the device was')).toBeVisible();
      await expectGoodLooks(page, 'invite-dialog');
      await dialog.getByRole('button', { name: 'Create invitation' }).click();
      const shown = page.getByRole('dialog', { name: 'Link of the invitation' });
      link = (await shown.locator('code').textContent()) ?? '';
      await shown.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('it is listed while nobody has accepted it', async () => {
      const row = page.getByRole('row').filter({ hasText: 'Jo of the depot' });
      await expect(row).toContainText('Dispatcher');
      await expect(row).toContainText('Night shift');
      await expectGoodLooks(page, 'role-management-invitations');
    });

    const theirs = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
    await test.step('the link shows who invites and what they get; then a username and a password', async () => {
      await theirs.goto(link);
      await expect(theirs.getByRole('heading', { name: 'admin invites you', level: 1 })).toBeVisible();
      await expect(theirs.getByText('Devices of the groups: Night shift.')).toBeVisible();
      await expect(theirs.getByText('Sees where the device was')).toBeVisible();
      await expectGoodLooks(theirs, 'invitation');
      await theirs.getByLabel('Username').fill('jo.depot');
      await theirs.getByLabel('Password', { exact: true }).fill('quiet-otter-77');
      await theirs.getByLabel('Confirm password').fill('quiet-otter-77');
      await theirs.getByRole('button', { name: 'Accept and sign in' }).click();
    });

    await test.step('their first page, with one device and without what the template does not give', async () => {
      await expect(theirs.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      const sidebar = theirs.getByRole('complementary');
      await expect(sidebar.getByRole('link', { name: 'Users' })).toBeVisible();
      await expect(sidebar.getByRole('link', { name: 'Role Management' })).toHaveCount(0);
      await visit(theirs, '/device-list');
      await expect(theirs.getByRole('row')).toHaveCount(2);
      await visit(theirs, '/device/contact/1');
      await expect(theirs).toHaveURL(/not-authorized/);
    });

    await test.step('the inviter is told, the list is empty, and the link says that it was used', async () => {
      await expect(page.getByRole('row').filter({ hasText: 'Jo of the depot' })).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'jo.depot' })).toContainText('Admin');
      await visit(page, '/notification');
      await expect(page.getByText('jo.depot accepted your invitation').first()).toBeVisible();
      const another = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
      await another.goto(link);
      await expect(another.getByRole('alert')).toContainText('This invitation was already accepted.');
    });
  },
);
