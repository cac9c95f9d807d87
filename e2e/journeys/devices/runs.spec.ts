import { once } from 'node:events';
import { folderActs, MemoryFolder } from '@fairwatch/device';
import type { Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { expectGoodLooks, expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const names = ['One.gz', 'Two.gz', 'Three.gz', 'Four.gz', 'Five.gz'];
const gzipBeginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const contact = { key: 'ada', name: 'Ada', phoneNumber: '', email: '', address: '' };

const runRow = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title }).first();
const itemRow = (page: Page, title: string) =>
  page.getByRole('table', { name: 'What became of it' }).getByRole('row').filter({ hasText: title });

test(
  'five files arrive after the tab is closed, all kinds of data are updated at once; an Update that takes long shows how far it is, a second one is refused, a run waits for it, and both are cancelled',
  { tag: '@full' },
  async ({ console: page, context, fairwatch }) => {
    test.slow();
    const folder = new MemoryFolder([]);
    const { RECEIVE_FILES: receive, ...acts } = folderActs(folder);
    const tabClosed = Promise.withResolvers<void>();
    await using nora = await joinPerson(fairwatch, 'nora.runs', {
      capabilities: ['FILES', 'CONTACTS'],
      collectors: { files: () => folder.list(), contacts: async () => [contact] },
      acts: {
        ...acts,
        // The phone begins to fetch once nobody looks any more.
        RECEIVE_FILES: async (params, work) => {
          await tabClosed.promise;
          return (await receive?.(params, work)) ?? [];
        },
      },
    });
    const { deviceId } = nora;
    const arrived = async () => (await folder.list()).map(({ name }) => name).toSorted();

    await test.step('five files arrive after the tab is closed', async () => {
      await page.goto(`/device/file-manager/${deviceId}`);
      const files = names.map((name) => ({
        name,
        mimeType: 'application/gzip',
        buffer: Buffer.concat([gzipBeginning, Buffer.from(name)]),
      }));
      await page.locator('input[type=file]').first().setInputFiles(files);
      await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('You can close this page');
      // Every page of the device shows that something is under way.
      await expect(page.getByRole('banner').getByRole('link', { name: /Deliver 5 files: 0 of 5 ended/ })).toBeVisible();
      expect(await arrived()).toEqual([]);
      await page.close();
      tabClosed.resolve();
      await expect.poll(arrived).toEqual(names.toSorted());
    });

    const later = await context.newPage();
    await test.step('their run is on record', async () => {
      await later.goto('/runs');
      await expect(runRow(later, 'Deliver 5 files')).toContainText('Done');
      await runRow(later, 'Deliver 5 files').click();
      await expect(later.getByRole('heading', { name: 'Deliver 5 files', level: 1 })).toBeVisible();
      for (const name of names) await expect(itemRow(later, name)).toContainText('Done');
    });

    await test.step('all kinds of data are updated at once, which is on record, too', async () => {
      await visit(later, `/device/overview/${deviceId}`);
      await later.getByRole('button', { name: 'Update all' }).click();
      const dialog = later.getByRole('dialog');
      await expect(dialog.getByRole('checkbox', { name: 'Contacts' })).toBeChecked();
      await expect(dialog.getByRole('checkbox', { name: /^Location/ })).toBeDisabled();
      await expect(dialog).toContainText('does not share Location');
      await dialog.getByRole('button', { name: 'Update 2 kinds' }).click();
      const command = later
        .getByRole('region', { name: 'Last commands' })
        .getByRole('listitem')
        .filter({ hasText: 'Update contacts' });
      await expect(command).toContainText('Done');
      await command.getByRole('link', { name: /^Run \d+$/ }).click();
      await expect(later.getByRole('heading', { name: /^Update contacts and / })).toBeVisible();
      await expect(later.getByText('2 of 2', { exact: true })).toBeVisible();
      await expect(itemRow(later, 'Update contacts')).toContainText('Done');
      await expectGoodLooks(later, 'run');
    });

    await test.step('an Update that takes long shows how far it is, a second one is refused with the reason, a run waits for it, and it can be cancelled', async () => {
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
      const { deviceId: slowId } = person;
      await visit(later, `/device/contact/${slowId}?history=open`);
      await expect(later.getByText('Online').first()).toBeVisible();
      await later.getByRole('button', { name: /^Update/ }).click();
      await expect(later.getByLabel('How far the device is').first()).toBeVisible();

      const second = await callApi(later, 'contact/command/update', { deviceId: slowId });
      expect(second.status).toBe(409);
      expect(second.text).toContain(
        'You have pending commands in the queue. Please wait for them to complete before submitting new ones.',
      );

      // A run is taken, and says that it waits.
      await visit(later, `/device/overview/${slowId}`);
      await later.getByRole('button', { name: 'Update all' }).click();
      await expect(later.getByRole('dialog')).toContainText('1 command of this device is open.');
      await later.getByRole('button', { name: 'Update 1 kind' }).click();
      await later
        .getByRole('banner')
        .getByRole('link', { name: /0 of 1 ended/ })
        .click();
      await expect(later.getByText('1 device has an open command. The run waits for it to finish')).toBeVisible();
      const item = later
        .getByRole('table', { name: 'What became of it' })
        .getByRole('row')
        .filter({ hasText: 'contacts' });
      await expect(item).toContainText('Waiting');
      await expect(item).toContainText('Waits for the open command of this device to finish.');
      await expectGoodLooksOnTheWay(later, 'run-waiting');
      await later.getByRole('button', { name: 'Cancel run' }).click();
      await later.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
      await expect(item).toContainText('Cancelled');

      await visit(later, `/device/contact/${slowId}?history=open`);
      const history = later.getByRole('region', { name: 'Command History' });
      await history.getByRole('button', { name: 'Cancel' }).click();
      await later.getByRole('button', { name: 'Cancel command' }).click();
      await expect(history.getByText('Cancelled by').first()).toBeVisible();
      await expect(later.getByLabel('How far the device is')).toHaveCount(0);
      await expect(later.getByRole('button', { name: /^Update/ })).toBeEnabled();
    });
  },
);
