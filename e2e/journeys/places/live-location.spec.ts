import type { Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { joinCompanion, phonePlace, type CompanionPhone } from '../../src/companion.ts';
import { expectGoodCompanionOnTheWay } from '../../src/looks/companion-looks.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, mapView, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test.use(mapView);

test.describe('live location', () => {
  // WebGL without a graphics card is slow.
  test.slow();

  test(
    'started in the console, seen on the companion, the trail follows, stopped by its person, by an admin and by a pause',
    { tag: '@full' },
    async ({ browser, console: page, fairwatch, allowedErrors }) => {
      // What is not shared is refused.
      allowedErrors.push(/403/);
      await using phone = await joinCompanion(browser, fairwatch, {
        username: 'lena.live',
        capabilities: ['LOCATION'],
      });
      const { page: companion, deviceId } = phone;
      await page.goto(`/device/location/${deviceId}`);
      await expect(page.getByText('No Locations available')).toBeVisible();

      // By the keyboard: the dialog, its duration, and the button.
      await page.getByRole('button', { name: 'Follow live' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Follow the live location' });
      await dialog.getByRole('radio', { name: '5 min', exact: true }).check();
      await dialog.getByRole('button', { name: 'Follow', exact: true }).press('Enter');
      const panel = page.getByRole('region', { name: 'Live location' });
      await expect(panel).toContainText('waits for the device');

      // The person is asked first, and sees who follows on every page.
      const request = companion.getByRole('region', { name: 'admin asks for your live location' });
      await expect(request).toContainText('for 5 minutes');
      await request.getByRole('button', { name: 'Allow for 5 minutes' }).click();
      const banner = companion.getByText(/admin follows your live location until/);
      await expect(banner).toBeVisible();
      await companion.getByRole('link', { name: 'Log', exact: true }).click();
      await expect(banner).toBeVisible();
      await expectGoodCompanionOnTheWay(companion, 'companion-live-location');

      // The map appears without a reload and follows each step.
      await expect(panel).toContainText(/admin follows the live location until/);
      await expect(page.locator('[data-map="drawn"]')).toBeVisible({ timeout: 120_000 });
      await walk(phone, panel.getByText('3 points'), page);
      await expect(page.locator('[data-trail="3"]')).toBeVisible();
      await expectGoodLooksOnTheWay(page, 'live-location');

      // It goes on after a reload of the phone's page, and the person stops it.
      await companion.reload();
      await expect(banner).toBeVisible();
      await companion.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(companion.getByText(/The live location for admin has ended: you stopped it/)).toBeVisible();
      await expect(panel).toContainText('the person stopped it');
      await expect(page.locator('[data-trail]')).toHaveCount(0);
      const { text } = await callApi(page, 'location/all', { deviceId });
      expect((JSON.parse(text) as { data: unknown[] }).data.length).toBeGreaterThanOrEqual(3);

      // Its beginning and its end are in the log that the person reads, and in the history.
      await companion.getByRole('button', { name: 'OK', exact: true }).click();
      await companion.reload();
      await expect(companion.getByRole('main')).toContainText(
        /stopped the live location that admin had started, after/,
      );
      await page.getByRole('button', { name: 'Command History' }).click();
      await expect(page.getByText('Follow the location for 5 minutes')).toBeVisible();

      await test.step('an admin stops the next one, and a pause ends the one after it', async () => {
        await visit(companion, '/companion/');
        const start = async () => {
          await expect
            .poll(async () => (await callApi(page, 'location/command/live-location', { deviceId, minutes: 15 })).status)
            .toBe(200);
          await companion.getByRole('button', { name: 'Allow for 15 minutes' }).click();
          await expect(companion.getByText(/admin follows your live location until/)).toBeVisible();
        };
        await start();
        await panel.getByRole('button', { name: 'Stop' }).click();
        await expect(companion.getByText(/has ended: an admin stopped it/)).toBeVisible();
        await expect(panel).toContainText('an admin stopped it');

        await start();
        await companion.getByRole('button', { name: 'Pause' }).click();
        await expect(companion.getByText(/has ended: you paused sharing/)).toBeVisible();
        await expect(page.getByText(/paused sharing/).first()).toBeVisible();
      });
    },
  );
});

/** Moves the phone some metres at a time until the page says what it should. */
async function walk({ context }: CompanionPhone, until: ReturnType<Page['getByText']>, page: Page): Promise<void> {
  let step = 0;
  await expect(async () => {
    step += 1;
    await context.setGeolocation({ ...phonePlace, latitude: phonePlace.latitude + step * 0.0005 });
    await expect(until.or(page.getByText('4 points'))).toBeVisible({ timeout: 6000 });
  }).toPass();
}
