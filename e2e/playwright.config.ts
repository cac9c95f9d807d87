import { defineConfig } from '@playwright/test';

const mapJourneys = /(live-location|locations|map|zones)\.spec/;

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
    ['line'],
    ...(process.env['JOURNEYS_JSON'] ? [['json', { outputFile: process.env['JOURNEYS_JSON'] }] as const] : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
  },
  projects: [
    // The map draws with WebGL; a machine without a graphics card does it in software, slowly. The rest needs none of it.
    {
      name: 'map',
      testMatch: mapJourneys,
      use: {
        // A quarter of the pixels: drawing them in software is most of the work.
        deviceScaleFactor: 0.5,
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: browser(
          'FAIRWATCH_MAP_BROWSER',
          '--use-angle=swiftshader',
          '--enable-unsafe-swiftshader',
          // Only the map: the page around it is drawn as in the other journeys, which takes a third of the work.
          '--disable-gpu-compositing',
        ),
      },
    },
    {
      name: 'pages',
      testIgnore: mapJourneys,
      use: {
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: browser(
          'FAIRWATCH_BROWSER',
          '--disable-gpu',
          // A microphone that beeps, and nobody who must allow it.
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
        ),
      },
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
