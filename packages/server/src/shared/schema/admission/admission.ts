import type { Config } from '../../../core/config/config.ts';
import { DatabaseTaken } from '../../../core/database/embedded/server-lock.ts';
import { StartError } from '../../../core/config/start-error.ts';
import { findVault, openVault, vaultKeyPath, type Vault, type VaultPlace } from '../../../core/vault.ts';
import type { Database } from '../schema.ts';
import {
  hasFacts,
  readServerSettings,
  readVaultCheck,
  writeServerSettings,
  writeVaultCheck,
} from './server-facts.store.ts';
import { describeDifference, settingsFacts } from './settings-facts.ts';

/**
 * Opens the vault of a database. Throws a StartError for another key than the one that the database was first used with: nothing
 * that was encrypted could be read, and every log would break. A key is only created where there has been none.
 */
export async function openVaultOf(db: Database, place: VaultPlace): Promise<Vault> {
  const expected = (await hasFacts(db)) ? await readVaultCheck(db) : null;
  if (expected === null) return openVault(place);
  const vault = findVault(place);
  if (vault === null) {
    throw new StartError(
      `${vaultKeyPath(place)} is missing: this database has a key already. Copy it from where it was first made.`,
    );
  }
  refuseOtherKey(vault, expected, place);
  return vault;
}

/** Throws a StartError when the key of a database that has one is missing or another one: a backup without it is worth nothing. */
export async function requireVaultKey(db: Database, place: VaultPlace): Promise<void> {
  if ((await readVaultCheck(db)) !== null) await openVaultOf(db, place);
}

/** Throws a StartError when the key is there and is not that of the database, for commands that run beside the server. */
export async function checkVaultKey(db: Database, vault: Vault, place: VaultPlace): Promise<void> {
  const expected = (await hasFacts(db)) ? await readVaultCheck(db) : null;
  if (expected !== null) refuseOtherKey(vault, expected, place);
}

function refuseOtherKey(vault: Vault, expected: string, place: VaultPlace): void {
  if (checkOf(vault) === expected) return;
  throw new StartError(
    `${vaultKeyPath(place)} is not the key of this database. Put the key there with which it was first used.`,
  );
}

/** Lets a server in whose settings fit those of the servers that run. The first one says which they are. */
export async function admitServer(db: Database, { config, vault, isFirst, newestMigration }: Admission): Promise<void> {
  const own = settingsFacts(config, vault, newestMigration);
  if (isFirst) {
    await writeVaultCheck(db, checkOf(vault));
    return await writeServerSettings(db, own);
  }
  const difference = describeDifference(own, (await readServerSettings(db)) ?? {});
  if (difference !== null) throw new DatabaseTaken(difference);
}

interface Admission {
  config: Config;
  vault: Vault;
  /** True when no other server uses the database. */
  isFirst: boolean;
  /** The name of the newest migration that this version has. */
  newestMigration: string;
}

/** A value that only this key gives, and that does not reveal it. */
function checkOf(vault: Vault): string {
  return vault.mac('check of the vault', 'Fairwatch').toString('base64url');
}
