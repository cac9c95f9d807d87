import type { Page } from '@playwright/test';
import { signInAs } from '../../src/accounts.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** Once the toasts are gone: one that fades has no contrast for a moment. */
async function expectAccessibleAtRest(page: Page): Promise<void> {
  await expect(page.getByText(/^(Processing your request|Request completed)/)).toHaveCount(0);
  await expectAccessibleOnTheWay(page);
}

/** Presses something that leads away; the page asks first. */
async function isAsked(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await leave();
  await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
}

test('[SPEC 1.7, 2.16, 2.17, 2.18, 2.64, 2.65, 2.66, 2.68] who waits is promoted, given devices and Read Only on Contacts and nothing else, and sees just that, live; changes that are not saved ask before they are left', async ({
  console: page,
  fairwatch,
  browser,
}) => {
  const theirs = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
  await signInAs(theirs, fairwatch, { username: 'wendy-waits', adminRole: 'PENDING' });
  await theirs.goto('/');
  await expect(theirs).toHaveURL(/\/welcome$/);

  await page.goto('/role-management');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const row = page.getByRole('row').filter({ hasText: 'wendy-waits' });
  // Before all who are admins already, whoever else waits.
  await expect(page.getByRole('row').nth(1)).toContainText('Pending');
  await expect(row).toContainText('Pending');
  await row.getByRole('button', { name: 'Promote wendy-waits' }).click();
  const promoting = page.getByRole('dialog', { name: 'Promote wendy-waits' });
  await expect(promoting.getByLabel('Reports to')).toHaveValue(/\d+/);
  await promoting.getByRole('button', { name: 'Promote', exact: true }).click();
  await expect(promoting).toBeHidden();
  // What they may do is chosen next.
  await expect(page).toHaveURL(/\/role-management\/user\/settings\/\d+$/);
  await expect(page.getByRole('radio', { name: 'Admin', exact: true })).toBeChecked();
  await visit(page, '/role-management');
  await expect(row).toContainText('Admin');

  // Their console follows by itself.
  await expect(theirs.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  const sidebar = theirs.getByRole('complementary');
  await expect(sidebar.getByRole('link', { name: 'Users' })).toHaveCount(0);

  await row.getByRole('link', { name: 'Devices of wendy-waits' }).click();
  await page.getByText('Free', { exact: true }).click();
  for (const name of [/^Select 1 /, /^Select 2 /]) await page.getByRole('checkbox', { name }).check();
  await expectAccessibleAtRest(page);
  await page.getByRole('button', { name: 'Assign (2)' }).click();
  await expect(page.getByRole('button', { name: 'Assign (2)' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Devices' }).first().click();
  await expect(theirs.getByRole('row')).toHaveCount(3);
  // One of the two is taken again.
  await page.getByText('Assigned', { exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox', { name: /^Select 2 / }).check();
  await page.getByRole('button', { name: 'Remove (1)' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(theirs.getByRole('row')).toHaveCount(2);

  await page.getByRole('link', { name: 'Settings' }).click();
  const contacts = page.getByRole('group', { name: 'Contacts' });
  await visit(theirs, '/device/contact/1');
  await expect(theirs).toHaveURL(/not-authorized/);
  await contacts.getByText('Read Only').click();
  await expect(page.getByText('1 change, not saved yet')).toBeVisible();
  await test.step('changes that are not saved ask before they are left', async () => {
    const stay = page.getByRole('button', { name: 'Stay' });
    await expect(page.getByText('What you change applies when you save it')).toBeVisible();
    await isAsked(page, () => pages.getByRole('link', { name: 'Dashboard' }).click());
    await expect(stay).toBeFocused();
    await expectAccessibleOnTheWay(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 change, not saved yet')).toBeVisible();
    await isAsked(page, () => page.goBack());
    await stay.click();
    await expect(page).toHaveURL(/\/settings\/\d+$/);
    // The browser asks by itself when the tab is closed or loaded anew.
    const unloads: string[] = [];
    page.on('dialog', (dialog) => {
      unloads.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(unloads).toEqual(['beforeunload']);
    await expect(page.getByText('not saved yet')).toHaveCount(0);
    await contacts.getByText('Read Only').click();
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('not saved yet')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  await visit(theirs, '/device/contact/1');
  await expect(theirs.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Contacts' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Text Messages' })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');

  // Taken away again, the open page goes by itself.
  await contacts.getByText('No Access').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(theirs).toHaveURL(/not-authorized/);
  await expect(sidebar.getByRole('link', { name: 'Contacts' })).toHaveCount(0);

  // The compact panel has no headings.
  await expect(sidebar.getByText('Main Panel')).toBeVisible();
  await page.getByText('Custom Panel 3').click();
  await expect(sidebar.getByText('Main Panel')).toHaveCount(0);
  await expectAccessibleAtRest(page);

  await page.getByRole('button', { name: 'Rename person' }).click();
  await page.getByRole('dialog', { name: 'Rename person' }).getByLabel('Nickname').fill('Wendy of the night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings of Wendy of the night', level: 1 })).toBeVisible();
  // Permissions without effect are folded away, and can be set all the same.
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeHidden();
  await page.getByText('4 permissions that open nothing').click();
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeVisible();
  await expectAccessibleAtRest(page);

  await test.step('retention with changes that are not saved asks as well', async () => {
    await pages.getByRole('link', { name: 'Data, Hours and Push' }).click();
    const days = page.getByLabel('Days to keep: Contacts');
    const before = await days.inputValue();
    await days.fill('1000');
    await isAsked(page, () => pages.getByRole('link', { name: 'Dashboard' }).click());
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(days).toHaveValue('1000');
    await isAsked(page, () => pages.getByRole('link', { name: 'Dashboard' }).click());
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await pages.getByRole('link', { name: 'Data, Hours and Push' }).click();
    await expect(days).toHaveValue(before);
  });

  await visit(page, '/audit?tab=access');
  await expect(page.getByRole('row').filter({ hasText: 'Nickname Wendy of the night' })).toContainText('Renamed');
  await expect(page.getByRole('row').filter({ hasText: 'Contacts: Read Only' }).first()).toContainText('wendy-waits');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('wendy-waits').first()).toBeVisible();
  await expectAccessibleAtRest(page);
  await theirs.context().close();
});
