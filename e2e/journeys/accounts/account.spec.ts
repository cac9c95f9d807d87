import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { registerAdmin, setPasswordOf } from '../../src/accounts.ts';
import { expectGoodLooks } from '../../src/looks.ts';
import { expect, signIn, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const password = 'quiet-otter-77';

/** A picture wider than high, drawn by the browser itself. */
async function drawPicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser cannot draw.');
    for (const [place, colour] of ['#14756d', '#ffd28a', '#b3261e', '#23201d'].entries()) {
      context.fillStyle = colour;
      context.fillRect(place * 160, 0, 160, 400);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

test('[SPEC 2.35, 3.32] the account: who one is, a new picture, a new password, and the other session is out', async ({
  page,
  browser,
  fairwatch,
  allowedErrors,
}) => {
  // A common password, a wrong one, and requests that were on their way when a session ended.
  allowedErrors.push(/40[013]/);
  await registerAdmin(fairwatch, 'ada', password);
  await signIn(page, 'ada', password);
  const elsewhere = await browser.newContext({ baseURL: fairwatch.url });
  const other = await elsewhere.newPage();
  await signIn(other, 'ada', password);

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Account settings' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('ada@example.org')).toBeVisible();
  await expect(page.getByRole('main').getByText('Administrator')).toBeVisible();
  await expect(page.getByText('This one')).toBeVisible();

  await page.getByRole('button', { name: 'Change picture' }).click();
  const chooser = page.getByLabel('Choose a picture');
  await chooser.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByRole('alert')).toHaveText('File type not allowed');
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * 1024 * 1024 + 1) });
  await expect(page.getByRole('alert')).toHaveText('File size exceeds 3MB limit');
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page) });
  await page.getByLabel('Zoom').fill('2');
  await expectGoodLooks(page, 'account-picture');
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.locator('header img[src*="/profile-picture/"]')).toBeVisible();
  // What is typed while a dialog is open goes nowhere.
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByLabel('Current password').fill('not-this-one');
  await page.getByLabel('New password', { exact: true }).fill('password123');
  await page.getByLabel('Confirm new password').fill('password123');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('among the most common ones')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('calm-heron-31');
  await page.getByLabel('Confirm new password').fill('calm-heron-31');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(other).toHaveURL(/\/auth\/login/);

  await signIn(other, 'ada', 'calm-heron-31');
  await page.reload();
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(other).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0);
  await elsewhere.close();
});

test('two-factor sign-in is set up, signing in takes the code of the app or a recovery code, and so does turning it off', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  allowedErrors.push(/40[13]/);
  await registerAdmin(fairwatch, 'grace', password);
  await signIn(page, 'grace', password);
  await visit(page, '/account');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectGoodLooks(page, 'account-two-factor');
  const secret = (await page.locator('dialog code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code that the app shows').fill(appCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.locator('dialog li')).toHaveCount(10);
  const [recoveryCode = '', lastCode = ''] = await page.locator('dialog li').allInnerTexts();
  await expectGoodLooks(page, 'account-recovery-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  // Each code of the app counts once: the next sign-in takes the next one, which the server takes a little early.
  for (const code of [() => appCode(secret, 1), () => recoveryCode]) {
    // The page is left first: one that is still loading would go on without a session.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByLabel('Username').fill('grace');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Authentication code')).toBeFocused();
    await page.getByLabel('Authentication code').fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('This code is not valid');
    await page.getByLabel('Authentication code').fill(code());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
  }
  await visit(page, '/account');
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off two-factor sign-in' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByLabel('Authentication code').fill('000000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This code is not valid');
  await expectGoodLooks(page, 'account-two-factor-off');
  await dialog.getByLabel('Authentication code').fill(lastCode);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
});

test('whose password an admin sets reads who it was after signing in, until they have put it away', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  // Requests that were on their way when the session ended.
  allowedErrors.push(/401/);
  const given = 'calm-heron-31';
  await registerAdmin(fairwatch, 'joan', password);
  await setPasswordOf(fairwatch, 'joan', given);
  await signIn(page, 'joan', given);
  const alert = page.getByRole('region', { name: 'Somebody changed how you sign in' });
  await expect(alert).toContainText('admin set a new password for your account.');
  await expectGoodLooks(page, 'sign-in-alert');
  await alert.getByRole('link', { name: 'Account settings' }).click();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await alert.getByRole('button', { name: 'Understood' }).click();
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a secret in base 32, now or some steps of 30 s later. */
function appCode(secret: string, stepsFromNow = 0): string {
  const bits = [...secret].map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsFromNow));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
