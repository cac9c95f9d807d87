import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';

const setupFiles = [
  'scripts/test/own-imports.setup.ts',
  'scripts/test/patience.setup.ts',
  'scripts/test/settled-imports.setup.ts',
];

const shared: TestProjectInlineConfiguration['test'] = {
  /** The files of a worker share what they import: importing took longer than testing. So no test leaves anything behind. */
  isolate: false,
  /** Node itself imports everything, without Vite's transform. No test mocks a module. */
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // No test is about how fast this machine is: what fails after a time only has to end at all.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
  tags: [{ name: 'full', description: 'About size, time or faults: left to `npm run test:full`.' }],
  setupFiles,
};

/** What is shown in a browser. */
const inBrowser: TestProjectInlineConfiguration['test'] = {
  ...shared,
  environment: 'happy-dom',
  // Otherwise it prints an error for every frame. Only blank ones are shown.
  environmentOptions: { happyDOM: { settings: { enableIframePageLoading: true } } },
  setupFiles: [
    ...setupFiles,
    'scripts/test/browser-modules.setup.ts',
    'scripts/test/waits-outside-act.setup.ts',
    'scripts/test/same-page.setup.ts',
    'scripts/test/no-server.setup.ts',
    'packages/look/src/no-owner-stacks.setup.ts',
  ],
};

/** One project per package; the server's tests share one real PostgreSQL and get a database each. */
export default defineConfig({
  test: {
    // More than there are cores: much of the time is spent waiting for sockets, deadlines and the database.
    maxWorkers: 4,
    // Stopping PostgreSQL and deleting what it holds is part of it.
    teardownTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          setupFiles: [
            ...setupFiles,
            'packages/server/src/testing/setup/prepared-statements.setup.ts',
            'packages/server/src/testing/setup/spec-calls.setup.ts',
            'packages/server/src/testing/setup/declared-errors.setup.ts',
          ],
          globalSetup: ['packages/server/src/testing/servers/postgres.setup.ts'],
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'console',
          include: ['packages/console/{src,vite}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'companion',
          include: ['packages/companion/src/**/*.test.{ts,tsx}'],
        },
      },
      { test: { ...shared, name: 'device', include: ['packages/device/src/**/*.test.ts'] } },
      { test: { ...shared, name: 'termux', include: ['packages/termux/src/**/*.test.ts'] } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { test: { ...shared, name: 'cluster', include: ['cluster/src/**/*.test.ts'] } },
    ],
  },
});
