import { createFairwatch, type Fairwatch } from '../src/fairwatch.ts';
import { expect, signIn, test as base } from '../src/test.ts';

/** A server of the journey's own, because it is stopped on the way. */
const test = base.extend<{ own: Fairwatch }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern.
  own: async ({}, use) => {
    const own = await createFairwatch({ devices: 1 });
    await own.start();
    await use(own);
    await own.remove();
  },
  baseURL: async ({ own }, use) => use(own.url),
});

test.use({ ownContext: true });

test('[SPEC 4.12, 8.2] a lost connection is retried 3 times, then the console asks to refresh the page', async ({
  page,
  own,
  allowedErrors,
}) => {
  allowedErrors.push(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  await signIn(page);
  await expect(page.getByText('Live')).toBeVisible();
  await own.halt();
  await expect(page.getByText('Server connection lost. Please refresh the page.')).toBeVisible({ timeout: 20_000 });

  // Back again, with everything it knew.
  await own.start();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Live')).toBeVisible();
});

test('[SPEC 1.14, 4.9] the maintenance page replaces the whole app after two polls that say so, and goes the same way', async ({
  page,
  own,
}) => {
  const twentyMinutes = 20 * 60 * 1000;
  await page.clock.install();
  await signIn(page);
  await own.run('maintenance.ts', 'on');
  const title = page.getByRole('heading', { name: 'Maintenance in progress' });
  await page.clock.runFor(twentyMinutes);
  await expect(title).toBeHidden();
  await page.clock.runFor(twentyMinutes);
  await expect(title).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await own.run('maintenance.ts', 'off');
  await page.clock.runFor(twentyMinutes);
  await page.clock.runFor(twentyMinutes);
  await expect(title).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
