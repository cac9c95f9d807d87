import type { LogHead } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';

/** The newest log entry that a device remembers is missing from the server's log, or has another hash there. */
export interface HeadMismatch {
  deviceId: number;
  known: LogHead;
  /** The hash of the server's entry with this sequence; null when there is none. */
  foundHash: string | null;
  afterRestore: boolean;
}

/** The most rows per device, so that a device that invents entries cannot fill the table. */
const maxPerDevice = 20;

/** Stores mismatches; returns the devices of those that were new. */
export async function insertMismatches(db: Database, mismatches: readonly HeadMismatch[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    insert into audit_head_mismatches (device_id, sequence, known_hash, found_hash, after_restore)
    select m.device_id, m.sequence, decode(m.known, 'hex'), decode(m.found, 'hex'), m.after_restore
    from unnest(${mismatches.map(({ deviceId }) => deviceId)}::bigint[],
      ${mismatches.map(({ known }) => known.sequence)}::bigint[], ${mismatches.map(({ known }) => known.hash)}::text[],
      ${mismatches.map(({ foundHash }) => foundHash)}::text[],
      ${mismatches.map(({ afterRestore }) => afterRestore)}::boolean[]
    ) as m (device_id, sequence, known, found, after_restore)
    where (select count(*) from audit_head_mismatches r where r.device_id = m.device_id) < ${maxPerDevice}
    on conflict (device_id, sequence, known_hash) do nothing
    returning device_id as "deviceId"`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** A stored mismatch. */
export interface ReportedMismatch {
  deviceId: number;
  deviceName: string;
  sequence: number;
  /** True when the log has no entry with this sequence; false when it has another one. */
  missing: boolean;
  afterRestore: boolean;
  reportedAt: string;
}

export async function readMismatches(db: Database): Promise<ReportedMismatch[]> {
  const { rows } = await sql<ReportedMismatch>`
    select m.device_id as "deviceId", d.name as "deviceName", m.sequence, m.found_hash is null as missing,
      m.after_restore as "afterRestore", ${isoTime(sql`m.reported_at`)} as "reportedAt"
    from audit_head_mismatches m join devices d on d.id = m.device_id order by m.id`.execute(db);
  return rows;
}
