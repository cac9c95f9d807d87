import { writeFile } from 'node:fs/promises';
import { groundNotStated } from '@fairwatch/contract';
import type { Locator, Page } from '@playwright/test';
import { expectGoodLooks } from '../../src/looks.ts';
import { lastMail } from '../../src/outbox.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const heading = 'name,email,group,admin,hours';
const wrong = [heading, 'Ida Enrol,not an address,,,', 'Jon Enrol,,Nowhere,,', 'Lou Enrol,,,,', '"Enrol, Kim",,,,721'];
const right = [heading, 'Ida Enrol,ida@example.org,,,', 'Jon Enrol,,,,1', 'Lou Enrol,,,,', '"Enrol, Kim",,,,720'];

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

test('people of a CSV file get passcodes, all or none, with cards to print; one joins, one is reminded, the rest is revoked', async ({
  console: page,
  fairwatch,
}) => {
  await page.goto('/otp-list');
  const form = page.getByRole('dialog', { name: 'Import people' });
  const bar = page.getByRole('region', { name: 'Selected passcodes' });

  await test.step('three lines with problems are named, and nothing is made', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    await form.locator('input[type=file]').setInputFiles(csvFile(wrong));
    await form.getByLabel('What for').selectOption('Work device');
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(form.getByRole('alert')).toContainText('3 lines have problems, so nothing was imported.');
    const problems = form.getByRole('table', { name: 'Problems by line' });
    await expect(row(problems, 'email:')).toContainText('2');
    await expect(row(problems, 'You have no group "Nowhere".')).toContainText('3');
    await expect(row(problems, 'from 1 hour to 30 days')).toContainText('5');
    await expect(problems.getByRole('row')).toHaveCount(4);
    await expectGoodLooks(page, 'otp-import');
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
    await expectGoodLooks(page, 'otp-list-of-people');
  });

  await test.step('their cards are printed on one sheet, with the QR code, the name, and what will be asked', async () => {
    await page.getByRole('button', { name: 'Select all 4' }).click();
    await bar.getByRole('button', { name: 'Print 4 cards' }).click();
    const card = page.getByRole('article', { name: 'Ida Enrol' });
    await expect(card).toBeVisible();
    await expectGoodLooks(page, 'otp-cards');
    await page.emulateMedia({ media: 'print' });
    await expect(card.getByRole('img', { name: /^QR code of / })).toBeVisible();
    await expect(card.getByRole('heading', { name: 'Ida Enrol' })).toBeVisible();
    await expect(card).toContainText('Work device');
    await expect(card).toContainText(/You will be asked, one by one, whether to share: Contacts.*Location.*Camera/);
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
    await expect(row(page, 'lou.enrol')).toContainText('Used');
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
    await expect(row(page, 'lou.enrol')).toContainText('Used');
  });
});
