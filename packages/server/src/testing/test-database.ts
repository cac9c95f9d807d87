import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { inject } from 'vitest';
import { auditSettings } from '../core/audit-key.ts';
import { connectDatabase, type Connection } from '../core/database/connect.ts';
import type { AuditKeys } from '../core/vault.ts';

export interface TestDatabase extends Connection {
  connection: PoolConfig;
  /** The same as a DATABASE_URL. */
  url: string;
}

/** Any key, for tests whose server has no data folder. */
export const testAuditKeys: AuditKeys = (day) => createHash('sha256').update(`test ${day}`).digest();

interface Options {
  migrated?: boolean;
  auditKeys?: AuditKeys;
}

/** A database of its own for one test file: migrated and empty, or entirely empty. Removed when closed. */
export async function createTestDatabase({
  migrated = true,
  auditKeys = testAuditKeys,
}: Options = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Nobody may be connected to what is copied, so commands go through another database.
  const admin = { ...postgres, database: 'template1', ssl: false, max: 1 };
  // File by file: block by block, as is the default, takes ten times the work.
  const template = migrated ? postgres.database : 'template0';
  await runOnce(admin, `create database ${name} template ${template} strategy file_copy`);
  const connection = { ...postgres, database: name, ssl: false };
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
