import type { Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { joinCompanion } from '../../src/companion.ts';
import { withDatabase } from '../../src/database.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import { watchFor } from '../../src/watch-for.ts';

/** The line below the title of a device page: what its open command waits for, or how the last one ended. */
const lineOf = (page: Page) => page.getByRole('main').getByRole('status').first();

test('a person is asked for their location: the admin reads that they are asked, that they look at it, and what they answered', async ({
  browser,
  console: page,
  fairwatch,
}) => {
  await using phone = await joinCompanion(browser, fairwatch, { username: 'mia.berg', capabilities: ['LOCATION'] });
  const { page: companion, deviceId } = phone;
  const latest = async () => {
    const { text } = await callApi(page, 'device/command/all', { deviceId, pageSize: 1 });
    return (JSON.parse(text) as { data: { id: number; stepType: string; errorDetails: string | null }[] }).data[0];
  };
  const update = page.getByRole('button', { name: /^Update/ }).first();
  const question = companion.getByRole('region', { name: 'admin asks for your location' });
  const ask = async () => {
    await expect(update).toHaveAttribute('aria-disabled', 'false');
    const toasted = await watchFor(page, '[data-type="success"]', /^Asked mia\.berg for its location$/);
    await update.click();
    await toasted();
    await expect(question).toBeVisible();
  };

  await test.step('asked while they are on another page, and seen when they come back', async () => {
    await visit(companion, '/companion/sharing');
    await page.goto(`/device/location/${deviceId}`);
    await expect(page.getByText('Not updated yet').first()).toBeVisible();
    await update.click();
    await expect(lineOf(page)).toContainText('mia.berg is being asked, and has until');
    // Update says what it waits for, and Cancel stands beside that.
    await expect(update).toHaveAttribute('aria-disabled', 'true');
    await expect(update).toHaveAccessibleDescription(/mia\.berg is being asked/);
    await expectGoodLooksOnTheWay(page, 'command-asking');
    await visit(companion, '/companion/');
    await expect(question).toBeVisible();
    await expect(lineOf(page)).toContainText('mia.berg is looking at it, and has until');
    expect(await latest()).toMatchObject({ stepType: 'SENT' });
  });

  await test.step('declined: an answer, and no failure, on both sides', async () => {
    await question.getByRole('button', { name: 'Decline' }).click();
    await expect(lineOf(page)).toContainText('mia.berg declined the last update');
    await expect(lineOf(page).locator('[data-tone="bad"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Command History' }).click();
    const history = page.getByRole('region', { name: 'Command History' });
    await expect(history.getByText('Declined', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Command History' }).click();
    await visit(companion, '/companion/log');
    await expect(companion.getByText('(you said no)').first()).toBeVisible();
    await visit(companion, '/companion/');
  });

  await test.step('expired: nobody answered, and the question is gone', async () => {
    await ask();
    await expect(lineOf(page)).toContainText('mia.berg is looking at it');
    const { id } = (await latest()) ?? {};
    await withDatabase(fairwatch.dataDir, (database) =>
      database.query('update commands set expires_at = now() where id = $1', [id]),
    );
    await expect(lineOf(page)).toContainText('mia.berg did not answer in time.');
    await expect(question).toHaveCount(0);
    expect(await latest()).toMatchObject({ stepType: 'EXPIRED', errorDetails: 'The person did not answer in time.' });
  });

  await test.step('cancelled: the question is taken back', async () => {
    await ask();
    await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).first().click();
    await page.getByRole('button', { name: 'Cancel command' }).click();
    await expect(question).toHaveCount(0);
    await expect.poll(latest).toMatchObject({ stepType: 'CANCELLED' });
  });

  await test.step('allowed: it runs, and is done', async () => {
    await ask();
    await question.getByRole('button', { name: 'Allow once' }).click();
    await expect.poll(latest).toMatchObject({ stepType: 'DONE' });
    await expect(lineOf(page)).toContainText('Last updated');
  });
});
