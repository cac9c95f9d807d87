import type { Capability } from '@fairwatch/contract';
import { capabilities as capabilityFacts } from '@fairwatch/contract';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Fairwatch } from './fairwatch.ts';
import { logIn, makePasscode, postApi } from './api.ts';

/** A phone's browser with the companion open. */
export interface CompanionPhone extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  deviceId: number;
}

interface Joining {
  username: string;
  capabilities?: readonly Capability[];
}

/** Where the phone is, for as long as nobody moves it. */
export const phonePlace = { latitude: 48.137, longitude: 11.575, accuracy: 12 };

/** A browser as small as a phone, that allows what the companion asks for. */
export async function openPhone(
  browser: Browser,
  { url }: Pick<Fairwatch, 'url'>,
  { locale = 'en-US' } = {},
): Promise<BrowserContext> {
  return await browser.newContext({
    baseURL: url,
    locale,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    hasTouch: true,
    geolocation: phonePlace,
    permissions: ['geolocation', 'camera', 'microphone'],
  });
}

/** Joins by link, as a person does: reads who asks, the notice, chooses, and says their name. */
export async function joinCompanion(
  browser: Browser,
  fairwatch: Pick<Fairwatch, 'url'>,
  { username, capabilities = [] }: Joining,
): Promise<CompanionPhone> {
  const context = await openPhone(browser, fairwatch);
  const page = await context.newPage();
  await page.goto(`/companion/join#${await makePasscode(fairwatch.url)}`);
  await walkThroughJoining(page, username, capabilities);
  const token = await logIn(fairwatch.url);
  const search = { search: username, pageSize: 1 };
  const found = (await postApi(fairwatch.url, 'authenticated/device/all', search, token)) as { id: number }[];
  const deviceId = found[0]?.id ?? 0;
  expect(deviceId).toBeGreaterThan(0);
  return { context, page, deviceId, [Symbol.asyncDispose]: () => context.close() };
}

export async function walkThroughJoining(
  page: Page,
  username: string,
  capabilities: readonly Capability[],
): Promise<void> {
  await page.getByRole('button', { name: 'Read the notice' }).click();
  await page.getByRole('button', { name: 'I have read it' }).click();
  for (const name of capabilities) {
    await page.getByRole('switch', { name: capabilityFacts[name].title, exact: true }).check();
  }
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByLabel('Name').fill(username);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Hello ${username}` })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
}
