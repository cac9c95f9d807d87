import { writeFile } from 'node:fs/promises';
import { groundNotStated, type Ground } from '@fairwatch/contract';
import type { Locator, Page } from '@playwright/test';
import { signInAs } from '../../src/accounts.ts';
import { expectAccessibleOnTheWay, expectGoodLooks, expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { lastMail } from '../../src/outbox.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const heading = 'name,email,group,admin,hours';
const wrong = [heading, 'Ida Enrol,not an address,,,', 'Jon Enrol,,Nowhere,,', 'Lou Enrol,,,,', '"Enrol, Kim",,,,721'];
const right = [heading, 'Ida Enrol,ida@example.org,,,', 'Jon Enrol,,,,1', 'Lou Enrol,,,,', '"Enrol, Kim",,,,720'];

/** What the dialog proposes for a minor: reviewed in half a year. */
const minorGround: Ground = {
  purpose: 'SCHOOL',
  purposeText: '',
  legalBasis: 'PARENTAL',
  guardian: 'Ines Berg',
  reviewOn: new Date(Date.now() + 182 * 86_400_000).toISOString().slice(0, 10),
};

const row = (within: Page | Locator, text: string) => within.getByRole('row').filter({ hasText: text });

/** A file as spreadsheets save it: with a byte order mark and CRLF. */
function csvFile(lines: readonly string[]) {
  return { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) };
}

