import type { Page } from '@playwright/test';
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
let map: Buffer;
let fairwatch: Fairwatch;

test.beforeAll(async () => {
  map = await planet();
  host = await startRangeServer(map);
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

const sides = ['North', 'South', 'West', 'East'] as const;
const degrees = (page: Page) =>
  Promise.all(sides.map(async (side) => Number(await page.getByLabel(side, { exact: true }).inputValue())));

async function openMapData(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: await adminToken(fairwatch.url), url: fairwatch.url }]);
  await page.goto(`${fairwatch.url}/map-data`);
}

test('the area is drawn by dragging over the map, with a mouse and with a finger, and shows its size', async ({
  page,
}) => {
  test.slow();
  await openMapData(page);
  await expect(page.locator('[data-map="drawn"]')).toBeVisible(drawn);
  const draw = page.getByRole('button', { name: 'Draw' });
  await draw.click();
  await expect(draw).toHaveAttribute('aria-pressed', 'true');
  const canvas = page.locator('.maplibregl-canvas');
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The map has no size.');
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  const [from, to] = [at(0.45, 0.4), at(0.55, 0.55)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x - 20, to.y - 20);
  await page.mouse.move(to.x, to.y);
  await expect(page.getByText(/^[\d.,]+ × [\d.,]+ km$/)).toBeVisible();
  await page.mouse.up();
  await expect(draw).toHaveAttribute('aria-pressed', 'false');
  const [north = 0, south = 0, west = 0, east = 0] = await degrees(page);
  expect(north).toBeGreaterThan(south);
  expect(east).toBeGreaterThan(west);
  await expect(page.getByRole('button', { name: 'Ask for the size' })).toBeEnabled();

  // Escape keeps the area before.
  await draw.click();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 60, from.y - 60, { steps: 3 });
  await expect.poll(() => degrees(page)).not.toEqual([north, south, west, east]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(draw).toHaveAttribute('aria-pressed', 'false');
  expect(await degrees(page)).toEqual([north, south, west, east]);

  // A finger does the same, and the page does not scroll meanwhile.
  await draw.click();
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await finger('touchStart', [at(0.3, 0.3)]);
  await finger('touchMove', [at(0.35, 0.4)]);
  await finger('touchMove', [at(0.4, 0.6)]);
  await finger('touchEnd', []);
  await expect(draw).toHaveAttribute('aria-pressed', 'false');
  const touched = await degrees(page);
  expect(touched[2]).toBeLessThan(west);
  expect(touched[0]).toBeGreaterThan(touched[1] ?? 90);
});

test('a map file is uploaded from the computer of the owner, a file that is none is refused, and the map before stays', async ({
  page,
  allowedErrors,
}) => {
  test.slow();
  allowedErrors.push(/status of 422/);
  await openMapData(page);
  const shown = page.getByRole('region', { name: 'The map that is shown' });
  await expect(shown).toContainText('Countries and towns, without streets');
  const upload = page.getByRole('region', { name: 'Upload a file' });
  const choose = upload.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'city.pmtiles', mimeType: 'application/octet-stream', buffer: map });
  await expect(page.getByText('The map is in use.')).toBeVisible();
  await expect(shown).toContainText('city.pmtiles');
  await expect(shown).toContainText('Test mappers');
  await expect(shown).toContainText('Zoom 6');

  const page404 = Buffer.from('<html>404 Not Found</html>'.padEnd(500));
  await choose.setInputFiles({ name: 'error.pmtiles', mimeType: 'application/octet-stream', buffer: page404 });
  await expect(upload.getByRole('alert')).toHaveText(
    'This file cannot be used as a map. It is not a PMTiles file of version 3.',
  );
  const damaged = map.subarray(0, -1);
  await choose.setInputFiles({ name: 'short.pmtiles', mimeType: 'application/octet-stream', buffer: damaged });
  await expect(upload.getByRole('alert')).toContainText('The file ends too early');
  await expect(shown).toContainText('city.pmtiles');
  await expectGoodLooks(page, 'map-data-uploaded');
});
