import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findBrowsers } from '../browser.ts';
import { answerReasons } from '../answer-reasons.ts';
import { logIn, postApi } from '../api.ts';
import { joinCompanion } from '../companion.ts';
import { createFairwatch, type Fairwatch } from '../fairwatch.ts';

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
/** The maximum size of a picture, so that the pages that show them load quickly. */
const maxBytes = 150_000;

/** A phone that shares everything and answers at once. */
const steady = 2;
/** Pages whose data the overview shows as well. */
const alsoFetched = ['call', 'event'];
/** How long a map takes to move without a graphics card. */
const drawingMs = 4000;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Shot {
  name: string;
  path: string;
  size: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** Presses Update first, and waits for the rows. */
  update?: boolean;
  /** Waits until the page is ready. */
  ready: (page: Page) => Promise<unknown>;
}

const device = (page: string) => `/device/${page}/${steady}`;
const updated = (page: Page) => page.getByText(/Last updated/).waitFor();

/** The pages in order: data that is fetched for one is seen on the next. */
const shots: Shot[] = [
  {
    name: 'messages',
    path: device('sms_chat'),
    size: wide,
    colorScheme: 'dark',
    update: true,
    async ready(page) {
      await page.locator('main a[href*="thread"], main li a, main li button').first().click();
      await page.getByRole('log').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'contacts', path: device('contact'), size: phone, colorScheme: 'light', update: true, ready: updated },
  {
    name: 'location',
    path: device('location'),
    size: wide,
    colorScheme: 'light',
    update: true,
    async ready(page) {
      await page.locator('[data-map="drawn"]').waitFor({ timeout: 90_000 });
      // A day that is over, with its way to work and back.
      await page.getByRole('group', { name: 'Day' }).getByRole('button').nth(2).click();
      await page.waitForTimeout(drawingMs);
    },
  },
  {
    name: 'overview',
    path: device('overview'),
    size: wide,
    colorScheme: 'light',
    ready: (page) => page.getByText('Online').first().waitFor(),
  },
  {
    name: 'devices',
    path: '/device-list',
    size: wide,
    colorScheme: 'light',
    ready: (page) => page.locator('tbody tr').nth(11).waitFor(),
  },
];

/** Takes the pictures of the README from a product that runs, with simulated phones. */
async function takeAll(): Promise<void> {
  const fairwatch = await createFairwatch({ devices: 12 });
  try {
    await fairwatch.start();
    await mkdir(folder, { recursive: true });
    const browser = await chromium.launch({
      executablePath: (await findBrowsers()).map,
      args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    try {
      const token = await logIn(fairwatch.url);
      const door = { url: fairwatch.url, token };
      await fetchAlso(browser, door);
      for (const shot of shots) await take(browser, shot, door);
      await takeCompanion(browser, fairwatch, token);
    } finally {
      await browser.close();
    }
  } finally {
    await fairwatch.remove();
  }
}

interface Door {
  url: string;
  token: string;
}

async function enter(browser: Browser, { url, token }: Door, look: Pick<Shot, 'size' | 'colorScheme'>): Promise<Page> {
  const { size: viewport, colorScheme } = look;
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', baseURL: url });
  context.setDefaultTimeout(60_000);
  await context.addCookies([{ name: 'token', value: token, url }]);
  const page = await context.newPage();
  await answerReasons(page);
  return page;
}

async function fetchAlso(browser: Browser, door: Door): Promise<void> {
  const page = await enter(browser, door, { size: wide, colorScheme: 'light' });
  for (const name of alsoFetched) {
    await page.goto(device(name));
    await update(page);
  }
  await page.context().close();
}

async function update(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update' }).click();
  await updated(page);
}

async function take(browser: Browser, shot: Shot, door: Door): Promise<void> {
  const { name, path } = shot;
  const page = await enter(browser, door, shot);
  await page.goto(path);
  if (shot.update) await update(page);
  await shot.ready(page);
  await page.waitForLoadState('networkidle');
  // What was just done needs no toast in a picture.
  await page.addStyleTag({ content: '[class*="_toaster_"] { display: none }' });
  await save(page, name);
  await page.context().close();
}

/** A phone's own page, in the moment in which somebody asks for its location. */
async function takeCompanion(browser: Browser, fairwatch: Fairwatch, token: string): Promise<void> {
  const capabilities = ['CONTACTS', 'LOCATION', 'CAMERA', 'NOTIFICATIONS'] as const;
  await using phone = await joinCompanion(browser, fairwatch, { username: 'maria.lind', capabilities });
  const { page, deviceId } = phone;
  await page.emulateMedia({ colorScheme: 'light' });
  await postApi(fairwatch.url, 'authenticated/location/command/update-location', { deviceId }, token);
  await page.getByRole('button', { name: 'Allow once' }).waitFor();
  await save(page, 'companion');
}

async function save(page: Page, name: string): Promise<void> {
  const bytes = await sharp(await page.screenshot())
    .webp({ quality: 84 })
    .toBuffer();
  if (bytes.length > maxBytes) throw new Error(`${name} has ${bytes.length} bytes, more than ${maxBytes}.`);
  await writeFile(join(folder, `${name}.webp`), bytes);
  process.stdout.write(`docs/images/${name}.webp  ${(bytes.length / 1000).toFixed(0)} kB\n`);
}

await takeAll();
