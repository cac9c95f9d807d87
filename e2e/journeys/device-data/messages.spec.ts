import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { withDatabase } from '../../src/database.ts';
import { onScreen, wheelUp } from '../../src/on-screen.ts';
import { seriousProblems } from '../../src/serious-problems.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test('[SPEC 2.32, 2.88, 2.97, 2.98, 2.99, 2.100] text messages: update, read, search all threads, find, export', async ({
  console: page,
  fairwatch,
}) => {
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
  expect(await seriousProblems(page)).toEqual([]);

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
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/device/sms_chat/${deviceId}`);
  await expect(threads.getByRole('link', { name: /matches/ })).toHaveCount(0);
  await threads.getByRole('link', { name: /^Mum/ }).click();
  await expect(newest).toBeInViewport();
  await expect(threads).toBeHidden();
  await expect(log).toBeFocused();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'All conversations' }).click();
  await expect(threads).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

test('a conversation of 100,000 messages scrolls without a blank, and any place in it is one step away', async ({
  console: page,
  fairwatch,
}) => {
  const deviceId = 3;
  await withDatabase(fairwatch.dataDir, async (database) => {
    await database.query(
      `insert into messages (device_id, key, address, name, body, date, direction, read)
       select $1, 'long-' || n, '+15550100', 'Long Talk', n || repeat(' and so on for a line', n % 5),
         timestamptz '2026-03-01 12:00Z' - (100000 - n) * interval '5 minutes',
         case when n % 3 = 0 then 'SENT' else 'RECEIVED' end, true
       from generate_series(1, 100000) n`,
      [deviceId],
    );
  });
  await page.goto(`/device/sms_chat/${deviceId}?thread=%2B15550100`);
  const log = page.getByRole('log');
  await expect.poll(async () => (await onScreen(log)).numbers.at(-1)).toBe(100_000);

  // Up, faster than anybody reads: always something to see, nothing skipped, never thrown back.
  await log.hover();
  let top = (await onScreen(log)).numbers[0] ?? 0;
  for (let turn = 0; turn < 25; turn += 1) {
    const { numbers, blank } = await wheelUp(log);
    expect(blank).toBeLessThan(40);
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
    expect(top - (numbers[0] ?? 0)).toBeLessThan(120);
    top = numbers[0] ?? 0;
  }
  expect(top).toBeLessThan(99_700);

  // To its beginning, from there on by keyboard, to a day, and back to its end.
  await log.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBe(1);
  await expect(page.getByText('The conversation begins here')).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBeGreaterThan(3);
  await page.getByLabel('Jump to day').fill('2025-09-10');
  await expect(page.getByRole('heading', { name: 'Wednesday, September 10, 2025' })).toBeInViewport();
  await page.getByLabel('Find in this conversation').fill('41234');
  await expect.poll(async () => (await onScreen(log)).numbers).toContain(41_234);
  await log.focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await onScreen(log)).numbers.at(-1)).toBe(100_000);
  await expect.poll(async () => (await onScreen(log)).blank).toBeLessThan(40);
});
