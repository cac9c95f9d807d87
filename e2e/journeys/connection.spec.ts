import { everyPhoneOnline, expect, signIn, test } from '../src/test.ts';

// The clock is moved for good, and the server is stopped under the page.
test.use({ ownContext: true });

test('[SPEC 4.12, 8.2] a lost connection is retried 3 times, then the console asks to refresh the page', async ({
  page,
  fairwatch,
  allowedErrors,
}) => {
  allowedErrors.push(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  await signIn(page);
  await expect(page.getByText('Live')).toBeVisible();
  await fairwatch.halt();
  await expect(page.getByText('Server connection lost. Please refresh the page.')).toBeVisible();

  // Back again, with everything it knew.
  await fairwatch.start();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Live')).toBeVisible();
  // For the journeys that follow.
  await everyPhoneOnline(fairwatch.url);
});

test('[SPEC 1.14, 4.9] the maintenance page replaces the whole app after two polls that say so, and goes the same way', async ({
  page,
  fairwatch,
}) => {
  const twentyMinutes = 20 * 60 * 1000;
  await page.clock.install();
  await signIn(page);
  await fairwatch.run('maintenance.ts', 'on');
  const title = page.getByRole('heading', { name: 'Maintenance in progress' });
  // One poll has said so when the next one comes; that is answered once the journey has looked.
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
  let polls = 0;
  await page.route('**/health/check/panel', async (route) => {
    polls += 1;
    if (polls === 2) await looked;
    await route.continue();
  });
  await page.clock.runFor(twentyMinutes);
  const nextPoll = async () => {
    await page.clock.runFor(3000);
    return polls;
  };
  await expect.poll(nextPoll).toBe(2);
  await expect(title).toBeHidden();
  goOn();
  await expect(title).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await fairwatch.run('maintenance.ts', 'off');
  await page.clock.runFor(twentyMinutes);
  await page.clock.runFor(twentyMinutes);
  await expect(title).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
