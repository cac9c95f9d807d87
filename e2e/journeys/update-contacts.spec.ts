import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
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
      await expect(page.getByText('Online').first()).toBeVisible();

      await page.getByRole('row').filter({ hasText: 'Online' }).first().click();
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
      expect(rows).toEqual(await allContacts(page.url(), fairwatch.url, await token(context)));
    } finally {
      await context.close();
      await fairwatch.remove();
    }
  });
});

async function token(context: { cookies(): Promise<{ name: string; value: string }[]> }): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'token');
  return cookie?.value ?? '';
}

/** What the server itself says the export should hold, in the order of the page. */
async function allContacts(pageUrl: string, baseUrl: string, bearer: string): Promise<(string | null)[][]> {
  const deviceId = Number(new URL(pageUrl).pathname.split('/').at(-1));
  const answer = await fetch(`${baseUrl}/admin/v1/api/authenticated/contact/all`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ deviceId, pageSize: 500 }),
  });
  const { data } = (await answer.json()) as { data: Record<string, string>[] };
  return data.map(({ name, phoneNumber, email, address }) =>
    [name, phoneNumber, email, address].map((cell) => cell || null),
  );
}
