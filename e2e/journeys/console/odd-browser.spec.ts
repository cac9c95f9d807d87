import { adminPassword, adminUsername } from '../../src/fairwatch.ts';
import { joinCompanion } from '../../src/companion.ts';
import { expect, signIn, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';
import type { Page } from '@playwright/test';

/** Pages of every kind: a form, numbers, a wide table, a conversation, settings, a map's list. */
const pages = [
  ['/', 'Dashboard'],
  ['/device-list', 'Devices'],
  ['/device/contact/1', 'Contacts'],
  ['/subordinates-tickets', "Subordinates' Tickets"],
  ['/role-management', 'Role Management'],
  ['/account', 'Account'],
] as const;

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOKS_FOLDER'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/odd-${name}.png` });
}

function lookOf(element: Element): Record<string, string> {
  const { outlineStyle, backgroundColor, borderBottomColor, color } = getComputedStyle(element);
  return { outlineStyle, backgroundColor, borderBottomColor, color };
}

test.use({ ownContext: true, allowedErrors: [/./] });

test('without JavaScript each page says what it needs', async ({ browser, fairwatch }) => {
  const context = await browser.newContext({ baseURL: fairwatch.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/', '/auth/login', '/device-list', '/companion/', '/companion/join']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Fairwatch needs JavaScript' })).toBeVisible();
    // What cannot work is not offered.
    for (const role of ['button', 'textbox'] as const) await expect(page.getByRole(role)).toHaveCount(0);
    await picture(page, `no-script${path.replaceAll('/', '-')}`);
  }
  await context.close();
});

test('where the browser refuses to keep anything, the console works for this visit, and the companion says why it cannot', async ({
  page,
  fairwatch,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
        configurable: true,
      });
    }
  });
  await page.goto('/companion/join');
  await expect(page.getByRole('heading', { name: 'This browser keeps nothing' })).toBeVisible();
  await picture(page, 'companion-refused');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page
    .getByRole('button', { name: 'Collapse sidebar' })
    .or(page.getByRole('button', { name: /sidebar/i }))
    .first()
    .click();
  for (const [path, heading] of pages) {
    await visit(page, path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
  expect(page.url()).toContain(fairwatch.url);
});

test('where the browser keeps no cookies, the sign-in says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }));
  await page.goto('/auth/login');
  await page.getByLabel('Username').fill(adminUsername);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This browser keeps no cookies for this address')).toBeVisible();
});

test(
  'files are shared where the browser refuses its private folder, as in private windows, and go with the device',
  { tag: '@full' },
  async ({ browser, fairwatch }) => {
    await using phone = await joinCompanion(browser, fairwatch, { username: 'petra.private', capabilities: ['FILES'] });
    const { page } = phone;
    await phone.context.addInitScript(() => {
      StorageManager.prototype.getDirectory = async () => {
        throw new DOMException('Not in a private window.', 'SecurityError');
      };
    });
    await page.goto('/companion/sharing');
    const files = page.getByRole('region', { name: 'Files' });
    const note = { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear diary') };
    await files.locator('input[type=file]').setInputFiles(note);
    await expect(files.getByText(/1 file in the shared folder/)).toBeVisible();
    await page.reload();
    await expect(files.getByText(/1 file in the shared folder/)).toBeVisible();
    await visit(page, '/companion/leave');
    await page.getByRole('checkbox', { name: /Yes, delete my data/ }).check();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Remove it from this browser' }).click();
    await expect(page.getByLabel('Passcode')).toBeVisible();
    const left = await page.evaluate(async () => {
      const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
      const opening = indexedDB.open('fairwatch-companion-files');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
      const stores = (await promise).transaction(['entries', 'pieces']);
      const counts = ['entries', 'pieces'].map(async (name) => {
        const count = Promise.withResolvers<number>();
        const asked = stores.objectStore(name).count();
        asked.addEventListener('success', () => count.resolve(asked.result));
        return await count.promise;
      });
      return await Promise.all(counts);
    });
    expect(left).toEqual([0, 0]);
  },
);

test('at 200 % zoom, and 320 pixels wide, nothing scrolls sideways and everything is reached', async ({
  console: page,
  browser,
  fairwatch,
}) => {
  const sizes = [
    { name: 'zoomed', width: 720, height: 450 },
    { name: '320', width: 320, height: 640 },
  ];
  for (const { name, ...size } of sizes) {
    await page.setViewportSize(size);
    await page.goto('/');
    for (const [path, heading] of pages) {
      await visit(page, path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page, `${path} at ${size.width}`);
      await picture(page, `${name}${path.replaceAll('/', '-')}`);
    }
    // The pages are behind one button.
    await page
      .getByRole('button', { name: /menu|navigation|pages/i })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
  }
  await using phone = await joinCompanion(browser, fairwatch, { username: 'nora.narrow', capabilities: ['CONTACTS'] });
  await phone.page.setViewportSize({ width: 320, height: 568 });
  for (const path of ['', 'sharing', 'log', 'messages', 'more', 'hours', 'leave']) {
    await visit(phone.page, `/companion/${path}`);
    await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(phone.page, `companion ${path}`);
    await picture(phone.page, `320-companion-${path}`);
  }
});

test('with forced colours, what is on, chosen and focused is seen', async ({ console: page, browser, fairwatch }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const chosen = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]').first();
  await expect(chosen).toBeVisible();
  const other = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Map', exact: true });
  expect(await chosen.evaluate(lookOf)).not.toEqual(await other.evaluate(lookOf));
  await picture(page, 'forced-dashboard');
  await visit(page, '/device-list');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await picture(page, 'forced-devices');
  const button = page.getByRole('button', { name: 'Add device' });
  expect(await button.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('solid');
  await other.focus();
  expect(await other.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');

  await using phone = await joinCompanion(browser, fairwatch, { username: 'fiona.forced', capabilities: ['CONTACTS'] });
  await phone.page.emulateMedia({ forcedColors: 'active' });
  await visit(phone.page, '/companion/sharing');
  const switchOf = (name: string) => phone.page.getByRole('region', { name, exact: true }).getByRole('switch').first();
  const track = (name: string) =>
    switchOf(name).evaluate((input) => {
      const drawn = input.parentElement?.querySelector('[class*=track]') ?? input;
      const thumb = drawn.querySelector('[class*=thumb]') ?? drawn;
      return [getComputedStyle(drawn).backgroundColor, getComputedStyle(thumb).backgroundColor];
    });
  await expect(switchOf('Contacts')).toBeChecked();
  await picture(phone.page, 'forced-companion');
  const [on, off] = [await track('Contacts'), await track('Calendar')];
  expect(on).not.toEqual(off);
  // The thumb is not the colour of what it lies on.
  for (const [ground, thumb] of [on, off]) expect(thumb).not.toBe(ground);
});

test('with reduced motion nothing moves longer than an instant', async ({ console: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const longest = () =>
    page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration))),
    );
  await page.goto('/device-list');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await longest()).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByRole('dialog', { name: 'Create passcodes' })).toBeVisible();
  expect(await longest()).toBeLessThanOrEqual(1);
});

test('on paper there is the page without what can be clicked around it', async ({ console: page }) => {
  await page.goto('/device-list');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html[data-mantine-color-scheme=light]')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').nth(8)).toBeVisible();
  await picture(page, 'print-devices');
  // Dark pages are not printed dark.
  const [ground, ink] = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(ground).toMatch(/rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/);
  expect(ink).not.toMatch(/rgb\(2\d\d, /);
});
