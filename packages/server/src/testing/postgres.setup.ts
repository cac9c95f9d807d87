import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../core/database/connect.ts';
import { startEmbeddedPostgres } from '../core/database/embedded-postgres.ts';
import { migrate } from '../core/database/migrate.ts';

/** How the tests reach their PostgreSQL. */
export interface TestPostgres {
  host: string;
  port: number;
  user: string;
  /** Migrated and empty; each test's database is a copy of it. */
  database: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** One PostgreSQL for all test files of the server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-test-'));
  // As root, PostgreSQL runs as another user, who has to pass through.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder, {
    settings: {
      // Test data need not survive a power cut; everything else is as it is for real.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // It would come to a database, or to the one that is copied, at a moment of its own.
      autovacuum: 'off',
    },
  });
  const { db, close } = connectDatabase(postgres.connection);
  await migrate(db);
  await close();
  const { host = '', port = 0, user = '', database = '' } = postgres.connection;
  project.provide('postgres', { host, port, user, database });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
