import type { Page } from '@playwright/test';
import { joinPerson, type Person } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const collectors = {
  contacts: async () => [{ key: '1', name: 'Ada Lovelace', phoneNumber: '+49 30 1', email: '', address: '' }],
  messages: async () => [
    {
      key: '1',
      name: 'Mum',
      address: '+447700900001',
      body: 'See you on Sunday',
      date: '2026-11-10T10:00:00.000Z',
      direction: 'RECEIVED' as const,
      read: true,
    },
  ],
};

/** Written if the phone has not answered a command yet when its page is read. */
const whileAsked = /^admin looked at what this device is being asked for/;

/** The person's log, the oldest line first: who did what. */
async function readLines({ phone }: Person): Promise<string[]> {
  const { entries } = await phone.log.read();
  return entries
    .map(({ who, what }) => `${who} ${what}`)
    .filter((line) => !whileAsked.test(line))
    .toReversed();
}

interface Click {
  /** What this click adds to the log, in any order: a page makes several calls at once. */
  adds: string[];
  act: () => Promise<unknown>;
  /** Waits for what shows that it is done. */
  done: () => Promise<unknown>;
}

/**
 * Makes clicks, four minutes apart in which nobody touches anything and the page does what it does by itself. After each of them the log has the
 * lines of that click and no others.
 */
function clicker(page: Page, person: Person) {
  let known = 0;
  const log: { click: string; adds: string[] }[] = [];
  const expectLines = async (click: string, adds: readonly string[]) => {
    // The server refuses a phone that asks for its log too often; then it is asked again later.
    await expect(async () => {
      expect((await readLines(person)).slice(known).toSorted(), click).toEqual(adds.toSorted());
    }).toPass({ intervals: [500, 2000, 5000] });
  };
  return {
    log,
    click: async (name: string, { adds, act, done }: Click) => {
      await act();
      await done();
      await expectLines(name, adds);
      await page.clock.fastForward('04:00');
      await done();
      await expectLines(`${name}, after minutes`, adds);
      known += adds.length;
      log.push({ click: name, adds });
    },
  };
}

const reason = 'Her mother cannot reach her';
const because = `; reason: "${reason}"`;

// The reason is one of the clicks.
test.use({ answersReasons: false, actionTimeout: 45_000 });

