import { promote, registerAdmin } from '../../src/accounts.ts';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooks, expectGoodOnPhone } from '../../src/looks.ts';
import { lastCode } from '../../src/outbox.ts';
import { expect, test } from '../../src/test.ts';

test('[SPEC 2.1, 2.3, 2.4, 4.21] register: email, code from the mail, welcome, and on by itself once promoted', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  allowedErrors.push(/403/);
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  // Without a mail server nobody is promised a mail.
  await expect(page.getByRole('note')).toContainText('This server sends no mail.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please enter your email address.')).toBeVisible();
  await page.getByLabel('Email').fill('mara@example.org');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Verify and Register', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend Code in \d+ s$/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('mara@example.org');
  // On again at once: there is a code already, and nothing to wait for.
  await page.getByRole('button', { name: 'Next' }).click();

  const code = await lastCode(fairwatch.dataDir, 'mara@example.org');
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
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

  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole('heading', { name: 'Welcome, mara' })).toBeVisible();
  await expectGoodOnPhone(page, 'welcome');
  await page.goto('/device-list');
  await expect(page).toHaveURL(/\/welcome$/);
  await promote(fairwatch, 'mara');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test.describe('with a clock that is moved', () => {
  test.use({ ownContext: true });

  test('a known address is answered like any other, and the wait for the next code counts down', async ({
    page,
    fairwatch,
  }) => {
    await registerAdmin(fairwatch, 'noor', 'quiet-otter-77');
    await page.clock.install();
    await page.goto('/auth/register');
    await page.getByLabel('Email').fill('noor-at-home@example.org');
    await page.getByRole('button', { name: 'Next' }).click();
    const answer = page.getByText(/^If .+ can be registered, there is a code for it now\./);
    await expect(answer).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect(page.getByRole('button', { name: 'Resend Code', exact: true })).toBeEnabled();
    await page.getByRole('button', { name: 'Back' }).click();
    // A minute has passed for the page alone: the server still knows when it wrote to Noor.
    await withDatabase(fairwatch.dataDir, async (database) => {
      await database.query(`delete from attempt_limits where subject like 'verification:lately:%'`);
    });
    await page.getByLabel('Email').fill('noor@example.org');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(answer).toBeVisible();
    expect(await lastCode(fairwatch.dataDir, 'noor@example.org')).toBe('');
  });
});
