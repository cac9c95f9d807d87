import { expect, test } from '../src/test.ts';

/** The fourth simulated phone takes its time and says how far it is. */
const slowDevice = 4;

test('an Update that takes long shows how far it is, and can be cancelled', async ({ console: page }) => {
  await page.goto(`/device/contact/${slowDevice}?history=open`);
  await expect(page.getByText('Online').first()).toBeVisible();
  await page.getByRole('button', { name: /^Update/ }).click();

  // Asked before the first percent is there, so that a slow machine still has the rest of the phone's time to confirm.
  const history = page.getByRole('region', { name: 'Command History' });
  await history.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('How far the device is').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel command' }).click();
  await expect(history.getByText('Cancelled by').first()).toBeVisible();
  await expect(page.getByLabel('How far the device is')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Update/ })).toBeEnabled();
});
