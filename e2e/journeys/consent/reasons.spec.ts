import { logIn, postApi } from '../../src/api.ts';
import { signInAs } from '../../src/accounts.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test.use({ answersReasons: false });

const contacts = async () => [{ key: '1', name: 'Ada Lovelace', phoneNumber: '+49 30 1', email: '', address: '' }];

test(
  'a default installation asks why text messages are read, and an admin may go on without a reason; where one is required and a second admin agrees, the page and the command go on by themselves',
  { tag: '@full' },
  async ({ console: page, browser, fairwatch, allowedErrors }) => {
    test.slow();
    // What waits for a second admin is refused to the open page.
    allowedErrors.push(/403/);

    await test.step('a default installation asks why text messages are read, and an admin may go on without a reason', async () => {
      await using person = await joinPerson(fairwatch, 'asked-ada', { capabilities: ['SMS'] });
      await page.goto(`/device/sms_chat/${person.deviceId}`);
      const question = page.getByRole('dialog', { name: 'Why do you use this device?' });
      await expect(question.getByText('Reason', { exact: true })).toBeVisible();
      await expect(question).not.toContainText('*');
      await question.getByRole('button', { name: 'Go on without a reason' }).click();
      await expect(question).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'No Text Messages available' })).toBeVisible();
      // The answer holds for a while.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'No Text Messages available' })).toBeVisible();
      await expect(question).toHaveCount(0);
    });

    await test.step('an admin says why and a second one agrees, and the page and the command go on by themselves', async () => {
      await using person = await joinPerson(fairwatch, 'reasoned-rita', {
        capabilities: ['CONTACTS'],
        collectors: { contacts },
      });
      await visit(page, '/reasons');
      const row = page.getByRole('row', { name: /^Contacts/ });
      await row.getByText('Required', { exact: true }).click();
      await row.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(row.getByText(/^Set by/)).toBeVisible();
      const seconds = await browser.newContext({ baseURL: fairwatch.url });
      try {
        await visit(page, `/device/contact/${person.deviceId}`);
        await page.getByRole('dialog').getByLabel('Reason').fill('The phone was lost this morning');
        await page.getByRole('button', { name: 'Give the reason' }).click();
        // Nobody else has this device yet.
        await expect(page.getByText('there is nobody who could')).toBeVisible();
        const second = await seconds.newPage();
        await signInAs(second, fairwatch, {
          username: 'second-sam',
          adminRole: 'ADMIN',
          access: { CONTACTS: 'FULL_ACCESS' },
          devices: [person.deviceId],
        });
        await second.goto('/approvals');
        await expect(second.getByText('No Approvals available')).toBeVisible();
        await page.getByRole('button', { name: 'Ask again' }).click();
        const waits = /^second-sam can agree until \d+:\d+.* look at Contacts/;
        await expect(page.getByText(waits)).toBeVisible();
        await expect(second.getByText('Reason: The phone was lost this morning')).toBeVisible();

        // What is taken back waits for nobody, and is asked again only by the person.
        await page.getByRole('button', { name: 'Withdraw the request' }).click();
        await expect(second.getByText('No Approvals available')).toBeVisible();
        await page.getByRole('button', { name: 'Ask a second admin' }).click();
        await expect(page.getByText(waits)).toBeVisible();
        await second.getByRole('button', { name: 'Agree' }).click();
        await expect(page.getByText(waits)).toHaveCount(0);

        // The request that was decided is off the list, so that the next one is agreed to.
        await expect(second.getByRole('button', { name: 'Agree' })).toHaveCount(0);
        await page.getByRole('button', { name: 'Update' }).first().click();
        await expect(
          page.getByText(/^second-sam can agree until \d+:\d+.* ask this device for Contacts/),
        ).toBeVisible();
        await second.getByRole('button', { name: 'Agree' }).click();
        await expect(page.getByText('Ada Lovelace')).toBeVisible();
        const { entries } = await person.phone.log.read();
        const asked = entries.find(({ action }) => action === 'COMMAND');
        expect(asked?.what).toContain('reason: "The phone was lost this morning"; second-sam agreed');
      } finally {
        await seconds.close();
        const policies = [{ capability: 'CONTACTS', reason: 'NONE', approval: false }];
        await postApi(
          fairwatch.url,
          'authenticated/config/use-policies/update',
          { policies },
          await logIn(fairwatch.url),
        );
      }
    });
  },
);
