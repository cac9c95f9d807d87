import type { Page } from '@playwright/test';
import { registerAccount } from '../../src/accounts.ts';
import { withDatabase } from '../../src/database.ts';
import { expect, test } from '../../src/test.ts';
import { watchFor } from '../../src/watch-for.ts';

test('[SPEC 2.48, 2.49, 2.50, 2.51, 2.53, 2.54] the dashboard shows counts, charts and who waits, and follows what happens', async ({
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
});

/** The toast about the next update of contacts that is asked for. */
async function updateAndWatch(page: Page) {
  const update = page.getByRole('button', { name: /^Update/ });
  await expect(update).toBeEnabled();
  const toasted = await watchFor(page, '[data-type="success"]', /^Request completed successfully\.$/);
  await update.click();
  return await toasted();
}

test('[SPEC 9.10] toasts appear top-right, and cover neither search nor bell nor account', async ({
  console: page,
}) => {
  await page.goto('/device/contact/1');
  const header = page.getByRole('banner');
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    let toast = await updateAndWatch(page);
    // On a phone only the newest toasts are drawn: notifications of other phones may have come in front of this one.
    while (toast.width === 0) toast = await updateAndWatch(page);
    expect(toast.x + toast.width / 2, `${width}`).toBeGreaterThanOrEqual(width / 2);
    expect(toast.y, `${width}`).toBeLessThan(height / 4);
    const kept = [
      header.getByRole('button', { name: 'Search and commands' }),
      header.getByRole('link', { name: /^Notifications/ }),
      header.getByRole('button', { name: /account/i }),
    ];
    for (const each of kept) {
      const box = await each.boundingBox();
      expect(box && box.y + box.height, `${width}`).toBeLessThanOrEqual(toast.y);
    }
    expect(toast.x, `${width}`).toBeGreaterThanOrEqual(0);
    expect(toast.x + toast.width, `${width}`).toBeLessThanOrEqual(width);
  }
});
