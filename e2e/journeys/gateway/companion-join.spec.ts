import { capabilityNames } from '@fairwatch/contract';
import { makePasscode } from '../../src/api.ts';
import { openPhone } from '../../src/companion.ts';
import { expectGoodCompanion, expectGoodCompanionOnTheWay } from '../../src/looks/companion-looks.ts';
import { expect, test } from '../../src/test.ts';

test('a person joins by a link: who asks, the notice in their language, nothing ticked, a name, and is a device like any other; one tab at a time is the device, and what they decide without a network is said later', async ({
  browser,
  console: page,
  fairwatch,
  allowedErrors,
}) => {
  test.slow();
  // A page of what is not shared asks for it and is refused.
  allowedErrors.push(/403/);
  await using phone = await openPhone(browser, fairwatch);
  const companion = await phone.newPage();
  const reason = 'To see early when the battery runs out';
  const passcode = await makePasscode(fairwatch.url, [{ capability: 'DEVICE_INFO', reason }]);

  await test.step('a passcode is typed, and a wrong one is refused', async () => {
    await companion.goto('/companion/');
    await companion.getByLabel('Passcode').fill('no such code');
    await companion.getByRole('button', { name: 'Continue' }).click();
    await expect(companion.getByText(/passcode is not valid|not valid/i)).toBeVisible();
    await expectGoodCompanion(companion, 'companion-code');
    await companion.getByLabel('Passcode').fill(passcode);
    await companion.getByRole('button', { name: 'Continue' }).click();
    await expect(companion.getByRole('heading', { name: 'Who asks you to join' })).toBeVisible();
  });

  await test.step('by a link: who asks, the notice, nothing ticked, a name', async () => {
    await companion.goto(`/companion/join#${passcode}`);
    await expect(companion.getByRole('heading', { name: 'Who asks you to join' })).toBeVisible();
    for (const fact of ['admin', new URL(fairwatch.url).host, 'Not stated']) {
      await expect(companion.getByText(fact, { exact: true })).toBeVisible();
    }
    await expect(companion.getByText(`admin asks for 1 of ${capabilityNames.length} kinds of data.`)).toBeVisible();
    await expect(companion.getByText(`Device details, because: “${reason}”`)).toBeVisible();
    // The passcode stays neither in the address nor in the history.
    expect(companion.url()).toBe(`${fairwatch.url}/companion/join`);
    await expectGoodCompanion(companion, 'companion-who');
    await companion.getByRole('button', { name: 'Read the notice' }).click();
    await expect(companion.getByText(/Nothing is shared until you switch it on/)).toBeVisible();
    await expectGoodCompanion(companion, 'companion-notice');
    await companion.getByRole('button', { name: 'I have read it' }).click();
    await expect(companion.getByRole('switch')).not.toHaveCount(0);
    await expect(companion.getByRole('switch', { checked: true })).toHaveCount(0);
    // What is asked for comes first.
    await expect(companion.getByRole('switch').first()).toHaveAccessibleName('Device details');
    await expect(companion.getByText('A browser cannot read text messages.')).toBeVisible();
    await expect(companion.getByText(/Kept for 7 days/)).toBeVisible();
    await expectGoodCompanion(companion, 'companion-choices');
    for (const name of ['Contacts', 'Device details']) {
      await companion.getByRole('switch', { name, exact: true }).check();
    }
    await companion.getByRole('button', { name: 'Share 2' }).click();
    // A name that is refused costs nothing that was typed.
    const name = companion.getByLabel('Name');
    await name.fill('Fairwatch');
    await companion.getByLabel('Email').fill('petra@example.org');
    await companion.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(companion.getByRole('alert')).toContainText('Please choose another one');
    await expect(companion.getByLabel('Email')).toHaveValue('petra@example.org');
    await name.fill('petra.phone');
    await expectGoodCompanion(companion, 'companion-name');
    await companion.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(companion.getByRole('heading', { name: 'Hello petra.phone' })).toBeVisible();
    await expect(companion.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
    await expect(companion.getByText('Supervised by admin')).toBeVisible();
    await companion.goto('/companion/sharing');
    await expect(companion.getByText(`admin asked for it when you joined, because: “${reason}”`)).toBeVisible();
    await expectGoodCompanion(companion, 'companion-sharing-asked');
    await companion.goto('/companion/');
    await expectGoodCompanion(companion, 'companion-home');
  });

  const deviceId = await test.step('it is a device like any other', async () => {
    await page.goto('/device-list?sortBy=id&sortDirection=desc');
    const row = page.getByRole('row').filter({ hasText: 'petra.phone' });
    await expect(row).toContainText('Online');
    await expect(row).toContainText('Browser on Linux');
    await row.click();
    await expect(page.getByText(`You asked for it when they joined, because: “${reason}”`)).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'What is shared' }).getByText(`2 of ${capabilityNames.length}`),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Text Messages' }).first().click();
    await expect(page.getByText('A browser cannot read text messages.').first()).toBeVisible();
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  });

  const second = await phone.newPage();
  await test.step('one tab at a time is the device', async () => {
    await second.goto('/companion/');
    await expect(second.getByRole('heading', { name: 'Open in another tab' })).toBeVisible();
    await expectGoodCompanion(second, 'companion-elsewhere');
    await second.getByRole('button', { name: 'Use it here' }).click();
    await expect(second.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
    await expect(companion.getByRole('heading', { name: 'Open in another tab' })).toBeVisible();
    await companion.close();
  });

  await test.step('it opens without a network, keeps what its person decides, and says it later', async () => {
    // What it needs to open is there once its worker has taken over.
    await second.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => second.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);
    await phone.setOffline(true);
    await second.goto('/companion/');
    await expect(second.getByRole('heading', { name: 'Hello petra.phone' })).toBeVisible();
    // Some versions of Chromium believe that they are online after a page has come from the worker.
    await expect(second.getByRole('status').filter({ hasText: /Offline|Not connected/ })).toBeVisible();
    await second.getByRole('button', { name: 'Pause' }).click();
    await expect(second.getByRole('button', { name: 'Share again' })).toBeVisible();
    await expectGoodCompanionOnTheWay(second, 'companion-offline');
    await page.goto(`/device/contact/${deviceId}`);
    await expect(page.getByText('No Contacts available')).toBeVisible();
    await expect(page.getByText(/has paused sharing/)).toHaveCount(0);
    // Only an open socket tells the page of what happens from here on.
    await expect(page.getByText('Live')).toBeVisible();
    await phone.setOffline(false);
    await expect(page.getByText(/paused sharing/).first()).toBeVisible();
    await expect(second.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  });
});
