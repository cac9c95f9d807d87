import type { Locator, Page } from '@playwright/test';
import { signInAs } from '../../src/accounts.ts';
import { callApi } from '../../src/api.ts';
import { joinCompanion, type CompanionPhone } from '../../src/companion.ts';
import { expectGoodCompanionOnTheWay } from '../../src/looks/companion-looks.ts';
import { expectGoodLooksOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

/** A browser without WebCodecs, as some phones have: pictures are sent as JPEG. */
const withoutWebCodecs = () => {
  Reflect.deleteProperty(globalThis, 'VideoEncoder');
  Reflect.deleteProperty(globalThis, 'AudioEncoder');
};

const panelOf = (page: Page) => page.getByRole('region', { name: 'Live view' });
const pictureOf = (page: Page) => panelOf(page).getByRole('img', { name: 'Live picture of the device' });

/** Waits until the picture is there and differs from what it was. The fake camera draws a clock. */
async function expectMoving(page: Page): Promise<void> {
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      seen.add(await pictureOf(page).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()));
      return seen.size;
    })
    .toBeGreaterThan(2);
}

/** Asks for a live view on the page of a recorder. */
async function ask(page: Page, { sound = false } = {}): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Live', exact: true }).click();
  if (sound) await panel.getByRole('checkbox', { name: 'With sound' }).check();
  await panel.getByRole('button', { name: 'Ask for a live view' }).click();
  await expect(panel).toContainText('The person is looking at the question');
}

/** The question on the person's screen. */
const questionOf = ({ page }: Pick<CompanionPhone, 'page'>, what = 'live picture'): Locator =>
  page.getByRole('dialog', { name: new RegExp(`admin asks to see a ${what}`) });

async function allow(phone: CompanionPhone): Promise<void> {
  await questionOf(phone)
    .getByRole('button', { name: /^Allow for/ })
    .click();
  await expect(phone.page.getByRole('timer', { name: 'Time left' })).toBeVisible();
}

test.describe('a live view', () => {
  // Two pages encode and decode pictures in software.
  test.slow();

  test(
    'is asked for, allowed and seen to move, by a second admin too; a picture is kept, and the person stops it',
    { tag: '@full' },
    async ({ browser, console: page, fairwatch, allowedErrors }) => {
      allowedErrors.push(/404/);
      await using phone = await joinCompanion(browser, fairwatch, {
        username: 'lia.live',
        capabilities: ['CAMERA', 'MICROPHONE'],
      });
      const { page: companion, deviceId } = phone;
      await page.goto(`/device/video-recorder/${deviceId}`);
      await ask(page, { sound: true });

      // The whole screen asks: who, why, how long, with sound.
      const question = questionOf(phone);
      await expect(question).toContainText('with sound');
      await expect(question).toContainText('Walking through the console');
      await expectGoodCompanionOnTheWay(companion, 'companion-live-view-question');
      await allow(phone);
      await expectMoving(page);
      const panel = panelOf(page);
      await expect(panel).toContainText('Only you are watching');
      await expect(panel).toContainText(/\d s old/);
      await expectGoodLooksOnTheWay(page, 'live-view');

      // The person sees on every page that it runs and who watches.
      await expect(companion.getByText('Watching now: admin.').first()).toBeVisible();
      await companion.getByRole('link', { name: 'Log', exact: true }).click();
      await expect(companion.getByRole('region', { name: 'Live picture' })).toBeVisible();
      await companion.getByRole('button', { name: 'Mute', exact: true }).click();
      await expect(panel).toContainText('Muted on the device.');
      await expectGoodCompanionOnTheWay(companion, 'companion-live-view');

      await test.step('a second admin joins, and everybody knows', async () => {
        const seconds = await browser.newContext({ baseURL: fairwatch.url, viewport: { width: 1280, height: 800 } });
        try {
          const second = await seconds.newPage();
          await signInAs(second, fairwatch, {
            username: 'watching-wim',
            adminRole: 'ADMIN',
            access: { VIDEO_RECORDER: 'READ_ONLY' },
            devices: [deviceId],
          });
          await second.goto(`/device/video-recorder/${deviceId}`);
          await panelOf(second).getByRole('button', { name: 'Join' }).click();
          await expectMoving(second);
          await expect(panel).toContainText('Watching with you: watching-wim');
          await expect(companion.getByText(/Watching now: .*watching-wim/).first()).toBeVisible();
          // Read Only watches, and neither stops nor keeps anything.
          await expect(panelOf(second).getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
          await expect(panelOf(second).getByRole('button', { name: 'Keep a picture' })).toHaveCount(0);
        } finally {
          await seconds.close();
        }
        await expect(panel).toContainText('Only you are watching');
      });

      await test.step('a picture is kept as a photo, and the person is told', async () => {
        await panel.getByRole('button', { name: 'Keep a picture' }).click();
        await expect(companion.getByRole('region', { name: 'Live picture' })).toContainText('admin');
        await expect
          .poll(async () => {
            const { text } = await callApi(page, 'media/captures/photo', { deviceId });
            return (JSON.parse(text) as { data: unknown[] }).data.length;
          })
          .toBe(1);
      });

      await companion.getByRole('region', { name: 'Live picture' }).getByRole('button', { name: 'Stop' }).click();
      await expect(panel).toContainText('the person stopped it');
      await expect(pictureOf(page)).toHaveCount(0);
      await companion.getByRole('button', { name: 'OK', exact: true }).click();
      await visit(companion, '/companion/');
      await companion.getByRole('link', { name: 'Log', exact: true }).click();
      await expect(companion.getByRole('main')).toContainText(/watched the live view/);
    },
  );

  test(
    'is declined; is withdrawn midway; is sent as JPEG by a browser without WebCodecs',
    { tag: '@full' },
    async ({ browser, console: page, fairwatch, allowedErrors }) => {
      allowedErrors.push(/403|404/);
      await using phone = await joinCompanion(browser, fairwatch, { username: 'jo.jpeg', capabilities: ['CAMERA'] });
      const { page: companion, deviceId } = phone;
      await companion.addInitScript(withoutWebCodecs);
      await companion.reload();
      await expect(companion.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
      await page.goto(`/device/photo-recorder/${deviceId}`);
      const panel = panelOf(page);

      await ask(page);
      await questionOf(phone).getByRole('button', { name: 'Decline' }).click();
      await expect(panel).toContainText('The person said no to a live view');

      await ask(page);
      await allow(phone);
      await expectMoving(page);
      await visit(companion, '/companion/sharing');
      await companion.getByRole('switch', { name: 'Share Camera' }).press('Space');
      await expect(pictureOf(page)).toHaveCount(0);
      await expect(companion.getByText(/has ended: you no longer share your camera/)).toBeVisible();
    },
  );
});

test(
  'a device offline is not asked, and nothing waits for it',
  { tag: '@full' },
  async ({ browser, console: page, fairwatch }) => {
    await using phone = await joinCompanion(browser, fairwatch, { username: 'olga.off', capabilities: ['CAMERA'] });
    const { deviceId } = phone;
    await phone.page.close();
    await page.goto(`/device/video-recorder/${deviceId}`);
    await expect(panelOf(page)).toContainText('The device is offline. A live view needs it to be online.');
    const asked = await callApi(page, 'media/command/live-view', {
      deviceId,
      camera: 'BACK',
      minutes: 1,
      sound: false,
    });
    expect(asked.status).toBe(409);
  },
);
