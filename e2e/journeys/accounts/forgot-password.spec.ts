import { registerAdmin } from '../../src/accounts.ts';
import { expectGoodLooks, expectGoodOnPhone } from '../../src/looks.ts';
import { lastCode } from '../../src/outbox.ts';
import { expect, signIn, test } from '../../src/test.ts';
import { withDatabase } from '../../src/database.ts';

test('a lost password: the link on the sign-in page, a mailed code, a new password, and in with it', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  allowedErrors.push(/40[13]/);
  await registerAdmin(fairwatch, 'olga', 'quiet-otter-77');
  // The mail of registering was a moment ago, and mails keep a distance.
  await withDatabase(fairwatch.dataDir, async (database) => {
    await database.query(`delete from attempt_limits where subject like 'verification:lately:%'`);
  });
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await expect(page.getByRole('heading', { name: 'Forgot your password?', level: 1 })).toBeVisible();
  await expectGoodOnPhone(page, 'forgot-password');
  await page.getByLabel('Email').fill('olga@example.org');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible();
  const code = await lastCode(fairwatch.dataDir, 'olga@example.org');
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password').fill('brave-heron-31');
  await page.getByLabel('Confirm password').fill('brave-heron-31');
  await expectGoodLooks(page, 'new-password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is not valid');
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Save password' }).click();

  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText('Your password was changed. Please sign in with it.')).toBeVisible();
  await signIn(page, 'olga', 'brave-heron-31');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});
