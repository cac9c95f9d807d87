import { randomInt } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { createAdminAccount, findFirstSuperAdmin } from './accounts.store.ts';

/** Without characters that look alike: it is read from a terminal and typed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const madeLength = 20;

export interface FirstAdmin {
  username: string;
  /** Set only when it was made now: nobody can tell it again. */
  madePassword: string | null;
}

/** Makes sure that somebody can sign in. */
export async function ensureFirstAdmin(
  db: Database,
  { adminUsername, adminPassword }: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<FirstAdmin> {
  const existing = await findFirstSuperAdmin(db);
  if (existing !== null) return { username: existing.username, madePassword: null };
  const madePassword = adminPassword === null ? makePassword() : null;
  await createAdminAccount(db, {
    username: adminUsername,
    password: adminPassword ?? madePassword ?? makePassword(),
    adminRole: 'SUPER_ADMIN',
  });
  return { username: adminUsername, madePassword };
}

function makePassword(): string {
  return Array.from({ length: madeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
