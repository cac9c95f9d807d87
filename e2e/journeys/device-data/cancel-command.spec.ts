import { once } from 'node:events';
import { callApi } from '../../src/api.ts';
import { expectGoodLooks } from '../../src/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test('[SPEC 4.22, 8.9] an Update that takes long shows how far it is, a second one is refused with the reason, a run waits for it, and it can be cancelled', async ({
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

  // A run is taken, and says that it waits.
  await visit(page, `/device/overview/${deviceId}`);
  await page.getByRole('button', { name: 'Update all' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 command of this device is open.');
  await page.getByRole('button', { name: 'Update 1 kind' }).click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /0 of 1 ended/ })
    .click();
  await expect(page.getByText('1 device has an open command. The run waits for it to finish')).toBeVisible();
  const item = page.getByRole('table', { name: 'What became of it' }).getByRole('row').filter({ hasText: 'contacts' });
  await expect(item).toContainText('Waiting');
  await expect(item).toContainText('Waits for the open command of this device to finish.');
  await expectGoodLooks(page, 'run-waiting');
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
  await expect(item).toContainText('Cancelled');

  await visit(page, `/device/contact/${deviceId}?history=open`);
  const history = page.getByRole('region', { name: 'Command History' });
  await history.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel command' }).click();
  await expect(history.getByText('Cancelled by').first()).toBeVisible();
  await expect(page.getByLabel('How far the device is')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Update/ })).toBeEnabled();
});
