import type { Mediator, OfferedApp, OfferedDocument, StaticFileKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import { ownBlobQuery, type BlobFacts } from '../../files/content/blobs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { storableJson } from '../../../core/storable-text.ts';
import type { ApkFacts } from './apk/read-apk.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

/** A row of `static_files`. Only an app has a package and a version. */
export type StaticRow = Omit<OfferedDocument, 'url'> & {
  kind: StaticFileKind;
  address: string;
  packageName: string | null;
  version: string | null;
  versionCode: number | null;
};

/** Lists all offered files, documents by name. There are few, so PostgreSQL scans and sorts the whole table. */
export async function listStatic(db: Database): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select s.id, s.kind, s.name as "fileName", b.size, s.sha256, s.address, ${isoTime(sql`s.updated_at`)} as "updatedAt",
      ${shownAccount} as "updatedBy", s.package_name as "packageName", s.version_name as version, s.version_code as "versionCode"
    from static_files s join blobs b on b.sha256 = s.sha256 join users u on u.id = s.updated_by
    order by s.kind, lower(s.name), s.id`.execute(db);
  return rows;
}

/** Finds an offered file with its blob, by id or by the random part of its URL. */
export async function findStatic(
  db: Database,
  by: { id: number } | { address: string },
): Promise<{ kind: StaticFileKind; name: string; blob: BlobFacts } | undefined> {
  const which = 'id' in by ? sql`s.id = ${by.id}` : sql`s.address = ${by.address}`;
  const { rows } = await sql<BlobFacts & { kind: StaticFileKind; name: string }>`
    select s.kind, s.name, b.sha256, b.stored_as as "storedAs", b.size, b.mime_type as "mimeType", b.thumbnail
    from static_files s join blobs b on b.sha256 = s.sha256 where ${which}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { kind, name, ...blob } = row;
  return { kind, name, blob };
}

/** Locks the table until the transaction ends, so that version and count checks of concurrent uploads cannot race. */
export async function lockOffer(db: Database): Promise<void> {
  await sql`lock table static_files in share row exclusive mode`.execute(db);
}

export async function findApp(db: Database): Promise<Pick<OfferedApp, 'version' | 'versionCode'> | undefined> {
  const { rows } = await sql<Pick<OfferedApp, 'version' | 'versionCode'>>`
    select version_name as version, version_code as "versionCode" from static_files where kind = 'APP'`.execute(db);
  return rows[0];
}

export async function countDocuments(db: Database, otherThan: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from static_files where kind = 'DOCUMENT' and name <> ${otherThan}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface NewStatic {
  kind: StaticFileKind;
  name: string;
  /** The URL token of a new file. A replaced file keeps its own. */
  address: string;
  facts: ApkFacts | null;
  blob: BlobFacts;
  updatedBy: number;
}

/**
 * Replaces the app, or the document of this name, and deletes the finished upload. Call it in a transaction. The trigger
 * `static_files_gone` marks the replaced blob for deletion.
 */
export async function replaceStatic(
  db: Database,
  { kind, name, address, facts, blob, updatedBy }: NewStatic,
): Promise<number> {
  const before = await sql<{ address: string }>`
    delete from static_files where kind = ${kind} and (kind = 'APP' or name = ${name}) returning address`.execute(db);
  await ownBlobQuery(blob).execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into static_files (kind, name, sha256, address, package_name, version_name, version_code, updated_by)
    values (${kind}, ${name}, ${blob.sha256}, ${before.rows[0]?.address ?? address}, ${facts?.packageName ?? null},
      ${facts?.version ?? null}, ${facts?.versionCode ?? null}, ${updatedBy}) returning id`.execute(db);
  await sql`
    delete from admin_uploads
    where admin_id = ${updatedBy} and device_id is null and sha256 = ${blob.sha256}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An insert returns its row.');
  return row.id;
}

/** Deletes a file and returns it; undefined when there is none. The trigger `static_files_gone` marks its blob for deletion. */
export async function deleteStatic(
  db: Database,
  id: number,
): Promise<{ kind: StaticFileKind; name: string; sha256: string; version: string | null } | undefined> {
  const { rows } = await sql<{ kind: StaticFileKind; name: string; sha256: string; version: string | null }>`
    delete from static_files where id = ${id} returning kind, name, sha256, version_name as version`.execute(db);
  return rows[0];
}

const mediatorsKey = 'app-download.mediators';

export async function readMediators(db: Database): Promise<Mediator[]> {
  const { rows } = await sql<{ value: Mediator[] }>`
    select value from settings where key = ${mediatorsKey}`.execute(db);
  return rows[0]?.value ?? [];
}

export async function writeMediators(db: Database, mediators: readonly Mediator[]): Promise<void> {
  const value = storableJson(mediators);
  await sql`insert into settings (key, value) values (${mediatorsKey}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** Records a change of the offer in `settings_changes`, which is never deleted. */
export async function recordOfferChange(
  db: Database,
  { what, before, after }: { what: 'app' | 'documents' | 'mediators'; before: unknown; after: unknown },
  by: { userId: number; username: string },
): Promise<void> {
  await db
    .insertInto('settings_changes')
    .values({
      key: `app-download.${what}`,
      before: before === null ? null : storableJson(before),
      after: storableJson(after),
      changed_by: by.userId,
      changed_by_name: by.username,
    })
    .execute();
}
