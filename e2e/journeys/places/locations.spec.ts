import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { testPmtiles } from '../../../packages/server/src/testing/samples/test-pmtiles.ts';
import { callApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectAccessibleOnTheWay, expectGoodLooks, expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { locationColumns } from '../../src/spec-lists.ts';
import { expectColumns } from '../../src/looks/shown-columns.ts';
import { expect, mapView, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const deviceId = 2;
const zoneName = 'Depot & yard';
/** Water on the map of streets. */
const lake = { light: 'bcd7de', dark: '10191b' };

/** For what is looked for in a picture of the map, seldom: drawing one in software keeps the map from being drawn. */
const drawn = { timeout: 120_000, intervals: [1500] };

test.use(mapView);

test.describe('where a device is and has been', () => {
  // WebGL without a graphics card is slow when other journeys have just worn the machine out.
  test.slow();

  test(
    'ask for it, see the track drawn, replay it, switch the day, search, export; stops are called by zones, the calendar has the days, the track is saved as GPX and KML, and the week is a report',
    { tag: '@full' },
    async ({ console: page, fairwatch }) => {
      const hosts = hostsAskedBy(page);
      await page.goto(`/device/location/${deviceId}`);
      await expect(page.getByText('No Locations available')).toBeVisible();
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(page.getByText(/Showing 1–20 of \d+/)).toBeVisible();
      await expectColumns(page, locationColumns);

      await expect(page.locator('[data-map="drawn"]')).toBeVisible({ timeout: 120_000 });
      const canvas = page.getByRole('region', { name: 'Map of the track' });
      await expect.poll(() => coloursOf(page, canvas), drawn).toBeGreaterThan(20);

      // Another day: the map and the list follow.
      const days = page.getByRole('group', { name: 'Day' }).getByRole('button');
      await expect.poll(() => days.count()).toBeGreaterThanOrEqual(7);
      const summary = page.getByText(/\d+ points? · .+ km · \d+ stops?/);
      const newest = (await summary.textContent()) ?? '';
      await days.nth(2).click();
      await expect(days.nth(2)).toHaveAttribute('aria-pressed', 'true');
      await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
      await expect(summary).not.toHaveText(newest);
      // Each comes with an answer of its own.
      await expect(async () => {
        const points = (await summary.textContent())?.split(' ')[0];
        await expect(page.getByText(new RegExp(`of ${points}$`))).toBeVisible({ timeout: 1000 });
      }).toPass();

      // The replay runs, pauses, and is moved by the keyboard.
      const time = page.locator('[data-replay-time]');
      const scrubber = page.getByRole('slider', { name: 'Time' });
      // As slowly as it can: it must not be over before it is paused.
      await page.getByLabel('Speed').selectOption('300×');
      await page.getByRole('button', { name: 'Play' }).click();
      const played = (await time.textContent()) ?? '';
      await expect(time).not.toHaveText(played);
      await page.getByRole('button', { name: 'Pause' }).click();
      await scrubber.press('Home');
      await expect(scrubber).toHaveValue('0');
      await scrubber.press('ArrowRight');
      await expect(scrubber).toHaveValue('1');
      await page.getByRole('button', { name: 'Show the whole track' }).click();

      // A row of the table shows its point on the map.
      const row = page.getByRole('table', { name: 'Location' }).getByRole('row').nth(3);
      const address = (await row.locator('[data-row-link]').textContent()) ?? '';
      await row.click();
      const card = page.getByRole('region', { name: 'Chosen point' });
      await expect(card).toContainText(address);
      await expect(card).toContainText(/± \d+ m/);
      await expectAccessibleOnTheWay(page);
      await card.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByPlaceholder('Search places').fill('home');
      await expect(page).toHaveURL(/search=home/);
      const found = await callApi(page, 'location/all', { deviceId, search: 'home', pageSize: 500 });
      const { data, meta } = JSON.parse(found.text);
      await expect(page.getByText(`of ${meta.pagination.totalItems}`)).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^locations-.+\.xlsx$/);
      const [header, ...rows] = await readSheet(await readFile(await download.path()));
      const units: Record<string, string> = { Accuracy: 'Accuracy (m)', 'Date time': 'Date time (UTC)' };
      expect(header).toEqual([...locationColumns.map((name) => units[name] ?? name), 'Date time (local)']);
      expect(rows).toHaveLength(meta.pagination.totalItems);
      const [first] = data;
      expect([0, 2, 3, 5].map((place) => rows[0]?.[place])).toEqual([
        first.id,
        first.latitude,
        first.longitude,
        first.address,
      ]);
      // A cell holds days as a floating-point number, which is exact to about a millisecond.
      expect(Math.round(Number(rows[0]?.[7]) / 1000)).toBe(Math.round(Date.parse(first.localDateTime) / 1000));

      // Simulated phones bring streets along.
      await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
      // The owner puts a map of streets beside the data: from then on it is drawn, light and dark, from this server alone.
      const maps = join(fairwatch.dataDir, 'maps');
      await mkdir(maps, { recursive: true });
      await writeFile(join(maps, 'streets.pmtiles'), testPmtiles());
      // Somebody else has made a zone, of which nothing told the page.
      await addZone(page, fairwatch);
      const letters = page.waitForResponse((answer) =>
        /\/assets\/noto-sans-latin-400-normal-.+\.woff2$/.test(answer.url()),
      );
      const tiles = page.waitForResponse((answer) => answer.url().includes('.pmtiles?') && answer.status() === 206);
      await page.goto(`/device/location/${deviceId}`);
      expect((await tiles).headers()['content-range']).toMatch(/^bytes 0-/);
      expect((await letters).ok()).toBe(true);
      await expect.poll(() => hasColour(page, canvas, lake.light), drawn).toBe(true);
      await expect(page.getByText('© Test mappers')).toBeVisible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => hasColour(page, canvas, lake.dark), drawn).toBe(true);
      await page.emulateMedia({ colorScheme: null });

      const calendar = page.getByRole('table', { name: 'Days with places' });
      const facts = page.getByRole('region', { name: 'Places and times' });

      await test.step('a day is chosen in the calendar with the keyboard, and its stops have the name of the zone', async () => {
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
        await expectGoodLooks(page, 'location');
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
        await visit(page, '/');
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
        await expectGoodLooksOnTheWay(page, 'reports');
        expect(await loggedUses(fairwatch, 'report/week')).toContain('SEEN');

        const device = (await row.getByRole('link').textContent()) ?? '';
        const excel = await saved(page, 'Export');
        expect(excel.suggestedFilename()).toMatch(/^report-.+\.xlsx$/);
        const [header, ...rows] = await readSheet(await readFile(await excel.path()));
        expect(header).toEqual(['Device', 'Distance (m)', 'Stops', 'Time in zones', 'Points']);
        expect(rows.find(([name]) => name === device)?.[3]).toContain(zoneName);
        expect((await loggedUses(fairwatch, 'report/week')).at(-1)).toBe('EXPORT');

        await expect(row.getByRole('link')).toHaveAttribute(
          'href',
          new RegExp(`/device/location/${deviceId}\\?from=.+&to=`),
        );
      });

      await test.step('one device is chosen by typing, and a choice without positions has an empty view', async () => {
        await visit(page, `/reports?device=${deviceId}`);
        await expect(page.getByRole('button', { name: /^Only .+ Show all devices$/ })).toBeVisible();
        await page.getByRole('button', { name: /^Only / }).click();
        await expect(page).not.toHaveURL(/device=/);
        await page.getByRole('combobox', { name: 'Device', exact: true }).fill('a');
        await expect(page.locator('datalist option').first()).toBeAttached();
        await page.getByRole('combobox', { name: 'Device', exact: true }).press('Enter');
        await expect(page).toHaveURL(/device=\d+/);
      });

      await rm(maps, { recursive: true });

      expect([...hosts]).toEqual([new URL(fairwatch.url).host]);
    },
  );
});

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

/** Every host the page asks for anything, the map's workers included. */
function hostsAskedBy(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.context().on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(host);
  });
  return hosts;
}

/** How many colours a picture of the map has: an empty one has one. */
async function coloursOf(page: Page, map: Locator): Promise<number> {
  return (await pixelColours(page, map)).length;
}

async function hasColour(page: Page, map: Locator, colour: string): Promise<boolean> {
  return (await pixelColours(page, map)).includes(colour);
}

/** Every colour in a picture of the map, as `rrggbb`. */
async function pixelColours(page: Page, map: Locator): Promise<string[]> {
  const picture = (await map.screenshot()).toString('base64');
  return await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    return [...new Set(new Uint32Array(pixels.buffer))].map((pixel) =>
      // The lowest byte is red.
      [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255].map((part) => part.toString(16).padStart(2, '0')).join(''),
    );
  }, picture);
}
