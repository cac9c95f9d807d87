import {
  sendingCommands,
  type AuditDetails,
  type CommandState,
  type LogHead,
  type SentFile,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import { endState } from '../command-state-sql.ts';
import { namelessError } from '../command-error-sql.ts';
import type { Database } from '../schema/schema.ts';

/** An entry of a device's log as it is stored. */
export interface RecordedEntry {
  sequence: number;
  recordedAt: string;
  who: string;
  action: string;
  subject: string;
  details: Readonly<AuditDetails>;
  /** The current step of the command that a `COMMAND` entry is about; null for any other entry. */
  step: CommandState | null;
  /** "2 of 10 failed" for a command for several files of which some failed; null for any other. */
  partly: string | null;
  /** What the device has sent for the command of the entry and the server still has; null for none, or when it was not asked for. */
  sent?: { commandId: number; files: SentFile[] } | null;
  /** True when an admin reads it who is not told what it is about. */
  withheld?: boolean;
  /** The hash of the entry, in hex. */
  hash: string;
}

/**
 * Selects the current state of the command that an entry is about, because the log says "asked" for a command that was not
 * carried out and "done" for one that was.
 */
export function stepOf(entry: RawBuilder<unknown>): RawBuilder<CommandState | null> {
  return sql`case when ${entry}.action = 'COMMAND' then (select ${endState} from commands c
    where c.id = (${entry}.details ->> 'commandId')::bigint and c.device_id = ${entry}.device_id) end`;
}

/** Selects how many files failed of the command that an entry is about, if others did not. */
export function partlyOf(entry: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`case when ${entry}.action = 'COMMAND' and ${entry}.details ? 'count' then (select ${namelessError} from commands c
    where c.id = (${entry}.details ->> 'commandId')::bigint and c.device_id = ${entry}.device_id and c.step = 'DONE') end`;
}

/**
 * Selects the files that a device has sent for the command of an entry, by the index of `device_blobs` on the command. A file that was sent
 * again belongs to the later command.
 */
export function sentFor(entry: RawBuilder<unknown>): RawBuilder<RecordedEntry['sent']> {
  return sql`case when ${entry}.action = 'COMMAND' and ${entry}.details ->> 'commandType' = any(${sendingCommands}::text[]) then (
    select json_build_object('commandId', min(d.command_id), 'files', json_agg(json_build_object('sha256', d.sha256,
      'name', coalesce(f.path, ''), 'mimeType', b.mime_type, 'size', b.size) order by f.path, d.id))
    from device_blobs d join blobs b on b.sha256 = d.sha256
      left join lateral (select path from cdn_files c where c.command_id = d.command_id and c.device_id = d.device_id
        and c.sha256 = d.sha256 limit 1) f on true
    where d.command_id = (${entry}.details ->> 'commandId')::bigint and d.device_id = ${entry}.device_id having count(*) > 0) end`;
}

/** Reads a device's entries below a sequence, or its latest; newest first, by the unique index on (`device_id`, `sequence`). */
export async function readLog(
  db: Database,
  deviceId: number,
  before: number | null,
  count: number,
): Promise<RecordedEntry[]> {
  const { rows } = await sql<RecordedEntry>`
    select sequence, ${isoTime(sql`recorded_at`)} as "recordedAt", actor_name as who, action, subject,
      coalesce(details, '{}') as details, encode(hash, 'hex') as hash, ${stepOf(sql`e`)} as step,
      ${partlyOf(sql`e`)} as partly, ${sentFor(sql`e`)} as sent
    from audit_entries e
    where device_id = ${deviceId} and ${before === null ? sql`true` : sql`sequence < ${before}`}
    order by sequence desc limit ${count}`.execute(db);
  return rows;
}

/** Finds the head of a device's log; undefined when it is empty. */
export async function findLogHead(db: Database, deviceId: number): Promise<LogHead | undefined> {
  const { rows } = await sql<LogHead>`
    select sequence, encode(hash, 'hex') as hash from audit_heads where device_id = ${deviceId} and sequence > 0`.execute(
    db,
  );
  return rows[0];
}
