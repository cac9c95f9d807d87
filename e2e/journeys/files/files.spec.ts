import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { expectAccessibleOnTheWay, expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import { watchFor } from '../../src/watch-for.ts';

/** A phone of the demo fleet that nobody else in these journeys commands. */
const phone = 6;
const megabyte = 1024 * 1024;

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

const gzipBeginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** A file that begins as gzip does and goes on with bytes that nobody has seen before. */
async function writeGzip(path: string, size: number): Promise<void> {
  const file = await open(path, 'w');
  await file.write(gzipBeginning);
  await file.write(randomBytes(megabyte), 0, megabyte, size - megabyte);
  await file.close();
}

/** The page of the phone's files, with what lies there known. */
async function openFiles(page: Page): Promise<void> {
  await page.goto(`/device/file-manager/${phone}`);
  const known = await callApi(page, 'file/client-directory/', { deviceId: phone, pageSize: 1 });
  if (known.text.includes('"totalItems":0')) await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(row(page, 'Documents')).toBeVisible();
}

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'File Manager' }).getByRole('row').filter({ hasText: name });
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const item = (page: Page, name: string) => uploads(page).getByRole('listitem', { name });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.locator(':popover-open').getByRole('button', { name: action, exact: true }).click();
}

/** Downloads a file through the device and gives back its hash as it lies on disk. */
async function downloaded(page: Page, start: () => Promise<void>): Promise<{ name: string; sha256: string }> {
  const downloading = page.waitForEvent('download', { timeout: 120_000 });
  await start();
  const download = await downloading;
  return { name: download.suggestedFilename(), sha256: await hashOf(await download.path()) };
}

const percentOf = (bar: Locator) => bar.evaluate((element: HTMLProgressElement) => element.position);

/** What the cut makes the browser say. */
const cutErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/;

/** Sends a file of more than two pieces to the device, cuts the network in the middle of it, and fetches it back. */
async function sendThroughCut(page: Page, name: string, megabytes: number): Promise<void> {
  const shown = `${Math.round((megabytes * megabyte) / 1e6)} MB`;
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-upload-'));
  const path = join(folder, name);
  await writeGzip(path, megabytes * megabyte);
  await row(page, 'Download').getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText('Download');

  // The network is cut under the third piece: some of the file is there and some is not, however fast the machine is.
  const [third, cut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pieces = 0;
  await page.route('**/chunk', async (route) => {
    pieces += 1;
    if (pieces === 3) {
      third.resolve();
      await cut.promise;
    }
    await route.continue();
  });
  await page.locator('input[type=file]').first().setInputFiles(path);
  const upload = item(page, name);
  const bar = upload.getByRole('progressbar');
  await expect(upload).toContainText(`of ${shown}`, { timeout: 120_000 });
  await third.promise;
  await page.context().setOffline(true);
  cut.resolve();
  await expect(upload).toContainText('Waiting for the connection');
  const before = await percentOf(bar);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(1);
  await page.unroute('**/chunk');
  const resumed = page.waitForResponse((response) => response.url().endsWith('/check-exists') && response.ok());
  await page.context().setOffline(false);
  // It goes on where it was: the server refuses a chunk that begins anywhere else.
  const { data } = (await (await resumed).json()) as { data: { received: number } };
  expect(data.received).toBeGreaterThan(0);

  await expect(upload).toContainText('On the device', { timeout: 120_000 });
  await expect(uploads(page)).toContainText('On the device.');
  await expect(row(page, name)).toContainText(shown);

  const back = await downloaded(page, () => act(page, name, 'Download'));
  expect(back).toEqual({ name, sha256: await hashOf(path) });

  await rm(folder, { recursive: true });
}

/** From the next load on, the bytes of files are counted in the page: the size of a form with a file is not reported to the journey. */
async function countSentBytes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as { uploadedBytes?: number };
    const send = Reflect.get(XMLHttpRequest.prototype, 'send') as XMLHttpRequest['send'];
    XMLHttpRequest.prototype.send = function sendCounted(body) {
      const parts = body instanceof FormData ? [...body.values()] : [];
      for (const part of parts)
        if (part instanceof Blob) counted.uploadedBytes = (counted.uploadedBytes ?? 0) + part.size;
      send.call(this, body);
    };
  });
}

