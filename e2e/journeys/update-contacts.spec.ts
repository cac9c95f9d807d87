import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { createFairwatch } from '../src/fairwatch.ts';
import { expect, signIn, test } from '../src/test.ts';

test.describe('from a fresh data folder to rows on screen', () => {
  test('[SPEC 2.87, 3.29] sign in, open a device, press Update, watch the rows arrive, read the history, export', async ({
    browser,
  }) => {
    const fairwatch = await createFairwatch({ devices: 3 });
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
      await page.getByRole('link', { name: 'Contacts' }).first().click();
      await expect(page).toHaveURL(/\/device\/contact\/\d+$/);
      await expect(page.getByText('No Contacts available')).toBeVisible();

      // Nothing may reload the page from here on: the mark would be gone.
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(page.getByText('Request completed successfully.')).toBeVisible();
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
      expect(rows).toEqual(await allContacts(page));
    } finally {
      await context.close();
      await fairwatch.remove();
    }
  });
});

/** What the server itself says the export should hold, in the order of the page. */
async function allContacts(page: Page): Promise<(string | null)[][]> {
  const deviceId = Number(new URL(page.url()).pathname.split('/').at(-1));
  const { text } = await callApi(page, 'contact/all', { deviceId, pageSize: 500 });
  const { data } = JSON.parse(text) as { data: Record<string, string>[] };
  return data.map(({ name, phoneNumber, email, address }) =>
    [name, phoneNumber, email, address].map((cell) => cell || null),
  );
}
