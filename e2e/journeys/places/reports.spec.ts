import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { signInAs } from '../../src/accounts.ts';
import { callApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectGoodLooks } from '../../src/looks.ts';
import { expect, test } from '../../src/test.ts';

const deviceId = 6;
const zoneName = 'Depot & yard';

/** Inserts a zone of the first admin around the place where the phone stayed longest. */
async function addZone(page: Page, { dataDir }: Fairwatch): Promise<void> {
  const answer = await callApi(page, 'location/all', { deviceId, pageSize: 500 });
  const { data } = JSON.parse(answer.text) as { data: { latitude: number; longitude: number; address: string }[] };
  const byAddress = Map.groupBy(data, ({ address }) => address);
  const [most = []] = [...byAddress.values()].toSorted((a, b) => b.length - a.length);
  const { latitude, longitude } = most[0] ?? { latitude: 0, longitude: 0 };
  const area = { shape: 'CIRCLE', latitude, longitude, radius: 300 };
  await withDatabase(dataDir, async (database) => {
    await database.query(
      `insert into zones (name, colour, area, west, east, south, north, created_by)
       select $1, 'blue', $2, $4::float8 - 0.01, $4::float8 + 0.01, $3::float8 - 0.01, $3::float8 + 0.01, id
       from users where username = 'admin'`,
      [zoneName, JSON.stringify(area), latitude, longitude],
    );
  });
}

/** What the log of the phone has from these calls, by how the data was used. */
async function loggedUses({ dataDir }: Fairwatch, path: string): Promise<(string | null)[]> {
  return await withDatabase(dataDir, async (database) => {
    const { rows } = await database.query<{ how: string | null }>(
      `select details ->> 'how' as how from audit_entries where device_id = $1 and action = 'READ' and subject like $2 order by id`,
      [deviceId, `%/authenticated/${path}`],
    );
    return rows.map(({ how }) => how);
  });
}

async function saved(page: Page, button: string): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return await downloading;
}

/** Parses XML in the browser, and counts the elements of a name; throws for what is no XML. */
async function countElements(page: Page, download: Download, element: string): Promise<number> {
  const text = await readFile(await download.path(), 'utf8');
  return await page.evaluate(
    ([xml = '', name = '']) => {
      const parsed = new DOMParser().parseFromString(xml, 'text/xml');
      if (parsed.querySelector('parsererror')) throw new Error('This is no XML.');
      return parsed.querySelectorAll(name).length;
    },
    [text, element],
  );
}

test('places and days: stops are called by zones, the calendar has the days, the track is saved as GPX and KML, and the week is a report', async ({
  console: page,
  fairwatch,
}) => {
  test.slow();
  await page.goto(`/device/location/${deviceId}`);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText(/Showing 1–20 of \d+/)).toBeVisible();
  await addZone(page, fairwatch);
  const calendar = page.getByRole('table', { name: 'Days with places' });
  const facts = page.getByRole('region', { name: 'Places and times' });

  await test.step('a day is chosen in the calendar with the keyboard, and its stops have the name of the zone', async () => {
    await page.reload();
    await expect(calendar.getByRole('button', { pressed: true })).toHaveCount(1);
    await expect(calendar.getByRole('button', { name: /\d+ points, .+ km/ }).first()).toBeVisible();
    await calendar.getByRole('button', { pressed: true }).focus();
    await page.keyboard.press('ArrowLeft');
    const focused = calendar.locator(':focus');
    await expect(focused).toHaveAttribute('aria-label', /\d+ points, .+ km/);
    const day = (await focused.getAttribute('data-day')) ?? '';
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
    await expect(calendar.locator(`[data-day="${day}"]`)).toHaveAttribute('aria-pressed', 'true');
    await expect(facts).toContainText(new RegExp(`Time in zones${zoneName} ?\\d+ h`));
    await expect(facts.getByRole('listitem').filter({ hasText: zoneName })).not.toHaveCount(0);
    await expectGoodLooks(page, 'places-and-days');
  });

  await test.step('the shown day is saved as GPX and KML, and the log says so', async () => {
    const summary = (await page.getByText(/\d+ points? · .+ km · \d+ stops?/).textContent()) ?? '';
    const points = Number(/^\d+/.exec(summary)?.[0]);
    const before = await loggedUses(fairwatch, 'location/all');
    const gpx = await saved(page, 'Save the shown track as GPX');
    expect(gpx.suggestedFilename()).toMatch(/^locations-.+\.gpx$/);
    expect(await countElements(page, gpx, 'trkpt')).toBe(points);
    const kml = await saved(page, 'Save the shown track as KML');
    expect(kml.suggestedFilename()).toMatch(/^locations-.+\.kml$/);
    expect(await countElements(page, kml, 'Point')).toBe(points);
    const after = await loggedUses(fairwatch, 'location/all');
    expect(after.slice(before.length).filter((how) => how === 'EXPORT')).toHaveLength(2);
  });

  await test.step('the report of the week before has the phone, and leads to its places', async () => {
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await page.getByRole('button', { name: 'Week before' }).click();
    await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/);
    const table = page.getByRole('table', { name: 'Reports' });
    const row = table.getByRole('row').filter({ hasText: zoneName });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(/\d km/);
    await expect(page.getByText('this installation has no mail server (SMTP_URL)')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Mail it to me each Monday' })).toBeDisabled();
    await expectGoodLooks(page, 'reports');
    expect(await loggedUses(fairwatch, 'report/week')).toContain('SEEN');

    const device = (await row.getByRole('link').textContent()) ?? '';
    const excel = await saved(page, 'Export');
    expect(excel.suggestedFilename()).toMatch(/^report-.+\.xlsx$/);
    const [header, ...rows] = await readSheet(await readFile(await excel.path()));
    expect(header).toEqual(['Device', 'Distance (m)', 'Stops', 'Time in zones', 'Points']);
    expect(rows.find(([name]) => name === device)?.[3]).toContain(zoneName);
    expect((await loggedUses(fairwatch, 'report/week')).at(-1)).toBe('EXPORT');

    await row.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/device/location/${deviceId}\\?from=.+&to=`));
    await expect(facts).toContainText(zoneName);
  });

  await test.step('one device is chosen by typing, and a choice without positions has an empty view', async () => {
    await page.goto(`/reports?device=${deviceId}`);
    await expect(page.getByRole('button', { name: /^Only .+ Show all devices$/ })).toBeVisible();
    await page.getByRole('button', { name: /^Only / }).click();
    await expect(page).not.toHaveURL(/device=/);
    await page.getByRole('combobox', { name: 'Device', exact: true }).fill('a');
    await expect(page.locator('datalist option').first()).toBeAttached();
    await page.getByRole('combobox', { name: 'Device', exact: true }).press('Enter');
    await expect(page).toHaveURL(/device=\d+/);
  });
});

test('an admin out of scope sees nothing of it', async ({ page, fairwatch }) => {
  await signInAs(page, fairwatch, {
    username: 'reports.elsewhere',
    adminRole: 'ADMIN',
    access: { LOCATION: 'READ_ONLY' },
    devices: [],
  });
  await page.goto('/reports');
  await expect(page.getByText('No Report available')).toBeVisible();
  const asked = await callApi(page, 'report/week', {
    week: '2026-11-11',
    zone: 'UTC',
    target: { for: 'DEVICE', deviceId },
  });
  expect(asked.status).toBe(404);
});