const sentBytes = (page: Page) => page.evaluate(() => (globalThis as { uploadedBytes?: number }).uploadedBytes ?? 0);

test(
  'files go to a device although the network is cut and come back the same, are renamed, chosen and deleted, and every step is on record',
  { tag: '@full' },
  async ({ console: page, allowedErrors }) => {
    test.slow();
    allowedErrors.push(cutErrors);
    await countSentBytes(page);
    await openFiles(page);

    await test.step('20 MB go to the device although the network is cut, and come back the same', async () => {
      await sendThroughCut(page, 'Archive.gz', 20);
    });

    await test.step('what the server has is not sent a second time, and the device keeps both', async () => {
      const file = {
        name: 'Twice.gz',
        mimeType: 'application/gzip',
        // Larger than what goes in one request.
        buffer: Buffer.concat([gzipBeginning, randomBytes(4 * megabyte)]),
      };
      const already = await sentBytes(page);
      await page.locator('input[type=file]').first().setInputFiles(file);
      const upload = item(page, 'Twice.gz');
      await expect(upload).toContainText('On the device');
      const sent = await sentBytes(page);
      expect(sent - already).toBe(file.buffer.length);
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect(upload).toBeHidden();
      await page.locator('input[type=file]').first().setInputFiles(file);
      await expect(upload).toContainText('On the device');
      // The second time it is only said that the file is to be delivered.
      expect(await sentBytes(page)).toBe(sent);
      await expect(row(page, 'Twice (2).gz')).toBeVisible();
    });

    await test.step('a file comes from the device, is renamed and deleted, and every step is on record', async () => {
      await visit(page, `/device/file-manager/${phone}`);
      await row(page, 'Notes').getByRole('button', { name: 'Notes', exact: true }).click();
      const note = page
        .getByRole('table', { name: 'File Manager' })
        .getByRole('button', { name: /\.txt$/ })
        .first();
      const name = String(await note.textContent());

      const { sha256, name: savedAs } = await downloaded(page, () => act(page, name, 'Download'));
      expect(savedAs).toBe(name);
      const server = page.getByRole('table', { name: 'Files on the server' });
      const stored = server.getByRole('row').filter({ hasText: name });
      await expect(stored).toContainText(`${sha256.slice(0, 12)}…`);
      await expect(stored).toContainText(`Notes/${name}`);
      const again = await downloaded(page, () => stored.getByRole('button', { name: `Download ${name}` }).click());
      expect(again).toEqual({ name, sha256 });

      // It is shown without saving it, and Back closes it.
      await note.click();
      const preview = page.getByRole('dialog', { name });
      await expect(preview.locator('pre')).toContainText('- ');
      await preview.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('button', { name: 'Download as ZIP' }).click();
      const zip = page.getByRole('dialog', { name: 'Download “Notes”' });
      await expect(zip).toContainText(/1 of \d files? (is|are) on the server/);
      const saving = page.waitForEvent('download');
      await zip.getByRole('button', { name: 'Download ZIP' }).click();
      expect((await saving).suggestedFilename()).toBe('Notes.zip');

      await page.getByRole('button', { name: 'New folder' }).click();
      await page.getByLabel('Name of the folder').fill('Zettel');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      // Folders come first, whatever they are called.
      await expect(page.getByRole('table', { name: 'File Manager' }).getByRole('row').nth(1)).toContainText('Zettel');

      await act(page, name, 'Rename');
      await page.getByLabel('New name').fill('Zettel „neu“.txt');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await expect(row(page, 'Zettel „neu“.txt')).toBeVisible();
      await expect(row(page, name)).toBeHidden();

      await act(page, 'Zettel „neu“.txt', 'Delete');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Actions for Zettel „neu“.txt' })).toBeFocused();
      await act(page, 'Zettel „neu“.txt', 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(row(page, 'Zettel „neu“.txt')).toBeHidden();

      await page.getByRole('button', { name: 'Command History' }).click();
      const history = page.getByRole('table', { name: 'Command History' });
      // A name with quotes stands in quotes that it cannot end.
      const renamed = `Zettel 'neu'.txt"`;
      const asked = [`Delete "Notes/${renamed}`, `Rename Notes/${name} to "${renamed}`, `Fetch Notes/${name}`];
      for (const command of asked) {
        await expect(history.getByRole('row').filter({ hasText: command }).first()).toContainText('Done');
      }
      await page.getByRole('button', { name: 'CDN History' }).click();
      const cdn = page.getByRole('table', { name: 'CDN History' }).getByRole('row').filter({ hasText: name });
      await expect(cdn).toContainText('From the device');
      await expect(cdn).toContainText('admin');
    });

    await test.step('folders are walked by keyboard, shown as tiles, and several files are chosen and deleted', async () => {
      await visit(page, `/device/file-manager/${phone}`);
      const tree = page.getByRole('tree', { name: 'Folders' });
      await expect(tree.getByRole('treeitem', { name: 'Documents' })).toBeVisible();
      await tree.getByRole('treeitem', { name: 'Shared folder' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(tree.getByRole('treeitem', { name: 'Documents' })).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(tree.getByRole('treeitem', { name: 'School' })).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(tree.getByRole('treeitem', { name: 'School' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(tree.getByRole('treeitem', { name: 'School' })).toHaveAttribute('aria-selected', 'true');
      const files = page.getByRole('table', { name: 'File Manager' }).getByRole('checkbox', { name: /\.pdf$/ });
      await expect(files.nth(1)).toBeVisible();
      const total = await files.count();

      await files.first().click();
      await files.nth(1).click({ modifiers: ['Shift'] });
      const chosen = page.getByRole('region', { name: 'Chosen files' });
      await expect(chosen).toContainText('2 chosen');
      await page.keyboard.press('Control+a');
      await expect(chosen).toContainText(`${total} chosen`);
      await page.keyboard.press('Escape');
      await expect(chosen).toBeHidden();

      await page.getByRole('radio', { name: 'Grid' }).check();
      const tiles = page.getByRole('list', { name: 'File Manager' });
      await expect(tiles.getByRole('listitem')).toHaveCount(total);
      const boxes = await tiles
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')));
      await page.getByLabel('Sort by').selectOption('Size, descending');
      // By name: they change places when the new order comes.
      for (const name of boxes.slice(0, 2))
        await tiles.getByRole('checkbox', { name: name ?? '', exact: true }).click();
      await expectAccessibleOnTheWay(page);
      await chosen.getByRole('button', { name: 'Delete 2' }).click();
      const told = await watchFor(page, '[aria-label="Work on files"]', /Delete 2 files/);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await told();
      await expect(page.getByRole('region', { name: 'Work on files' })).toBeHidden();
      if (total > 2) await expect(tiles.getByRole('listitem')).toHaveCount(total - 2);
      else await expect(page.getByText('No Files available')).toBeVisible();

      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('radio', { name: 'List' }).check();
      await expect(tree).toBeHidden();
      await page.getByRole('button', { name: 'Folders' }).click();
      await expect(tree).toBeVisible();
      await expectGoodLooks(page, 'files');
    });
  },
);

test(
  '200 MB go to a device although the network is cut, and come back the same',
  { tag: '@full' },
  async ({ console: page, allowedErrors }) => {
    test.slow();
    allowedErrors.push(cutErrors);
    await openFiles(page);
    await sendThroughCut(page, 'Large archive.gz', 200);
  },
);
