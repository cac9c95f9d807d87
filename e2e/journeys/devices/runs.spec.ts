import { folderActs, MemoryFolder } from '@fairwatch/device';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../../src/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const names = ['One.gz', 'Two.gz', 'Three.gz', 'Four.gz', 'Five.gz'];
const gzipBeginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const contact = { key: 'ada', name: 'Ada', phoneNumber: '', email: '', address: '' };

const runRow = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title }).first();
const itemRow = (page: Page, title: string) =>
  page.getByRole('table', { name: 'What became of it' }).getByRole('row').filter({ hasText: title });

test('five files arrive after the tab is closed, all kinds of data are updated at once, and both runs are on record', async ({
  console: page,
  fairwatch,
}) => {
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
  const context = page.context();
  await page.close();
  tabClosed.resolve();
  await expect.poll(arrived).toEqual(names.toSorted());

  const later = await context.newPage();
  await later.goto('/runs');
  await expect(runRow(later, 'Deliver 5 files')).toContainText('Done');
  await runRow(later, 'Deliver 5 files').click();
  await expect(later.getByRole('heading', { name: 'Deliver 5 files', level: 1 })).toBeVisible();
  for (const name of names) await expect(itemRow(later, name)).toContainText('Done');

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
