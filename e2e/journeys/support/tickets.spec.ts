import type { Locator } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooks, expectGoodOnPhone } from '../../src/looks/looks.ts';
import { onScreen, wheelUp } from '../../src/looks/on-screen.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** Writes messages into a ticket, numbered from 1, seven minutes apart. */
async function writeMessages(dataDir: string, ticketId: number, count: number): Promise<void> {
  await withDatabase(dataDir, async (database) => {
    await database.query(
      `with written as (
         insert into ticket_messages (ticket_id, client_id, sender, author_id, kind, text, sent_at, read_at)
         select id, gen_random_uuid(), case when n % 3 = 0 then 'ADMIN' else 'USER' end, opened_by, 'TEXT',
           n || repeat(' and so on for a line', n % 5), now() - ($2::int - n) * interval '7 minutes', now()
         from tickets, generate_series(1, $2::int) n where id = $1 order by n returning id)
       update tickets set message_count = $2::int, last_message_id = (select max(id) from written) where id = $1`,
      [ticketId, count],
    );
  });
}

/** Scrolls up from the last message, faster than anybody reads: always something to see, nothing skipped, never thrown back. */
async function expectSmoothScroll(log: Locator, { count, turns, to }: Record<'count' | 'turns' | 'to', number>) {
  const page = log.page();
  await expect.poll(async () => (await onScreen(log)).numbers.at(-1)).toBe(count);
  await log.hover();
  let top = (await onScreen(log)).numbers[0] ?? 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const { numbers, blank } = await wheelUp(log);
    expect(blank).toBeLessThan(40);
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
    top = numbers[0] ?? 0;
  }
  expect(top).toBeLessThan(to);
  await log.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await onScreen(log)).numbers[0]).toBe(1);
  await page.keyboard.press('End');
  await expect.poll(async () => (await onScreen(log)).numbers.at(-1)).toBe(count);
}

test('[SPEC 1.4, 2.13, 2.71, 2.72, 2.74, 3.17, 3.18, 4.16, 4.20] a ticket from a device is answered by text, voice and file, live on both sides, and closed', async ({
  console: page,
  fairwatch,
}) => {
  await using person = await joinPerson(fairwatch, 'vera.moss');
  const { phone, answers, told } = person;
  await page.goto('/subordinates-tickets');
  await expect(page.getByRole('heading', { name: "Subordinates' Tickets" })).toBeVisible();

  // It appears by itself, with what the list must show.
  const description = 'Since this morning.\nSee https://example.org/vpn';
  const { ticketId } = await phone.tickets.open({
    title: 'The tunnel closes at noon',
    description,
    category: 'VPN_ISSUE',
  });
  const row = page.getByRole('row', { name: /The tunnel closes at noon/ });
  await expect(row).toContainText('vera.moss');
  await expect(page.getByRole('columnheader')).toHaveText(
    ['ID', 'Title', 'Client', 'Category', 'Date', 'Priority', 'Status', 'Actions'].map((name) => new RegExp(name)),
  );
  await expect(row.getByRole('button', { name: `More about ticket ${ticketId}` })).toBeVisible();
  await row.getByRole('button', { name: `Edit ticket ${ticketId}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ticket ${ticketId}` });
  await dialog.getByLabel('Priority').selectOption('Critical');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Critical');
  await expect(page.getByRole('link', { name: /Subordinates' Tickets/ })).toContainText(
    /\d+ tickets? with unread messages/,
  );

  await row.getByRole('link', { name: 'The tunnel closes at noon' }).click();
  await page.waitForURL(`**/subordinates-ticket/${ticketId}`);
  await expect(page.getByRole('link', { name: 'https://example.org/vpn' })).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('heading', { name: 'No Messages available' })).toBeVisible();

  // Both sides see what the other writes as it is written, and whether it was read.
  await phone.tickets.reply(ticketId, 'Is somebody there?');
  const log = page.getByRole('log');
  await expect(log.getByText('Is somebody there?')).toBeVisible();
  await expect(log.getByText('User', { exact: true })).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Yes.');
  await box.press('Shift+Enter');
  await box.pressSequentially('We look at it.');
  await box.press('Enter');
  await expect(box).toHaveValue('');
  await expect
    .poll(() => answers.map(({ text, author }) => [text, author]))
    .toEqual([['Yes.\nWe look at it.', 'admin']]);
  await expect(log.getByText('Admin', { exact: true })).toBeVisible();
  await expect(log.getByText('Sent, not read yet')).toBeAttached();
  await phone.tickets.read(ticketId, answers[0]?.id ?? 0);
  await expect(log.getByText('Read', { exact: true })).toBeAttached();

  // What is being written outlives the page.
  await box.fill('Half a sent');
  await page.reload();
  await expect(box).toHaveValue('Half a sent');
  await box.fill('');

  // By voice: recorded, listened to, sent, played.
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(page.getByText(/^[1-9]\d? s of at most 3 min$/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Listen before you send it')).toBeVisible();
  await page.getByRole('button', { name: 'Send voice message' }).click();
  await expect.poll(() => answers.at(-1)?.kind).toBe('VOICE');
  expect(answers.at(-1)?.attachment?.peaks?.length).toBeGreaterThan(10);
  await log.getByRole('button', { name: 'Play' }).click();
  const position = log.getByRole('slider', { name: 'Position' });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);

  // By file, with words beside it.
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 100 } });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach a file' }).click();
  await (await chooser).setFiles({ name: 'steps.png', mimeType: 'image/png', buffer: picture });
  await box.fill('Like this');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(log.getByRole('button', { name: 'View steps.png' })).toBeVisible();
  await expect.poll(() => answers.at(-1)).toMatchObject({ kind: 'FILE', text: 'Like this' });
  await expectGoodLooks(page, 'ticket');

  // Closed: nobody writes any more, and the person is told.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Status').selectOption('Closed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This ticket is closed. Reopen it to write again.')).toBeVisible();
  await expect.poll(() => told.at(-1)?.status).toBe('CLOSED');
});