/** Counts the sheets of paper that the page prints on. The folder of looks gets the file. */
async function countPrintedSheets(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const folder = process.env['LOOKS_FOLDER'];
  if (folder !== undefined) await writeFile(`${folder}/${name}.pdf`, pdf);
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Once the toasts are gone: one that fades has no contrast for a moment. */
async function expectAccessibleAtRest(page: Page): Promise<void> {
  await expect(page.getByText(/^(Processing your request|Request completed)/)).toHaveCount(0);
  await expectAccessibleOnTheWay(page);
}

test(
  'passcodes are made, shown as a QR code and deleted; people of a CSV file get theirs, all or none, with cards to print; one joins, one is reminded, the rest is revoked',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    const form = page.getByRole('dialog', { name: 'Import people' });
    const bar = page.getByRole('region', { name: 'Selected passcodes' });

    await test.step('passcodes are made, shown as a QR code and deleted; used ones say by whom', async () => {
      await page.goto('/otp-list');
      await expect(page.getByRole('heading', { name: 'OTP List', level: 1 })).toBeVisible();
      // The demo's own phones joined with some.
      const used = page.getByRole('row').filter({ hasText: 'Used' });
      await expect(used.first()).toContainText(' on ');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByLabel('How many').fill('4');
      await page.getByLabel('What for').selectOption('School device');
      await page.getByLabel('For a minor').check();
      await expect(page.getByText(/^The legal basis is now “Parental responsibility”/)).toBeVisible();
      await page.getByLabel('Parent or guardian').fill('Ines Berg');
      await page.getByRole('checkbox', { name: 'Location' }).check();
      await expect(page.getByLabel('Why Location')).not.toHaveValue('');
      await page.getByLabel('Why Location').fill('To find you on the trip');
      await expectGoodLooksOnTheWay(page, 'otp-create');
      await page.getByRole('button', { name: 'Create 4 passcodes' }).click();
      const made = page.getByRole('dialog', { name: '4 passcodes' });
      await expect(made.getByText('/companion/join#')).toHaveCount(4);
      // The dialog notices who joins while it is open.
      const code = await made
        .getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
        .first()
        .innerText();
      await using ria = await joinPerson(fairwatch, 'ria.minor', {
        passcode: code.replace('-', ''),
        ground: minorGround,
      });
      expect(ria.deviceId).toBeGreaterThan(0);
      await expect(made.getByText('1 of 4 have joined.')).toBeVisible();
      await expect(made.getByText('ria.minor has joined')).toBeVisible();
      await expectGoodLooksOnTheWay(page, 'otp-joined');
      await expectAccessibleAtRest(page);
      await made.getByRole('button', { name: 'Close' }).click();
      // Other journeys of the same server leave passcodes of their own.
      const valid = page
        .getByRole('row')
        .filter({ hasText: 'Valid' })
        .filter({ hasText: 'Parental responsibility, Ines Berg' });
      await expect(valid).toHaveCount(3);
      await expectAccessibleAtRest(page);
      await valid
        .first()
        .getByRole('button', { name: /^QR code and link of/ })
        .click();
      await expect(page.getByRole('img', { name: 'QR code with the link' })).toBeVisible();
      await expect(page.getByText(/^This address works on this computer only/)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Try it here' })).toBeVisible();
      await expectGoodLooksOnTheWay(page, 'otp-one');
      await expectAccessibleAtRest(page);
      // On paper there is the card, and nothing of the page around it.
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { name: 'Join Fairwatch with your phone' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'OTP List' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('button', { name: 'Close' }).click();
      await valid
        .first()
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(valid).toHaveCount(2);
    });

    await test.step('three lines with problems are named, and nothing is made', async () => {
      await page.getByRole('button', { name: 'Import' }).click();
      await form.locator('input[type=file]').setInputFiles(csvFile(wrong));
      await form.getByLabel('What for').selectOption('Work device');
      await form.getByRole('checkbox', { name: 'Contacts' }).check();
      await form.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(form.getByRole('alert')).toContainText('3 lines have problems, so nothing was imported.');
      const problems = form.getByRole('table', { name: 'Problems by line' });
      await expect(row(problems, 'email:')).toContainText('2');
      await expect(row(problems, 'You have no group "Nowhere".')).toContainText('3');
      await expect(row(problems, 'from 1 hour to 30 days')).toContainText('5');
      await expect(problems.getByRole('row')).toHaveCount(4);
      await expectGoodLooksOnTheWay(page, 'otp-import');
    });

    await test.step('the corrected file makes a passcode for each person', async () => {
      await form.locator('input[type=file]').setInputFiles(csvFile(right));
      await form.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByText('4 passcodes were made.')).toBeVisible();
      await expect(form).toHaveCount(0);
      // The list shows this import only: had the wrong lines made passcodes, a search would find them.
      await expect(page.getByRole('button', { name: /^Batch \d+$/ })).toBeVisible();
      await visit(page, '/otp-list?search=Enrol');
      for (const name of ['Ida Enrol', 'Jon Enrol', 'Lou Enrol', 'Enrol, Kim'])
        await expect(row(page, name)).toHaveCount(1);
      await expectGoodLooksOnTheWay(page, 'otp-list-of-people');
    });

    await test.step('their cards are printed on one sheet, with the QR code, the name, and what will be asked', async () => {
      await page.getByRole('button', { name: 'Select all 4' }).click();
      await bar.getByRole('button', { name: 'Print 4 cards' }).click();
      const card = page.getByRole('article', { name: 'Ida Enrol' });
      await expect(card).toBeVisible();
      await expect(page.getByText(/^This address works on this computer only/)).toBeVisible();
      await expectGoodLooks(page, 'otp-cards');
      await page.emulateMedia({ media: 'print' });
      await expect(card.getByRole('img', { name: /^QR code of / })).toBeVisible();
      await expect(card.getByRole('heading', { name: 'Ida Enrol' })).toBeVisible();
      await expect(card).toContainText('Work device');
      await expect(card).toContainText(
        /admin asks for 1 of \d+ kinds of data: Contacts, because: “.+”\. All stays off/,
      );
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
      expect(await countPrintedSheets(page, 'otp-cards')).toBe(1);
      await page.emulateMedia({ media: null });
    });

    await test.step('one joins, who is listed as joined, and another is reminded by mail', async () => {
      const code = await page
        .getByRole('article', { name: 'Lou Enrol' })
        .getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
        .innerText();
      await using lou = await joinPerson(fairwatch, 'lou.enrol', {
        passcode: code.replace('-', ''),
        ground: { ...groundNotStated, purpose: 'WORK' },
      });
      await visit(page, '/otp-list?search=lou.enrol');
      await expect(row(page, 'Lou Enrol')).toContainText('Used');
      expect(lou.deviceId).toBeGreaterThan(0);
      await visit(page, '/otp-list?search=Enrol&state=VALID');
      await expect(row(page, 'Ida Enrol')).toBeVisible();
      await expect(row(page, 'Lou Enrol')).toHaveCount(0);
      await page.getByRole('button', { name: 'Select all 3' }).click();
      await bar.getByRole('button', { name: 'Remind 1' }).click();
      await expect(page.getByText('1 reminder was sent.')).toBeVisible();
      await expect(row(page, 'Ida Enrol')).toContainText('reminded');
      expect(await lastMail(fairwatch.dataDir, 'ida@example.org')).toContain(`${fairwatch.url}/companion/join`);
    });

    await test.step('those who did not join are revoked together', async () => {
      await page.getByRole('button', { name: 'Select all 3' }).click();
      await bar.getByRole('button', { name: 'Revoke 3' }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await expect(row(page, 'Enrol')).toHaveCount(0);
      await visit(page, '/otp-list?search=lou.enrol');
      await expect(row(page, 'Lou Enrol')).toContainText('Used');
    });

    await test.step('whoever may only look sees no way to make or delete one', async () => {
      await signInAs(page, fairwatch, {
        username: 'otto-reads',
        adminRole: 'ADMIN',
        access: { OTP_LIST: 'READ_ONLY' },
      });
      await page.goto('/otp-list');
      await expect(page.getByText('No OTPs available')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0);
    });
  },
);
