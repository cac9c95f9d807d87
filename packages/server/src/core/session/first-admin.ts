import { randomInt } from 'node:crypto';
import { username as usernameRule } from '@fairwatch/contract';
import { ConfigError, type Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { createAdminAccount, findFirstSuperAdmin } from './accounts.store.ts';

/** Without characters that look alike: it is read from a terminal and typed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const madeLength = 20;

export interface FirstAdmin {
  username: string;
  /** Nobody was there before: this is the very first start. */
  isNew: boolean;
  /** Set only when it was made now: nobody can tell it again. */
  madePassword: string | null;
}

/** Makes sure that somebody can sign in. */
export async function ensureFirstAdmin(
  db: Database,
  { adminUsername, adminPassword }: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<FirstAdmin> {
  const existing = await findFirstSuperAdmin(db);
  if (existing !== null) return { username: existing.username, isNew: false, madePassword: null };
  const username = firstUsername(adminUsername);
  const madePassword = adminPassword === null ? makePassword() : null;
  await createAdminAccount(db, {
    username,
    password: adminPassword ?? madePassword ?? makePassword(),
    adminRole: 'SUPER_ADMIN',
  });
  return { username, isNew: true, madePassword };
}

/** Checked only when it is used: an installation whose first account has an older name still starts. */
function firstUsername(wanted: string): string {
  const checked = usernameRule.safeParse(wanted);
  if (checked.success) return checked.data;
  throw new ConfigError('ADMIN_USERNAME', `cannot be used: ${checked.error.issues[0]?.message ?? 'not a username'}.`);
}

/** A password that is told once, in the terminal of the owner. */
export function makePassword(): string {
  return Array.from({ length: madeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
