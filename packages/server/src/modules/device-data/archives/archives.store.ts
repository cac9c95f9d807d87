import { capabilityNames, limits, type ArchiveState, type Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { isShared, isTold } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { storableText } from '../../../core/storable-text.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

const { lifetimeMs, retryAfterMs, sameWithinMs } = limits.archive;

const milliseconds = (amount: number) => sql`${amount} * interval '1 millisecond'`;

/** Who gets the archive: the device's person, or a super admin. */
export type Recipient = 'PERSON' | 'ADMIN';

function isFor(recipient: Recipient): RawBuilder<unknown> {
  return recipient === 'PERSON' ? sql`a.requested_by is null` : sql`a.requested_by is not null`;
}

/** A row of `device_archives`. */
export interface StoredArchive {
  id: number;
  deviceId: number;
  state: ArchiveState;
  requestedBy: string | null;
  /** The super admin who requested it; null for the person. */
  requestedById: number | null;
  reason: string | null;
  requestedAt: string;
  size: number | null;
  sha256: string | null;
  expiresAt: string | null;
  /** What the admin could be told when it was requested, and then written; it contains nothing else. */
  capabilities: Capability[];
  /** The language in which the person writes dates; null when their device did not say, or an admin asked. */
  language: string | null;
  /**
   * True while a repeated request of the person gets this archive again. That includes one that failed a moment ago, so that
   * nobody keeps the server busy with retries.
   */
  fresh: boolean;
}

const selectArchive = sql`
  select a.id, a.device_id as "deviceId", a.state, ${shownAccount} as "requestedBy",
    a.requested_by as "requestedById", a.reason,
    ${isoTime(sql`a.requested_at`)} as "requestedAt", a.size, a.sha256, ${isoTime(sql`a.expires_at`)} as "expiresAt",
    a.capabilities, a.language, a.state = 'PENDING' or a.finished_at > now() - case a.state
      when 'READY' then ${milliseconds(sameWithinMs)} else ${milliseconds(retryAfterMs)} end as fresh
  from device_archives a left join users u on u.id = a.requested_by`;

const isUnexpired = sql`(a.expires_at is null or a.expires_at > now())`;

/** Finds the latest archive of a device that has not expired. */
export async function findArchive(
  db: Database,
  deviceId: number,
  recipient: Recipient,
): Promise<StoredArchive | undefined> {
  const { rows } = await sql<StoredArchive>`
    ${selectArchive} where a.device_id = ${deviceId} and ${isFor(recipient)} and ${isUnexpired}
    order by a.id desc limit 1`.execute(db);
  return rows[0];
}

/** True when an archive may contain this kind of data of a device `d` for an admin now. It states its own reason. */
const isArchivable = (admin: RawBuilder<unknown>) =>
  isTold({ admin, told: sql`kind.told`, isStated: sql<boolean>`true` });

/** Finds what an archive of a device may contain for an admin now, by the disclosure policy. */
export async function findArchivable(db: Database, userId: number, deviceId: number): Promise<Capability[]> {
  const { rows } = await sql<{ told: Capability }>`
    select kind.told from devices d, unnest(${capabilityNames}::text[]) as kind (told)
    where d.id = ${deviceId} and d.left_at is null and ${isArchivable(sql`${userId}::bigint`)}`.execute(db);
  return rows.map(({ told }) => told);
}

/** Finds a finished archive for admins, and whether this admin may still be told everything in it. */
export async function findAdminArchive(
  db: Database,
  { archiveId, userId }: { archiveId: number; userId: number },
): Promise<{ archive: StoredArchive; isTold: boolean } | undefined> {
  const { rows } = await sql<StoredArchive & { isTold: boolean }>`
    select a.*, not exists (select from unnest(a.capabilities) as kind (told)
      where ${isArchivable(sql`${userId}::bigint`)} is not true) as "isTold"
    from (${selectArchive} where a.id = ${archiveId} and a.state = 'READY' and ${isFor('ADMIN')} and ${isUnexpired}) as a
    join devices d on d.id = a."deviceId" and d.left_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { isTold: isStillTold, ...archive } = row;
  return { archive, isTold: isStillTold };
}

interface NewArchive {
  deviceId: number;
  /** Null when the person requested it. */
  by: { userId: number; reason: string } | null;
  capabilities: readonly Capability[];
  language: string | null;
}

/** Queues an archive and deletes the previous one for the same recipient. The caller holds the row lock of the device. */
export async function insertArchive(
  db: Database,
  { deviceId, by, capabilities, language }: NewArchive,
): Promise<StoredArchive> {
  const recipient: Recipient = by === null ? 'PERSON' : 'ADMIN';
  await sql`delete from device_archives a where a.device_id = ${deviceId} and ${isFor(recipient)}`.execute(db);
  await sql`
    insert into device_archives (device_id, requested_by, reason, capabilities, language)
    values (${deviceId}, ${by?.userId ?? null}, ${by === null ? null : storableText(by.reason)},
      ${[...capabilities]}::text[], ${language})`.execute(db);
  const archive = await findArchive(db, deviceId, recipient);
  if (!archive) throw new Error('What was inserted is there.');
  return archive;
}

/** The total size in bytes of all archives that are stored now. */
export async function sumArchives(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from device_archives`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Finds the archive that was requested first of those not written yet. */
export async function findPendingArchive(db: Database): Promise<StoredArchive | undefined> {
  const { rows } = await sql<StoredArchive>`
    ${selectArchive} where a.state = 'PENDING' order by a.id limit 1`.execute(db);
  return rows[0];
}

/** Marks an archive as ready to download, with what it contains. False when its row is gone, because the person left. */
export async function finishArchive(
  db: Database,
  archiveId: number,
  { size, sha256, capabilities }: { size: number; sha256: string; capabilities: readonly Capability[] },
): Promise<boolean> {
  const { rows } = await sql`
    update device_archives set state = 'READY', finished_at = now(), size = ${size}, sha256 = ${sha256},
      capabilities = ${capabilities}::text[],
      expires_at = now() + ${milliseconds(lifetimeMs)}
    where id = ${archiveId} and state = 'PENDING' returning id`.execute(db);
  return rows.length > 0;
}

export async function failArchive(db: Database, archiveId: number): Promise<void> {
  await sql`
    update device_archives set state = 'FAILED', finished_at = now()
    where id = ${archiveId} and state = 'PENDING'`.execute(db);
}

/** Stores the first download of a person's archive. True when this was the first. */
export async function markFetched(db: Database, archiveId: number): Promise<boolean> {
  const { rows } = await sql`
    update device_archives set fetched_at = now() where id = ${archiveId} and fetched_at is null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes the rows of expired archives, and of archives for admins that contain something no longer shared. */
export async function deleteExpiredArchives(db: Database): Promise<void> {
  await sql`
    delete from device_archives a using devices d
    where d.id = a.device_id and (
      coalesce(a.expires_at, a.requested_at + ${milliseconds(lifetimeMs)}) < now() and a.state <> 'PENDING'
      or a.state = 'READY' and ${isFor('ADMIN')} and exists (
        select from unnest(a.capabilities) as kind (told) where ${isShared(sql`kind.told`)} is not true))`.execute(db);
}

/** Deletes all archives of a device, when its person leaves. */
export async function deleteArchives(db: Database, deviceId: number): Promise<void> {
  await sql`delete from device_archives where device_id = ${deviceId}`.execute(db);
}

/** Lists all archives in any state. */
export async function listArchives(db: Database): Promise<{ id: number; state: ArchiveState }[]> {
  return await db.selectFrom('device_archives').select(['id', 'state']).execute();
}

/** Deletes rows of archives whose file is missing, for instance after a restore; they can be requested again. */
export async function deleteLostArchives(db: Database, archiveIds: readonly number[]): Promise<void> {
  await sql`delete from device_archives where id = any(${archiveIds}::bigint[]) and state = 'READY'`.execute(db);
}
