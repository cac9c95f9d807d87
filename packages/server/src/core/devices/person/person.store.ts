import type {
  AuditDetails,
  Capability,
  CommandType,
  DeviceFrame,
  Ground,
  LogHead,
  Offers,
  SharingHours,
  StepType,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { isoTime } from '../../database/list-sql.ts';
import { groundColumns, groundJson } from '../grounds.store.ts';
import { storableText } from '../storable-text.ts';

/** A device as its person sees it: whose it is and what they share. */
export interface PersonsDevice {
  deviceId: number;
  userId: number;
  username: string;
  capabilities: Capability[];
  paused: boolean;
  /** Since when it is held after a restore, until it says what is shared; null when it is not. */
  restoredAt: Date | null;
  /** On what ground it is supervised. */
  ground: Ground;
  /** In which hours they share; null for any hour. */
  hours: SharingHours | null;
  /** What the device's client can carry out; null for everything. */
  offers: Offers | null;
}

/**
 * Holds a device for its person's change, so that two changes follow one another. Undefined when it has left. Weak
 * enough for others to go on writing rows of the device: a command that is just ending must not wait for us while
 * we wait for it.
 */
export async function holdDevice(db: Database, deviceId: number): Promise<PersonsDevice | undefined> {
  const { rows } = await sql<PersonsDevice>`
    select d.id as "deviceId", u.id as "userId", u.username, d.capabilities, d.paused_at is not null as paused,
      d.restored_at as "restoredAt", ${groundJson(sql`d`)} as ground, d.sharing_hours as hours, d.offers
    from devices d join users u on u.id = d.user_id
    where d.id = ${deviceId} and d.left_at is null for no key update of d`.execute(db);
  return rows[0];
}

type Consent = Omit<Extract<DeviceFrame, { type: 'consent' }>, 'type'>;

/** Whether the person agreed to exactly this before, and to nothing else since. */
export async function isLatestConsent(db: Database, { deviceId }: PersonsDevice, consent: Consent): Promise<boolean> {
  const { noticeVersion, noticeHash, language, capabilities } = consent;
  const { rows } = await sql<{ same: boolean }>`
    select notice_version = ${noticeVersion} and notice_hash = ${storableText(noticeHash)}
      and language = ${storableText(language)}
      and capabilities @> ${capabilities}::text[] and capabilities <@ ${capabilities}::text[] as same
    from consents where device_id = ${deviceId} order by id desc limit 1`.execute(db);
  return rows[0]?.same ?? false;
}

/** Adds what the person agreed to now to the record, and makes it count. */
export async function changeConsent(db: Database, device: PersonsDevice, consent: Consent): Promise<void> {
  const { noticeVersion, noticeHash, language, capabilities } = consent;
  await sql`
    insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how, ${groundColumns})
    select id, ${device.username}::text, ${noticeVersion}::int, ${storableText(noticeHash)}::text,
      ${storableText(language)}::text, ${capabilities}::text[], 'CHANGED_ON_DEVICE', ${groundColumns}
    from devices where id = ${device.deviceId}`.execute(db);
  await sql`
    update devices set capabilities = ${capabilities}::text[], restored_at = null, restored_capabilities = null, in_call = null
    where id = ${device.deviceId}`.execute(db);
}

export async function setPaused(db: Database, deviceId: number, paused: boolean): Promise<void> {
  await sql`
    update devices set paused_at = ${paused ? sql`now()` : sql`null`}, in_call = null where id = ${deviceId}`.execute(
    db,
  );
}

export async function setHours(db: Database, deviceId: number, hours: SharingHours | null): Promise<void> {
  await sql`
    update devices set sharing_hours = ${hours && JSON.stringify(hours)}::jsonb where id = ${deviceId}`.execute(db);
}

/** Ends the device's stay. Its assignments remain: whoever could see it may go on reading its log. */
export async function setLeft(db: Database, deviceId: number): Promise<void> {
  await sql`
    update devices set left_at = now(), token_hash = null, capabilities = '{}', restored_at = null,
      restored_capabilities = null
    where id = ${deviceId}`.execute(db);
}

/** Cancels the open command of a device if its type is among these, for the reason beside it. Gives back its id. */
export async function cancelOpenCommand(
  db: Database,
  deviceId: number,
  reasons: ReadonlyMap<CommandType, string>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update commands c set step = 'CANCELLED', finished_at = now(), error_details = r.reason
    from unnest(${[...reasons.keys()]}::text[], ${[...reasons.values()]}::text[]) as r (command_type, reason)
    where c.device_id = ${deviceId} and c.command_type = r.command_type and c.finished_at is null
    returning c.id`.execute(db);
  return rows[0]?.id;
}

/** An entry of a device's log as it was recorded. */
export interface RecordedEntry {
  sequence: number;
  recordedAt: string;
  who: string;
  action: string;
  subject: string;
  details: Readonly<AuditDetails>;
  /** How far the command of the entry has come; null for any other entry. */
  step: StepType | null;
  /** In hex. */
  hash: string;
}

/** How far the command has come that an entry is about. What was done stands in the log as done, what was only asked for as asked. */
export function stepOf(entry: RawBuilder<unknown>): RawBuilder<StepType | null> {
  return sql`case when ${entry}.action = 'COMMAND' then (select c.step from commands c
    where c.id = (${entry}.details ->> 'commandId')::bigint and c.device_id = ${entry}.device_id) end`;
}

/** The device's entries below a sequence number, or its latest ones; newest first. */
export async function readLog(
  db: Database,
  deviceId: number,
  before: number | null,
  count: number,
): Promise<RecordedEntry[]> {
  const { rows } = await sql<RecordedEntry>`
    select sequence, ${isoTime(sql`recorded_at`)} as "recordedAt", actor_name as who, action, subject,
      coalesce(details, '{}') as details, encode(hash, 'hex') as hash, ${stepOf(sql`e`)} as step
    from audit_entries e
    where device_id = ${deviceId} and ${before === null ? sql`true` : sql`sequence < ${before}`}
    order by sequence desc limit ${count}`.execute(db);
  return rows;
}

/** The newest entry of the device's log. */
export async function findLogHead(db: Database, deviceId: number): Promise<LogHead | undefined> {
  const { rows } = await sql<LogHead>`
    select sequence, encode(hash, 'hex') as hash from audit_heads where device_id = ${deviceId} and sequence > 0`.execute(
    db,
  );
  return rows[0];
}
