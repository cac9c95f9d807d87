import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { findBrowsers } from '../../src/browser.ts';
import type { Engine, EngineWindow, Size } from './engine.ts';
import type { Display } from './programs.ts';

/** Where the phones of these windows are. */
const place = { latitude: 48.137, longitude: 11.575, accuracy: 12 };

/** Chromium as the journeys have it. */
export async function chromiumEngine(): Promise<Engine> {
  const executablePath = (await findBrowsers()).map;
  const media = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'];
  const args = ['--no-sandbox', '--disable-background-networking', ...media, ...drawing];
  return engine('chromium', (downloads) => ({
    browser: 'chrome',
    headless: 'shell',
    executablePath,
    args,
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  }));
}

/** Firefox by WebDriver BiDi, the standard that all browsers are to speak. */
export async function firefoxEngine({ env }: Display): Promise<Engine> {
  const located = JSON.stringify({ location: { lat: place.latitude, lng: place.longitude }, accuracy: place.accuracy });
  return engine('firefox', (downloads) => ({
    browser: 'firefox',
    headless: false,
    executablePath: '/usr/bin/firefox-esr',
    env: { ...env, MOZ_WEBRENDER: '1' },
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'permissions.default.geo': 1,
      'geo.provider.network.url': `data:application/json,${located}`,
      'webgl.force-enabled': true,
      // A machine without a sound card plays only what is silent.
      'media.default_volume': '0.0',
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'browser.download.always_ask_before_handling_new_types': false,
      'intl.accept_languages': 'en-US',
    },
  }));
}

async function engine(name: Engine['name'], optionsOf: (downloads: string) => LaunchOptions): Promise<Engine> {
  const open = async (size: Size) => {
    const downloads = await mkdtemp(join(tmpdir(), 'fairwatch-downloads-'));
    const browser = await launch({ ...optionsOf(downloads), defaultViewport: size, timeout: 90_000 });
    return { browser, downloads };
  };
  const { browser, downloads } = await open({ width: 400, height: 300 });
  const version = await browser.version();
  await browser.close();
  await rm(downloads, { recursive: true });
  return {
    name,
    version,
    async openWindow(size) {
      const opened = await open(size);
      const [page = await opened.browser.newPage()] = await opened.browser.pages();
      await page.setViewport(size);
      if (name === 'chromium') {
        await page.setGeolocation(place);
        await page.emulateFocusedPage?.(true);
      }
      return puppeteerWindow(opened.browser, page, opened.downloads);
    },
  };
}

function puppeteerWindow(browser: Browser, page: Page, downloads: string): EngineWindow {
  const element = async (selector: string) => {
    const found = await page.$(selector);
    if (!found) throw new Error(`${selector} is gone`);
    return found;
  };
  return {
    downloads,
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 })),
    run: async <Result>(expression: string) => (await page.evaluate(expression)) as Result,
    click: async (selector) => await (await element(selector)).click(),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: async (selector, text) => await (await element(selector)).type(text),
    async choose(selector, paths) {
      const input = await element(selector);
      await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...paths);
    },
    picture: async () => Buffer.from(await page.screenshot({ type: 'png' })),
    async close() {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
