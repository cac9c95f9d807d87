import type { Page } from '@playwright/test';
import { callApi } from '../../src/api.ts';
import { expectGoodLooks, expectGoodOnPhone } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

interface Place {
  route: string;
  /** The same when left out. */
  path?: string;
  heading: string;
}

/** Opened anew, and seen on a phone and on a desk. */
const opened: readonly Place[] = [
  { route: '/', heading: 'Dashboard' },
  { route: '/device-list', heading: 'Devices' },
  { route: '/device/contact/$deviceId', path: '/device/contact/1?history=open', heading: 'Contacts' },
  { route: '/device/overview/$deviceId', path: '/device/overview/8', heading: 'Overview' },
  { route: '/device/overview/$deviceId', path: '/device/overview/1?tab=audit', heading: 'Overview' },
  { route: '/audit', path: '/audit?action=JOIN', heading: 'Audit Log' },
  { route: '/retention', heading: 'Data, Hours and Push' },
  // The last: whoever is signed in is not shown it.
  { route: '/auth/login', heading: 'Sign in' },
];

/** A phone with data that no other journey looks for. */
const phone = 5;
const ofPhone = (name: string, heading: string): Place => ({
  route: `/device/${name}/$deviceId`,
  path: `/device/${name}/${phone}`,
  heading,
});

/** Gone to one after the other, as by a link, and seen on a phone. */
const visited: readonly Place[] = [
  { route: '/users-list', heading: 'Users' },
  { route: '/notification', heading: 'Notifications' },
  { route: '/groups', heading: 'Groups' },
  { route: '/runs', heading: 'Runs' },
  { route: '/schedules', heading: 'Schedules' },
  { route: '/reports', heading: 'Reports' },
  { route: '/alerts', heading: 'Alerts' },
  { route: '/nowhere', heading: 'Not found' },
  { route: '/not-authorized', heading: 'No access' },
  { route: '/role-management', heading: 'Role Management' },
  {
    route: '/role-management/user/settings/$id',
    path: '/role-management/user/settings/1',
    heading: 'Settings of admin',
  },
  { route: '/role-management/user/assign/$id', path: '/role-management/user/assign/1', heading: 'Devices of admin' },
  { route: '/otp-list', heading: 'OTP List' },
  { route: '/approvals', heading: 'Approvals' },
  { route: '/reasons', heading: 'Reasons and Approvals' },
  { route: '/servers', heading: 'Servers' },
  { route: '/installation', heading: 'Installation' },
  { route: '/account', heading: 'Account' },
  { route: '/my-tickets', heading: 'My Tickets' },
  { route: '/subordinates-tickets', heading: "Subordinates' Tickets" },
  ofPhone('trigger-notifications', 'Trigger Notifications'),
  ofPhone('file-manager', 'File Manager'),
  ofPhone('sms_chat', 'Text Messages'),
  ofPhone('event', 'Events'),
  ofPhone('photo', 'Photo'),
  ofPhone('video', 'Video'),
  ofPhone('permission', 'Permission'),
  ofPhone('voice-recorder', 'Voice Recorder'),
  ofPhone('photo-recorder', 'Photo Recorder'),
  ofPhone('video-recorder', 'Video Recorder'),
  ofPhone('call', 'Calls'),
  ofPhone('info', 'Device Info'),
  ofPhone('app-list', 'Installed Apps'),
];

/** Other pages that write numbers, dates and sizes. */
const writingNumbers = [
  ['/device-list', 'Devices'],
  ['/device/overview/1', 'Overview'],
  ['/audit', 'Audit Log'],
  ['/retention', 'Data, Hours and Push'],
] as const;

/** Looked at by the journeys that give them something to show. */
const elsewhere = [
  '/map',
  '/zones',
  '/runs/$runId',
  '/app-download',
  '/device/location/$deviceId',
  '/map-data',
  '/my-ticket/$myTicketId',
  '/my-ticket/add-ticket',
  '/subordinates-ticket/$subordinateTicketId',
  '/otp-list/cards',
  '/auth/forgot-password',
  '/auth/register',
  '/auth/invitation',
  '/welcome',
];

/** How much of a page may move under its reader while it is loading; browsers call up to 0.1 good. */
const maxLayoutShift = 0.01;

/** From now on, each page that is opened counts what moves on it. */
async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as { layoutShift?: number };
    counted.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) counted.layoutShift = (counted.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function layoutShift(page: Page): Promise<number | undefined> {
  return await page.evaluate(() => (globalThis as { layoutShift?: number }).layoutShift);
}

const at = (page: Page, heading: string) => page.getByRole('heading', { name: heading, level: 1 });

/** The HTML of a page shows its title before any code has arrived: the same one that the page then draws, or none. */
async function expectSameTitleInHtml(page: Page, path: string, heading: string): Promise<void> {
  const html = (await (await page.request.get(path)).text()).replace(/<noscript>[^]*?<\/noscript>/, '');
  const [, title] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
  const words = title?.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', "'");
  expect([heading, undefined], `the title in the HTML of ${path}`).toContain(words);
}

/** Numbers, dates and sizes are written in the browser's language, or the page fails. */
async function reportRefusedLanguage(page: Page): Promise<void> {
  // What Chromium says under LANG=C; the runner of the journeys would set a proper language.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
    Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] });
  });
}

/** Every address that the console knows, by the record of its router. */
async function knownRoutes(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: { routesByPath: Record<string, unknown> } };
    return Object.keys(router?.routesByPath ?? {});
  });
}

test('a page stands still while it loads, is accessible and fits, wide and narrow, light and dark', async ({
  console: page,
}) => {
  // Slow because it opens many pages and checks each one at two widths, in light and dark.
  test.slow();
  await watchLayoutShift(page);
  for (const { route, path = route, heading } of opened) {
    if (route === '/auth/login') await page.context().clearCookies();
    await page.goto(path);
    await expect(at(page, heading)).toBeVisible();
    await page.waitForLoadState('networkidle');
    // Before the size changes: that moves everything.
    expect(await layoutShift(page), `${path} moves while it loads`).toBeLessThanOrEqual(maxLayoutShift);
    await expectGoodLooks(page, path.replaceAll('/', '_'));
    await expectSameTitleInHtml(page, path, heading);
  }
});

test('every other page is accessible and fits on a phone, also in a browser that reports a language which Intl refuses', async ({
  console: page,
}) => {
  await reportRefusedLanguage(page);
  for (const command of ['call-log/command/upload', 'event/command/update', 'device/command/update-app-list']) {
    // One at a time: the phone answers before the next is taken.
    await expect.poll(async () => (await callApi(page, command, { deviceId: phone })).status).toBe(200);
  }
  await page.goto('/');
  await expect(at(page, 'Dashboard')).toBeVisible();
  const looked = new Set([...opened, ...visited].map(({ route }) => route));
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en-US');
  expect((await knownRoutes(page)).filter((route) => !looked.has(route))).toEqual(elsewhere);
  for (const { route, path = route, heading } of visited) {
    await visit(page, path);
    await expect(at(page, heading)).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectGoodOnPhone(page, path.replaceAll('/', '_'));
    await expectSameTitleInHtml(page, path, heading);
  }
  // What is looked at in light as well, or elsewhere, opens in that language, too.
  for (const [path, name] of writingNumbers) {
    await visit(page, path);
    await expect(at(page, name)).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('This page could not be opened')).toHaveCount(0);
  }
});
