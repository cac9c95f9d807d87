import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { answerReasons } from './answer-reasons.ts';
import { adminToken, postApi } from './api.ts';
import { adminPassword, adminUsername, createFairwatch, startedOnce, type Fairwatch } from './fairwatch.ts';

interface JourneyFixtures {
  /** True for journeys that change the browser context permanently, for instance its clock. */
  ownContext: boolean;
  /** False for journeys that answer the question for a reason themselves. */
  answersReasons: boolean;
  /** Fails the journey when the page logs an error or throws. Push a pattern to allow what the journey provokes. */
  allowedErrors: RegExp[];
  /** A blank page with the first admin signed in, in a session that all journeys of the worker share. */
  console: Page;
}

interface WorkerFixtures {
  fairwatch: Fairwatch;
  /** The browser contexts that the journeys of a worker share, by scale, so that code is loaded and compiled once. */
  kept: Map<number | undefined, BrowserContext>;
}

/** For journeys in which a map is drawn: in software that is most of the work, so there are a quarter of the pixels. */
export const mapView = { deviceScaleFactor: 0.5 };

const phones = 8;

/** Waits until all phones of the demo fleet are online, since a journey may use any of them. */
export async function everyPhoneOnline(url: string): Promise<void> {
  const token = await adminToken(url);
  const profile = () => postApi(url, 'authenticated/user/profile', {}, token);
  await expect.poll(profile, { timeout: 120_000 }).toMatchObject({ activeDevicesCount: phones });
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  fairwatch: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const fairwatch = await createFairwatch({ devices: phones, data: startedOnce });
      await fairwatch.start();
      await everyPhoneOnline(fairwatch.url);
      await use(fairwatch);
      await fairwatch.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ fairwatch }, use) => use(fairwatch.url),
  ownContext: [false, { option: true }],
  answersReasons: [true, { option: true }],
  kept: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const kept: WorkerFixtures['kept'] = new Map();
      await use(kept);
      for (const context of kept.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, kept, ownContext, answersReasons, deviceScaleFactor }, use) => {
    const answer = (page: Page) => void (answersReasons && answerReasons(page));
    if (ownContext) {
      const context = await browser.newContext();
      context.on('page', answer);
      await use(context);
      return await context.close();
    }
    const context = kept.get(deviceScaleFactor) ?? (await browser.newContext());
    kept.set(deviceScaleFactor, context);
    context.on('page', answer);
    await use(context);
    context.off('page', answer);
    // Clears all traces of the journey.
    for (const page of context.pages()) await page.close();
    await context.setStorageState({ cookies: [], origins: [] });
    await context.clearPermissions();
  },
  allowedErrors: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [];
      const seen: string[] = [];
      page.on('console', (message) => message.type() === 'error' && seen.push(message.text()));
      page.on('pageerror', (error) => seen.push(String(error)));
      await use(allowed);
      expect(seen.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  console: async ({ page, fairwatch }, use) => {
    const token = await adminToken(fairwatch.url);
    await page.context().addCookies([{ name: 'token', value: token, url: fairwatch.url }]);
    await use(page);
  },
});

export async function signIn(page: Page, username = adminUsername, password = adminPassword): Promise<void> {
  await page.goto('/auth/login');
  await signInHere(page, username, password);
}

/** Like `signIn`, for a page that shows the login already: it is not loaded again. */
export async function signInHere(page: Page, username = adminUsername, password = adminPassword): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
}

/** Ends the session as a person does. The page stays loaded and shows the login. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

export { expect } from '@playwright/test';
