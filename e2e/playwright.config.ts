import { defineConfig } from '@playwright/test';
import { hasOneBrowser } from './src/browser.ts';

const mapJourneys = /(live-location|locations|map|zones)\.spec/;
const calm = { contextOptions: { reducedMotion: 'reduce' } } as const;
/** The map draws with WebGL; a machine without a graphics card does it in software. The page around it is drawn as in the other journeys. */
const mapFlags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'];
/** A microphone that beeps, and nobody who must allow it. */
const mediaFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Journeys through the whole product: a real server, a real database, simulated phones, a real browser. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './results',
  globalSetup: './src/global-setup.ts',
  // Each worker has its own server and browser. Four for two cores, since journeys often wait.
  workers: 4,
  // Generous, since machines are noisy; a journey that hangs fails all the same.
  timeout: 240_000,
  // `toPass` would otherwise use the whole timeout of the journey.
  expect: { timeout: 45_000, toPass: { timeout: 90_000 } },
  reporter: [
    ['dot'],
    ...(process.env['JOURNEYS_JSON'] ? [['json', { outputFile: process.env['JOURNEYS_JSON'] }] as const] : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
  },
  projects: hasOneBrowser
    ? [
        {
          name: 'journeys',
          use: { ...calm, launchOptions: browser('FAIRWATCH_MAP_BROWSER', ...mapFlags, ...mediaFlags) },
        },
      ]
    : [
        {
          name: 'map',
          testMatch: mapJourneys,
          use: { ...calm, launchOptions: browser('FAIRWATCH_MAP_BROWSER', ...mapFlags) },
        },
        {
          name: 'pages',
          testIgnore: mapJourneys,
          use: { ...calm, launchOptions: browser('FAIRWATCH_BROWSER', '--disable-gpu', ...mediaFlags) },
        },
      ],
});

function browser(variable: string, ...args: string[]): { executablePath: string | undefined; args: string[] } {
  return {
    // Found by the global setup, before any worker starts.
    executablePath: process.env[variable],
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', ...args],
  };
}
