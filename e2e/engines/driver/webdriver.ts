import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import type { Engine, EngineWindow, Size } from './engine.ts';
import { endProcess, findMiniBrowser, startProgram, type Display } from './programs.ts';

/** The name under which WebDriver hands out elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** What the pages may use that this build of WebKit has but does not switch on, as Safari does. */
const features = ['StorageAPI', 'FileSystem', 'FileSystemWritableStream'];
const startsWithinMs = 30_000;
/** How long a frame takes to draw without a graphics card. */
const frameMs = 2000;

type Ask = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;

/** WebKitGTK by W3C WebDriver, which is a few calls over HTTP. Each window is a browser with a driver of its own. */
export async function webkitEngine(display: Display): Promise<Engine> {
  const binary = findMiniBrowser();
  const probe = await openWebKit(binary, display, { width: 400, height: 300 });
  await probe.window.close();
  return {
    name: 'webkit',
    version: `WebKitGTK ${probe.version}`,
    openWindow: async (size) => (await openWebKit(binary, display, size)).window,
  };
}

async function openWebKit(
  binary: string,
  display: Display,
  size: Size,
): Promise<{ window: EngineWindow; version: string }> {
  const home = await mkdtemp(join(tmpdir(), 'fairwatch-webkit-'));
  const downloads = join(home, 'downloads');
  const configuration = join(home, 'config');
  await mkdir(downloads);
  await mkdir(configuration);
  await writeFile(join(configuration, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const port = await freePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    ...display.env,
    HOME: home,
    XDG_CONFIG_HOME: configuration,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    // The sandbox needs rights that a container does not give, and nothing but our own pages is opened.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // Without a graphics card, painting by OpenGL is slow, and now and then takes the browser down.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
  });
  const end = async () => {
    await endProcess(driver);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const ask = caller(`http://127.0.0.1:${port}`);
    await untilReady(ask);
    const args = [
      '--automation',
      '--enable-media-stream=true',
      '--enable-mock-capture-devices=true',
      `--features=${features.join(',')}`,
    ];
    const wanted = { 'webkitgtk:browserOptions': { binary, args } };
    const made = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
      capabilities: { alwaysMatch: wanted },
    });
    const window = webkitWindow(
      (method, path, body) => ask(method, `/session/${made.sessionId}${path}`, body),
      downloads,
      end,
    );
    await resize(window, ask, made.sessionId, size);
    return { window, version: made.capabilities.browserVersion };
  } catch (error) {
    await end();
    throw error;
  }
}

function caller(address: string): Ask {
  return async <Result>(method: string, path: string, body?: object) => {
    const answer = await fetch(address + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value as Result;
  };
}

async function untilReady(ask: Ask): Promise<void> {
  const deadline = Date.now() + startsWithinMs;
  for (;;) {
    const isReady = await ask('GET', '/status').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer.');
    await delay(50);
  }
}

/** The window is larger than the page by its bars. It is never as narrow as a phone: its bars need 447 pixels. */
async function resize(window: EngineWindow, ask: Ask, session: string, { width, height }: Size): Promise<void> {
  const bars = await window.run<number>('outerHeight - innerHeight');
  await ask('POST', `/session/${session}/window/rect`, { x: 0, y: 0, width, height: height + Math.max(bars, 0) });
}

function webkitWindow(ask: Ask, downloads: string, end: () => Promise<void>): EngineWindow {
  const element = async (selector: string) => {
    const found = await ask<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector });
    return `/element/${found[elementKey]}`;
  };
  return {
    downloads,
    open: (url) => ask('POST', '/url', { url }),
    async run<Result>(expression: string) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => (${expression}))().then((value) => done({ value }), (error) => done({ problem: String(error) }));`;
      const answer = await ask<{ value?: unknown; problem?: string }>('POST', '/execute/async', { script, args: [] });
      if (answer.problem !== undefined) throw new Error(answer.problem);
      return answer.value as Result;
    },
    click: async (selector) => await ask('POST', `${await element(selector)}/click`, {}),
    async clickAt(x, y) {
      const to = { type: 'pointerMove', duration: 0, origin: 'viewport', x, y };
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [to, ...press] };
      await ask('POST', '/actions', { actions: [mouse] });
    },
    type: async (selector, text) => await ask('POST', `${await element(selector)}/value`, { text }),
    choose: async (selector, paths) =>
      await ask('POST', `${await element(selector)}/value`, { text: paths.join('\n') }),
    async picture() {
      // What is taken is the last frame, which is older than the page for as long as another one is drawn.
      await delay(frameMs);
      return Buffer.from(await ask<string>('GET', '/screenshot'), 'base64');
    },
    async close() {
      await ask('DELETE', '').catch(() => undefined);
      await end();
    },
  };
}
