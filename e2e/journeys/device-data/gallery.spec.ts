import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import { watchFor } from '../../src/watch-for.ts';

/** A phone of the demo fleet that nobody else in these journeys commands. */
const phone = 7;
/** One whose gallery nobody else asks for: its rows are written straight into the database. */
const archive = 2;

/** Whether a picture was not only asked for but really painted. */
const painted = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);

const cell = (page: Page, place: number) => page.locator(`[data-place="${place}"]`);

/** The item at a place of the list, as the server itself has it. */
async function itemAt(page: Page, kind: 'PHOTO' | 'VIDEO', place: number) {
  const { text } = await callApi(page, 'media/gallery', {
    deviceId: phone,
    filter: { kind },
    page: place + 1,
    pageSize: 1,
  });
  const { data } = JSON.parse(text) as { data: { fileName: string; size: number; fileHash: string | null }[] };
  return data[0] ?? { fileName: '', size: 0, fileHash: null };
}

/** Asks for the original of what is open, watches it come, and gives back the link that saves it. */
async function getOriginal(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  const coming = await watchFor(page, 'dialog progress');
  await dialog.getByRole('button', { name: /Get original/ }).click();
  await coming();
  const save = dialog.getByRole('link', { name: /Download/ });
  await expect(save).toBeVisible();
  return save;
}

interface Archive {
  count: number;
  /** A month of 31 days, far down the page. */
  jumpTo: { month: string; year: number };
}

