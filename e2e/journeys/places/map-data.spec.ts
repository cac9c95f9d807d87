import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePmtiles } from '../../../packages/server/src/core/pmtiles/write-pmtiles.ts';
import { firstTileId, tilePlaceOf } from '../../../packages/server/src/core/pmtiles/tile-ids.ts';
import { testTile } from '../../../packages/server/src/testing/samples/test-pmtiles.ts';
import { startRangeServer, type RangeServer } from '../../../packages/server/src/testing/servers/range-server.ts';
import { adminToken } from '../../src/api.ts';
import { createFairwatch, startedOnce, type Fairwatch } from '../../src/fairwatch.ts';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, mapView, test } from '../../src/test.ts';

/** For what the map draws in software. */
const drawn = { timeout: 120_000 };

test.use(mapView);

let host: RangeServer;
let fairwatch: Fairwatch;

test.beforeAll(async () => {
  host = await startRangeServer(await planet());
  fairwatch = await createFairwatch({ devices: 0, data: startedOnce, settings: { MAP_SOURCE_URL: host.url } });
  await fairwatch.start();
});
test.afterAll(async () => {
  await fairwatch.remove();
  await host.close();
});

/** A world of tiles with the usual layers, down to zoom 6. */
async function planet(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'planet-'));
  const path = join(folder, 'planet.pmtiles');
  const data = testTile();
  await writePmtiles(path, {
    header: { tileType: 'mvt', tileCompression: 'none', bounds: { west: -180, south: -85, east: 180, north: 85 } },
    metadata: { attribution: '<b onclick="alert(1)">Test mappers</b>', vector_layers: [] },
    tiles: Array.from({ length: firstTileId(7) }, (_, id) => ({ ...tilePlaceOf(id), data })),
  });
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

test('map data is fetched from a test server and used: nobody is asked before a click, the size is said, the map shows the streets, and it is removed again', async ({
  page,
}) => {
  test.slow();
  const token = await adminToken(fairwatch.url);
  await page.context().addCookies([{ name: 'token', value: token, url: fairwatch.url }]);
  await page.goto(`${fairwatch.url}/map-data`);
  const shown = page.getByRole('region', { name: 'The map that is shown' });
  await expect(shown).toContainText('Countries and towns, without streets');
  await expect(page.getByText(`The size and the map come from ${new URL(host.url).host}.`)).toBeVisible();
  const size = page.getByRole('button', { name: 'Ask for the size' });
  await expect(size).toBeDisabled();
  expect(host.ranges).toEqual([]);

  // The map gives an area to begin with, and its fields can be typed over.
  await expect(page.locator('[data-map="drawn"]')).toBeVisible(drawn);
  await page.getByRole('button', { name: 'Take what the map shows' }).click();
  await expect(page.getByLabel('North')).not.toHaveValue('');
  await page.getByLabel('North').fill('54.2');
  await page.getByLabel('South').fill('55');
  await page.getByLabel('West').fill('4,9');
  await page.getByLabel('East').fill('9.3');
  await expect(page.getByText('The north is above the south.')).toBeVisible();
  await expect(size).toBeDisabled();
  await page.getByLabel('South').fill('51.9');
  await page.getByText('Houses', { exact: true }).click();
  await expectGoodLooks(page, 'map-data');
  await size.click();
  await expect(page.getByText(/^This map has \d.*\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Fetch / }).click();
  await expect(shown).toContainText('Zoom 6');
  await expect(shown).toContainText('Test mappers');

  // The map on another page has the streets, and says whose data they are without the markup of the file.
  await page.goto(`${fairwatch.url}/zones`);
  await page.waitForResponse((response) => response.url().includes('/map-tiles/'));
  await expect(page.locator('[data-map="drawn"]')).toBeVisible(drawn);
  const attribution = page.locator('.maplibregl-ctrl-attrib');
  await expect(attribution).toContainText('Test mappers');
  await expect(attribution).toContainText('© OpenStreetMap contributors');
  await expect(attribution.locator('[onclick]')).toHaveCount(0);

  await page.goto(`${fairwatch.url}/map-data`);
  await shown.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(shown).toContainText('Countries and towns, without streets');
});
