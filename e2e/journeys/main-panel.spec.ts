import { expect, test } from '../src/test.ts';

test('[SPEC 2.48, 2.54] the dashboard counts users, devices, admins and active devices, and says who is signed in', async ({
  console: page,
}) => {
  await page.goto('/');
  const figure = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(figure('Devices')).toHaveText(/^Devices8/);
  await expect(figure('Active devices')).toHaveText(/^Active devices8/);
  await expect(figure('Users')).toHaveText(/^Users8/);
  await expect(figure('Admins')).toHaveText(/^Admins[1-9]/);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your account' }) });
  for (const label of ['Name', 'Email', 'Role']) await expect(card.getByText(label, { exact: true })).toBeVisible();
  await expect(card.getByText('Super administrator')).toBeVisible();
});

test('[SPEC 2.75] the devices list has its columns', async ({ console: page }) => {
  await page.goto('/device-list');
  for (const name of ['ID', 'Device UUID', 'Username', 'Email or phone', 'App name', 'Date', 'Status']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
});

test('[SPEC 9.10] toasts appear top-right', async ({ console: page }) => {
  await page.goto('/device/contact/1');
  await page.getByRole('button', { name: /^Update/ }).click();
  const box = await page.getByText('Request completed successfully.').boundingBox();
  expect(box?.x).toBeGreaterThan(1440 / 2);
  expect(box?.y).toBeLessThan(900 / 4);
});
