import { locations } from '@fairwatch/contract';
import { logIn, postApi } from '../../src/api.ts';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { joinPerson } from '../../src/person.ts';
import { expect, mapView, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const minute = 60_000;
const place = { latitude: 48.201, longitude: 16.35 };

test.use(mapView);

test(
  'a zone is made from a stop, a wrong coordinate saves nothing, and who did not arrive by a time is told once',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    test.slow();
    const noon = new Date(Date.now() - 24 * 60 * minute).setUTCHours(12, 0, 0, 0);
    const points = Array.from({ length: 8 }, (_, n) => ({
      key: `point ${n}`,
      nickname: '',
      ...place,
      accuracy: 12,
      address: 'Neubaugasse 7, Vienna',
      timezone: 'Europe/Vienna',
      localDateTime: new Date(noon + n * 5 * minute).toISOString(),
    }));
    await using person = await joinPerson(fairwatch, 'arriving.ada', {
      capabilities: ['LOCATION'],
      collectors: { locations: async () => points },
    });
    const { deviceId } = person;
    const token = await logIn(fairwatch.url);
    await postApi(fairwatch.url, locations.update.path.replace('/admin/v1/api/', ''), { deviceId }, token);
    const zones = page.getByRole('list', { name: 'Zones' });

    await test.step('the stop of a track fills in the form of a zone', async () => {
      await page.goto(`/device/location/${deviceId}`);
      await page.getByRole('link', { name: 'Make a zone here: Neubaugasse 7' }).click();
      await expect(page.getByRole('heading', { name: 'New circle' })).toBeVisible();
      await expect(page).toHaveURL(/\/zones$/);
      await expect(page.getByLabel('Latitude')).toHaveValue('48.201');
      await expect(page.getByLabel('Name')).toHaveValue('Neubaugasse 7');
      await expectGoodLooksOnTheWay(page, 'zone-from-stop');
    });

    await test.step('a wrong coordinate saves nothing', async () => {
      await page.getByLabel('Latitude').fill('999');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByText('A number from -90 to 90.')).toBeVisible();
      await expect(page.getByText('Nothing is saved while a coordinate is wrong.')).toBeVisible();
      await page.getByLabel('Latitude').fill('48.201');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(zones.getByRole('listitem').filter({ hasText: 'Neubaugasse 7' })).toContainText('200 m');
    });

    await test.step('a rule tells who is not there by a time', async () => {
      await visit(page, '/alerts');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Create an alert rule' });
      await form.getByRole('textbox', { name: 'Name' }).fill('To school');
      await form.getByLabel('Purpose').fill('So that nobody has to call.');
      await form.getByLabel('Tell when a device').selectOption('did not arrive in a zone by a time');
      await form.getByLabel('Zone', { exact: true }).selectOption('Neubaugasse 7');
      // Some minutes ago: it is checked five minutes after.
      const time = await page.evaluate(
        (at) => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at),
        Date.now() - 8 * minute,
      );
      await form.getByLabel('By', { exact: true }).fill(time);
      for (const day of ['Sat', 'Sun']) await form.getByLabel(day, { exact: true }).check();
      await form.getByText('One device').click();
      await form.getByLabel('Device', { exact: true }).fill('arriving.ada');
      await form.getByRole('button', { name: /^Choose/ }).click();
      await expectGoodLooksOnTheWay(page, 'arrival-form');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByRole('row').filter({ hasText: 'To school' })).toContainText(
        `Has not arrived at Neubaugasse 7 by ${time}, Monday to Sunday`,
      );
      // As if the rule had been set, and the person had joined, long before that time.
      await withDatabase(fairwatch.dataDir, async (database) => {
        // Consents are never changed otherwise.
        await database.query('set session_replication_role = replica');
        await database.query(`update consents set recorded_at = now() - interval '1 day' where device_id = $1`, [
          deviceId,
        ]);
        await database.query('set session_replication_role = origin');
        await database.query(`update alert_rules set on_since = now() - interval '1 day' where name = 'To school'`);
      });
      await visit(page, '/alerts');
      const alerts = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
      await expect(alerts.filter({ hasText: 'To school' })).toHaveText([
        new RegExp(`Did not arrive at Neubaugasse 7 by ${time} \\(no location in the hour before\\)`),
      ]);
      await visit(page, `/device/overview/${deviceId}`);
      await expect(page.getByRole('region', { name: 'What watches by itself' })).toContainText(
        `Has not arrived at Neubaugasse 7 by ${time}`,
      );
    });
  },
);
