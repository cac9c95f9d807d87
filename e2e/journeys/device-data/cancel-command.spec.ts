import { once } from 'node:events';
import { callApi } from '../../src/api.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';

test('[SPEC 4.22, 8.9] an Update that takes long shows how far it is, a second one is refused with the reason, and it can be cancelled', async ({
  console: page,
  fairwatch,
}) => {
  // Its phone is never done by itself, so that a slow machine has all the time it needs.
  await using person = await joinPerson(fairwatch, 'lena.long', {
    capabilities: ['CONTACTS'],
    collectors: {
      async contacts(work) {
        work?.report(30);
        if (work) await once(work.signal, 'abort');
        return [];
      },
    },
  });
  const { deviceId } = person;
  await page.goto(`/device/contact/${deviceId}?history=open`);
  await expect(page.getByText('Online').first()).toBeVisible();
  await page.getByRole('button', { name: /^Update/ }).click();
  await expect(page.getByLabel('How far the device is').first()).toBeVisible();

  const second = await callApi(page, 'contact/command/update', { deviceId });
  expect(second.status).toBe(409);
  expect(second.text).toContain(
    'You have pending commands in the queue. Please wait for them to complete before submitting new ones.',
  );

  const history = page.getByRole('region', { name: 'Command History' });
  await history.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel command' }).click();
  await expect(history.getByText('Cancelled by').first()).toBeVisible();
  await expect(page.getByLabel('How far the device is')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Update/ })).toBeEnabled();
});
