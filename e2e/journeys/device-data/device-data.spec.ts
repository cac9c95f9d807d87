import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { withDatabase } from '../../src/database.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** A phone that shares everything and answers at once. */
const steady = 2;
/** A phone whose person shares two things only. */
const reserved = 8;
/** A phone whose contacts nobody else asks for. */
const many = 3;

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

test('[SPEC 2.22, 2.24, 2.31, 2.33, 2.83, 2.84, 2.85, 2.89, 2.90, 2.92, 2.99, 2.100, 3.25, 3.26, 3.27, 3.28] calls, events, apps, permissions and facts of a phone are updated, filtered and exported; a list is loading, out of order, empty, long or not shared', async ({
  console: page,
  context,
  fairwatch,
  allowedErrors,
}) => {
  test.slow();
  // One list is not shared, and one is out of order.
  allowedErrors.push(/403/, /500/);

  await test.step('calls: Update, totals, filter by state, export', async () => {
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

  await test.step('events as agenda and table, apps with icons, without and with system apps', async () => {
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

  await test.step('permissions beside what the person shares, and device info in groups', async () => {
    await openAndUpdate(page, 'permission', 'Permission');
    const shared = page.getByRole('region', { name: 'Shared by the person' });
    await expect(shared.getByText('14 of 14')).toBeVisible();
    await expect(page.getByText('android.permission.READ_CALENDAR')).toBeVisible();
    await page.getByLabel('Permissions by requirement').selectOption('Required');
    await expect.poll(async () => new Set(await cells(page, 5).allTextContents())).toEqual(new Set(['Required']));
    const [headings] = await exported(page);
    expect(headings).toEqual(['Title', 'Status', 'Permission', 'Description', 'Requirement']);
    await expectAccessibleOnTheWay(page);

    // What is shared stays readable where the list itself is not.
    await visit(page, `/device/permission/${reserved}`);
    await expect(page.getByRole('heading', { name: /does not share/ })).toBeVisible();
    await expect(shared.getByText('2 of 14')).toBeVisible();
    await expect(shared.getByRole('listitem').filter({ hasText: 'Contacts' })).toContainText('Not shared');

    await openAndUpdate(page, 'info', 'Device Info');
    const battery = page.getByRole('region', { name: 'Battery' });
    await expect(battery.getByRole('meter', { name: /^Level/ })).toBeVisible();
    await expectAccessibleOnTheWay(page);
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

  await test.step('what the person does not share is not shown, and cannot be asked for', async () => {
    await visit(page, `/device/contact/${reserved}`);
    await expect(
      page.getByRole('heading', { name: 'The person using this device does not share Contacts.' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Update/ })).toBeDisabled();
  });

  await test.step('loading shows the shape of the table, an error says what happened and can be retried', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/contact/all', async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        json: {
          securityStatus: 'PLAINTEXT',
          data: null,
          meta: { has_error: true, message: [{ text: { client: 'Out of order' } }], pagination: null },
        },
      });
    });
    await visit(page, `/device/contact/${many}`);
    await expect(page.locator('[aria-busy="true"]')).toBeVisible();
    release();
    await expect(page.getByText('Out of order')).toBeVisible();
    await page.unroute('**/contact/all');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Out of order')).toBeHidden();
  });

  await test.step('an empty list has an empty view whose Refresh reads it again', async () => {
    await visit(page, `/device/contact/${many}?search=nobody-is-called-this`);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await expect(refresh).toBeVisible();
    const reading = page.waitForRequest('**/contact/all');
    await refresh.click();
    await reading;
  });

  await test.step('an export holds every matching row, not only the page, and never a formula', async () => {
    await withDatabase(fairwatch.dataDir, async (database) => {
      await database.query(
        `insert into contacts (device_id, key, name, phone_number, email, address)
         select $1, 'many-' || n, '=SUM(' || lpad(n::text, 5, '0') || ')', '+' || n, 'n' || n || '@example.org', '@home'
         from generate_series(1, 3000) n`,
        [many],
      );
    });
    await visit(page, `/device/contact/${many}?search=SUM`);
    await expect(page.getByText('Showing 1–20 of 3,000')).toBeVisible();
    const [, ...rows] = await exported(page);
    expect(rows).toHaveLength(3000);
    expect(rows[0]).toEqual(['=SUM(00001)', '+1', 'n1@example.org', '@home']);
    expect(rows.at(-1)).toEqual(['=SUM(03000)', '+3000', 'n3000@example.org', '@home']);
  });
});