/** Scrolls, jumps and selects in a gallery of so many photos, eight a day. */
async function walkArchive(page: Page, { dataDir }: Fairwatch, { count, jumpTo }: Archive): Promise<void> {
  await withDatabase(dataDir, async (database) => {
    await database.query('delete from gallery where device_id = $1', [archive]);
    await database.query(
      `insert into gallery (device_id, key, kind, file_name, album, mime_type, width, height, size, taken_at)
       select $1, 'old-' || n, 'PHOTO', 'IMG_' || n || '.jpg', 'Camera', 'image/jpeg', 1600, 1200, 1000 + n,
         '2026-11-01T12:00:00Z'::timestamptz - n * interval '3 hours'
       from generate_series(1, $2::int) n`,
      [archive, count],
    );
  });
  await visit(page, `/device/photo/${archive}`);
  await expect(page.getByText(`${count} photos`)).toBeVisible();
  // Without a preview, its name stands in for it.
  await expect(cell(page, 0)).toContainText('IMG_1.jpg');

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText(`IMG_${count}.jpg`)).toBeVisible();
  expect(await page.locator('[data-place]').count()).toBeLessThan(200);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('IMG_1.jpg', { exact: true })).toBeVisible();

  const { month, year } = jumpTo;
  await page.getByLabel('Jump to month').selectOption(`${month} ${year}`);
  await expect(page.getByText(`${month} 31, ${year}`)).toBeInViewport();
  const ofMonth = new RegExp(`IMG_\\d+\\.jpg, ${month.slice(0, 3)} \\d+, ${year}`);
  await expect(page.getByRole('button', { name: ofMonth }).first()).toBeInViewport();

  await cell(page, 0).focus();
  await page.keyboard.press('End');
  await expect(cell(page, count - 1)).toBeFocused();
  await expect(cell(page, count - 1)).toBeInViewport();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(`${count} selected`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${count} selected`)).toBeHidden();

  await page.getByLabel('Search photos').fill('IMG_77');
  const found = Array.from({ length: count }, (_, place) => `IMG_${place + 1}.jpg`).filter((name) => /_77/.test(name));
  await expect(page.getByText(`${found.length} photos`, { exact: true })).toBeVisible();
  await page.getByLabel('Sort by').selectOption('Largest first');
  await expect(cell(page, 0)).toContainText(found.at(-1) ?? '');
}

test(
  'photos arrive, are looked at by keyboard, come in full and are saved; a video plays; many photos scroll',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    test.slow();

    await test.step('photos arrive, are looked at by keyboard, come in full and are saved', async () => {
      await page.goto(`/device/photo/${phone}`);
      await expect(page.getByText('No Photos available')).toBeVisible();
      const [said, shown] = [
        await watchFor(page, 'main output', /Receiving previews\.\.\./),
        await watchFor(page, 'main [role=progressbar], main progress'),
      ];
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await said();
      await shown();
      // The phone draws the previews of all its photos first, which takes a busy machine minutes.
      await expect(page.getByText(/^\d+ photos$/)).toBeVisible({ timeout: 240_000 });
      await expect.poll(() => painted(cell(page, 0).getByRole('img'))).toBe(true);
      await expect.poll(() => painted(cell(page, 5).getByRole('img'))).toBe(true);
      await expectAccessibleOnTheWay(page);

      await cell(page, 0).focus();
      await page.keyboard.press('ArrowRight');
      await expect(cell(page, 1)).toBeFocused();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(dialog.getByText(/^3 of \d+$/)).toBeVisible();
      await page.keyboard.press('i');
      const wanted = await itemAt(page, 'PHOTO', 2);
      await expect(dialog.getByRole('complementary')).toContainText(wanted.fileName);
      await expectAccessibleOnTheWay(page);

      const save = await getOriginal(page);
      const { size, fileHash } = await itemAt(page, 'PHOTO', 2);
      await expect(dialog.getByText(String(fileHash))).toBeVisible();
      const downloading = page.waitForEvent('download');
      await save.click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(wanted.fileName);
      const bytes = await readFile(await download.path());
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, fileHash]);
      await expect.poll(() => painted(dialog.locator('img[data-original]'))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(cell(page, 2)).toBeFocused();

      // Back closes it, too, and the page stays.
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(/^3 of \d+$/)).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`/device/photo/${phone}$`));
      await expect(cell(page, 2)).toBeFocused();

      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowRight');
      const selection = page.getByRole('region', { name: 'Selection' });
      await expect(selection.getByText('2 selected')).toBeVisible();
      await selection.getByRole('button', { name: 'Get 1 original' }).click();
      await expect(selection.getByRole('button', { name: 'Download 2' })).toBeVisible();
    });

    await test.step('a video comes in full, plays and is sought in', async () => {
      await visit(page, `/device/video/${phone}`);
      // The journey before has brought them, unless this one runs alone.
      const asked = await callApi(page, 'media/gallery', { deviceId: phone, filter: { kind: 'VIDEO' }, pageSize: 1 });
      if (asked.text.includes('"totalItems":0'))
        await page.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(page.getByText(/^\d+ videos$/)).toBeVisible();
      // Again, if the grid was laid out anew under the pointer.
      await expect(async () => {
        await cell(page, 0).click({ timeout: 10_000 });
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await getOriginal(page);
      const video = page.getByRole('dialog').locator('video');
      await video.evaluate((player: HTMLVideoElement) => player.play());
      await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0.2);
      const sought = await video.evaluate(async (player: HTMLVideoElement) => {
        player.pause();
        const done = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
        player.currentTime = player.duration - 0.5;
        await done;
        return { rest: player.duration - player.currentTime, width: player.videoWidth, error: player.error };
      });
      expect(sought).toEqual({ rest: expect.closeTo(0.5, 1), width: expect.any(Number), error: null });
      expect(sought.width).toBeGreaterThan(0);
    });

    await test.step('many photos scroll, are jumped through and selected, with few of them on the page', async () => {
      await walkArchive(page, fairwatch, { count: 1000, jumpTo: { month: 'August', year: 2026 } });
    });
  },
);

test(
  'ten thousand photos scroll, are jumped through and selected',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    await page.goto('/');
    await walkArchive(page, fairwatch, { count: 10_000, jumpTo: { month: 'January', year: 2025 } });
  },
);
