import { expect, test } from '../src/test.ts';

/** The fourth simulated phone takes its time and says how far it is. */
const slowDevice = 4;

test('an Update that takes long shows how far it is, and can be cancelled', async ({ console: page }) => {
  await page.goto(`/device/contact/${slowDevice}?history=open`);
  await page.getByRole('button', { name: /^Update/ }).click();
  await expect(page.getByRole('progressbar', { name: 'How far the device is' }).first()).toBeVisible();

  const history = page.getByRole('region', { name: 'Command History' });
  await history.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel command' }).click();
  await expect(history.getByText('Cancelled by')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Update/ })).toBeEnabled();
});
