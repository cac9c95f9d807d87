import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { registerAdmin, setPasswordOf } from '../../src/accounts.ts';
import { expectGoodLooks, expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, signIn, signInHere, signOut, test } from '../../src/test.ts';
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

test(
  'the account: who gave it its password, who one is, a new picture, a new password, and the other session is out',
  { tag: '@full' },
  async ({ page, browser, fairwatch, allowedErrors }) => {
    // A common password, a wrong one, and requests that were on their way when a session ended.
    allowedErrors.push(/40[013]/);
    const given = 'tall-robin-58';
    await registerAdmin(fairwatch, 'ada', password);
    await setPasswordOf(fairwatch, 'ada', given);
    await signIn(page, 'ada', given);
    const alert = page.getByRole('region', { name: 'Somebody changed how you sign in' });
    const title = page.getByRole('heading', { name: 'Account', level: 1 });

    await test.step('whose password an admin set reads who it was after signing in, until they have put it away', async () => {
      await expect(alert).toContainText('admin set a new password for your account.');
      await expectGoodLooksOnTheWay(page, 'sign-in-alert');
      await alert.getByRole('link', { name: 'Account settings' }).click();
      await expect(title).toBeVisible();
      await alert.getByRole('button', { name: 'Understood' }).click();
      await expect(alert).toHaveCount(0);
    });

    const elsewhere = await browser.newContext({ baseURL: fairwatch.url });
    const other = await elsewhere.newPage();
    await signIn(other, 'ada', given);

    await test.step('who one is, and a new picture', async () => {
      await visit(page, '/');
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('button', { name: 'Account settings' }).click();
      await expect(title).toBeVisible();
      await expect(page.getByRole('main').getByText('ada@example.org')).toBeVisible();
      await expect(page.getByRole('main').getByText('Administrator')).toBeVisible();
      await expect(page.getByText('This one')).toBeVisible();
      await expectGoodLooks(page, 'account');

      await page.getByRole('button', { name: 'Change picture' }).click();
      const chooser = page.getByLabel('Choose a picture');
      await chooser.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
      await expect(page.getByRole('alert')).toHaveText('File type not allowed');
      await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * 1024 * 1024 + 1) });
      await expect(page.getByRole('alert')).toHaveText('File size exceeds 3MB limit');
      await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawPicture(page) });
      await page.getByLabel('Zoom').fill('2');
      await expectGoodLooksOnTheWay(page, 'account-picture');
      await page.getByRole('button', { name: 'Save picture' }).click();
      await expect(page.locator('header img[src*="/profile-picture/"]')).toBeVisible();
      // What is typed while a dialog is open goes nowhere.
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('a new password ends the other session, and so does the button beside it', async () => {
      await page.getByLabel('Current password').fill('not-this-one');
      await page.getByLabel('New password', { exact: true }).fill('password123');
      await page.getByLabel('Confirm new password').fill('password123');
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
      await page.getByLabel('Current password').fill(given);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('among the most common ones')).toBeVisible();
      await page.getByLabel('New password', { exact: true }).fill('calm-heron-31');
      await page.getByLabel('Confirm new password').fill('calm-heron-31');
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('Your password was changed.')).toBeVisible();
      await expect(other).toHaveURL(/\/auth\/login/);

      await signInHere(other, 'ada', 'calm-heron-31');
      await page.reload();
      await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
      await expect(other).toHaveURL(/\/auth\/login/);
      await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0);
      // What was put away stays away after the reload.
      await expect(alert).toHaveCount(0);
    });
    await elsewhere.close();
  },
);

test(
  'a passkey and two-factor sign-in are set up; signing in takes the code of the app, a recovery code, or the passkey',
  { tag: '@full' },
  async ({ page, fairwatch, allowedErrors }) => {
    // Wrong codes, and requests that were on their way when a session ended.
    allowedErrors.push(/40[13]/);
    // Passkeys are for hosts with a name.
    const home = fairwatch.url.replace('127.0.0.1', 'localhost');
    await registerAdmin(fairwatch, 'grace', password);
    await addAuthenticator(page);
    await page.goto(`${home}/auth/login?redirect=/account`);
    await signInHere(page, 'grace', password);

    await test.step('a passkey is added', async () => {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Work laptop');
      await dialog.getByLabel('Your password').fill(password);
      await expectGoodLooksOnTheWay(page, 'account-passkey');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('button', { name: 'Remove Work laptop' })).toBeVisible();
    });

    const [secret, [recoveryCode = '', lastCode = '']] = await test.step('an authenticator app is set up', async () => {
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await page.getByLabel('Your password').fill(password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      await expectGoodLooksOnTheWay(page, 'account-two-factor');
      const shown = (await page.locator('dialog code').innerText()).replaceAll(' ', '');
      await page.getByLabel('Code that the app shows').fill(appCode(shown));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
      await expect(page.locator('dialog li')).toHaveCount(10);
      const codes = await page.locator('dialog li').allInnerTexts();
      await expectGoodLooksOnTheWay(page, 'account-recovery-codes');
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('10 recovery codes left.')).toBeVisible();
      return [shown, codes] as const;
    });

    await test.step('signing in takes a code, each of which counts once', async () => {
      // The code of the app was used a moment ago: the next one is taken a little early by the server.
      for (const code of [() => appCode(secret, 1), () => recoveryCode]) {
        await signOut(page);
        await page.getByLabel('Username').fill('grace');
        await page.getByLabel('Password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByLabel('Authentication code')).toBeFocused();
        await page.getByLabel('Authentication code').fill('000000');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('alert')).toContainText('This code is not valid');
        await page.getByLabel('Authentication code').fill(code());
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
      }
      await visit(page, '/account');
      await expect(page.getByText('9 recovery codes left.')).toBeVisible();
    });

    await test.step('so does turning it off', async () => {
      await page.getByRole('button', { name: 'Turn off' }).click();
      const dialog = page.getByRole('dialog', { name: 'Turn off two-factor sign-in' });
      await dialog.getByLabel('Your password').fill(password);
      await dialog.getByLabel('Authentication code').fill('000000');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByRole('alert')).toContainText('This code is not valid');
      await expectGoodLooksOnTheWay(page, 'account-two-factor-off');
      await dialog.getByLabel('Authentication code').fill(lastCode);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    });

    await test.step('the passkey signs in without a password', async () => {
      await signOut(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
      await visit(page, '/account');
      await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
      const line = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
      await expect(line).toContainText('Last used');
    });
  },
);

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
