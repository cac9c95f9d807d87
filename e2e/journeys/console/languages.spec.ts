import type { Page } from '@playwright/test';
import { adminToken, postApi } from '../../src/api.ts';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { answerPseudoTexts } from '../../src/pseudo-language.ts';

/** Opens pages as in a browser whose reader prefers a language: the account of the journeys has chosen none. */
async function readIn(page: Page, language: string): Promise<void> {
  await page.addInitScript((tag) => {
    Object.defineProperty(navigator, 'languages', { get: () => [tag] });
  }, language);
  await page.goto('/device-list');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('another language is chosen with a page open, and nothing that was typed is lost', async ({
  console: page,
  context,
}) => {
  await page.goto('/groups');
  await page.getByRole('searchbox').first().fill('half a name');
  await expect(page).toHaveURL(/search=half/);
  const account = await context.newPage();
  await account.goto('/account');
  await account.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(account.locator('html')).toHaveAttribute('lang', 'de');
  await expect(account.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de');
  // The other page hears of it, and is not loaded again.
  await expect(heading(page)).toHaveText('Gruppen');
  await expect(page.getByRole('searchbox').first()).toHaveValue('half a name');
  await account.getByRole('combobox', { name: 'Sprache' }).selectOption('');
  await expect(account.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(heading(page)).toHaveText('Groups');
});

/** Opens a page anew and waits for its rows: the heading of the page before says nothing about this one. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const flows = [
  '/',
  '/device-list',
  '/device/overview/1',
  '/device/location/1',
  '/zones',
  '/groups',
  '/otp-list',
  '/audit',
  '/subordinates-tickets',
  '/role-management',
  '/account',
];

test(
  'the main flows run from right to left in Arabic, wide and narrow',
  { tag: '@full' },
  async ({ console: page }) => {
    test.slow();
    await readIn(page, 'ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    for (const path of flows) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, path);
      await expect(page.locator('main').first()).toContainText(/[\u0600-\u06ff]/);
      // The sidebar begins where the line does.
      const sidebar = await page.getByRole('navigation').first().boundingBox();
      expect(sidebar?.x, path).toBeGreaterThan(720);
      await expectGoodLooks(page, `${path.slice(1).replaceAll('/', '-')}-in-arabic`);
    }
  },
);

const otherPages = [
  '/alerts',
  '/app-download',
  '/approvals',
  '/device/app-list/1',
  '/device/call/1',
  '/device/contact/1',
  '/device/event/1',
  '/device/file-manager/1',
  '/device/info/1',
  '/device/permission/1',
  '/device/photo-recorder/1',
  '/device/photo/1',
  '/device/sms_chat/1',
  '/device/trigger-notifications/1',
  '/device/voice-recorder/1',
  '/installation',
  '/map-data',
  '/my-ticket/add-ticket',
  '/my-tickets',
  '/notification',
  '/reasons',
  '/reports',
  '/retention',
  '/runs',
  '/schedules',
  '/servers',
  '/users-list',
];

test(
  'no page cuts a text of the pseudo-language, or has a heading, a button or a label in English',
  { tag: '@full' },
  async ({ console: page, fairwatch }) => {
    test.slow();
    await answerPseudoTexts(page);
    // The question why a device is looked at, which a page of personal data waits for.
    await page.addLocatorHandler(page.getByRole('button', { name: /Gó óñ wíthóút á réášóñ/ }), (button) =>
      button.click(),
    );
    await readIn(page, 'de');
    const names = await deviceNames(fairwatch.url);
    for (const path of [...flows, ...otherPages]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, path);
      if (!inTheServersWords.includes(path))
        expect.soft(await untranslated(page, names), `in English on ${path}`).toEqual([]);
      expect.soft(await cutTexts(page), `cut on ${path} at 1440`).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect.soft(await cutTexts(page), `cut on ${path} at 390`).toEqual([]);
    }
  },
);

const controls = 'h1, h2, main button, main label, main th, nav a';

/** Names of people and products, and short ids of devices, which are no texts of ours. */
const properNames = /^(?:Fairwatch|admin|Termux|Android .*|[0-9a-f]{8})$/;
/** Rows of the server's own words, which still has them in English alone. */
const inTheServersWords = ['/retention'];

async function deviceNames(url: string): Promise<string[]> {
  const token = await adminToken(url);
  const devices = (await postApi(url, 'authenticated/device/all', {}, token)) as {
    username: string;
    displayName: string;
  }[];
  return devices.flatMap(({ username, displayName }) => [username, displayName]);
}

/** The words of controls that are no text of the pseudo-language. */
async function untranslated(page: Page, names: readonly string[]): Promise<string[]> {
  const texts = await page
    .locator(controls)
    .evaluateAll((elements) => elements.map((element) => element.textContent.trim()));
  return texts.filter(
    (text) =>
      /[A-Za-z]{4}/.test(text) &&
      !text.includes('~]') &&
      !properNames.test(text) &&
      !names.some((name) => text.includes(name)),
  );
}

/** Controls whose text is wider than they are, and hidden where it ends. */
async function cutTexts(page: Page): Promise<string[]> {
  return await page
    .locator(controls)
    .evaluateAll((elements) =>
      elements
        .filter(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden',
        )
        .map((element) => element.textContent.trim()),
    );
}
