import { randomInt } from 'node:crypto';
import { username as usernameRule } from '@fairwatch/contract';
import type { Config } from '../../core/config/config.ts';
import { ConfigError } from '../../core/config/config-values.ts';
import { onceAlone } from '../../core/database/while-alone.ts';
import { lockKeys } from '../../core/database/lock-keys.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { createAdminAccount, findFirstSuperAdmin } from './accounts.store.ts';

/** Leaves out characters that look alike, because the password is read from a terminal and typed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 20;

export interface FirstAdmin {
  userId: number;
  username: string;
  /** True on the very first start, when this account was created. */
  isNew: boolean;
  /** The generated password, on the start that created it; null otherwise, because only its hash is stored. */
  generatedPassword: string | null;
}

/** Creates the first SUPER_ADMIN when the installation has none, with the configured password or a generated one. */
export async function ensureFirstAdmin(
  db: Database,
  { adminUsername, adminPassword }: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<FirstAdmin> {
  // Two servers that start together on an empty database must not create two accounts.
  return await onceAlone(db, lockKeys.firstAdmin, (alone) => findOrCreate(alone, { adminUsername, adminPassword }));
}

async function findOrCreate(
  db: Database,
  { adminUsername, adminPassword }: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<FirstAdmin> {
  const existing = await findFirstSuperAdmin(db);
  if (existing !== null)
    return { userId: existing.id, username: existing.username, isNew: false, generatedPassword: null };
  const username = firstUsername(adminUsername);
  const generatedPassword = adminPassword === null ? generatePassword() : null;
  const userId = await createAdminAccount(db, {
    username,
    password: adminPassword ?? generatedPassword ?? generatePassword(),
    adminRole: 'SUPER_ADMIN',
  });
  return { userId, username, isNew: true, generatedPassword };
}

/** Validates the name only when it is needed, so that an installation whose first account has an older name still starts. */
function firstUsername(wanted: string): string {
  const checked = usernameRule.safeParse(wanted);
  if (checked.success) return checked.data;
  throw new ConfigError('ADMIN_USERNAME', `cannot be used: ${checked.error.issues[0]?.message ?? 'not a username'}.`);
}

/** Generates a password to be shown once, in the owner's terminal. */
export function generatePassword(): string {
  return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
