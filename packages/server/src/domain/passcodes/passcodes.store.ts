import { randomInt } from 'node:crypto';
import { groundNotStated, limits, type Ground } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import { groundColumns, groundJson, groundValues } from '../devices/grounds.store.ts';

/** Leaves out letters and digits that are easily confused when read aloud or from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates one-time passcodes for devices that join this admin, all on the same legal ground. */
export async function createPasscodes(
  db: Database,
  userId: number,
  count: number,
  ground: Ground = groundNotStated,
): Promise<string[]> {
  if (count === 0) return [];
  const codes = new Set<string>();
  while (codes.size < count) codes.add(randomCode());
  await sql`
    insert into passcodes (code, created_by, expires_at, ${groundColumns})
    select code, ${userId}::bigint, now() + ${limits.passcode.lifetimeMs} * interval '1 millisecond', ${groundValues(ground)}
    from unnest(${[...codes]}::text[]) as t (code)`.execute(db);
  return [...codes];
}

/** True while the creator of a passcode is still an active admin; needs `u`. */
const madeByAdmin = sql`u.admin_role in ('ADMIN', 'SUPER_ADMIN') and u.blocked_at is null`;

/** What a person sees of a passcode before they join with it. */
export interface DescribedPasscode {
  admin: string;
  ground: Ground;
  expiresAt: string;
}

/**
 * Finds a passcode that can be used now; undefined when it is wrong, used, expired or out of tries, or its creator is no
 * active admin.
 */
export async function findPasscode(db: Database, typed: string): Promise<DescribedPasscode | undefined> {
  const { rows } = await sql<DescribedPasscode>`
    select u.username as admin, ${groundJson(sql`p`)} as ground, ${isoTime(sql`p.expires_at`)} as "expiresAt"
    from passcodes p join users u on u.id = p.created_by and ${madeByAdmin}
    where p.code = ${readCode(typed)} and p.used_at is null and p.expires_at > now()
      and p.tries < ${limits.passcode.tries}`.execute(db);
  return rows[0];
}

/**
 * Marks a passcode as used; of two devices with the same one, only one succeeds. Undefined when it is wrong, used or
 * expired, or its creator is no active admin.
 */
export async function usePasscode(
  db: Database,
  code: string,
): Promise<{ id: number; createdBy: number; ground: Ground } | undefined> {
  const { rows } = await sql<{ id: number; createdBy: number; ground: Ground }>`
    update passcodes set used_at = now() from users u
    where code = ${readCode(code)} and used_at is null and expires_at > now()
      and u.id = created_by and ${madeByAdmin}
    returning passcodes.id, created_by as "createdBy", ${groundJson(sql`passcodes`)} as ground`.execute(db);
  return rows[0];
}

/**
 * Counts a try of a valid passcode before it is made, so that parallel requests cannot exceed the limit. Returns the number
 * of tries; `spent` when there were too many before, undefined when it is wrong, used or expired.
 */
export async function takePasscodeTry(db: Database, typed: string): Promise<number | 'spent' | undefined> {
  const code = readCode(typed);
  const { rows } = await sql<{ tries: number }>`
    update passcodes set tries = tries + 1
    where code = ${code} and used_at is null and expires_at > now() and tries < ${limits.passcode.tries}
    returning tries`.execute(db);
  if (rows[0]) return rows[0].tries;
  const spent = await sql`
    select from passcodes where code = ${code} and used_at is null and tries >= ${limits.passcode.tries}`.execute(db);
  return spent.rows.length > 0 ? 'spent' : undefined;
}

/** Expires a passcode at once, unless it was used. */
export async function expirePasscode(db: Database, typed: string): Promise<void> {
  await sql`
    update passcodes set expires_at = least(expires_at, now())
    where code = ${readCode(typed)} and used_at is null`.execute(db);
}

/** Stores which device joined with a passcode. */
export async function recordPasscodeDevice(db: Database, passcodeId: number, deviceId: number): Promise<void> {
  await sql`update passcodes set used_by_device_id = ${deviceId} where id = ${passcodeId}`.execute(db);
}

/** Deletes the passcodes of an admin that no device has used. */
export async function deletePasscodesOf(db: Database, userId: number): Promise<void> {
  await sql`delete from passcodes where created_by = ${userId} and used_at is null`.execute(db);
}

function randomCode(): string {
  return Array.from({ length: limits.passcode.length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Normalises a typed code: case, spaces and dashes do not matter. */
function readCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}
