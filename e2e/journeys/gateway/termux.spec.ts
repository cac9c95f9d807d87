import { callApi } from '../../src/api.ts';
import { joinTermux } from '../../src/termux.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import { leaveInTerminal } from '@fairwatch/termux/testing';

test(
  'an Android phone with Termux joins, shares, is updated and asked, loses its notice, pauses and leaves',
  { tag: '@full' },
  async ({ console: page, fairwatch, allowedErrors }) => {
    test.slow();
    allowedErrors.push(/40[34]/);
    await using joined = await joinTermux(fairwatch, 'tara.termux');
    const { phone, program, deviceId } = joined;
    type Latest = { id: number; stepType: string; errorDetails: string | null };
    const latest = async () => {
      const { text } = await callApi(page, 'device/command/all', { deviceId, pageSize: 1 });
      return (JSON.parse(text) as { data: Latest[] }).data[0];
    };

    // Everything at once, as one run: what needs a tap waits for it.
    await page.goto(`/device/overview/${deviceId}`);
    await expect(page.getByText('Termux on Android').first()).toBeVisible();
    await page.getByRole('button', { name: 'Update all' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Update \d+ kinds$/ })
      .click();
    // It closes once the reason is given and the run has started.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => phone.findTap(/^allow \d+$/)).toBeDefined();
    await phone.tap(/^allow \d+$/);
    await visit(page, '/runs');
    await expect(page.getByRole('row').filter({ hasText: 'Update' }).first()).toContainText('Done');

    // The rows are on screen.
    await visit(page, `/device/contact/${deviceId}`);
    await expect(page.getByRole('cell', { name: 'Anna Berg' })).toBeVisible();
    await visit(page, `/device/call/${deviceId}`);
    await expect(page.getByRole('cell', { name: /Person/ }).first()).toBeVisible();
    await visit(page, `/device/app-list/${deviceId}`);
    await expect(page.getByText('org.thoughtcrime.securesms').first()).toBeVisible();

    // A photo, after the tap on its notification; the person reads for whom it was.
    await visit(page, `/device/photo-recorder/${deviceId}`);
    await expect(page.getByText('No Photos available')).toBeVisible();
    await page.getByRole('button', { name: 'Take photo' }).click();
    await phone.tap(/^allow \d+$/);
    await expect(
      page.getByRole('region', { name: 'Photos', exact: true }).getByText('Asked for by admin'),
    ).toBeVisible();
    expect(await latest()).toMatchObject({ stepType: 'DONE' });

    // What this phone cannot do is said, not tried.
    await visit(page, `/device/video-recorder/${deviceId}`);
    await expect(page.getByText(/Termux/).first()).toBeVisible();

    // The notice is swiped away while Android shows no notification: nothing is collected, and the admin reads why.
    phone.fake.setMode('termux-notification', 'exit1');
    await phone.tap('notice-gone');
    await visit(page, `/device/contact/${deviceId}`);
    await expect(page.getByText('Not transparent').first()).toBeVisible();
    phone.fake.setMode('termux-notification', 'normal');
    await expect(page.getByText('Not transparent')).toHaveCount(0);
    await expect.poll(() => phone.findTap('notice-gone')).toBeDefined();

    // Pause with a tap, share again, leave.
    await phone.tap('pause');
    await expect(page.getByText(/paused sharing/).first()).toBeVisible();
    await phone.tap('resume');
    await expect(page.getByText(/paused sharing/)).toHaveCount(0);
    await leaveInTerminal(program);
    await visit(page, '/device-list?sortBy=id&sortDirection=desc');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'tara.termux' })).toHaveCount(0);
    expect(phone.fake.notifications()).toEqual([]);
  },
);
