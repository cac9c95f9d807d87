import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { inject } from 'vitest';
import { auditSettings } from '../../domain/schema/audit-key.ts';
import { connectDatabase, type Connection } from '../../core/database/connect.ts';
import type { Schema } from '../../domain/schema/schema.ts';
import type { AuditKeys } from '../../core/vault.ts';

export interface TestDatabase extends Connection<Schema> {
  connection: PoolConfig;
  /** The connection as a DATABASE_URL. */
  url: string;
}

/** Fixed keys for tests without a data folder. */
export const testAuditKeys: AuditKeys = (day) => createHash('sha256').update(`test ${day}`).digest();

interface Options {
  migrated?: boolean;
  auditKeys?: AuditKeys;
}

/** Creates a database for one test file, migrated or without any tables. `close` drops it. */
export async function createTestDatabase({
  migrated = true,
  auditKeys = testAuditKeys,
}: Options = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // The template must have no connections while it is copied, so commands run in another database.
  // On a busy machine PostgreSQL may take longer to accept a connection than the server would wait.
  const waiting = { connectionTimeoutMillis: 120_000 };
  const admin = { ...postgres, database: 'template1', ssl: false, max: 1, ...waiting };
  // The strategy `file_copy` is ten times faster here than the default, which copies block by block.
  const template = migrated ? postgres.database : 'template0';
  await runOnce(admin, `create database ${name} template ${template} strategy file_copy`);
  const connection = { ...postgres, database: name, ssl: false, ...waiting };
  const { db, close } = connectDatabase(connection, { settings: auditSettings(auditKeys) });
  return {
    connection,
    url: `postgresql://${postgres.user}@${encodeURIComponent(postgres.host)}:${postgres.port}/${name}`,
    db,
    close: async () => {
      await close();
      await runOnce(admin, `drop database ${name} with (force)`);
    },
  };
}

async function runOnce(connection: PoolConfig, statement: string): Promise<void> {
  const { db, close } = connectDatabase(connection);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
