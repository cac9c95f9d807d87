import type { Page } from '@playwright/test';
import { expectGoodCompanion, expectGoodCompanionOnTheWay } from '../../src/looks/companion-looks.ts';
import { joinCompanion } from '../../src/companion.ts';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const name = 'Vans in the morning';
const purpose = 'To know which van is free for the first tour.';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Makes a schedule due, as if its time had come three days ago: the clock of the server is that of the machine. */
async function letTimeCome({ dataDir }: Fairwatch): Promise<void> {
  await withDatabase(dataDir, async (database) => {
    const moved = await database.query(
      `update schedule_times t set next_at = next_at - interval '3 days' from schedules s where s.id = t.schedule_id and s.name = $1`,
      [name],
    );
    expect(moved.rowCount).toBe(1);
  });
}

/** Sets 60 zones for a device, as an import would. */
async function setZones({ dataDir }: Fairwatch, deviceId: number): Promise<void> {
  await withDatabase(dataDir, (database) =>
    database.query(
      `insert into zones (name, colour, area, west, east, south, north, device_id, created_by)
       select 'Stop ' || n, 'green', '{"shape": "CIRCLE", "latitude": 48.1, "longitude": 11.5, "radius": 100}', 11.4, 11.6, 48, 48.2, $1,
         (select min(id) from users where admin_role = 'SUPER_ADMIN') from generate_series(1, 60) as n`,
      [deviceId],
    ),
  );
}

test(
  'a schedule is set for selected devices, its person reads why, its run starts when its time comes, and it is paused, changed and deleted',
  { tag: '@full' },
  async ({ browser, console: page, fairwatch }) => {
    test.slow();
    await using phone = await joinCompanion(browser, fairwatch, {
      username: 'sia.scheduled',
      capabilities: ['LOCATION'],
    });
    const { page: companion, deviceId } = phone;
    const watched = companion.getByRole('main');
    const action = (what: string) => page.getByRole('button', { name: `${what} ${name}`, exact: true });

    await test.step('it is set from the list of devices, with the next times before it is saved', async () => {
      // Nobody is told of zones that come by the database: they are there before the schedule, which is told.
      await setZones(fairwatch, deviceId);
      await page.goto('/device-list?search=sia.scheduled');
      await page.getByRole('checkbox', { name: `Select sia.scheduled, device ${deviceId}` }).check();
      await page.getByRole('region', { name: 'Selected devices' }).getByRole('button', { name: 'Schedule' }).click();
      const form = page.getByRole('dialog', { name: 'Create a schedule' });
      await expect(form).toContainText('The 1 device that you selected.');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(form).toContainText('Please say what for.');
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Purpose').fill(purpose);
      await form.getByRole('checkbox', { name: 'Location' }).check();
      await form.getByText('On weekdays').click();
      await form.getByLabel('Time', { exact: true }).fill('07:30');
      await form.getByLabel('Time zone').selectOption('Europe/Berlin');
      const preview = form.getByRole('region', { name: 'Next times' });
      await expect(preview).toContainText('07:30 (Europe/Berlin)');
      await expect(preview.getByRole('listitem')).toHaveCount(5);
      await expectGoodLooksOnTheWay(page, 'schedule-form');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(form).toHaveCount(0);
    });

    await test.step('its person is told, and sees it with its name and purpose, with many zones as one line below it', async () => {
      await expect(watched).toContainText(`admin set the schedule “${name}”: Update location.`);
      await companion.getByRole('link', { name: 'See what and why' }).first().click();
      await expect(watched.getByRole('heading', { name })).toBeVisible();
      await expect(watched).toContainText(purpose);
      await expect(watched).toContainText('One schedule and 60 places watch this phone by themselves.');
      await expect(watched.getByRole('heading', { level: 2 }).first()).toHaveText(name);
      await expectGoodCompanionOnTheWay(companion, 'companion-watches');
      await watched.getByRole('button', { name: 'Show the names of all places' }).click();
      await expect(watched).toContainText('Stop 50, set by admin');
      await watched.getByRole('button', { name: 'Show more places' }).click();
      await expect(watched).toContainText('Stop 60, set by admin');
      await expectGoodCompanion(companion, 'companion-zone-names');
      await visit(page, `/device/overview/${deviceId}`);
      const card = page.getByRole('region', { name: 'What watches by itself' });
      await expect(card).toContainText(purpose);
      await expect(card).toContainText('60 places');
      await card.getByRole('button', { name: 'Show the names of all zones' }).click();
      await expect(card).toContainText('Stop 50');
      await card.getByRole('button', { name: 'Show more' }).click();
      await expect(card).toContainText('Stop 60');
      await withDatabase(fairwatch.dataDir, (database) =>
        database.query('delete from zones where device_id = $1', [deviceId]),
      );
    });

    await test.step('one run starts for the times that have come, and it finishes once the person allows it', async () => {
      await visit(page, '/runs');
      await expect(page.getByRole('region', { name: 'Upcoming' })).toContainText(name);
      await letTimeCome(fairwatch);
      const run = row(page, name);
      await expect(run).toContainText('Update location');
      await companion.getByRole('link', { name: /^Home/ }).last().click();
      const request = companion.getByRole('region', { name: 'admin asks for your location' });
      await expect(request).toContainText(purpose);
      await request.getByRole('button', { name: 'Allow once' }).click();
      await expect(run).toContainText('Done');
      await expect(run).toHaveCount(1);
      await visit(page, '/schedules');
      await expect(row(page, name)).toContainText('Active');
      await expectGoodLooksOnTheWay(page, 'schedules');
      await row(page, name).getByRole('link', { name: /Done/ }).click();
      await expect(page.getByRole('heading', { name: 'Update location', level: 1 })).toBeVisible();
      await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
    });

    await test.step('it is paused, changed, resumed and deleted, and each is told and logged', async () => {
      await visit(companion, '/companion/watches');
      await visit(page, '/schedules');
      await action('Pause').click();
      await expect(row(page, name)).toContainText('Paused');
      await expect(watched).toContainText('Paused');
      await action('Change').click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Purpose').fill('To plan the tours.');
      await form.getByText('At intervals').click();
      await form.getByLabel('Every', { exact: true }).fill('14');
      await form.getByLabel('Unit').selectOption('minutes');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('From 15 minutes to 7 days');
      await form.getByLabel('Every', { exact: true }).fill('15');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(row(page, name)).toContainText('Every 15 minutes');
      await expect(watched).toContainText('To plan the tours.');
      await action('Resume').click();
      await expect(row(page, name)).toContainText('Active');
      await expect(watched).not.toContainText('Paused');
      await action('Delete').click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(row(page, name)).toHaveCount(0);
      await expect(watched).toContainText('Nothing watches this phone by itself.');
      await visit(page, '/audit?action=SCHEDULE');
      for (const what of ['set', 'paused', 'changed', 'resumed', 'deleted']) {
        await expect(row(page, `${what} the schedule "${name}"`)).toContainText('admin');
      }
    });
  },
);
