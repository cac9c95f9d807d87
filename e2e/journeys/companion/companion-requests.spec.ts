import { joinCompanion, phonePlace } from '../../src/companion.ts';
import { callApi } from '../../src/api.ts';
import { expectGoodCompanion } from '../../src/companion-looks.ts';
import { seriousProblems } from '../../src/serious-problems.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

test('a phone’s browser is asked for its location, a photo, a video and a voice recording, and declines what it will not give', async ({
  browser,
  console: page,
  fairwatch,
}) => {
  test.slow();
  await using phone = await joinCompanion(browser, fairwatch, {
    username: 'rita.requests',
    capabilities: ['LOCATION', 'CAMERA', 'MICROPHONE'],
  });
  const { page: companion, deviceId } = phone;
  const latest = async () => {
    const { text } = await callApi(page, 'device/command/all', { deviceId, pageSize: 1 });
    return (JSON.parse(text) as { data: { stepType: string; errorDetails: string | null }[] }).data[0];
  };
  await page.goto(`/device/location/${deviceId}`);

  // Declined, nothing is sent, and the admin reads so.
  await page
    .getByRole('button', { name: /^Update/ })
    .first()
    .click();
  const request = companion.getByRole('region', { name: 'admin asks for your location' });
  await expect(request).toBeVisible();
  await expectGoodCompanion(companion, 'companion-request');
  await request.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(latest).toMatchObject({ stepType: 'FAILED', errorDetails: expect.stringContaining('declined') });

  // Allowed, the place is on the admin's map.
  await expect
    .poll(async () => (await callApi(page, 'location/command/update-location', { deviceId })).status)
    .toBe(200);
  await request.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(latest).toMatchObject({ stepType: 'DONE' });
  const { text } = await callApi(page, 'location/all', { deviceId });
  expect(text).toContain(String(phonePlace.latitude));

  // A photo: the request, the countdown on the whole screen, and who got it.
  await visit(page, `/device/photo-recorder/${deviceId}`);
  // The list is read once the reason is given.
  await expect(page.getByText('No Photos available')).toBeVisible();
  await page.getByRole('button', { name: 'Take photo' }).click();
  await companion
    .getByRole('region', { name: /asks for a photo/ })
    .getByRole('button', { name: 'Allow once' })
    .click();
  const screen = companion.getByRole('dialog', { name: /admin asked for a photo/ });
  await expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(companion.getByText(/You sent a photo from the (front|back) camera to admin/)).toBeVisible();
  expect(await seriousProblems(companion)).toEqual([]);
  await companion.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('region', { name: 'Photos', exact: true }).getByText('Asked for by admin')).toBeVisible();

  // Whoever presses Stop is not recorded.
  const ask = async (path: string, input: object) =>
    await expect.poll(async () => (await callApi(page, path, { deviceId, ...input })).status).toBe(200);
  const allow = () => companion.getByRole('button', { name: 'Allow once' }).click();
  await ask('media/command/audio', { seconds: 10 });
  await allow();
  await companion.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(latest).toMatchObject({ stepType: 'FAILED', errorDetails: expect.stringContaining('stopped it') });
  await companion.getByRole('button', { name: 'OK' }).click();

  for (const [path, input] of [
    ['media/command/audio', { seconds: 10 }],
    ['media/command/live-camera', { mode: 'VIDEO', camera: 'FRONT', seconds: 10 }],
  ] as const) {
    await ask(path, input);
    await allow();
    await expect(companion.getByText('The capture is over')).toBeVisible();
    await companion.getByRole('button', { name: 'OK' }).click();
    await expect.poll(latest).toMatchObject({ stepType: 'DONE' });
  }

  // What was asked and answered stands in the person's own log.
  await companion.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(companion.getByRole('main')).toContainText(/asked for/);
});
