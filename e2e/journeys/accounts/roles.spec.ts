import type { Page } from '@playwright/test';
import { signInAs } from '../../src/accounts.ts';
import { withDatabase } from '../../src/database.ts';
import { seriousProblems } from '../../src/serious-problems.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** Once the toasts are gone: one that fades has no contrast for a moment. */
async function problemsAtRest(page: Page): Promise<string[]> {
  await expect(page.getByText(/^(Processing your request|Request completed)/)).toHaveCount(0);
  return await seriousProblems(page);
}

test('[SPEC 1.7, 2.16, 2.17, 2.65, 2.66, 2.68] who waits is promoted, given Read Only on Contacts and nothing else, and sees just that, live', async ({
  console: page,
  fairwatch,
  browser,
}) => {
  const theirs = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
  await signInAs(theirs, fairwatch, { username: 'wendy-waits', adminRole: 'PENDING' });
  await theirs.goto('/');
  await expect(theirs).toHaveURL(/\/welcome$/);

  await page.goto('/role-management');
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

  // The welcome page looks anew when it is asked to; from then on the console follows by itself.
  await theirs.goto('/');
  await expect(theirs.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  const sidebar = theirs.getByRole('complementary');
  await expect(sidebar.getByRole('link', { name: 'Users' })).toHaveCount(0);

  await row.getByRole('link', { name: 'Devices of wendy-waits' }).click();
  await page.getByText('Free', { exact: true }).click();
  for (const name of [/^Select 1 /, /^Select 2 /]) await page.getByRole('checkbox', { name }).check();
  expect(await problemsAtRest(page)).toEqual([]);
  await page.getByRole('button', { name: 'Assign (2)' }).click();
  await expect(page.getByRole('button', { name: 'Assign (2)' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Devices' }).first().click();
  await expect(theirs.getByRole('row')).toHaveCount(3);

  await page.getByRole('link', { name: 'Settings' }).click();
  const contacts = page.getByRole('group', { name: 'Contacts' });
  await visit(theirs, '/device/contact/1');
  await expect(theirs).toHaveURL(/not-authorized/);
  await contacts.getByText('Read Only').click();
  await expect(page.getByText('1 change, not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  await theirs.goto('/device/contact/1');
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
  expect(await problemsAtRest(page)).toEqual([]);

  await page.getByRole('button', { name: 'Rename person' }).click();
  await page.getByRole('dialog', { name: 'Rename person' }).getByLabel('Nickname').fill('Wendy of the night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings of Wendy of the night', level: 1 })).toBeVisible();
  // Permissions without effect are folded away, and can be set all the same.
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeHidden();
  await page.getByText('4 permissions that open nothing').click();
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);

  await visit(page, '/audit?tab=access');
  await expect(page.getByRole('row').filter({ hasText: 'Nickname Wendy of the night' })).toContainText('Renamed');
  await expect(page.getByRole('row').filter({ hasText: 'Contacts: Read Only' }).first()).toContainText('wendy-waits');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('wendy-waits').first()).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);
  await visit(page, '/role-management');
  await expect(page.getByRole('heading', { name: 'Role Management', level: 1 })).toBeVisible();
  await expect(page.getByText('wendy-waits').first()).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);
  await theirs.context().close();
});

test('[SPEC 1.5, 2.15, 2.62] passcodes are made, shown as a QR code and deleted; used ones say by whom', async ({
  console: page,
  fairwatch,
  browser,
}) => {
  await page.goto('/otp-list');
  await expect(page.getByRole('heading', { name: 'OTP List', level: 1 })).toBeVisible();
  // The demo's own phones joined with some.
  const used = page.getByRole('row').filter({ hasText: 'Used' });
  await expect(used.first()).toContainText(' on ');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByLabel('How many').fill('3');
  await page.getByLabel('What for').selectOption('School device');
  await page.getByLabel('For a minor').check();
  await page.getByLabel('Parent or guardian').fill('Ines Berg');
  expect(await problemsAtRest(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create 3 passcodes' }).click();
  const made = page.getByRole('dialog', { name: '3 passcodes' });
  await expect(made.getByText('/companion/join#')).toHaveCount(3);
  expect(await problemsAtRest(page)).toEqual([]);
  await made.getByRole('button', { name: 'Close' }).click();
  // Other journeys of the same server leave passcodes of their own.
  const valid = page
    .getByRole('row')
    .filter({ hasText: 'Valid' })
    .filter({ hasText: 'Parental responsibility, Ines Berg' });
  await expect(valid).toHaveCount(3);
  expect(await problemsAtRest(page)).toEqual([]);
  await valid
    .first()
    .getByRole('button', { name: /^QR code and link of/ })
    .click();
  await expect(page.getByRole('img', { name: 'QR code with the link' })).toBeVisible();
  await expect(page.getByText('This address works on this computer only.')).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);
  // On paper there is the card, and nothing of the page around it.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Join Fairwatch with your phone' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'OTP List' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Close' }).click();
  await valid
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(valid).toHaveCount(2);

  // Whoever may only look sees no way to make or delete one.
  const reader = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
  await signInAs(reader, fairwatch, {
    username: 'otto-reads',
    adminRole: 'ADMIN',
    access: { OTP_LIST: 'READ_ONLY' },
  });
  await reader.goto('/otp-list');
  await expect(reader.getByText('No OTPs available')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Create' })).toHaveCount(0);
  await reader.context().close();

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: /^QR code and link of/ }).first()).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);
});

test('[SPEC 2.18, 2.64] an admin with two assigned devices sees two; a super admin takes one', async ({
  console: page,
  fairwatch,
  browser,
}) => {
  const theirs = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
  await signInAs(theirs, fairwatch, { username: 'tom-two', adminRole: 'ADMIN', devices: [3, 4] });
  await theirs.goto('/device-list');
  await expect(theirs.getByRole('row')).toHaveCount(3);
  const id = await withDatabase(fairwatch.dataDir, async (database) => {
    const { rows } = await database.query<{ id: string }>(`select id from users where username = 'tom-two'`);
    return rows[0]?.id ?? '';
  });
  await page.goto(`/role-management/user/assign/${id}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox', { name: /^Select 3 / }).check();
  await page.getByRole('button', { name: 'Remove (1)' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(theirs.getByRole('row')).toHaveCount(2);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('tom-two').first()).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings of tom-two', level: 1 })).toBeVisible();
  expect(await problemsAtRest(page)).toEqual([]);
  await theirs.context().close();
});
