import { capabilityNames, type Capability } from '@fairwatch/contract';
import { callApi } from '../../src/api.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const contactNamed = (name: string) => ({ key: name, name, phoneNumber: '', email: '', address: '' });

test(
  'the overview of a device, and what happens shows by itself; an admin asks for what is not shared, the person decides on the device, and the admin ends it',
  { tag: '@full' },
  async ({ console: page, fairwatch, allowedErrors }) => {
    // What is not shared is refused, and a device that has ended is not found.
    allowedErrors.push(/40[34]/);

    await test.step('the overview of a device, and what happens shows by itself', async () => {
      // A phone of its own: what other journeys do stands in the logs of theirs.
      const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map(contactNamed);
      await using olga = await joinPerson(fairwatch, 'olga.overview', {
        capabilities: [...capabilityNames],
        collectors: { contacts: async () => people },
      });
      await page.goto('/device-list?sortBy=id&sortDirection=desc');
      await page.getByRole('row').filter({ hasText: 'olga.overview' }).filter({ hasText: 'Online' }).click();
      await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
      const { deviceId } = olga;
      await expect(page).toHaveURL(new RegExp(`/${deviceId}$`));

      const account = page.getByRole('region', { name: 'Account' });
      for (const term of ['Username', 'Email', 'Phone']) await expect(account.getByText(term)).toBeVisible();
      const device = page.getByRole('region', { name: 'Target device' });
      for (const term of ['Name', 'Model', 'OS', 'App version', 'IP address', 'Battery', 'WiFi']) {
        await expect(device.getByText(term, { exact: true })).toBeVisible();
      }
      await expect(device.getByText('Online')).toBeVisible();
      await expect(device.getByText('127.0.0.1')).toBeVisible();
      await expect(page.getByRole('region', { name: 'What is shared' }).getByText('14 of 14')).toBeVisible();

      // Nothing may reload the page from here on: the mark would be gone.
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      await expect.poll(async () => (await callApi(page, 'contact/command/update', { deviceId })).status).toBe(200);
      const commands = page.getByRole('region', { name: 'Last commands' });
      await expect(commands.getByRole('listitem').first()).toContainText('Update contacts');
      await expect(commands.getByRole('listitem').first()).toContainText('Done');
      const contacts = page.getByRole('region', { name: 'Recent activity' }).getByRole('region', { name: 'Contacts' });
      await expect(contacts.getByRole('listitem')).toHaveCount(4);
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

      await page.getByRole('link', { name: 'Audit log', exact: true }).click();
      // The visit of this journey, in a sentence; it opens into its entries, and all of the log is a step away.
      const visits = page
        .getByRole('region', { name: 'The log of this device' })
        .getByRole('button', { name: /admin.*asked for Contacts/ });
      await expect(visits.first()).toHaveAttribute('aria-expanded', 'false');
      await visits.first().focus();
      await page.keyboard.press('Enter');
      await expect(visits.first()).toHaveAttribute('aria-expanded', 'true');
      const entries = page.getByRole('list', { name: 'Entries of this visit of admin' });
      await expect(entries.getByText('opened Overview').first()).toBeVisible();
      await expect(entries.getByText('asked for Contacts')).toBeVisible();
      await expect(entries).not.toContainText('/admin/v1');
      await expectAccessibleOnTheWay(page);
      await page.getByRole('link', { name: 'All entries, filters and export' }).click();
      await expect(page).toHaveURL(new RegExp(`/audit\\?deviceId=${deviceId}$`));
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByRole('textbox', { name: 'Who did it' }).fill('nobody of this name');
      await expect(page).toHaveURL(/actor=nobody/);
      await expect(page.getByText('Nothing matches these filters')).toBeVisible();
      await page.getByRole('textbox', { name: 'Who did it' }).fill('admin');
      await expect(page.getByRole('row').filter({ hasText: 'asked for Contacts' }).first()).toBeVisible();
    });

    await test.step('an admin asks for what is not shared, the person decides on the device, and the admin ends it', async () => {
      // They decide when the journey says so: it can look at the question as long as it takes.
      await using person = await joinPerson(fairwatch, 'paul.private');
      const asked = async (capability: Capability) => {
        const question = () => person.questions.find((each) => each.capability === capability);
        await expect.poll(question).toBeDefined();
        return question();
      };
      await visit(page, `/device/contact/${person.deviceId}`);
      await page.getByRole('button', { name: 'Ask to share Contacts' }).click();
      await expect(page.getByText('The person decides on the device.')).toBeVisible();
      await expectAccessibleOnTheWay(page);

      // Meanwhile they are asked for something else, to which they say yes.
      await page.getByRole('link', { name: 'Overview' }).first().click();
      const shared = page.getByRole('region', { name: 'What is shared' });
      const messages = shared.getByRole('listitem').filter({ hasText: 'Text messages' });
      await expect(messages).toContainText('Not shared');
      await shared.getByRole('button', { name: 'Ask to share Text messages' }).click();
      await expect(messages).toContainText('Asked');
      await (await asked('SMS'))?.accept();
      await expect(messages).toContainText(/: Shared.*since/);
      await (await asked('CONTACTS'))?.decline();
      await expect(shared.getByRole('listitem').filter({ hasText: 'Contacts' })).toContainText('Declined');

      await page.getByRole('link', { name: 'Contacts' }).first().click();
      await expect(page.getByText(/The person declined .* They can be asked again in 23 hours/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Ask to share Contacts' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );

      // The phone was sold: the admin must say why, and the person reads it.
      await page.getByRole('link', { name: 'Overview' }).first().click();
      await page.getByRole('button', { name: 'End device' }).click();
      const dialog = page.getByRole('dialog', { name: 'End paul.private?' });
      await dialog.getByRole('button', { name: 'End device' }).click();
      await expect(dialog.getByText('Please say why.')).toBeVisible();
      await expectAccessibleOnTheWay(page);
      await dialog.getByLabel('Reason').fill('This phone was sold.');
      await dialog.getByRole('button', { name: 'End device' }).click();
      await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
      expect(await person.phone.ended).toBe('ended');
      await expect(page.getByRole('row').filter({ hasText: 'paul.private' })).toHaveCount(0);
    });
  },
);
