import { randomInt } from 'node:crypto';
import { groundNotStated, limits, usualHours, type AskedKind, type Ground, type Language } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { groundJson } from '../../../shared/device-state/grounds.store.ts';
import { nameInFullOf } from '../../../shared/shown-names.ts';

/** Leaves out letters and digits that are easily confused when read aloud or from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What differs between the passcodes of one request. */
export interface NewPasscode {
  name: string;
  email: string;
  groupId: number | null;
  /** To whom the device is assigned. */
  adminId: number;
  validHours: number;
  /** Replaces the guardian of the ground; left out, that one stays. */
  guardian?: string | null;
  /** Where the guardian gets the link with which they sign; empty for none. */
  guardianEmail?: string;
}

/** What is the same for all passcodes of one request. */
export interface PasscodeTerms {
  ground: Ground;
  /** What their people are asked to share, and why. */
  asked: readonly AskedKind[];
  /** In which language their mails and cards are; null for the one that the reader's device prefers. */
  language?: Language | null;
}

/** Creates passcodes for unnamed devices that join this admin, all on the same terms. Returns the codes. */
export async function createPasscodes(
  db: Database,
  userId: number,
  count: number,
  ground: Ground = groundNotStated,
  asked: readonly AskedKind[] = [],
): Promise<string[]> {
  const validHours = usualHours({ isGuarded: false });
  const each: NewPasscode = { name: '', email: '', groupId: null, adminId: userId, validHours };
  return (
    await insertPasscodes(
      db,
      userId,
      { ground, asked },
      Array.from({ length: count }, () => each),
    )
  ).codes;
}

/** Inserts passcodes as one batch, in the given order. */
export async function insertPasscodes(
  db: Database,
  createdBy: number,
  { ground, asked, language = null }: PasscodeTerms,
  made: readonly NewPasscode[],
): Promise<{ batchId: number; codes: string[] }> {
  const codes = new Set<string>();
  while (codes.size < made.length) codes.add(randomCode());
  const { purpose, purposeText, legalBasis, reviewOn } = ground;
  const guardians = made.map(({ guardian }) => (guardian === undefined ? ground.guardian : guardian));
  const { rows } = await sql<{ batchId: number }>`
    with batch as (select nextval('passcode_batches') as id), wanted as (
      select * from unnest(${[...codes]}::text[], ${made.map(({ name }) => name)}::text[], ${made.map(({ email }) => email)}::text[],
        ${made.map(({ groupId }) => groupId)}::bigint[], ${made.map(({ adminId }) => adminId)}::bigint[],
        ${made.map(({ validHours }) => validHours)}::int[], ${guardians}::text[],
        ${made.map(({ guardianEmail = '' }) => guardianEmail)}::text[])
        with ordinality as t (code, name, email, group_id, admin_id, hours, guardian, guardian_email, place)
    ), inserted as (
      insert into passcodes (code, created_by, expires_at, purpose, purpose_text, legal_basis, guardian, review_on, asked, name, email, group_id,
        admin_id, batch_id, language)
      select code, ${createdBy}::bigint, now() + hours * interval '1 hour', ${purpose}, ${purposeText}, ${legalBasis}, guardian,
        ${reviewOn}::date, ${JSON.stringify(asked)}::jsonb, name, email, group_id, admin_id, batch.id, ${language}
      from batch, wanted order by place
      returning id, code
    ), links as (
      insert into guardian_links (passcode_id, email)
      select inserted.id, wanted.guardian_email from inserted join wanted using (code) where wanted.guardian_email <> ''
    )
    select id::int as "batchId" from batch`.execute(db);
  return { batchId: rows[0]?.batchId ?? 0, codes: [...codes] };
}

const isActiveAdmin = (account: RawBuilder<unknown>) =>
  sql`(${account}.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${account}.blocked_at is null)`;

/** A passcode `p` with its creator `c` and the admin `a` to whom the device is assigned. */
export const passcodeSources = sql`passcodes p join users c on c.id = p.created_by
  join users a on a.id = coalesce(p.admin_id, p.created_by)`;

/**
 * True for a passcode with which a device can join now; needs `passcodeSources`. Its creator and its admin must still be active admins,
 * and the creator must still be above that admin.
 */
export const isUsable = sql`(p.used_at is null and p.expires_at > now() and ${isActiveAdmin(sql`c`)} and ${isActiveAdmin(sql`a`)}
  and (a.id = c.id or c.admin_role = 'SUPER_ADMIN' or a.id in (select accounts_below(c.id))))`;

