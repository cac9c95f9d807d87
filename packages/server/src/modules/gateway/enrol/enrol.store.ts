import type { enrol, Ground, ParsedInputOf, SharingHours } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { resemblesOlderName } from '../../accounts/accounts.store.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';

type Enrolment = ParsedInputOf<typeof enrol>;

/** Inserts the account of a device's person. It has no password, so nobody can sign in with it. */
export async function insertPerson(db: Database, person: Enrolment['person']): Promise<number> {
  if (await resemblesOlderName(db, person.username)) throw new AppError('username_taken');
  const { id } = await db
    .insertInto('users')
    .values({
      username: person.username,
      email: person.email || null,
      phone_number: person.phoneNumber || null,
      user_type: 'USER',
      admin_role: 'NON_ADMIN',
      password_hash: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_username') ? new AppError('username_taken') : error;
    });
  return id;
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
