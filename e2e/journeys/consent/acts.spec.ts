import type { Page } from '@playwright/test';
import { joinPerson, type Person } from '../../src/person.ts';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const date = '2026-11-10T10:00:00.000Z';
const collectors = {
  contacts: async () => [{ key: '1', name: 'Ada Lovelace', phoneNumber: '+49 30 1', email: '', address: '' }],
  messages: async () => [
    {
      key: '1',
      name: 'Mum',
      address: '+447700900001',
      body: 'See you on Sunday',
      date,
      direction: 'RECEIVED' as const,
      read: true,
    },
  ],
};

/** The lines after this one in a person's log, the oldest first: who did what. */
async function linesAfter(sequence: number, { phone }: Person): Promise<string[]> {
  const { entries } = await phone.log.read();
  return entries
    .filter((entry) => entry.sequence > sequence)
    .map(({ who, what }) => `${who} ${what}`)
    .toReversed();
}

async function newestLine({ phone }: Person): Promise<number> {
  return (await phone.log.read()).entries[0]?.sequence ?? 0;
}

/** Opens a page of the device and asks for what it shows. */
async function showContacts(page: Page, { deviceId }: Person): Promise<void> {
  await page.goto(`/device/contact/${deviceId}`);
  await page.getByRole('button', { name: 'Update', exact: true }).first().click();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
}

test(
  'a person who pauses while an admin looks reads of the pause alone; an admin who then asks again has tried',
  { tag: '@full' },
  async ({ console: page, fairwatch, allowedErrors }) => {
    // What is paused is refused to the open page.
    allowedErrors.push(/403/);
    await using person = await joinPerson(fairwatch, 'pausing-petra', { capabilities: ['CONTACTS'], collectors });
    await showContacts(page, person);
    // The dashboard and other lists have their lines before.
    await expect.poll(async () => (await linesAfter(0, person)).join('\n')).toContain('asked for Contacts');
    const before = await newestLine(person);
    await person.phone.pause();
    await expect(page.getByRole('heading', { name: 'The person using this device has paused sharing.' })).toBeVisible();
    await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
    await person.phone.resume();
    await expect(page.getByText('Ada Lovelace')).toBeVisible();
    await person.phone.pause();
    await expect(page.getByRole('heading', { name: 'The person using this device has paused sharing.' })).toBeVisible();
    expect(await linesAfter(before, person)).toEqual([
      'pausing-petra paused sharing',
      'pausing-petra resumed sharing',
      'pausing-petra paused sharing',
    ]);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect
      .poll(() => linesAfter(before + 3, person))
      .toEqual(['admin tried to look at Contacts and was refused: sharing was paused']);
  },
);

test.describe('with reasons', () => {
  test.use({ answersReasons: false });

  test(
    'a reason is shown with the use for which it was given, and not with a ticket or another page',
    { tag: '@full' },
    async ({ console: page, fairwatch }) => {
      await using person = await joinPerson(fairwatch, 'reading-rosa', {
        capabilities: ['CONTACTS', 'SMS'],
        collectors,
      });
      await page.goto(`/device/sms_chat/${person.deviceId}`);
      const question = page.getByRole('dialog', { name: 'Why do you use this device?' });
      await question.getByLabel('Reason').fill('Her mother cannot reach her');
      await question.getByRole('button', { name: 'Give the reason' }).click();
      await expect(page.getByRole('heading', { name: 'No Text Messages available' })).toBeVisible();
      const ticket = await person.phone.tickets.open({
        title: 'The tunnel closes',
        description: 'Since this morning',
        category: 'VPN_ISSUE',
      });
      await visit(page, `/subordinates-ticket/${ticket.ticketId}`);
      await expect(page.getByText('Since this morning')).toBeVisible();
      await showContacts(page, person);
      const lines = await linesAfter(0, person);
      const withReason = lines.filter((line) => line.includes('Her mother cannot reach her'));
      expect(withReason.length).toBeGreaterThan(0);
      expect(withReason.filter((line) => !/text messages|conversations/i.test(line))).toEqual([]);
      expect(lines.filter((line) => /contacts/i.test(line)).length).toBeGreaterThan(0);
    },
  );
});

test(
  'a super admin checks the log from its page, and reads who did what how often',
  { tag: '@full' },
  async ({ console: page }) => {
    await page.goto('/audit');
    await page.getByText('Check', { exact: true }).click();
    await page.getByRole('button', { name: 'Check the log now' }).click();
    await expect(page.getByText('Nothing was changed or removed.')).toBeVisible();
    await expect(page.getByText(/^Device logs: \d+ entries of \d+ devices checked/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'admin' })).toBeVisible();
    await expectGoodLooks(page, 'audit-check');
  },
);
