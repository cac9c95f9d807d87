import { callApi } from '../../src/api.ts';
import { expect, test } from '../../src/test.ts';

test('loading shows the shape of the table, an error says what happened and can be retried', async ({
  console: page,
  allowedErrors,
}) => {
  allowedErrors.push(/500/);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/contact/all', async (route) => {
    await held;
    await route.fulfill({
      status: 500,
      json: {
        securityStatus: 'PLAINTEXT',
        data: null,
        meta: { has_error: true, message: [{ text: { client: 'Out of order' } }], pagination: null },
      },
    });
  });
  await page.goto('/device/contact/1');
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  release();
  await expect(page.getByText('Out of order')).toBeVisible();

  await page.unroute('**/contact/all');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Out of order')).toBeHidden();
});

test('[SPEC 2.100] an empty list has an empty view whose Refresh reads it again', async ({ console: page }) => {
  await page.goto('/device/contact/1?search=nobody-is-called-this');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect(refresh).toBeVisible();
  const reading = page.waitForRequest('**/contact/all');
  await refresh.click();
  await reading;
});

test('what the person does not share is not shown, and cannot be asked for', async ({
  console: page,
  allowedErrors,
}) => {
  allowedErrors.push(/403/);
  const sharing: number[] = [];
  for (let deviceId = 1; deviceId <= 8; deviceId += 1) {
    sharing.push((await callApi(page, 'contact/all', { deviceId })).status);
  }
  const withheld = sharing.indexOf(403) + 1;
  expect(withheld, 'one of the simulated phones shares no contacts').toBeGreaterThan(0);
  await page.goto(`/device/contact/${withheld}`);
  await expect(
    page.getByRole('heading', { name: 'The person using this device does not share Contacts.' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Update/ })).toBeDisabled();
});
