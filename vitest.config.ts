import { defineConfig } from 'vitest/config';

/** One project per package; the server's tests share one real PostgreSQL and get a database each. */
export default defineConfig({
  test: {
    // More than there are cores: much of the time is spent waiting for sockets, deadlines and the database.
    maxWorkers: 3,
    projects: [
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          globalSetup: ['packages/server/src/testing/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['packages/console/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
      { test: { name: 'device', include: ['packages/device/src/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
