import { randomBytes } from 'node:crypto';
import { folderActs, MemoryFolder } from '@fairwatch/device';
import type { Page } from '@playwright/test';
import { journeyReason } from '../../src/answer-reasons.ts';
import { cutDownload } from '../../src/cut-download.ts';
import { joinPerson } from '../../src/person.ts';
import { lineGone, openSlowLine } from '../../src/slow-line.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const text = Buffer.from('What was agreed on.');
/** More than is on its way at once, so that the browser cannot have all of it when the person decides. */
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(24 * 1024 * 1024)]);

const message = (key: string, name: string, address: string, body: string) => ({
  key,
  name,
  address,
  body,
  date: `2026-11-10T10:0${key}:00.000Z`,
  direction: 'RECEIVED' as const,
  read: true,
});

const messages = [
  message('1', 'Mum', '+447700900001', 'Did the invoice come?'),
  message('2', 'Mum', '+447700900001', 'See you on Sunday'),
  message('3', 'Otto', '+447700900002', 'The invoice is paid'),
];

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.locator(':popover-open').getByRole('button', { name: action, exact: true }).click();
}

async function saved(page: Page, start: () => Promise<void>): Promise<void> {
  const downloading = page.waitForEvent('download', { timeout: 120_000 });
  await start();
  await (await downloading).path();
}

test(
  "what an admin does in the console stands in the person's log, part by part, and nothing is missing; a download is cut at the moment its person withdraws",
  { tag: '@full' },
  async ({ console: page, fairwatch, allowedErrors }) => {
    test.slow();
    // What is no longer shared is refused to the open page; at the end its line is gone.
    allowedErrors.push(/403/, lineGone);
    const folder = new MemoryFolder([
      {
        key: 'draft',
        path: 'draft.txt',
        modifiedAt: new Date('2026-11-10T10:00:00Z'),
        file: { mimeType: 'text/plain', size: text.length, make: async () => text },
      },
      {
        key: 'film',
        path: 'Birthday.mp4',
        modifiedAt: new Date('2026-11-10T10:00:00Z'),
        file: { mimeType: 'video/mp4', size: film.length, make: async () => film },
      },
    ]);
    await using person = await joinPerson(fairwatch, 'watchful-wanda', {
      capabilities: ['FILES', 'SMS'],
      collectors: { files: () => folder.list(), messages: async () => messages },
      acts: folderActs(folder),
    });

    await using line = await openSlowLine(fairwatch.url);
    await page.goto(`${line.url}/device/file-manager/${person.deviceId}`);
    await page.getByRole('button', { name: 'Update' }).first().click();
    const files = page.getByRole('table', { name: 'File Manager' });
    await expect(files.getByRole('row').filter({ hasText: 'draft.txt' })).toBeVisible();
    await act(page, 'draft.txt', 'Rename');
    await page.getByLabel('New name').fill('contract.txt');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(files.getByRole('row').filter({ hasText: 'contract.txt' })).toBeVisible();
    await saved(page, () => act(page, 'contract.txt', 'Download'));
    await act(page, 'contract.txt', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(files.getByRole('row').filter({ hasText: 'contract.txt' })).toBeHidden();

    await visit(page, `/device/sms_chat/${person.deviceId}`);
    await expect(page.getByRole('heading', { name: 'Text Messages', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const threads = page.getByRole('list', { name: 'Conversations' });
    await threads.getByRole('link', { name: /^Mum/ }).click();
    await expect(page.getByRole('log', { name: 'Messages with Mum' }).getByRole('listitem')).toHaveCount(2);
    await threads.getByRole('link', { name: /^Otto/ }).click();
    await expect(page.getByRole('log', { name: 'Messages with Otto' }).getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Search all messages').fill('invoice');
    await expect(threads.getByRole('link', { name: /1 match/ })).toHaveCount(2);
    await page.getByLabel('Search all messages').fill('');
    await expect(threads.getByRole('link', { name: /match/ })).toHaveCount(0);
    await saved(page, () => page.getByRole('button', { name: 'Export' }).first().click());

    const { entries } = await person.phone.log.read();
    const lines = entries.map(({ what }) => what);
    // One line for each, with the reason that was given first; beside them only what the pages read to be drawn.
    for (const line of [
      'renamed draft.txt to contract.txt',
      'fetched contract.txt',
      'downloaded contract.txt',
      'deleted contract.txt',
      'read the conversation with Mum (2 messages)',
      'read the conversation with Otto (1 message)',
      "searched text messages for 'invoice' (2 found)",
      'exported 3 text messages',
    ]) {
      expect(lines.filter((found) => found.startsWith(line))).toEqual([`${line}; reason: "${journeyReason}"`]);
    }
    // The same, by visits: what was done first, and no ids or addresses of calls.
    const { visits } = await person.phone.log.readVisits();
    const visitOfAdmin = visits.find(({ who }) => who === 'admin');
    expect(visitOfAdmin?.summary).toContain('deleted contract.txt');
    expect(lines.join('\n')).not.toContain('/api/');

    // The film is on its way to the admin when the person changes their mind.
    await visit(page, `/device/file-manager/${person.deviceId}`);
    const withdraw = () => person.phone.changeGrants(['SMS']);
    await cutDownload(page, { line, file: 'Birthday.mp4', withdraw });
    await expect(page.getByRole('button', { name: 'Birthday.mp4', exact: true })).toHaveCount(0);
  },
);
