import { defineConfig } from 'vitest/config';
import { LongTestsFirst } from './scripts/test/long-tests-first.ts';

/** The files of a worker share what they import: importing took longer than testing. So no test leaves anything behind. */
const shared = { isolate: false } as const;

/** One project per package; the server's tests share one real PostgreSQL and get a database each. */
export default defineConfig({
  test: {
    // More than there are cores: much of the time is spent waiting for sockets, deadlines and the database.
    maxWorkers: 4,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      { test: { ...shared, name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          globalSetup: ['packages/server/src/testing/postgres.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'console',
          include: ['packages/console/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000,
        },
      },
      { test: { ...shared, name: 'device', include: ['packages/device/src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