/** What a person sees of a passcode before they join with it. */
export interface DescribedPasscode {
  id: number;
  /** To whom the device is assigned. */
  admin: string;
  group: string | null;
  name: string;
  ground: Ground;
  /** Who made it. */
  askedBy: string;
  asked: AskedKind[];
  expiresAt: string;
}

/** Finds a passcode that can be used now; undefined when it is wrong, used, expired, void or out of tries. */
export async function findPasscode(db: Database, typed: string): Promise<DescribedPasscode | undefined> {
  const { rows } = await sql<DescribedPasscode>`
    select p.id, ${nameInFullOf('a')} as admin, g.name as group, p.name, ${groundJson(sql`p`)} as ground,
      ${nameInFullOf('c')} as "askedBy", p.asked, ${isoTime(sql`p.expires_at`)} as "expiresAt"
    from ${passcodeSources} left join groups g on g.id = p.group_id
    where p.code = ${readCode(typed)} and ${isUsable} and p.tries < ${limits.passcode.tries}`.execute(db);
  return rows[0];
}

export interface UsedPasscode {
  id: number;
  createdBy: number;
  /** The username of who made it. */
  askedBy: string;
  asked: AskedKind[];
  /** To whom the device is assigned, with their username. */
  adminId: number;
  admin: string;
  groupId: number | null;
  name: string;
  ground: Ground;
}

/**
 * Marks a passcode as used, and erases for whom it was; of two devices with the same one, only one succeeds. Undefined when it is wrong,
 * used, expired or void. Its group is locked first: whoever deletes a group locks it before its passcodes, and another order could deadlock.
 */
export async function usePasscode(db: Database, typed: string): Promise<UsedPasscode | undefined> {
  const code = readCode(typed);
  await sql`
    select from groups where id = (select group_id from passcodes where code = ${code}) for key share`.execute(db);
  const { rows } = await sql<UsedPasscode>`
    with used as (
      select p.id, p.created_by, c.username as asked_by, p.asked, a.id as admin_id, a.username as admin, p.group_id, p.name,
        ${groundJson(sql`p`)} as ground
      from ${passcodeSources} where p.code = ${code} and ${isUsable} for no key update of p
    ), marked as (
      update passcodes p set used_at = now(), name = '', email = '' from used where p.id = used.id
    )
    select id, created_by as "createdBy", asked_by as "askedBy", asked, admin_id as "adminId", admin, group_id as "groupId", name, ground from used`.execute(
    db,
  );
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

/** Stores which device joined with a passcode, also with what its guardian signed. */
export async function recordPasscodeDevice(db: Database, passcodeId: number, deviceId: number): Promise<void> {
  await sql`update passcodes set used_by_device_id = ${deviceId} where id = ${passcodeId}`.execute(db);
  await sql`update guardian_links set device_id = ${deviceId} where passcode_id = ${passcodeId}`.execute(db);
}

/** Deletes the passcodes that an admin made and no device has used. */
export async function deletePasscodesOf(db: Database, userId: number): Promise<void> {
  await sql`delete from passcodes where created_by = ${userId} and used_at is null`.execute(db);
}

/** Deletes the passcodes that no device has used and that would assign a device to this admin, whoever made them. */
export async function deletePasscodesFor(db: Database, userId: number): Promise<void> {
  await sql`delete from passcodes where admin_id = ${userId} and used_at is null`.execute(db);
}

/**
 * Erases for whom unused passcodes were, and what their guardians were asked, some time after they expired, by the partial indexes
 * `passcodes_named` and `passcodes_unused`.
 */
export async function eraseExpiredNames(db: Database): Promise<void> {
  const isOver = sql`used_at is null and expires_at < now() - ${limits.passcode.namedAfterExpiryMs} * interval '1 millisecond'`;
  await sql`update passcodes set name = '', email = '' where (name <> '' or email <> '') and ${isOver}`.execute(db);
  await sql`delete from guardian_links where passcode_id in (select id from passcodes where ${isOver})`.execute(db);
}

/** Deletes passcodes that nobody used, long after they expired, by the partial index `passcodes_unused`. */
export async function deleteExpiredPasscodes(db: Database): Promise<void> {
  await sql`
    delete from passcodes where used_at is null
      and expires_at < now() - ${limits.passcode.unusedAfterExpiryMs} * interval '1 millisecond'`.execute(db);
}

function randomCode(): string {
  return Array.from({ length: limits.passcode.length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Normalises a typed code: case, spaces and dashes do not matter. */
function readCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}
