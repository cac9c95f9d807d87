import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { SettingsFacts } from './settings-facts.ts';

/** The keys of facts among the settings of the installation. That table is as old as Fairwatch, so that a restore of any backup finds it. */
const keys = { vaultCheck: 'vault_check', servers: 'server_settings', restored: 'restored' } as const;

/** False before the very first migration. */
export async function hasFacts(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('settings') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Reads the check value of the vault's key; null before the first start that writes it. */
export async function readVaultCheck(db: Database): Promise<string | null> {
  const value = await readFact(db, keys.vaultCheck);
  return typeof value === 'string' ? value : null;
}

export async function writeVaultCheck(db: Database, check: string): Promise<void> {
  await writeFact(db, keys.vaultCheck, check);
}

/** Reads the settings of the servers that run; null when none has written them. */
export async function readServerSettings(db: Database): Promise<SettingsFacts | null> {
  return (await readFact(db, keys.servers)) as SettingsFacts | null;
}

export async function writeServerSettings(db: Database, facts: SettingsFacts): Promise<void> {
  await writeFact(db, keys.servers, facts);
}

/** Marks the database as restored from a backup of this time, in the transaction of the restore. */
export async function markRestored(db: Database, madeAt: string): Promise<void> {
  await writeFact(db, keys.restored, madeAt);
}

/**
 * Takes the mark of a restore away and returns its time; null when there is none. A server that starts at the same moment waits for
 * the end of this transaction, because it deletes the same row.
 */
export async function takeRestoredMark(transaction: Database): Promise<string | null> {
  const { rows } = await sql<{ value: unknown }>`
    delete from settings where key = ${keys.restored} returning value`.execute(transaction);
  const [row] = rows;
  return row === undefined ? null : String(row.value);
}

async function readFact(db: Database, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Writes nothing when the fact is stored already, as at most starts. */
async function writeFact(db: Database, key: string, fact: unknown): Promise<void> {
  await sql`
    insert into settings as stored (key, value) values (${key}, ${JSON.stringify(fact)}::jsonb)
    on conflict (key) do update set value = excluded.value where stored.value <> excluded.value`.execute(db);
}
