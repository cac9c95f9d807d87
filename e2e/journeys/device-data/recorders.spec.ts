import type { Page } from '@playwright/test';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import { watchFor } from '../../src/watch-for.ts';

/** A phone that shares everything. Captures have it for themselves: a device does one thing at a time. */
const phone = 3;

async function deleteIt(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: `Delete the ${what}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

test(
  'a photo and a voice recording of 30 seconds are asked for, announced on the device, shown, played, saved and deleted; calls have a recorder',
  { tag: '@full' },
  async ({ console: page }) => {
    await test.step('a photo is asked for, announced on the device, shown, saved and deleted', async () => {
      await page.goto(`/device/photo-recorder/${phone}`);
      await expect(page.getByRole('heading', { name: 'No Photos available' })).toBeVisible();
      await page.getByText('Front', { exact: true }).click();
      // Any step: a photo takes seconds, and a busy machine may not draw each step of it.
      const underWay = await watchFor(page, '[aria-current=step]');
      await page.getByRole('button', { name: 'Take photo' }).click();
      await underWay();
      await expectAccessibleOnTheWay(page);

      const photos = page.getByRole('region', { name: 'Photos', exact: true });
      await expect(photos.getByText('Front camera')).toBeVisible();
      await expect(photos.getByText('Asked for by admin')).toBeVisible();
      await expect.poll(() => widthOf(page, 'li img')).toBeGreaterThan(0);
      await photos.getByRole('button', { name: 'Look at the photo' }).click();
      await expect.poll(() => widthOf(page, 'dialog[open] img')).toBeGreaterThan(1000);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog[open]')).toHaveCount(0);
      await expectAccessibleOnTheWay(page);

      const downloading = page.waitForEvent('download');
      await photos.getByRole('link', { name: 'Download the photo' }).click();
      expect((await downloading).suggestedFilename()).toMatch(/^photo-.+-\d{4}(-\d\d){5}\.jpg$/);
      await page.getByRole('button', { name: 'Command History' }).click();
      await expect(page.getByRole('region', { name: 'Command History' }).getByText('Take a photo')).toBeVisible();
      await deleteIt(page, 'photo');
      await expect(page.getByRole('heading', { name: 'No Photos available' })).toBeVisible();
    });

    await test.step('a voice recording of 30 seconds is made, played and deleted; calls have a recorder', async () => {
      await visit(page, `/device/voice-recorder/${phone}`);
      const seconds = page.getByRole('spinbutton', { name: 'Seconds' });
      await seconds.fill('9');
      await page.getByRole('button', { name: 'Start Recording' }).click();
      await expect(page.getByText('Please select a time between 10 and 60 seconds.')).toBeVisible();
      await expect(page.getByText('No voice recording was asked for yet.')).toBeVisible();
      await seconds.fill('30');
      // The shortest recording can be over before a busy machine has shown it.
      const moments = [
        await watchFor(page, 'main', /The device is recording\..*of 30 s/),
        await watchFor(page, 'main button[aria-disabled=true]', /Start Recording/),
      ];
      await page.getByRole('button', { name: 'Start Recording' }).click();
      for (const been of moments) await been();

      const player = page.locator('audio');
      await expect(player).toBeVisible();
      await player.evaluate(async (audio: HTMLAudioElement) => {
        audio.muted = true;
        await audio.play();
      });
      await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.2);
      expect(await player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(30);
      await expectAccessibleOnTheWay(page);
      await deleteIt(page, 'voice recording');
      await expect(page.getByRole('heading', { name: 'No Voice Recordings available' })).toBeVisible();

      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await page.getByRole('button', { name: 'Call Recorder' }).click();
      const recorder = page.getByRole('region', { name: 'Call Recorder' }).first();
      // By the clock of this phone, a call is under way or not.
      const start = recorder.getByRole('button', { name: 'Start Recording' });
      await expect(
        start.and(page.locator(':not([aria-disabled=true])')).or(start.filter({ hasText: 'No call under way' })),
      ).toBeVisible();
      await expect(recorder.getByText('Tell the other party that this call is being recorded.')).toBeVisible();
      await expect(recorder.getByRole('heading', { name: 'No Call Recordings available' })).toBeVisible();
      await expectAccessibleOnTheWay(page);
    });
  },
);

async function widthOf(page: Page, picture: string): Promise<number> {
  return await page.locator(picture).evaluate((image: HTMLImageElement) => image.naturalWidth);
}
