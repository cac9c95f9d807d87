import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readLinkSecret } from '../files/content/content-links.store.ts';
import type { Database } from '../../shared/schema/schema.ts';

/**
 * Reads an id that all servers on one database share and no others: not even those on a copy of it, which a restored backup is. It does
 * not tell the secret that it is made of.
 */
export async function readInstallationId(db: Database): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select (select system_identifier from pg_control_system()) || '/' || oid as place
    from pg_database where datname = current_database()`.execute(db);
  const secret = await readLinkSecret(db);
  return createHash('sha256').update(secret).update(`bus/${rows[0]?.place}`).digest('hex').slice(0, 32);
}

/** Finds the ids of the servers whose lease has not expired. Plan: the few rows of `gateway_nodes` are scanned. */
export async function findRunningServers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from gateway_nodes where alive_until > now()`.execute(db);
  return rows.map(({ id }) => id);
}
