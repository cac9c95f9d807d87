import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types as pgTypes, type PoolConfig } from 'pg';
import type { Database, Schema } from './schema.ts';

/** An open database. */
export interface Connection {
  db: Database;
  close(): Promise<void>;
}

const bigintType = 20;

// Every bigint here is an id or a count, far below the 2^53 where a number would lose digits.
const types: PoolConfig['types'] = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === bigintType && format !== 'binary' ? Number : pgTypes.getTypeParser(oid, format as 'text'),
};

/** Opens a pool to PostgreSQL. Nothing connects before the first query. */
export function connectDatabase(target: string | PoolConfig): Connection {
  const config = typeof target === 'string' ? { connectionString: target } : target;
  const pool = new Pool({ max: 10, connectionTimeoutMillis: 10_000, ...config, types });
  // A connection that breaks while idle leaves the pool by itself; the next query opens another or reports the failure.
  pool.on('error', () => {});
  // One that breaks while in use fails its query; without a listener it would also end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}
