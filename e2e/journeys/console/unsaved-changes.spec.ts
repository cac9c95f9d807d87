import type { Page } from '@playwright/test';
import { signInAs } from '../../src/accounts.ts';
import { seriousProblems } from '../../src/serious-problems.ts';
import { expect, test } from '../../src/test.ts';

/** Presses something that leads away; the page asks first. */
async function isAsked(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await leave();
  await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
}

test('role settings and retention with changes that are not saved ask before they are left', async ({
  console: page,
  fairwatch,
  browser,
}) => {
  const theirs = await (await browser.newContext({ baseURL: fairwatch.url })).newPage();
  await signInAs(theirs, fairwatch, { username: 'una-saved', adminRole: 'ADMIN' });
  await theirs.context().close();
  const sidebar = page.getByRole('navigation', { name: 'Pages' });
  const stay = page.getByRole('button', { name: 'Stay' });

  await page.goto('/role-management');
  const row = page.getByRole('row').filter({ hasText: 'una-saved' });
  await row.getByRole('link', { name: 'Settings of una-saved' }).click();
  await expect(page.getByText('What you change applies when you save it')).toBeVisible();
  await page.getByRole('group', { name: 'Contacts' }).getByText('Read Only').click();
  await isAsked(page, () => sidebar.getByRole('link', { name: 'Dashboard' }).click());
  await expect(stay).toBeFocused();
  expect(await seriousProblems(page)).toEqual([]);
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

  await page.getByRole('group', { name: 'Contacts' }).getByText('Read Only').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('not saved yet')).toHaveCount(0);
  await sidebar.getByRole('link', { name: 'Data Retention' }).click();

  const days = page.getByLabel('Days to keep: Contacts');
  const before = await days.inputValue();
  await days.fill('1000');
  await isAsked(page, () => sidebar.getByRole('link', { name: 'Dashboard' }).click());
  await stay.click();
  await expect(days).toHaveValue('1000');
  await isAsked(page, () => sidebar.getByRole('link', { name: 'Dashboard' }).click());
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await sidebar.getByRole('link', { name: 'Data Retention' }).click();
  await expect(days).toHaveValue(before);
});
