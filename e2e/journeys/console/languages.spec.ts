import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { answerPseudoTexts } from '../../src/pseudo-language.ts';
import { visit } from '../../src/visit.ts';

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

/** The main flows, with a text of each page in Arabic. */
const flows = [
  '/',
  '/device-list',
  '/device/overview/1',
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
      await visit(page, path);
      await expect(heading(page)).toHaveText(/[\u0600-\u06ff]/);
      // The sidebar begins where the line does.
      await page.setViewportSize({ width: 1440, height: 900 });
      const sidebar = await page.getByRole('navigation').first().boundingBox();
      expect(sidebar?.x, path).toBeGreaterThan(720);
      await expectGoodLooks(page, `${path} in Arabic`);
    }
  },
);

test(
  'no page cuts a text of the pseudo-language, or has a heading, a button or a label in English',
  { tag: '@full' },
  async ({ console: page }) => {
    test.slow();
    await answerPseudoTexts(page);
    await readIn(page, 'de');
    for (const path of flows) {
      await visit(page, path);
      await expect(heading(page)).toHaveText(/\[.*~\]|^[^a-z]*$/);
      expect.soft(await untranslated(page), `in English on ${path}`).toEqual([]);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await cutTexts(page), `cut on ${path} at ${width}`).toEqual([]);
      }
    }
  },
);

const controls = 'h1, h2, main button, main label, main th, nav a';

/** The words of controls that are no text of the pseudo-language. Names of people and devices are no controls. */
async function untranslated(page: Page): Promise<string[]> {
  return await page
    .locator(controls)
    .evaluateAll((elements) =>
      elements
        .map((element) => element.textContent.trim())
        .filter(
          (text) => /[A-Za-z]{4}/.test(text) && !text.includes('~]') && !/^(?:Fairwatch|admin|Android .*)$/.test(text),
        ),
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
