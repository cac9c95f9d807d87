import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooks, expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, mapView, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const deviceId = 3;

test.use(mapView);

test.describe('zones', () => {
  // WebGL without a graphics card is slow when other journeys have just worn the machine out.
  test.slow();

  test(
    'are typed, drawn, edited, imported, exported and deleted, and each person sees those that are for them',
    { tag: '@full' },
    async ({ console: page, fairwatch }) => {
      const hosts = hostsAskedBy(page);
      const list = page.getByRole('list', { name: 'Zones' });
      const map = page.getByRole('region', { name: 'Map of zones' });
      const create = page.getByRole('button', { name: 'Create', exact: true });

      await test.step('one is typed, with the keyboard alone', async () => {
        // Another journey may have left one on this server, and rules about it.
        await withDatabase(fairwatch.dataDir, async (database) => {
          await database.query('delete from alert_rules where zone_id is not null');
          await database.query('delete from zones');
        });
        await page.goto('/zones');
        await expect(page.getByText('No Zones available')).toBeVisible();
        await expect(page.locator('[data-map="drawn"]')).toBeVisible({ timeout: 120_000 });
        await page.getByRole('button', { name: 'Circle', exact: true }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { name: 'New circle' })).toBeFocused();
        // No geocoder is configured, so there is no search.
        await expect(page.getByLabel('Find an address')).toHaveCount(0);
        for (const typed of ['52.0907', '5.1214', '150']) {
          await page.keyboard.press('Tab');
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.type(typed);
        }
        await page.keyboard.press('Enter');
        await expect(page.getByText('Please name the zone.')).toBeVisible();
        await page.getByLabel('Name').focus();
        await page.keyboard.type('School');
        await page.keyboard.press('Enter');
        await expect(list.getByRole('listitem')).toHaveText([/School.*All devices · \d+ devices.*150 m.*admin/]);
      });

      await test.step('a polygon is drawn: corners, one taken back, one dragged', async () => {
        await list.getByRole('button', { name: /^School/ }).click();
        await page.getByRole('button', { name: 'Polygon', exact: true }).click();
        await clickAt(map, 0.3, 0.3);
        await clickAt(map, 0.7, 0.3);
        await clickAt(map, 0.7, 0.7);
        await clickAt(map, 0.5, 0.9);
        const corners = page.getByLabel('Corners');
        await expect.poll(() => linesOf(corners)).toHaveLength(4);
        await page.keyboard.press('Backspace');
        await expect.poll(() => linesOf(corners)).toHaveLength(3);
        await page.keyboard.press('Enter');
        await expect(page.getByText('Drag its corners.')).toBeVisible();
        // A further click adds nothing.
        await clickAt(map, 0.2, 0.8);
        const [first, ...others] = await linesOf(corners);
        await drag(page, page.locator('.fw-zone-handle').first(), [-60, -40]);
        await expect.poll(async () => (await linesOf(corners))[0]).not.toBe(first);
        expect((await linesOf(corners)).slice(1)).toEqual(others);

        await page.getByLabel('Name').fill('Playground');
        await page.getByRole('radio', { name: 'Red' }).check();
        await page.getByText('One device').click();
        await create.click();
        await expect(page.getByText('Please choose a device.')).toBeVisible();
        await chooseDevice(page);
        await expectGoodLooksOnTheWay(page, 'zone-form');
        await create.click();
        await expect(list.getByRole('listitem')).toHaveCount(2);
        await expect(list).toContainText('Polygon, 3 corners');
      });

      await test.step('a circle is drawn: a click, and its border dragged', async () => {
        await page.getByRole('button', { name: 'Circle', exact: true }).click();
        await clickAt(map, 0.6, 0.4);
        const radius = page.getByLabel('Radius in metres');
        const before = Number(await radius.inputValue());
        await drag(page, page.locator('.fw-zone-handle[data-handle="radius"]'), [50, 0]);
        await expect.poll(async () => Number(await radius.inputValue())).toBeGreaterThan(before);
        const latitude = await page.getByLabel('Latitude').inputValue();
        await drag(page, page.locator('.fw-zone-handle[data-handle="centre"]'), [0, 40]);
        await expect(page.getByLabel('Latitude')).not.toHaveValue(latitude);
        await page.getByLabel('Name').fill('Depot');
        await create.click();
        await expect(list.getByRole('listitem')).toHaveCount(3);
      });

      await test.step('one is changed, and what cannot be is said', async () => {
        await page.getByRole('button', { name: 'Change Playground' }).click();
        const corners = page.getByLabel('Corners');
        await corners.fill('52.1, 5.1\nnorth');
        await expect(page.getByText('Line 2 is not a latitude and a longitude.')).toBeVisible();
        await corners.fill('52.1, 5.1\n52.2, 5.2\n52.1, 5.2\n52.2, 5.1');
        await expect(page.getByRole('alert')).toHaveText('The edges of a polygon cannot cross each other.');
        await corners.fill('52.1, 5.1\n52.1, 5.2\n52.2, 5.2\n52.2, 5.1');
        await page.getByLabel('Name').fill('Park');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(list.getByRole('listitem').filter({ hasText: 'Park' })).toContainText('Polygon, 4 corners');
      });

      await test.step('a file with three bad features is refused as a whole, each by its number', async () => {
        const good = featureOf('Market', [
          [5, 52],
          [5.01, 52],
          [5.01, 52.01],
          [5, 52],
        ]);
        const bad = [
          featureOf('', good.geometry.coordinates[0]),
          featureOf('Crossed', [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ]),
          { type: 'Feature', properties: { name: 'Way' }, geometry: { type: 'LineString', coordinates: [] } },
        ];
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Import zones' });
        const choose = (features: unknown[]) =>
          dialog.getByLabel('GeoJSON file').setInputFiles({
            name: 'zones.geojson',
            mimeType: 'application/geo+json',
            buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
          });
        await choose([good, ...bad]);
        await dialog.getByRole('button', { name: 'Import', exact: true }).click();
        await expect(dialog.getByRole('alert')).toContainText('Nothing was imported: 3 features have problems.');
        await expect(dialog.getByRole('row')).toHaveText([
          /Feature.*Problem/,
          /2.*It has no name/,
          /3.*Crossed.*cannot cross/,
          /4.*Way.*neither a Polygon nor a Point/,
        ]);
        await expectGoodLooksOnTheWay(page, 'zone-import');
        expect(JSON.parse((await callApi(page, 'zone/all', {})).text).data).toHaveLength(3);

        await choose([good]);
        await dialog.getByRole('button', { name: 'Import', exact: true }).click();
        await expect(dialog).toHaveCount(0);
        await expect(list.getByRole('listitem')).toHaveCount(4);
      });

      await test.step('all are exported in the form that an import reads', async () => {
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export' }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toMatch(/^zones-.+\.geojson$/);
        const geojson = await readFile(await download.path(), 'utf8');
        const { features } = JSON.parse(geojson);
        expect(features).toHaveLength(4);
        const school = { name: 'School', colour: 'blue', radius: 150 };
        expect(features).toContainEqual({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [5.1214, 52.0907] },
          properties: school,
        });
        const again = await callApi(page, 'zone/import', { geojson, target: { for: 'DEVICE', deviceId } });
        expect(JSON.parse(again.text).data).toEqual({ imported: 4, problems: [], moreProblems: 0 });
        // Nobody reloaded the page.
        await expect(list.getByRole('listitem')).toHaveCount(8);
      });

      await test.step('one is deleted after a question; on a phone the map is above the list', async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        const mapBox = await map.boundingBox();
        const listBox = await list.boundingBox();
        expect((mapBox?.y ?? 0) + (mapBox?.height ?? 0)).toBeLessThanOrEqual(listBox?.y ?? 0);
        await page.getByRole('button', { name: 'Delete Depot' }).first().click();
        const question = page.getByRole('dialog', { name: 'Delete Depot?' });
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(list.getByRole('listitem')).toHaveCount(8);
        await page.getByRole('button', { name: 'Delete Depot' }).first().click();
        await question.getByRole('button', { name: 'Delete', exact: true }).click();
        await expect(list.getByRole('listitem')).toHaveCount(7);
        await expectGoodLooks(page, 'zones');
      });

      await test.step('the page of a device lists those that are for it', async () => {
        await visit(page, `/device/overview/${deviceId}`);
        // All zones are one line, so that they hide nothing else that watches the device.
        await expect(page.getByText(/^\d+ places$/).first()).toBeVisible();
        const entries = await callApi(page, 'audit/all', { page: 1, pageSize: 50, deviceId });
        expect(entries.text).toContain('set 4 places, among them');
      });

      expect([...hosts]).toEqual([new URL(fairwatch.url).host]);
    },
  );
});

const featureOf = (name: string, ring: number[][] = []) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates: [ring] },
});

async function linesOf(field: Locator): Promise<string[]> {
  return (await field.inputValue()).split('\n');
}

/** Clicks a place on the map by its share of the width and the height. */
async function clickAt(map: Locator, x: number, y: number): Promise<void> {
  const box = await map.boundingBox();
  await map.click({ position: { x: (box?.width ?? 0) * x, y: (box?.height ?? 0) * y } });
}

async function drag(page: Page, handle: Locator, [x, y]: [number, number]): Promise<void> {
  // The map may still be moving to what was drawn.
  await handle.hover({ trial: true });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The handle is not on the map.');
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + x / 2, fromY + y / 2);
  await page.mouse.move(fromX + x, fromY + y);
  await page.mouse.up();
}

async function chooseDevice(page: Page): Promise<void> {
  const { data } = JSON.parse((await callApi(page, 'device/summary', { deviceId })).text);
  await page.getByRole('searchbox', { name: 'Device', exact: true }).fill(data.username);
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
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
