import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../core/database/connect.ts';
import { startEmbeddedPostgres } from '../../core/database/embedded/embedded-postgres.ts';
import { migrate } from '../../shared/schema/migrate.ts';

/** The connection settings of the tests' PostgreSQL. */
export interface TestPostgres {
  host: string;
  port: number;
  user: string;
  /** The template database, migrated and empty, which is copied for each test file. */
  database: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** Starts one PostgreSQL for all test files of the server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-test-'));
  // Under root, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder, {
    settings: {
      // Test data need not survive a power cut. All other settings are those of production.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // Autovacuum would run at random times, also on the template while it is copied.
      autovacuum: 'off',
      // Statements are planned once per connection: `prepared-statements.setup`.
      plan_cache_mode: 'force_generic_plan',
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
