import { hostname } from 'node:os';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooks } from '../../src/looks.ts';
import { expect, test } from '../../src/test.ts';

const north = '00000000-0000-4000-8000-000000000001';
const east = '00000000-0000-4000-8000-000000000002';

test('the super admin sees which servers there are, and which one is missing', async ({ console: page, fairwatch }) => {
  const run = (statement: string) =>
    withDatabase(fairwatch.dataDir, async (database) => void (await database.query(statement)));

  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Servers' }).click();
  const table = page.getByRole('table', { name: 'Servers of this installation' });
  const own = table.getByRole('row').filter({ hasText: hostname() });
  await expect(own).toContainText('Running');
  await expect(own).toContainText('This page comes from here');
  await expect(own.getByRole('cell', { name: '8', exact: true })).toBeVisible();
  await expect(page.getByText('One server is enough for most')).toBeVisible();

  // Two others, of which one renews its lease late and one has died. The page reads again by itself.
  await run(`
    insert into gateway_nodes (id, name, version, address, alive_until, renewed_at, started_at, devices, lag_ms)
      values ('${north}', 'north', '1.0.20', 'http://10.0.0.8:8080', now() + interval '1 hour', now(), now() - interval '3 days', 4321, 6500);
    insert into ended_servers (id, name, version, started_at, renewed_at, devices, lag_ms, was_stopped)
      values ('${east}', 'east', '1.0.20', now() - interval '2 days', now() - interval '20 minutes', 512, 0, false)`);
  const late = table.getByRole('row').filter({ hasText: 'north' });
  await expect(late).toContainText('Late');
  await expect(late).toContainText('4,321');
  await expect(late).toContainText('6.5 s');
  await expect(table.getByRole('row').filter({ hasText: 'east' })).toContainText('Gone');
  await expectGoodLooks(page, 'servers');

  await run(`delete from gateway_nodes where id = '${north}'`);
  await expect(late).toContainText('Stopped');
  await run(`delete from ended_servers where name in ('north', 'east')`);
  await expect(late).toHaveCount(0);
});