test(
  "the person's log of an hour of an admin is what was clicked, line by line: nothing added, nothing missing",
  { tag: '@full' },
  async ({ console: page, fairwatch }, info) => {
    test.slow();
    await using person = await joinPerson(fairwatch, 'clicked-clara', {
      capabilities: ['CONTACTS', 'SMS', 'NOTIFICATIONS'],
      collectors,
    });
    const { deviceId } = person;
    const { ticketId } = await person.phone.tickets.open({
      title: 'The tunnel closes',
      description: 'Since this morning',
      category: 'VPN_ISSUE',
    });
    await page.clock.install();
    const heading = (name: string) => () => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    const shows = (text: string) => () => expect(page.getByText(text).first()).toBeVisible();
    const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
    const search = page.getByRole('searchbox').first();
    const history = page.getByRole('region', { name: 'Command History' });
    const { log, click } = clicker(page, person);

    await click('nothing yet', {
      adds: ['clicked-clara joined and shares Contacts, Text messages, Notifications'],
      act: async () => {},
      done: async () => {},
    });
    await click('Devices', {
      adds: [
        'admin saw this device in the list of devices: its name and kind, its model and battery if you share them, and how you can be reached',
      ],
      act: () => page.goto('/device-list'),
      done: shows('clicked-clara'),
    });
    await click('Dashboard', {
      adds: [`admin saw your request for help on the dashboard: number ${ticketId}`],
      act: () => visit(page, '/'),
      done: shows('The tunnel closes'),
    });
    await click('back to Devices', { adds: [], act: () => visit(page, '/device-list'), done: shows('clicked-clara') });
    await click('the row of the device', {
      adds: [
        'admin opened a page of this device: its name, kind and state, and how you can be reached',
        'admin opened Overview: your name, email and phone',
        'admin looked at this device: name, state and app',
        'admin looked at what you share',
        'admin looked at what you were asked to share',
        'admin looked at everything this device was asked for (0)',
      ],
      act: () => page.getByRole('row').filter({ hasText: 'clicked-clara' }).click(),
      done: () => expect(page).toHaveURL(/overview/),
    });
    await click('Contacts', {
      adds: ['admin looked at contacts (0)', 'admin looked at the requests for Contacts (0)'],
      act: () => page.getByRole('link', { name: 'Contacts' }).first().click(),
      done: heading('Contacts'),
    });
    await click('Update', {
      adds: ['admin asked for Contacts'],
      act: () => button('Update').click(),
      done: shows('Ada Lovelace'),
    });
    await click('a search', {
      adds: ["admin searched contacts for 'Ada' (1 found)"],
      act: () => search.fill('Ada'),
      done: () => expect(page).toHaveURL(/search=Ada/),
    });
    await click('another search', {
      adds: ["admin searched contacts for 'Nobody' (0 found)"],
      act: () => search.fill('Nobody'),
      done: () => expect(page.getByText('Ada Lovelace')).toHaveCount(0),
    });
    // Reading the same again within five minutes is no new line: the server's time does not jump.
    await click('the search is cleared', { adds: [], act: () => search.fill(''), done: shows('Ada Lovelace') });
    await click('Export', {
      adds: ['admin exported 1 contact'],
      act: async () => {
        const downloading = page.waitForEvent('download');
        await button('Export').click();
        await (await downloading).path();
      },
      done: shows('Ada Lovelace'),
    });
    await click('Command History', {
      adds: ['admin looked at the requests for Contacts (1)'],
      act: () => button('Command History').click(),
      done: () => expect(history).toBeVisible(),
    });
    await click('Command History, closed', {
      adds: [],
      act: () => button('Command History').click(),
      done: () => expect(history).toHaveCount(0),
    });
    await click('Text Messages, and why', {
      adds: [
        'admin looked at the requests for Text messages (0)',
        `admin looked at conversations (0)${because}`,
        `admin looked at text messages (0)${because}`,
      ],
      act: async () => {
        await visit(page, `/device/sms_chat/${deviceId}`);
        const question = page.getByRole('dialog', { name: 'Why do you use this device?' });
        await question.getByLabel('Reason').fill(reason);
        await question.getByRole('button', { name: 'Give the reason' }).click();
      },
      done: () => expect(page.getByRole('heading', { name: 'No Text Messages available' })).toBeVisible(),
    });
    await click('Update of the messages', {
      adds: [`admin asked for Text messages${because}`],
      act: () => button('Update').click(),
      done: shows('Mum'),
    });
    await click('a conversation', {
      adds: [
        `admin looked at conversations (1)${because}`,
        `admin read the conversation with Mum (1 message)${because}`,
      ],
      act: () => page.getByRole('link', { name: /^Mum/ }).click(),
      done: shows('See you on Sunday'),
    });
    await click('a message to the person', {
      adds: [
        'admin looked at notifications that were sent to you (0)',
        'admin sent you the notification "Inventory on Friday"',
      ],
      act: async () => {
        await visit(page, `/device/trigger-notifications/${deviceId}`);
        await button('New Notification').click();
        const writing = page.getByRole('dialog', { name: 'New notification' });
        await writing.getByLabel('Title').fill('Inventory on Friday');
        await writing.getByLabel('Message').fill('Please bring the phone.');
        await writing.getByRole('button', { name: 'Send' }).click();
        await expect(writing).toBeHidden();
      },
      done: shows('Inventory on Friday'),
    });
    await click("Subordinates' Tickets", {
      adds: [`admin saw your request for help in the list of them: number ${ticketId}`],
      act: () => visit(page, '/subordinates-tickets'),
      done: shows('The tunnel closes'),
    });
    await click('the ticket', {
      adds: [`admin read your request for help ${ticketId}`],
      act: () => visit(page, `/subordinates-ticket/${ticketId}`),
      done: shows('Since this morning'),
    });
    // An answer stands in the conversation, which its person reads.
    await click('an answer', {
      adds: [],
      act: async () => {
        await page.getByRole('textbox', { name: 'Message' }).fill('It opens again.');
        await button('Send').click();
      },
      done: () => expect(page.getByRole('log').getByText('It opens again.')).toBeVisible(),
    });
    for (const name of ['Runs', 'Groups', 'Approvals', 'Schedules']) {
      await click(name, { adds: [], act: () => visit(page, `/${name.toLowerCase()}`), done: heading(name) });
    }
    await click('back to Contacts', {
      adds: [],
      act: () => visit(page, `/device/contact/${deviceId}`),
      done: shows('Ada Lovelace'),
    });
    await click('Contacts, loaded again', { adds: [], act: () => page.reload(), done: shows('Ada Lovelace') });
    await info.attach('log-of-an-hour.json', { body: JSON.stringify(log, null, 2), contentType: 'application/json' });
  },
);
