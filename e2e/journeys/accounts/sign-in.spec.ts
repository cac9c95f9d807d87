import { signInAs } from '../../src/accounts.ts';
import { adminPassword } from '../../src/fairwatch.ts';
import { expect, signIn, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test('[SPEC 6.1] whoever is not signed in is led to the login and afterwards to where they wanted to go', async ({
  page,
}) => {
  await page.goto('/device-list');
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/device-list$/);
});

test('[SPEC 2.2] the login has username, password, remember me and a link to sign up', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/auth\/register$/);
});

test('a wrong password is answered beside the form and loses nothing typed', async ({ page, allowedErrors }) => {
  allowedErrors.push(/401/);
  await page.goto('/auth/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not-this-one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The username or password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('admin');
});

for (const [remembered, life] of [
  [false, 'as long as the browser'],
  [true, '30 days'],
] as const) {
  test(`[SPEC 3.37] the token lives in a cookie named token: ${life} ${remembered ? 'with' : 'without'} remember me`, async ({
    page,
  }) => {
    await page.goto('/auth/login');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('checkbox', { name: 'Remember me' }).setChecked(remembered);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'token');
    expect(cookie?.sameSite).toBe('Strict');
    const daysLeft = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    if (remembered) expect(Math.round(daysLeft)).toBe(30);
    else expect(cookie?.expires).toBe(-1);
  });
}

test('signing out ends the session on the server and in the other tab', async ({
  console: page,
  fairwatch,
  allowedErrors,
}) => {
  // Requests that were on their way when the session ended.
  allowedErrors.push(/401/);
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  await page.goto('/');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/device-list');
  await expect(otherTab.getByText('Live')).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(otherTab).toHaveURL(/\/auth\/login/);

  const answer = await fetch(`${fairwatch.url}/admin/v1/api/authenticated/user/profile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  expect(answer.status).toBe(401);
});

test('[SPEC 2.42, 6.2] a missing permission leads to /not-authorized', async ({ page, fairwatch }) => {
  await signInAs(page, fairwatch, { username: 'narrow', adminRole: 'ADMIN', access: { CONTACTS: 'READ_ONLY' } });
  await page.goto('/otp-list');
  await expect(page).toHaveURL(/\/not-authorized$/);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('[SPEC 6.7] a read-only admin sees their device’s contacts without commands, and no other device', async ({
  page,
  fairwatch,
}) => {
  await signInAs(page, fairwatch, {
    username: 'contact-reader',
    adminRole: 'ADMIN',
    access: { CONTACTS: 'READ_ONLY' },
    devices: [1],
  });
  await page.goto('/device-list');
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0);
  await visit(page, '/device/contact/1');
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Update/ })).toBeDisabled();
});

for (const adminRole of ['PENDING', 'NON_ADMIN'] as const) {
  test(`[SPEC 2.36, 6.5] an account whose role is ${adminRole} is confined to the welcome page`, async ({
    page,
    fairwatch,
  }) => {
    await signInAs(page, fairwatch, { username: `waiting-${adminRole}`, adminRole });
    await page.goto('/device-list');
    await expect(page).toHaveURL(/\/welcome$/);
    await expect(page.getByRole('heading', { name: `Welcome, waiting-${adminRole}` })).toBeVisible();
  });
}

test('[SPEC 2.38, 2.39] the welcome page sends nobody to the login and an admin to the dashboard', async ({ page }) => {
  await page.goto('/welcome');
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.goto('/welcome');
  await expect(page).toHaveURL(/\/$/);
});
