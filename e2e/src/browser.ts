import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The browsers of the journeys, by path. */
export interface Browsers {
  pages: string;
  /** Draws with WebGL, which the one without a window does not show. */
  map: string;
}

/** The headless shell, which takes half the CPU time of a full browser. */
const withoutWindow = '/usr/bin/chromium-headless-shell';
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** True where one browser serves pages and maps, so that its servers need to be started only once. */
export const hasOneBrowser =
  process.env['CHROMIUM_PATH'] !== undefined || (process.platform === 'linux' && process.arch === 'x64');

/**
 * A Chromium for the journeys. On x64 Linux it comes whole from npm. For other processors npm has none, so there we
 * take what the machine has and, on a Debian where we may, install Debian's.
 */
export async function findBrowsers(): Promise<Browsers> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return { pages: CHROMIUM_PATH, map: CHROMIUM_PATH };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const npms = await browserFromNpm();
    return { pages: npms, map: npms };
  }
  if (!whole.some((path) => existsSync(path)) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    installDebianChromium();
  }
  const map = whole.find((path) => existsSync(path));
  if (map === undefined) {
    throw new Error('The journeys need a browser: install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  }
  return { pages: existsSync(withoutWindow) ? withoutWindow : map, map };
}

async function browserFromNpm(): Promise<string> {
  // Makes the package unpack the libraries it brings, so that the machine needs none of its own.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return await chromium.executablePath();
}

function installDebianChromium(): void {
  process.stdout.write('Installing Chromium for the journeys (once)...\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['chromium', 'chromium-headless-shell', 'fonts-dejavu-core'];
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
