import { promote } from '../../src/accounts.ts';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooks, expectGoodLooksOnTheWay, expectGoodOnPhone } from '../../src/looks/looks.ts';
import { lastCode } from '../../src/outbox.ts';
import { expect, signInHere, signOut, test } from '../../src/test.ts';

const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

test('[SPEC 2.1, 2.3, 2.4, 2.36, 4.21, 6.5] register: email, code from the mail, welcome, and on by itself once promoted; a lost password is replaced', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  // Wrong codes, what is not for those who wait, and requests that were on their way when the session ended.
  allowedErrors.push(/40[13]/);
  const email = 'mara@example.org';

  await test.step('the address, and a code for it', async () => {
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    // Without a mail server nobody is promised a mail.
    await expect(page.getByRole('note')).toContainText('This server sends no mail.');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Please enter your email address.')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Next' }).click();

    await expect(page.getByRole('heading', { name: 'Verify and Register', level: 1 })).toBeVisible();
    await expect(page.getByText(/^If .+ can be registered, there is a code for it now\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend Code in \d+ s$/ })).toBeDisabled();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    // On again at once: there is a code already, and nothing to wait for.
    await page.getByRole('button', { name: 'Next' }).click();
  });

  await test.step('the details, until all is right', async () => {
    const code = await lastCode(fairwatch.dataDir, email);
    await page.getByLabel('Verification code').fill(wrongCode(code));
    await page.getByLabel('Username').fill('mara');
    await page.getByLabel('Password', { exact: true }).fill('quiet-otter-77');
    await page.getByLabel('Confirm password').fill('quiet-otter-78');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
    await expectGoodLooks(page, 'register-details');
    await page.getByLabel('Confirm password').fill('quiet-otter-77');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('alert')).toContainText('This code is not valid');
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Register' }).click();
  });

  await test.step('who waits for a role sees the welcome page only, and goes on by itself', async () => {
    await expect(page).toHaveURL(/\/welcome$/);
    await expect(page.getByRole('heading', { name: 'Welcome, mara' })).toBeVisible();
    await expectGoodOnPhone(page, 'welcome');
    await page.goto('/device-list');
    await expect(page).toHaveURL(/\/welcome$/);
    await promote(fairwatch, 'mara');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  });

  await test.step('a lost password: the link on the login, a mailed code, a new password, and in with it', async () => {
    // The mail of registering was a moment ago, and mails keep a distance.
    await withDatabase(fairwatch.dataDir, async (database) => {
      await database.query(`delete from attempt_limits where subject like 'verification:lately:%'`);
    });
    await signOut(page);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL(/\/auth\/forgot-password$/);
    await expect(page.getByRole('heading', { name: 'Forgot your password?', level: 1 })).toBeVisible();
    await expectGoodOnPhone(page, 'forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Next' }).click();

    await expect(page.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible();
    const code = await lastCode(fairwatch.dataDir, email);
    await page.getByLabel('Verification code').fill(wrongCode(code));
    await page.getByLabel('New password').fill('brave-heron-31');
    await page.getByLabel('Confirm password').fill('brave-heron-31');
    await expectGoodLooksOnTheWay(page, 'new-password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('alert')).toContainText('This code is not valid');
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Save password' }).click();

    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect(page.getByText('Your password was changed. Please sign in with it.')).toBeVisible();
    await signInHere(page, 'mara', 'brave-heron-31');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  });
});
