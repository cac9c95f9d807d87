import { boxOf, locations, type ZoneShape } from '@fairwatch/contract';
import type { Page } from '@playwright/test';
import { logIn, postApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const name = 'Home from school';
const purpose = 'So that nobody has to call.';
const home: ZoneShape = { shape: 'CIRCLE', latitude: 48.137, longitude: 11.575, radius: 150 };
const [inside, outside] = [
  { latitude: 48.137, longitude: 11.575 },
  { latitude: 48.145, longitude: 11.575 },
];

/** Inserts a zone of the first admin. */
async function insertZone({ dataDir }: Fairwatch): Promise<void> {
  const { west, east, south, north } = boxOf(home);
  await withDatabase(dataDir, (database) =>
    database.query(
      `insert into zones (name, colour, area, west, east, south, north, created_by)
       select 'Home', 'green', $1, $2, $3, $4, $5, min(id) from users where admin_role = 'SUPER_ADMIN'`,
      [JSON.stringify(home), west, east, south, north],
    ),
  );
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const alerts = (page: Page) => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');

test(
  'a rule is tried on the past, fires once when its zone is entered, is over, acknowledged and deleted',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    test.slow();
    await insertZone(fairwatch);
    const points: object[] = [];
    /** Moves the phone; what it has recorded is sent with the next Update. */
    const record = (place: { latitude: number; longitude: number }, at = new Date()) =>
      points.push({
        key: `point ${points.length}`,
        nickname: '',
        ...place,
        accuracy: 12,
        address: '',
        timezone: 'Europe/Berlin',
        localDateTime: at.toISOString(),
      });
    await using person = await joinPerson(fairwatch, 'rudi.alarmed', {
      capabilities: ['LOCATION'],
      collectors: { locations: async () => points as never },
    });
    const { deviceId } = person;
    const token = await logIn(fairwatch.url);
    const path = locations.update.path.replace('/admin/v1/api/', '');
    const update = () => postApi(fairwatch.url, path, { deviceId }, token);

    await test.step('it is set for one device, after it was tried on the past week', async () => {
      record(outside, hoursAgo(30));
      record(inside, hoursAgo(29));
      record(outside, hoursAgo(20));
      await update();
      await page.goto('/alerts');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Create an alert rule' });
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(form).toContainText('Please say what for.');
      await form.getByRole('textbox', { name: 'Name' }).fill(name);
      await form.getByLabel('Purpose').fill(purpose);
      await form.getByLabel('Zone', { exact: true }).selectOption('Home');
      await form.getByText('One device').click();
      await form.getByLabel('Device', { exact: true }).fill('rudi.alarmed');
      await form.getByRole('button', { name: /^Choose/ }).click();
      const past = form.getByRole('region', { name: 'The past week' });
      await expect(async () => {
        await form.getByRole('button', { name: 'Try on the past week' }).click();
        await expect(past).toContainText('It would have fired once.', { timeout: 2000 });
      }).toPass();
      await expectGoodLooksOnTheWay(page, 'alert-form');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      // The rules are shown, since no alert is there yet.
      await expect(row(page, name)).toContainText('Enters Home');
      await expectGoodLooksOnTheWay(page, 'alert-rules');
    });

    await test.step('it fires once when the device enters the zone, and the page shows it without reload', async () => {
      await visit(page, '/alerts');
      await expect(page.getByRole('heading', { name: 'No Alerts available' })).toBeVisible();
      record(inside);
      await update();
      await expect(alerts(page)).toHaveCount(1);
      await expect(alerts(page)).toContainText('Entered Home');
      await expect(alerts(page)).toContainText('Firing');
      await expect(page.getByRole('link', { name: /^Alerts/ })).toContainText('1 alert is not acknowledged');
      await expectGoodLooksOnTheWay(page, 'alerts');
      await visit(page, `/device/overview/${deviceId}`);
      const watches = page.getByRole('region', { name: 'What watches by itself' });
      await expect(watches).toContainText(purpose);
      await expect(watches).toContainText('Last fired');
    });

    await test.step('it is over when the device leaves, and is acknowledged', async () => {
      await visit(page, '/alerts');
      record(outside);
      await update();
      await expect(alerts(page)).toContainText('Over');
      await expect(alerts(page)).toHaveCount(1);
      await page.getByRole('button', { name: /^Acknowledge Entered Home of/ }).click();
      await expect(alerts(page)).toContainText('Acknowledged by admin');
      await visit(page, '/notification');
      // Told twice: that it began and that it is over.
      await expect(page.getByRole('main')).toContainText(': 2 alerts');
      await expect(page.getByRole('main')).toContainText('Left again');
    });

    await test.step('it is switched off and deleted; what it told stays, and the log has all of it', async () => {
      await visit(page, '/alerts?tab=rules');
      await page.getByRole('button', { name: `Switch off ${name}` }).click();
      await expect(row(page, name)).toContainText('Off');
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(row(page, name)).toHaveCount(0);
      await page.getByRole('link', { name: 'History', exact: true }).click();
      await expect(alerts(page)).toContainText(`${name} (deleted)`);
      await visit(page, '/audit?action=ALERT');
      for (const what of ['set the', 'had the', 'switched off the', 'deleted the'])
        await expect(row(page, `${what} alert rule "${name}"`).first()).toContainText('admin');
    });
  },
);
