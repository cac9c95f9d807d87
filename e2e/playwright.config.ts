import { defineConfig } from '@playwright/test';

/** Journeys through the whole product: a real server, a real database, simulated phones, a real browser. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './results',
  globalSetup: './src/global-setup.ts',
  // Each with a server and a browser of its own; most of the time is spent waiting.
  workers: 2,
  // Generous: machines are noisy, and a journey that waits in vain fails all the same.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [
    ['line'],
    ...(process.env['JOURNEYS_JSON'] ? [['json', { outputFile: process.env['JOURNEYS_JSON'] }] as const] : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      // Found by the global setup, before any worker starts.
      executablePath: process.env['FAIRWATCH_BROWSER'],
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // The map draws with WebGL; a machine without a graphics card does it in software.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
});
