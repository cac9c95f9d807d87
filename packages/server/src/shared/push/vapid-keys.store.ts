import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import type { Vault } from '../../core/vault.ts';
import { makeVapidKeys, openVapidKeys, type VapidKeys } from '../../core/web-push/vapid.ts';

const purpose = 'web push';

/** Reads the server's VAPID key pair; null when there is none, or when it was encrypted with another vault. */
export async function readVapidKeys(db: Database, vault: Vault): Promise<VapidKeys | null> {
  const stored = await db.selectFrom('web_push_keys').select(['public_key', 'private_key']).executeTakeFirst();
  if (!stored) return null;
  try {
    return openVapidKeys(stored.public_key, vault.open(purpose, stored.private_key));
  } catch {
    return null;
  }
}

/**
 * Creates the VAPID key pair when push is switched on for the first time, or when the stored one cannot be decrypted.
 * Browsers bind each subscription to one key, so a new pair would make all of them useless. The caller holds the row lock of
 * the setting.
 */
export async function ensureVapidKeys(db: Database, vault: Vault): Promise<void> {
  if ((await readVapidKeys(db, vault)) !== null) return;
  const { publicKey, privateBytes } = makeVapidKeys();
  const sealed = vault.seal(purpose, privateBytes);
  await sql`
    insert into web_push_keys (public_key, private_key) values (${publicKey}, ${sealed})
    on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key,
      created_at = excluded.created_at`.execute(db);
}
