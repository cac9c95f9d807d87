import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { withDatabase } from '../../src/database.ts';
import { expect, test } from '../../src/test.ts';

test('an export holds every matching row, not only the page, and never a formula', async ({
  console: page,
  fairwatch,
}) => {
  const deviceId = 3;
  await withDatabase(fairwatch.dataDir, async (database) => {
    await database.query(
      `insert into contacts (device_id, key, name, phone_number, email, address)
       select $1, 'many-' || n, '=SUM(' || lpad(n::text, 5, '0') || ')', '+' || n, 'n' || n || '@example.org', '@home'
       from generate_series(1, 3000) n`,
      [deviceId],
    );
  });
  await page.goto(`/device/contact/${deviceId}?search=SUM`);
  await expect(page.getByText('Showing 1–20 of 3,000')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const [, ...rows] = await readSheet(await readFile(await (await downloading).path()));
  expect(rows).toHaveLength(3000);
  expect(rows[0]).toEqual(['=SUM(00001)', '+1', 'n1@example.org', '@home']);
  expect(rows.at(-1)).toEqual(['=SUM(03000)', '+3000', 'n3000@example.org', '@home']);
});
