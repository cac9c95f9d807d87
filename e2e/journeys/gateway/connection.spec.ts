import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { everyPhoneOnline, expect, signIn, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

// The clock is moved for good, and the server is stopped under the page.
test.use({ ownContext: true });

test(
  'without a network, without a server and in maintenance the console says so, and goes on by itself afterwards',
  { tag: '@full' },
  async ({ page, context, fairwatch, allowedErrors }) => {
    allowedErrors.push(
      /WebSocket|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to load resource|dynamically imported module|PageLoadError/,
    );
    const header = page.getByRole('banner');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const live = header.getByText('Live', { exact: true });
    const banner = page.getByText(/Not connected since \d+:\d+.*What you see may be out of date/);
    await signIn(page);

    await test.step('without a network a list says so instead of loading for ever, and is there when the network is', async () => {
      await visit(page, '/device/overview/1');
      await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Last commands' })).toBeVisible();
      await pages.getByRole('link', { name: 'Devices' }).click();
      // The eight phones of every installation; journeys before this one may have added others.
      const lastPhone = page.getByRole('row').nth(8);
      await expect(lastPhone).toBeVisible();
      await expect(live).toBeVisible();

      await context.setOffline(true);
      await expect(banner).toBeVisible();
      await expect(live).toBeHidden();
      // The rows stay; what was not read yet says that it could not be.
      await expect(lastPhone).toBeVisible();
      await visit(page, '/device/overview/2');
      await expect(page.getByText('This could not be loaded').first()).toBeVisible();
      await expect(page.getByText('Unable to connect to the server. Please try again later.').first()).toBeVisible();

      await context.setOffline(false);
      await expect(page.getByText('This could not be loaded')).toHaveCount(0);
      await expect(banner).toBeHidden();
      await expect(live).toBeVisible();
    });

    await test.step('a lost connection is retried 3 times, then the console asks to refresh the page; it stays on screen', async () => {
      await visit(page, '/');
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await fairwatch.halt();
      await expect(banner).toBeVisible();
      await expect(live).toBeHidden();
      await expect(page.getByText('Server connection lost. Please refresh the page.')).toBeVisible();

      // A page that was not opened before has its code still on the server.
      await pages.getByRole('link', { name: 'Users' }).click();
      const unopened = page.getByRole('main').getByRole('heading', { name: 'The server cannot be reached' });
      await expect(unopened).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('There is no answer yet.')).toBeVisible();
      await expectAccessibleOnTheWay(page);
      // What was read before is still there.
      await pages.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await expect(page.getByText('This could not be loaded')).toBeHidden();
      await pages.getByRole('link', { name: 'Users' }).click();
      await expect(unopened).toBeVisible();

      // Back again, with everything it knew, and nobody presses anything.
      await fairwatch.start();
      await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
      await expect(live).toBeVisible();
      await expect(banner).toBeHidden();
    });

    await test.step('the maintenance page replaces the whole app after two polls that say so, and goes the same way', async () => {
      const twentyMinutes = 20 * 60 * 1000;
      await page.clock.install();
      await visit(page, '/');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await fairwatch.run('cli/maintenance.ts', 'on');
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

      await fairwatch.run('cli/maintenance.ts', 'off');
      await page.clock.runFor(twentyMinutes);
      await page.clock.runFor(twentyMinutes);
      await expect(title).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    });
    // For the journeys that follow.
    await everyPhoneOnline(fairwatch.url);
  },
);
