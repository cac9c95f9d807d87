import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A Chromium for the journeys. On x64 Linux it comes whole from npm. For other processors npm has none, so there we
 * take what the machine has and, on a Debian where we may, install Debian's.
 */
export async function findBrowser(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
  if (process.platform === 'linux' && process.arch === 'x64') return await browserFromNpm();
  const installed = installedBrowsers.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return installDebianChromium();
  throw new Error('The journeys need a browser: install Chromium or Chrome, or set CHROMIUM_PATH to one.');
}

async function browserFromNpm(): Promise<string> {
  // Makes the package unpack the libraries it brings, so that the machine needs none of its own.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return await chromium.executablePath();
}

function installDebianChromium(): string {
  process.stdout.write('Installing Chromium for the journeys (once)...\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return '/usr/bin/chromium';
}
