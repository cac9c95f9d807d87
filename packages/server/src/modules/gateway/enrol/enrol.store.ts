import { randomInt } from 'node:crypto';
import {
  numberedUsername,
  usernameFrom,
  type enrol,
  type Ground,
  type ParsedInputOf,
  type SharingHours,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { resemblesOlderName } from '../../accounts/accounts.store.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';

type Enrolment = ParsedInputOf<typeof enrol>;

/** How many numbers of a name are looked up at once, and how many of them are tried while others join under the same name. */
const namesakes = 200;
const tries = 20;

/** A person who joins: with the username that their client chose, or one that follows from their name. */
type JoiningPerson = Enrolment['person'];

/**
 * Inserts the account of a device's person, which has no password, so that nobody can sign in with it. A username that the client chose is
 * refused when it is taken; one that follows from the name gets a number.
 */
export async function insertPerson(db: Database, person: JoiningPerson): Promise<{ id: number; username: string }> {
  const { username, displayName = '' } = person;
  const free = username === undefined ? await findFreeUsernames(db, usernameFrom(displayName)) : [username];
  for (const name of free) {
    if (await resemblesOlderName(db, name)) continue;
    const inserted = await db
      .insertInto('users')
      .values({
        username: name,
        display_name: displayName,
        email: person.email || null,
        phone_number: person.phoneNumber || null,
        user_type: 'USER',
        admin_role: 'NON_ADMIN',
        password_hash: null,
      })
      // Not an error, which would end the transaction: the next one may be free.
      .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined) return { id: inserted.id, username: name };
  }
  throw new AppError('username_taken');
}

/** This username and the same with numbers, without those that are taken now. Past the first hundreds the numbers are random ones. */
async function findFreeUsernames(db: Database, username: string): Promise<string[]> {
  const numbers = Array.from({ length: namesakes }, (_, place) =>
    place < namesakes - tries ? place + 2 : randomInt(1e9),
  );
  const candidates = [username, ...numbers.map((number) => numberedUsername(username, number))];
  const { rows } = await sql<{ taken: string }>`
    select lower(username) as taken from users where lower(username) = any(${candidates}::text[])`.execute(db);
  const taken = new Set(rows.map((row) => row.taken));
  return candidates.filter((name) => !taken.has(name)).slice(0, tries);
}

/**
 * Inserts a device. Triggers on `devices` copy the person's names, start the audit chain and update the counters of lists and
 * dashboard (`devices_copy_person`, `devices_audit_chain`, `devices_fleet_new`, `devices_note_new`).
 */
export async function insertDevice(
  db: Database,
  userId: number,
  tokenHash: Buffer,
  { deviceUniqueUUID, facts, consent, hours }: Enrolment & { hours: SharingHours | null },
  ground: Ground,
): Promise<number> {
  const { id } = await db
    .insertInto('devices')
    .values({
      unique_uuid: deviceUniqueUUID,
      user_id: userId,
      token_hash: tokenHash,
      name: facts.name,
      model: facts.model,
      os_name: facts.osName,
      os_version: facts.osVersion,
      app_name: facts.appName,
      app_version: facts.appVersion,
      capabilities: consent.capabilities,
      ...groundRow(ground),
      sharing_hours: hours && JSON.stringify(hours),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'devices_unique_uuid') ? new AppError('device_already_joined') : error;
    });
  return id;
}

function groundRow({ purpose, purposeText, legalBasis, guardian, reviewOn }: Ground) {
  return { purpose, purpose_text: purposeText, legal_basis: legalBasis, guardian, review_on: reviewOn };
}

/** Records the exact consent and its ground. The trigger `consents_append_only` keeps the row from being deleted. */
export async function insertConsent(
  db: Database,
  deviceId: number,
  person: string,
  { noticeVersion, noticeHash, language, capabilities }: Enrolment['consent'],
  ground: Ground,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({
      device_id: deviceId,
      person,
      notice_version: noticeVersion,
      notice_hash: noticeHash,
      language,
      capabilities,
      how: 'JOINED_WITH_PASSCODE',
      ...groundRow(ground),
    })
    .execute();
}

export async function assignDevice(db: Database, userId: number, deviceId: number): Promise<void> {
  await db.insertInto('device_assignments').values({ user_id: userId, device_id: deviceId }).execute();
}
