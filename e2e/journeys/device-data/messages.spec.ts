import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import type { Page } from '@playwright/test';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { onScreen, wheelUp } from '../../src/looks/on-screen.ts';
import { expectAccessibleOnTheWay, expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

/** A phone whose text messages nobody else asks for. */
const longTalk = 3;

interface Talk {
  count: number;
  /** How often the wheel is turned. */
  turns: number;
  /** A day within it. */
  day: { value: string; heading: string };
  /** A message within it. */
  searched: number;
}

/** Reads a conversation of so many messages, one every five minutes: by wheel, by keyboard, by day and by search. */
async function readLongTalk(page: Page, { dataDir }: Fairwatch, { count, turns, day, searched }: Talk): Promise<void> {
  await withDatabase(dataDir, async (database) => {
    await database.query('delete from messages where device_id = $1', [longTalk]);
    await database.query(
      `insert into messages (device_id, key, address, name, body, date, direction, read)
       select $1, 'long-' || n, '+15550100', 'Long Talk', n || repeat(' and so on for a line', n % 5),
         timestamptz '2026-03-01 12:00Z' - ($2::int - n) * interval '5 minutes',
         case when n % 3 = 0 then 'SENT' else 'RECEIVED' end, true
       from generate_series(1, $2::int) n`,
      [longTalk, count],
    );
  });
  await visit(page, `/device/sms_chat/${longTalk}?thread=%2B15550100`);
  const log = page.getByRole('log');
  await expect.poll(async () => (await onScreen(log)).numbers.at(-1)).toBe(count);

  // Up, faster than anybody reads: always something to see, nothing skipped, never thrown back.
  await log.hover();
  let top = (await onScreen(log)).numbers[0] ?? 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const { numbers, blank } = await wheelUp(log);
    expect(blank).toBeLessThan(40);
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
    expect(top - (numbers[0] ?? 0)).toBeLessThan(120);
    top = numbers[0] ?? 0;
  }
  expect(top).toBeLessThan(count - turns * 12);

  // To its beginning, from there on by keyboard, to a day, and back to its end.
  await log.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBe(1);
  await expect(page.getByText('The conversation begins here')).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBeGreaterThan(3);
  await page.getByLabel('Jump to day').fill(day.value);
  await expect(page.getByRole('heading', { name: day.heading })).toBeInViewport();
  await page.getByLabel('Find in this conversation').fill(String(searched));
  await expect.poll(async () => (await onScreen(log)).numbers).toContain(searched);
  await log.focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await onScreen(log)).numbers.at(-1)).toBe(count);
  await expect.poll(async () => (await onScreen(log)).blank).toBeLessThan(40);
}

test(
  'text messages: update, read, search all threads, find, export, a long conversation',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    const deviceId = 5;
    await page.goto(`/device/sms_chat/${deviceId}`);
    await expect(page.getByRole('heading', { name: 'No Text Messages available' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const threads = page.getByRole('list', { name: 'Conversations' });
    await expect(threads.getByRole('link').nth(10)).toBeVisible();

    // The database loses the newest message of a thread, the phone still has it.
    const lost = await withDatabase(fairwatch.dataDir, async (database) => {
      const { rows } = await database.query<{ body: string }>(
        `delete from messages where id = (
        select id from messages where device_id = $1 and name = 'Mum' order by date desc, id desc limit 1)
       returning body`,
        [deviceId],
      );
      return rows[0]?.body ?? '';
    });

    // A thread opens at its end; received and sent are told apart by words too.
    await threads.getByRole('link', { name: /^Mum/ }).click();
    const log = page.getByRole('log', { name: 'Messages with Mum' });
    await expect(log.getByText(/^Sent by /).first()).toBeAttached();
    await expect(log.getByText('Received from Mum:').first()).toBeAttached();
    const newest = log.getByRole('listitem').last();
    await expect(newest).toBeInViewport();
    await expect(newest).not.toContainText(lost);

    // What an Update brings is there without a reload, and whoever was at the end is still there.
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(log.getByRole('listitem').filter({ hasText: lost }).last()).toBeInViewport();
    await expect(newest).toBeInViewport();

    // A code is masked until it is pressed, and its person's log says who did.
    await threads.getByRole('link', { name: /^60124/ }).click();
    const codes = page.getByRole('log', { name: 'Messages with 60124' });
    await expect(codes.getByText(/^[\d ]+ is your verification code/)).toHaveCount(0);
    await codes
      .getByRole('button', { name: /^Show the code/ })
      .last()
      .click();
    await expect(codes.getByText(/^[\d ]+ is your verification code/)).toHaveCount(1);
    const logged = await withDatabase(fairwatch.dataDir, async (database) => {
      const { rows } = await database.query<{ object: string }>(
        `select details->>'object' as object from audit_entries where device_id = $1 and subject like '%sms/reveal'`,
        [deviceId],
      );
      return rows;
    });
    expect(logged).toEqual([{ object: 'the conversation with 60124' }]);

    // A search over all threads leads to the message it found.
    await page.getByLabel('Search all messages').fill('parcel');
    await expect(page).toHaveURL(/search=parcel/);
    await threads.getByRole('link', { name: /^ParcelDepot.*\d+ matches/ }).click();
    await expect(page).toHaveURL(/thread=ParcelDepot/);
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    const found = page.getByRole('log').locator('mark');
    await expect(found.last()).toBeInViewport();
    await page.getByRole('button', { name: 'Older match' }).click();
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
    await expectAccessibleOnTheWay(page);

    // The export contains what the search finds.
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).first().click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^messages-.+\.xlsx$/);
    const [header, ...rows] = await readSheet(await readFile(await download.path()));
    expect(header).toEqual(['Date (UTC)', 'Name', 'Number', 'Received or sent', 'Text', 'Read']);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter((row) => !/parcel/i.test(row.join(' ')))).toEqual([]);

    await page.getByRole('button', { name: 'Command History' }).click();
    await expect(
      page.getByRole('region', { name: 'Command History' }).getByText('Update text messages').first(),
    ).toBeVisible();

    // On a phone one follows the other.
    await page.setViewportSize(narrow);
    await visit(page, `/device/sms_chat/${deviceId}`);
    await expect(threads.getByRole('link', { name: /matches/ })).toHaveCount(0);
    await threads.getByRole('link', { name: /^Mum/ }).click();
    await expect(newest).toBeInViewport();
    await expect(threads).toBeHidden();
    await expect(log).toBeFocused();
    await expectGoodLooks(page, 'messages');
    await page.setViewportSize(narrow);
    await page.getByRole('button', { name: 'All conversations' }).click();
    await expect(threads).toBeVisible();
    await expectAccessibleOnTheWay(page);

    await test.step('a long conversation scrolls without a blank, and any place in it is one step away', async () => {
      await page.setViewportSize(wide);
      const day = { value: '2026-02-25', heading: 'Wednesday, February 25, 2026' };
      await readLongTalk(page, fairwatch, { count: 2000, turns: 5, day, searched: 1234 });
    });
  },
);

test(
  'a conversation of 100,000 messages scrolls without a blank, and any place in it is one step away',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    await page.goto('/');
    const day = { value: '2025-09-10', heading: 'Wednesday, September 10, 2025' };
    await readLongTalk(page, fairwatch, { count: 100_000, turns: 25, day, searched: 41_234 });
  },
);
