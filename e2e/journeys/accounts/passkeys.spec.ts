import type { Page } from '@playwright/test';
import { registerAdmin } from '../../src/accounts.ts';
import { expectGoodLooks } from '../../src/looks.ts';
import { expect, test } from '../../src/test.ts';

const password = 'quiet-otter-77';

/** An authenticator inside the browser, whose person always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added on the account page, and signs in without a password', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  // Requests that were on their way when the session ended.
  allowedErrors.push(/401/);
  // Passkeys are for hosts with a name.
  const home = fairwatch.url.replace('127.0.0.1', 'localhost');
  await registerAdmin(fairwatch, 'hedy', password);
  await addAuthenticator(page);
  await page.goto(`${home}/auth/login?redirect=/account`);
  await page.getByLabel('Username').fill('hedy');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Your password').fill(password);
  await expectGoodLooks(page, 'account-passkey');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Remove Work laptop' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${home}/auth/login?redirect=/account`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
  await expect(line).toContainText('Last used');
});
