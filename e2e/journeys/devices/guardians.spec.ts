import type { Locator, Page } from '@playwright/test';
import { logIn, postApi } from '../../src/api.ts';
import { openPhone, walkThroughJoining } from '../../src/companion.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { lastMail } from '../../src/outbox.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const heading = 'Vorname;Nachname;Klasse;Erziehungsberechtigte;E-Mail Eltern';
const pupils = [
  'Zoë;Grünwald;G7a;Inès Grünwald;ines.guardian@example.org',
  'Ben;Grünwald;G7b;Inès Grünwald;karl.guardian@example.org',
  ...Array.from({ length: 28 }, (_, place) => {
    const number = place + 3;
    return `Kind ${number};Grünwald;G7${number % 2 ? 'a' : 'b'};Elternteil ${number};guardian-${number}@example.org`;
  }),
];

const row = (within: Page | Locator, text: string) => within.getByRole('row').filter({ hasText: text });

/** A file as Excel saves it in German: semicolons and Windows-1252, of which these letters are the same in Latin-1. */
function excelFile(lines: readonly string[]) {
  return { name: 'klassen.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1') };
}

const linkIn = (mail: string) => /http\S+\/companion\/guardian#[\w-]{43}/.exec(mail)?.[0] ?? '';

test(
  'thirty pupils come from a file with other column names; a guardian signs by a link, another declines, the ground names who signed, and the signature is withdrawn',
  { tag: '@full' },
  async ({ console: page, fairwatch, browser, allowedErrors }) => {
    const form = page.getByRole('dialog', { name: 'Import people' });
    let code = '';

    await test.step('the columns are proposed from their German names, and the new groups are named', async () => {
      await page.goto('/otp-list');
      await page.getByRole('button', { name: 'Import' }).click();
      await form.locator('input[type=file]').setInputFiles(excelFile([heading, ...pupils]));
      await expect(form.getByLabel('Vorname')).toHaveValue('firstName');
      await expect(form.getByLabel('Nachname')).toHaveValue('lastName');
      await expect(form.getByLabel('Klasse')).toHaveValue('group');
      await expect(form.getByLabel('Erziehungsberechtigte')).toHaveValue('guardian');
      await expect(form.getByLabel('E-Mail Eltern')).toHaveValue('guardianEmail');
      await expect(row(form.getByRole('table', { name: 'The lines' }), 'Zoë Grünwald')).toContainText('Inès Grünwald');
      await expect(form.getByRole('checkbox', { name: 'For a minor' })).toBeChecked();
      await form.getByLabel('What for').selectOption('School device');
      await form.getByRole('checkbox', { name: 'Location' }).check();
      await form.getByLabel('Why Location').fill('So that we find everybody on the trip');
    });

    await test.step('without the groups each line is refused, and with them all can be imported', async () => {
      await form.getByRole('button', { name: 'Check the file' }).click();
      await expect(form.getByRole('table', { name: 'Problems by line' }).getByRole('row')).toHaveCount(31);
      await form.getByRole('checkbox', { name: 'Make 2 new groups: G7a, G7b' }).check();
      await form.getByRole('button', { name: 'Check the file' }).click();
      await expect(
        form.getByText('30 people can be imported. 2 groups are made: G7a, G7b. 30 guardians get a mail to sign.'),
      ).toBeVisible();
      await expectGoodLooksOnTheWay(page, 'otp-import-guardians');
      await form.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByText(/^30 passcodes were made\. 30 of 30 guardians were mailed/)).toBeVisible();
      await expect(form).toHaveCount(0);
      await visit(page, '/otp-list?search=Zoë');
      await expect(row(page, 'Zoë Grünwald')).toContainText('Waits for Inès Grünwald');
      await expect(row(page, 'Zoë Grünwald')).toContainText('G7a');
      const shown = await row(page, 'Zoë Grünwald').locator('code').first().innerText();
      code = shown.replaceAll(/[^A-Z0-9]/g, '');
    });

    const phone = await openPhone(browser, fairwatch);
    const companion = await phone.newPage();
    const guardian = await phone.newPage();
    await test.step('the pupil cannot join before it is signed, and is told so', async () => {
      await companion.goto(`/companion/join#${code}`);
      await expect(companion.getByText('Inès Grünwald has to sign before you can join.')).toBeVisible();
    });

    await test.step('the guardian reads who asks for what, and signs with their name', async () => {
      await guardian.goto(linkIn(await lastMail(fairwatch.dataDir, 'ines.guardian@example.org')));
      await expect(guardian.getByRole('heading', { name: 'Sign for Zoë Grünwald' })).toBeVisible();
      for (const words of ['You are asked to sign for a child', 'So that we find everybody on the trip', 'G7a']) {
        await expect(guardian.getByText(words).first()).toBeVisible();
      }
      await guardian.getByText('What the child reads before joining').click();
      await expect(guardian.getByText('Inès Grünwald knows about this.')).toBeVisible();
      await guardian.getByRole('button', { name: 'Sign' }).click();
      await expect(guardian.getByText('Please tick this if it is true.')).toBeVisible();
      await guardian.getByLabel('Your first and last name').fill('Inès Grünwald');
      await guardian.getByRole('checkbox').check();
      await expectGoodLooksOnTheWay(guardian, 'companion-guardian');
      await guardian.getByRole('button', { name: 'Sign' }).click();
      await expect(guardian.getByRole('heading', { name: 'You have signed' })).toBeVisible();
      await guardian.reload();
      await expect(guardian.getByRole('heading', { name: 'You have signed' })).toBeVisible();
      await expect(row(page, 'Zoë Grünwald')).toContainText('Inès Grünwald signed');
    });

    await test.step('another guardian declines with a word, which the list says', async () => {
      // Another fragment alone would not load the page anew.
      await guardian.goto('about:blank');
      await guardian.goto(linkIn(await lastMail(fairwatch.dataDir, 'karl.guardian@example.org')));
      await guardian.getByRole('button', { name: 'Decline' }).click();
      await guardian.getByLabel('Why, if you want to say it').fill('We want to talk first');
      await guardian.getByRole('button', { name: 'Decline' }).click();
      await expect(guardian.getByRole('heading', { name: 'You have declined' })).toBeVisible();
      await visit(page, '/otp-list?search=Ben');
      await expect(row(page, 'Ben Grünwald')).toContainText('Expired');
      await page.getByRole('button', { name: /^Inès Grünwald declined/ }).click();
      await expect(page.getByRole('dialog').getByText('We want to talk first')).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    });

    await test.step('the pupil joins, and both the pupil and the admin see who signed', async () => {
      await companion.goto('about:blank');
      await companion.goto(`/companion/join#${code}`);
      await expect(companion.getByText('Signed for you')).toBeVisible();
      await walkThroughJoining(companion, 'zoe.guarded', []);
      await companion.goto('/companion/about');
      await expect(companion.getByRole('heading', { name: 'Who looks after this phone' })).toBeVisible();
      await expect(companion.getByText('Signed for you')).toBeVisible();
      const search = { search: 'zoe.guarded', pageSize: 1 };
      const token = await logIn(fairwatch.url);
      const [device] = (await postApi(fairwatch.url, 'authenticated/device/all', search, token)) as { id: number }[];
      await visit(page, `/device/overview/${device?.id}`);
      const ground = page.getByRole('region', { name: 'On what ground' });
      await expect(ground).toContainText('ines.guardian@example.org');
      await expect(ground).toContainText(/Inès Grünwald signed version \d+ of the notice/);
      await expect(ground).toContainText('by a link that was mailed to this address');
    });

    await test.step('the guardian withdraws by the same link, and the phone says who ended it', async () => {
      // The admin looks elsewhere: the overview of a device that has left is refused, as is the link below.
      await visit(page, '/otp-list');
      allowedErrors.push(/404/);
      await guardian.goto('about:blank');
      await guardian.goto(linkIn(await lastMail(fairwatch.dataDir, 'ines.guardian@example.org')));
      await guardian.getByRole('button', { name: 'Withdraw my consent' }).click();
      await expect(guardian.getByText("The supervision of the child's device ends at once.")).toBeVisible();
      await expectGoodLooksOnTheWay(guardian, 'companion-guardian-withdraws');
      await guardian.getByLabel('Why, if you want to say it').fill('The trip is over');
      await guardian.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await expect(guardian.getByRole('heading', { name: 'You have withdrawn' })).toBeVisible();
      // In the simple words of a minor.
      await expect(companion.getByRole('heading', { name: 'It is over' })).toBeVisible();
      await expect(companion.getByText(/Inès Grünwald ended it: .*The trip is over/)).toBeVisible();
      await guardian.reload();
      await expect(guardian.getByText('This link opens nothing')).toBeVisible();
    });
    await phone.close();
  },
);
