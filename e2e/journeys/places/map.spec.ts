import type { Page } from '@playwright/test';
import type { Collectors } from '@fairwatch/device';
import { logIn, postApi } from '../../src/api.ts';
import type { Fairwatch } from '../../src/fairwatch.ts';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { joinPerson, type Person } from '../../src/person.ts';
import { expect, mapView, test } from '../../src/test.ts';

type Location = Awaited<ReturnType<Collectors['locations']>>[number];

/** A person who shares where they are, on the way through Vienna. */
async function joinWalker(fairwatch: Fairwatch, username: string): Promise<Person & { walk: () => Promise<void> }> {
  const points: Location[] = [];
  const person = await joinPerson(fairwatch, username, {
    capabilities: ['LOCATION', 'CONTACTS'],
    collectors: { locations: async () => points },
  });
  const token = await logIn(fairwatch.url);
  /** Takes a step, and is asked where they are. */
  const walk = async () => {
    const now = Date.now();
    points.push({
      key: String(points.length),
      nickname: '',
      latitude: 48.2 + points.length / 100,
      longitude: 16.37,
      accuracy: 8 + points.length,
      address: 'Neubaugasse 7, Vienna',
      timezone: 'Europe/Vienna',
      localDateTime: new Date(now).toISOString(),
    });
    await expect
      .poll(async () => {
        const { deviceId } = person;
        const asked = postApi(fairwatch.url, 'authenticated/location/command/update-location', { deviceId }, token);
        return await asked.then(() => 'asked').catch(String);
      })
      .toBe('asked');
  };
  return Object.assign(person, { walk });
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Devices on the map' });
const itemOf = (page: Page, username: string) => listOf(page).getByRole('listitem').filter({ hasText: username });

test.use(mapView);

test.describe('the map of all devices', () => {
  // WebGL without a graphics card is slow when other journeys have just worn the machine out.
  test.slow();

  test('the list of positions and a picture of them do not wait for the code of the map', async ({
    console: page,
    fairwatch,
  }) => {
    await using walker = await joinWalker(fairwatch, 'early-emma');
    await walker.walk();
    const { promise: isShown, resolve: letIn } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(base-map|positions-map)-[^/]*\.js$/, async (route) => {
      await isShown;
      await route.continue();
    });
    await page.goto('/map');
    await expect(itemOf(page, 'early-emma')).toContainText('± 8 m');
    await expect(page.locator('[data-map="pictured"] canvas[data-drawn="true"]')).toBeVisible();
    letIn();
    await expect(page.locator('[data-map="drawn"]')).toBeVisible({ timeout: 120_000 });
  });

  test('follows people who walk, forgets who withdraws at once, is searched and filtered in the URL, also on a phone, and leads to the device', async ({
    console: page,
    fairwatch,
  }) => {
    const hosts = new Set<string>();
    page.context().on('request', (request) => void hosts.add(new URL(request.url()).host));
    await using walker = await joinWalker(fairwatch, 'walking-wanda');
    await using other = await joinWalker(fairwatch, 'waiting-walter');
    const card = page.getByRole('region', { name: 'Chosen device' });

    await test.step('it follows people who walk', async () => {
      await page.goto('/map');
      await walker.walk();
      await other.walk();
      // Nobody reloads.
      await expect(itemOf(page, 'walking-wanda')).toContainText('± 8 m');
      await expect(itemOf(page, 'waiting-walter')).toBeVisible();
      await expect(page.locator('[data-map="drawn"]')).toBeVisible({ timeout: 120_000 });

      // With the keyboard: from the list to the chosen device and on to its page.
      await itemOf(page, 'walking-wanda').getByRole('button').press('Enter');
      await expect(card).toContainText('walking-wanda');
      await expect(card).toContainText('± 8 m');
      await expect(page).toHaveURL(new RegExp(`device=${walker.deviceId}`));
      await walker.walk();
      await expect(card).toContainText('± 8 m');
      await expectGoodLooks(page, 'map');
    });

    await test.step('it forgets who withdraws or pauses', async () => {
      await walker.phone.changeGrants(['CONTACTS']);
      await expect(itemOf(page, 'walking-wanda')).toHaveCount(0);
      await expect(card).toHaveCount(0);
      // Shared again, it is back; paused, it is gone.
      await walker.phone.changeGrants(['CONTACTS', 'LOCATION']);
      await expect(itemOf(page, 'walking-wanda')).toBeVisible();
      await walker.phone.pause();
      await expect(itemOf(page, 'walking-wanda')).toHaveCount(0);
    });

    await test.step('it is searched and filtered in the URL, also on a phone, and leads to the device', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByLabel('Search devices').fill('walter');
      await expect(page).toHaveURL(/search=walter/);
      await expect(listOf(page).getByRole('listitem')).toHaveCount(1);
      await page.getByLabel('Status').selectOption('Offline');
      await expect(page).toHaveURL(/status=Offline/);
      await expect(page.getByRole('heading', { name: 'No device found' })).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page).not.toHaveURL(/search=|status=/);
      // The map is above, the list below it.
      const map = await page.locator('[data-map]').boundingBox();
      const list = await listOf(page).boundingBox();
      expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0);
      await itemOf(page, 'waiting-walter').getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/device/overview/${other.deviceId}`));
    });

    expect([...hosts]).toEqual([new URL(fairwatch.url).host]);
  });
});
