import { joinCompanion } from '../../src/companion.ts';
import { callApi } from '../../src/api.ts';
import { expectGoodCompanion } from '../../src/companion-looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test('a person asks for help, hears an answer, reads a message, sets hours, reads the log, and leaves', async ({
  browser,
  console: page,
  fairwatch,
  allowedErrors,
}) => {
  test.slow();
  allowedErrors.push(/40[34]/);
  await using phone = await joinCompanion(browser, fairwatch, {
    username: 'lea.life',
    capabilities: ['CONTACTS', 'NOTIFICATIONS'],
  });
  const { page: companion, deviceId } = phone;
  const open = (name: string) =>
    companion
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .last()
      .click();

  // A ticket with a voice message, and a voice message back.
  await companion.goto('/companion/tickets/new');
  await companion.getByLabel('Title').fill('My screen is dark');
  await companion.getByLabel('What happened').fill('Since this morning.');
  await expectGoodCompanion(companion, 'companion-new-ticket');
  await companion.getByRole('button', { name: 'Send' }).click();
  await companion.waitForURL(/tickets\/\d+$/);
  const ticketId = Number(new URL(companion.url()).pathname.split('/').at(-1));
  await companion.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(companion.getByText('Recording. Speak now.')).toBeVisible();
  await companion.getByRole('button', { name: 'Stop' }).click();
  await companion.getByRole('button', { name: 'Send voice message' }).click();
  await page.goto(`/subordinates-ticket/${ticketId}`);
  const log = page.getByRole('log');
  await expect(log.getByRole('button', { name: /Play/ })).toBeVisible();
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Send voice message' }).click();
  await expect(companion.locator('audio')).toHaveCount(2);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Try the brightness key.');
  await box.press('Enter');
  await expect(companion.getByText('Try the brightness key.')).toBeVisible();
  await expectGoodCompanion(companion, 'companion-ticket');

  // A message, which the admin sees that it was read.
  const message = { deviceId, title: 'Inventory', message: 'Please come by on Friday.', type: 'INFO' };
  await expect
    .poll(async () => (await callApi(page, 'notification/create_push_notification', message)).status)
    .toBe(200);
  await open('Messages');
  await companion.getByText('Inventory').first().click();
  await expect(companion.getByText('Please come by on Friday.')).toBeVisible();
  await expectGoodCompanion(companion, 'companion-messages');

  // The hours in which they share, which the admin sees; then any hour again.
  await companion.goto('/companion/hours');
  await companion.getByRole('radio', { name: 'Only at these hours' }).check();
  await companion.getByRole('button', { name: 'School' }).click();
  await companion.getByRole('button', { name: 'Save hours' }).click();
  await expect(companion.getByText('Saved. It counts from now on.')).toBeVisible();
  await expectGoodCompanion(companion, 'companion-hours');
  const hours = async () => JSON.parse((await callApi(page, 'device/summary', { deviceId })).text).data.hours;
  expect(await hours()).toMatchObject({ days: expect.arrayContaining([expect.objectContaining({ day: 'MON' })]) });
  await companion.getByRole('radio', { name: 'At any hour' }).check();
  await companion.getByRole('button', { name: 'Save hours' }).click();
  await expect.poll(hours).toBeNull();
  await companion.goto('/companion/more');
  await expectGoodCompanion(companion, 'companion-more');
  for (const name of ['tickets', 'requests']) {
    await companion.goto(`/companion/${name}`);
    await expect(companion.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodCompanion(companion, `companion-${name}`);
  }
  await companion.goto('/companion/about');
  await expectGoodCompanion(companion, 'companion-about');

  // The log: grouped, searched, and everything about me as a file.
  await visit(page, `/device/contact/${deviceId}`);
  await expect(page.getByText('No Contacts available')).toBeVisible();
  await companion.goto('/companion/log');
  await expect(companion.getByRole('main')).toContainText('looked at contacts');
  await expectGoodCompanion(companion, 'companion-log');
  const downloading = companion.waitForEvent('download');
  await companion.getByRole('button', { name: 'Get everything about me' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);

  // Pause, share again, leave.
  await open('Home');
  await companion.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText(/paused sharing/).first()).toBeVisible();
  await companion.getByRole('button', { name: 'Share again' }).click();
  await expect(page.getByText(/paused sharing/)).toHaveCount(0);
  await companion.goto('/companion/leave');
  await expectGoodCompanion(companion, 'companion-leave');
  await companion.getByRole('checkbox', { name: /Yes, delete my data/ }).check();
  await companion.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(companion.getByRole('heading', { name: 'You have left' })).toBeVisible();
  await expectGoodCompanion(companion, 'companion-left');
  await companion.getByRole('button', { name: 'Remove it from this browser' }).click();
  await expect(companion.getByLabel('Passcode')).toBeVisible();
  await visit(page, '/device-list?sortBy=id&sortDirection=desc');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'lea.life' })).toHaveCount(0);
});
