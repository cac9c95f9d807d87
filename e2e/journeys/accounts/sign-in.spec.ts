import { signInAs } from '../../src/accounts.ts';
import { postApi } from '../../src/api.ts';
import { adminPassword } from '../../src/fairwatch.ts';
import { expect, signOut, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test('[SPEC 2.2, 2.38, 2.39, 3.37, 6.1] one is led to the login and then to where one wanted to go, is remembered as asked, and signs out everywhere', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  // A wrong password, and requests that were on their way when the session ended.
  allowedErrors.push(/401/);
  const [username, password] = [page.getByLabel('Username'), page.getByLabel('Password', { exact: true })];
  const remember = page.getByRole('checkbox', { name: 'Remember me' });
  const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'token');

  await test.step('the login has username, password, remember me and a link to sign up', async () => {
    await page.goto('/device-list');
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(username).toBeFocused();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(remember).not.toBeChecked();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/auth\/register$/);
    await page.goBack();
  });

  await test.step('a wrong password is answered beside the form and loses nothing typed', async () => {
    await username.fill('admin');
    await password.fill('not-this-one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('The username or password is incorrect.')).toBeVisible();
    await expect(username).toHaveValue('admin');
  });

  await test.step('the right one leads on; its token lives as long as the browser', async () => {
    await password.fill(adminPassword);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/device-list$/);
    expect(await cookie()).toMatchObject({ sameSite: 'Strict', expires: -1 });
    await signOut(page);
  });

  await test.step('the welcome page sends nobody to the login and an admin to the dashboard; a remembered token lives 30 days', async () => {
    await visit(page, '/welcome');
    await expect(page).toHaveURL(/\/auth\/login/);
    await username.fill('admin');
    await password.fill(adminPassword);
    await remember.check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    const { sameSite, expires = 0 } = (await cookie()) ?? {};
    expect(sameSite).toBe('Strict');
    expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(30);
    await visit(page, '/welcome');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('signing out ends the session on the server and in the other tab', async () => {
    const token = (await cookie())?.value;
    const otherTab = await page.context().newPage();
    await otherTab.goto('/device-list');
    await expect(otherTab.getByText('Live')).toBeVisible();
    await signOut(page);
    await expect(otherTab).toHaveURL(/\/auth\/login/);
    await expect(postApi(fairwatch.url, 'authenticated/user/profile', {}, token)).rejects.toThrow('answered 401');
  });
});

test('[SPEC 2.36, 2.42, 6.2, 6.5, 6.7] a read-only admin sees their device’s contacts without commands and nothing else; no admin sees the welcome page only', async ({
  page,
  fairwatch,
}) => {
  await signInAs(page, fairwatch, {
    username: 'contact-reader',
    adminRole: 'ADMIN',
    access: { CONTACTS: 'READ_ONLY' },
    devices: [1],
  });
  await page.goto('/otp-list');
  await expect(page).toHaveURL(/\/not-authorized$/);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
  await visit(page, '/device-list');
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0);
  await visit(page, '/device/contact/1');
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Update/ })).toBeDisabled();

  // Who waits for a role is led the same way; they register in a journey of their own.
  await signInAs(page, fairwatch, { username: 'waiting-NON_ADMIN', adminRole: 'NON_ADMIN' });
  await page.goto('/device-list');
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole('heading', { name: 'Welcome, waiting-NON_ADMIN' })).toBeVisible();
});
