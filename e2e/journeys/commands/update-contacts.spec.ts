import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import type { Page } from '@playwright/test';
import { withDatabase } from '../../src/database.ts';
import { createFairwatch, startedOnce, type Fairwatch } from '../../src/fairwatch.ts';
import { expect, signIn, test } from '../../src/test.ts';
import { watchFor } from '../../src/watch-for.ts';

/** In the mode that asks most of the browser; all other journeys are in plain text. */
const settings = { PAYLOAD_MODE: 'AES_GCM_256_RANDOM_IV', PAYLOAD_SECRET: 'a "secret" & of <this> journey' };

test.describe('from a data folder without devices to rows on screen', () => {
  test('[SPEC 1.1, 2.87, 3.29] sign in, open a device, press Update, watch the rows arrive, read the history, export', async ({
    browser,
  }) => {
    const fairwatch = await createFairwatch({ devices: 1, settings, data: startedOnce });
    await fairwatch.start();
    const context = await browser.newContext({ baseURL: fairwatch.url, acceptDownloads: true });
    const page = await context.newPage();
    try {
      await signIn(page);
      await page.getByRole('link', { name: 'Devices' }).first().click();
      await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: 'Online' }).first()).toBeVisible();

      await page.getByRole('row').filter({ hasText: 'Online' }).first().click();
      await expect(page).toHaveURL(/\/device\/overview\/\d+$/);
      const answering = page.waitForResponse(/\/contact\/all$/);
      await page.getByRole('link', { name: 'Contacts' }).first().click();
      await expect(page).toHaveURL(/\/device\/contact\/\d+$/);
      await expect(page.getByText('No Contacts available')).toBeVisible();
      const answer = await answering;
      expect(answer.request().postDataJSON()).toEqual({ data: expect.any(String) });
      expect(Object.keys((await answer.json()) as object)).toEqual(['securityStatus', 'data', 'metaObject']);

      // Nothing may reload the page from here on: the mark would be gone.
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      const toasted = await watchFor(page, '[data-type="success"]', /^Asked .+ for its contacts$/);
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await toasted();
      await expect(page.getByText(/Showing 1–20 of \d+/)).toBeVisible();
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

      await page.getByRole('button', { name: 'Command History' }).click();
      const history = page.getByRole('region', { name: 'Command History' });
      await expect(history.getByText('Done')).toBeVisible();
      await expect(history.getByText('admin')).toBeVisible();

      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^contacts-.+-\d{4}-\d\d-\d\d\.xlsx$/);
      const [header, ...rows] = await readSheet(await readFile(await download.path()));
      expect(header).toEqual(['Name', 'Phone', 'Email', 'Address']);
      expect(rows).toEqual(await allContacts(page, fairwatch));
    } finally {
      await context.close();
      await fairwatch.remove();
    }
  });
});

/** What lies in the database, in the order of the page. */
async function allContacts(page: Page, { dataDir }: Fairwatch): Promise<(string | null)[][]> {
  const deviceId = Number(new URL(page.url()).pathname.split('/').at(-1));
  return await withDatabase(dataDir, async (database) => {
    const { rows } = await database.query<Record<string, string>>(
      'select name, phone_number, email, address from contacts where device_id = $1 order by name, id',
      [deviceId],
    );
    return rows.map((row) => Object.values(row).map((cell) => cell || null));
  });
}
