import { hostname } from 'node:os';
import { registerAccount } from '../../src/accounts.ts';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';

const north = '00000000-0000-4000-8000-000000000001';
const east = '00000000-0000-4000-8000-000000000002';

async function run({ dataDir }: Fairwatch, statement: string): Promise<void> {
  await withDatabase(dataDir, async (database) => void (await database.query(statement)));
}

test('[SPEC 2.48, 2.49, 2.50, 2.51, 2.53, 2.54] the dashboard shows counts, charts and who waits, and follows what happens; the page of servers shows which one is missing', async ({
  console: page,
  fairwatch,
}) => {
  // Other journeys may have let more phones join than the fleet's eight, which alone are here now.
  // A device whose person has left is not counted any more, but its person still counts as active today.
  const { devices, people, ever } = await withDatabase(fairwatch.dataDir, async (database) => {
    const { rows } = await database.query<{ devices: number; people: number; ever: number }>(
      `select count(*) filter (where left_at is null)::int as devices,
         count(distinct user_id) filter (where left_at is null)::int as people, count(*)::int as ever from devices`,
    );
    return rows[0] ?? { devices: 0, people: 0, ever: 0 };
  });
  expect(devices).toBeGreaterThanOrEqual(8);
  await page.goto('/');
  const figure = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(figure('Devices')).toHaveText(new RegExp(`^Devices${devices}(?!\\d)`));
  await expect(figure('Active devices')).toHaveText(/^Active devices8/);
  await expect(figure('Users')).toHaveText(new RegExp(`^Users${people}(?!\\d)`));
  await expect(figure('Admins')).toHaveText(/^Admins[1-9]/);
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  for (const label of ['Name', 'Email', 'Role']) {
    await expect(panel('Your account').getByText(label, { exact: true })).toBeVisible();
  }
  await expect(panel('Your account').getByText('Super Admin')).toBeVisible();
  const chart = page.getByRole('slider', { name: 'Active users' });
  const active = async () => Number(/: (\d+) active$/.exec((await chart.getAttribute('aria-valuetext')) ?? '')?.[1]);
  await expect.poll(active).toBeGreaterThanOrEqual(8);
  expect(await active()).toBeLessThanOrEqual(ever);
  await chart.press('ArrowLeft');
  await expect.poll(active).toBeLessThanOrEqual(ever);
  await expect(panel('App versions').getByRole('listitem').first()).toBeVisible();
  for (const name of ['Memory of the server', 'RAM of the machine', 'Traffic', 'Uploads', 'Remaining space']) {
    await expect(panel('Server').getByRole('slider', { name })).toHaveAttribute('aria-valuetext', /\d/);
  }

  await registerAccount(fairwatch, 'patient-pat', 'a-lantern-in-the-fog-7');
  const waiting = panel('New pending users').getByRole('row').filter({ hasText: 'patient-pat' });
  await expect(waiting).toContainText('patient-pat@example.org');
  await expect(waiting).toContainText('Pending');
  await waiting.getByRole('button', { name: 'Reject patient-pat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(waiting).toHaveCount(0);

  await test.step('the super admin sees which servers there are, and which one is missing', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Servers' }).click();
    const table = page.getByRole('table', { name: 'Servers of this installation' });
    const own = table.getByRole('row').filter({ hasText: hostname() });
    await expect(own).toContainText('Running');
    await expect(own).toContainText('This page comes from here');
    await expect(own.getByRole('cell', { name: '8', exact: true })).toBeVisible();
    await expect(page.getByText('One server is enough for most')).toBeVisible();

    // Two others, of which one renews its lease late and one has died. The page reads again by itself.
    await run(
      fairwatch,
      `
      insert into gateway_nodes (id, name, version, address, alive_until, renewed_at, started_at, devices, lag_ms)
        values ('${north}', 'north', '1.0.20', 'http://10.0.0.8:8080', now() + interval '1 hour', now(), now() - interval '3 days', 4321, 6500);
      insert into ended_servers (id, name, version, started_at, renewed_at, devices, lag_ms, was_stopped)
        values ('${east}', 'east', '1.0.20', now() - interval '2 days', now() - interval '20 minutes', 512, 0, false)`,
    );
    const late = table.getByRole('row').filter({ hasText: 'north' });
    await expect(late).toContainText('Late');
    await expect(late).toContainText('4,321');
    await expect(late).toContainText('6.5 s');
    await expect(table.getByRole('row').filter({ hasText: 'east' })).toContainText('Gone');
    await expectGoodLooksOnTheWay(page, 'servers');

    await run(fairwatch, `delete from gateway_nodes where id = '${north}'`);
    await expect(late).toContainText('Stopped');
    await run(fairwatch, `delete from ended_servers where name in ('north', 'east')`);
    await expect(late).toHaveCount(0);
  });
});
