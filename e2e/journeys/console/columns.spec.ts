import type { Page } from '@playwright/test';
import { registerAccount } from '../../src/accounts.ts';
import { callApi } from '../../src/api.ts';
import { joinPerson } from '../../src/person.ts';
import { expectColumns } from '../../src/looks/shown-columns.ts';
import { specLists } from '../../src/spec-lists.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const deviceId = 5;

/** Asks the phone for something as soon as it takes another command. */
async function command(page: Page, path: string, params: object = {}): Promise<void> {
  await expect.poll(async () => (await callApi(page, path, { deviceId, ...params })).status).toBe(200);
}

/** Brings a file of the phone to the server. */
async function fetchFile(page: Page): Promise<void> {
  await command(page, 'file/command/upload-directories');
  let path = '';
  await expect
    .poll(async () => {
      const { text } = await callApi(page, 'file/client-directory/', { deviceId, search: '.' });
      const files = (JSON.parse(text) as { data: { parent: string; name: string; folder: boolean }[] }).data;
      const file = files.find(({ folder }) => !folder);
      path = file === undefined ? '' : [file.parent, file.name].filter((part) => part !== '').join('/');
      return path;
    })
    .not.toBe('');
  await command(page, 'file/command/upload', { path });
}

test('[SPEC 2.52, 2.53, 2.59, 2.62, 2.63, 2.70, 2.71, 2.75, 2.79, 2.85, 2.87, 2.90, 2.92] every list shows its columns at 1280 pixels, and every field on the cards of a phone', async ({
  console: page,
  fairwatch,
}) => {
  for (const path of ['contact/command/update', 'call-log/command/upload', 'event/command/update']) {
    await command(page, path);
  }
  await command(page, 'permission/command/update');
  await fetchFile(page);
  await command(page, 'notification/create_push_notification', { title: 'Hello', message: 'There', type: 'INFO' });
  expect((await callApi(page, 'user/save-otp', { count: 1 })).status).toBe(200);
  const ticket = { title: 'Columns', description: 'All of them.', category: 'GENERAL', priority: 'LOW' };
  expect((await callApi(page, 'ticket/create', ticket)).status).toBe(200);
  await registerAccount(fairwatch, 'columns-waiting', 'many-columns-42');
  await using person = await joinPerson(fairwatch, 'columns-person');
  await person.phone.tickets.open({ title: 'Columns', description: 'All of them.', category: 'GENERAL' });

  await page.goto('/');
  for (const { path, columns } of specLists) {
    await visit(page, path(deviceId));
    await expectColumns(page, columns);
  }
});