test('[SPEC 2.70, 2.72, 2.73] one opens a ticket of one’s own, which opens at its last message and scrolls', async ({
  console: page,
  fairwatch,
}) => {
  await page.goto('/my-ticket/add-ticket');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByText('Please write a title.')).toBeVisible();
  await page.getByLabel('Title').fill('A long story');
  await page.getByLabel('Description').fill('It goes on and on.');
  await page.getByLabel('Category').selectOption('Billing');
  await page.getByText('High', { exact: true }).click();
  await expectGoodLooks(page, 'add-ticket');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await page.waitForURL(/\/my-ticket\/\d+$/);
  const ticketId = Number(page.url().split('/').at(-1));
  // More than are read at once.
  await writeMessages(fairwatch.dataDir, ticketId, 150);

  await visit(page, '/my-tickets');
  const row = page.getByRole('row', { name: /A long story/ });
  await expect(row.getByRole('cell')).toHaveText([
    /\d+/,
    'A long story',
    'It goes on and on.',
    'Billing',
    /now|second|minute/,
    'High',
    'Open',
    /Set in progress/,
  ]);
  await expect(page.getByRole('columnheader')).toHaveText(
    ['ID', 'Title', 'Description', 'Category', 'Date', 'Priority', 'Status', 'Actions'].map((name) => new RegExp(name)),
  );
  await row.getByRole('link', { name: 'A long story' }).click();
  await expectSmoothScroll(page.getByRole('log'), { count: 150, turns: 3, to: 125 });
  await expectGoodOnPhone(page, 'my-ticket');
});

test(
  'a ticket of 5,000 messages opens at its end and scrolls',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    const ticket = { title: 'A very long story', description: 'It goes on.', category: 'GENERAL', priority: 'LOW' };
    const { data } = JSON.parse((await callApi(page, 'ticket/create', ticket)).text) as { data: { id: number } };
    await writeMessages(fairwatch.dataDir, data.id, 5000);
    await page.goto(`/my-ticket/${data.id}`);
    await expectSmoothScroll(page.getByRole('log'), { count: 5000, turns: 12, to: 4880 });
  },
);
