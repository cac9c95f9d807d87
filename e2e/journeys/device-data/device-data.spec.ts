import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { seriousProblems } from '../../src/serious-problems.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** A phone that shares everything and answers at once. */
const steady = 2;
/** A phone whose person shares two things only. */
const reserved = 8;

/** Opens a page of the steady phone and asks the phone for its data. */
async function openAndUpdate(page: Page, name: string, heading: string): Promise<void> {
  const path = `/device/${name}/${steady}`;
  await (page.url() === 'about:blank' ? page.goto(path) : visit(page, path));
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(page.getByText('Not updated yet')).toBeVisible();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText(/Last updated/)).toBeVisible();
}

/** The headings and rows of the exported file. */
async function exported(page: Page): Promise<unknown[][]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  return await readSheet(await readFile(await (await downloading).path()));
}

async function total(page: Page): Promise<number> {
  const text = await page.getByText(/Showing [\d,]+–[\d,]+ of/).textContent();
  return Number(text?.replaceAll(',', '').match(/of (\d+)/)?.[1]);
}

const cells = (page: Page, column: number) => page.locator('tbody tr').locator(`td:nth-child(${column})`);

test('[SPEC 2.31, 2.85, 2.99, 3.27, 3.28] calls: Update, totals, filter by state, export', async ({
  console: page,
}) => {
  await openAndUpdate(page, 'call', 'Calls');
  const calls = await total(page);
  const totals = page.getByLabel('Totals of the calls that match');
  await expect(totals.locator('div').first()).toHaveText(`Calls${calls}`);
  await expect(page.getByRole('columnheader')).toHaveText(['Contact', 'Phone number', 'State', 'Duration', 'Date']);

  const states = page.getByLabel('Calls by state').getByRole('option');
  await expect(states).toHaveText(['All states', 'Outgoing', 'Incoming', 'Missed', 'Rejected']);
  await page.getByLabel('Calls by state').selectOption('Missed');
  await expect(page).toHaveURL(/state=MISSED/);
  await expect(cells(page, 3).first()).toHaveText('Missed');
  await expect.poll(async () => new Set(await cells(page, 3).allTextContents())).toEqual(new Set(['Missed']));
  const missed = await total(page);
  expect(missed).toBeLessThan(calls);
  await expect(totals.locator('div').first()).toHaveText(`Calls${missed}`);
  await expect(totals.getByText('Talk time').locator('..')).toHaveText('Talk time0 s');
  const [headings, ...rows] = await exported(page);
  expect(headings).toEqual(['Contact', 'Phone number', 'State', 'Duration', 'Date (UTC)']);
  expect(rows).toHaveLength(missed);
});

test('[SPEC 2.22, 2.83, 2.84, 2.90, 3.25] events as agenda and table, apps with icons, without and with system apps', async ({
  console: page,
}) => {
  await openAndUpdate(page, 'event', 'Events');
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
  const upcoming = await total(page);
  await page.getByText('All', { exact: true }).click();
  await expect.poll(() => total(page)).toBeGreaterThan(upcoming);
  await page.getByTitle('Table').click();
  await expect(page).toHaveURL(/view=table/);
  await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Location', 'Start', 'End', 'Description']);
  await expect(cells(page, 1).first()).toHaveText(/\S/);
  const title = (await cells(page, 1).first().textContent()) ?? '';
  await page.getByRole('searchbox').fill(title);
  await expect.poll(async () => new Set(await cells(page, 1).allTextContents())).toEqual(new Set([title]));
  const found = await total(page);
  expect(await exported(page)).toHaveLength(found + 1);

  await openAndUpdate(page, 'app-list', 'Installed Apps');
  const own = await total(page);
  await expect
    .poll(() =>
      page
        .locator('tbody img')
        .evaluateAll((icons) => icons.some((icon) => 'naturalWidth' in icon && icon.naturalWidth === 96)),
    )
    .toBe(true);
  await page.getByText('All apps').click();
  await expect(page).toHaveURL(/show=all/);
  await expect.poll(() => total(page)).toBeGreaterThan(own);
  const [headings, ...rows] = await exported(page);
  expect(headings).toEqual(['App', 'Package', 'Version', 'Size (bytes)', 'Kind', 'Installed (UTC)']);
  expect(rows.filter((row) => row[4] === 'User app')).toHaveLength(own);
});

test('[SPEC 2.24, 2.33, 2.89, 2.92, 3.26] permissions beside what the person shares, and device info in groups', async ({
  console: page,
  context,
  allowedErrors,
}) => {
  await openAndUpdate(page, 'permission', 'Permission');
  const shared = page.getByRole('region', { name: 'Shared by the person' });
  await expect(shared.getByText('14 of 14')).toBeVisible();
  await expect(page.getByText('android.permission.READ_CALENDAR')).toBeVisible();
  await page.getByLabel('Permissions by requirement').selectOption('Required');
  await expect.poll(async () => new Set(await cells(page, 5).allTextContents())).toEqual(new Set(['Required']));
  const [headings] = await exported(page);
  expect(headings).toEqual(['Title', 'Status', 'Permission', 'Description', 'Requirement']);
  expect(await seriousProblems(page)).toEqual([]);

  // What is shared stays readable where the list itself is not.
  allowedErrors.push(/403/);
  await visit(page, `/device/permission/${reserved}`);
  await expect(page.getByRole('heading', { name: /does not share/ })).toBeVisible();
  await expect(shared.getByText('2 of 14')).toBeVisible();
  await expect(shared.getByRole('listitem').filter({ hasText: 'Contacts' })).toContainText('Not shared');

  await openAndUpdate(page, 'info', 'Device Info');
  const battery = page.getByRole('region', { name: 'Battery' });
  await expect(battery.getByRole('meter', { name: /^Level/ })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy all of System' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^System: Android \d+\nAPI level: \d+\n/);
  await page.getByRole('searchbox').fill('resolution');
  await expect(page.getByRole('region', { name: 'Screen' }).getByText('Resolution')).toBeVisible();
  await expect(battery).toBeHidden();
  expect(await exported(page)).toHaveLength(2);
});
