import { sql, type RawBuilder } from 'kysely';
import type { RecordedEntry } from '../../../shared/audit/device-log.store.ts';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { detailsShown, isLineReadBy, type LineReader } from '../../../shared/audit/told-lines-sql.ts';
import { capabilityOf } from '../../commands/told-commands-sql.ts';
import { byName, partOf, type ArchivePart } from './archive-part.ts';

/** True when an admin may be told of a kind of data, an expression of type text. */
const isToldTo = ({ told }: LineReader, kind: RawBuilder<unknown>) => sql<boolean>`(${kind} = any(${told}::text[]))`;

/** What was asked of a device and done with it. An admin gets the rows, and in them the names of what they may be told. */
export const logParts: readonly ArchivePart[] = [
  partOf('commands', 'commands', {
    shown: {
      chapter: 'done',
      columns: ['created_at', 'requested_by', 'command_type', 'step', 'finished_at', 'error_details'],
    },
    by: 'requested_by',
    adminRow: (
      reader,
    ) => sql`to_jsonb(t) - 'device_id' - 'params' - 'details' - 'error_details' || ${byName('requested_by')}
      || case when ${isToldTo(reader, capabilityOf(sql`t`))} then
        jsonb_build_object('params', t.params, 'details', t.details, 'error_details', t.error_details) else '{}' end`,
  }),
  partOf('live-locations', 'live_sessions', {
    shown: { chapter: 'watching', columns: ['started_at', 'started_by', 'minutes', 'ended_at', 'ended_how', 'points'] },
    capability: 'LOCATION',
    by: 'started_by',
  }),
  partOf('live-views', 'live_views', {
    shown: {
      chapter: 'watching',
      columns: ['started_at', 'started_by', 'camera', 'sound', 'minutes', 'ended_at', 'ended_how'],
    },
    capability: 'CAMERA',
    by: 'started_by',
  }),
  partOf('live-viewers', 'live_viewers', {
    shown: { chapter: 'watching', columns: ['joined_at', 'user_id', 'left_at', 'pictures'] },
    capability: 'CAMERA',
    from: sql`live_viewers t join users u on u.id = t.user_id`,
    row: sql`to_jsonb(t) - 'device_id' - 'session_hash' - 'pass_hash' - 'pass_expires_at' - 'node_id' || ${byName('user_id')}`,
  }),
  partOf('runs', 'run_items', {
    shown: {
      chapter: 'done',
      columns: ['started_at', 'run', 'run_reason', 'schedule', 'state', 'requested_by', 'finished_at'],
    },
    tables: ['run_items', 'runs'],
    // What a run did or was to do on this device; nothing of its other devices.
    from: sql`run_items t join runs r on r.id = t.run_id join users u on u.id = r.requested_by`,
    row: sql`to_jsonb(t) - 'device_id' || jsonb_build_object('run', r.title, 'run_reason', r.reason, 'schedule', r.schedule_name)
      || ${byName('requested_by')}`,
    adminRow: (
      reader,
    ) => sql`to_jsonb(t) - 'device_id' - 'params' - 'details' - 'reason' || jsonb_build_object('run_reason', r.reason,
      'schedule', r.schedule_name) || ${byName('requested_by')}
      || case when ${isToldTo(reader, sql`coalesce(t.capability, 'DEVICE')`)} then
        jsonb_build_object('run', r.title, 'params', t.params, 'details', t.details, 'reason', t.reason) else '{}' end`,
  }),
  // Each entry as it is stored, with a sentence beside it.
  partOf('log', 'audit_entries', {
    shown: { chapter: 'done', columns: ['recorded_at', 'actor_name', 'what'], look: 'log' },
    after: sql`t.sequence`,
    row: sql`to_jsonb(t) - 'id' - 'device_id' - 'actor_id'`,
    // Without the salt, nobody can try whether the details that are left out are what they guess.
    adminRow: (reader) => sql`to_jsonb(t) - 'id' - 'device_id' - 'actor_id' - 'details_salt' || jsonb_build_object(
      'details', ${detailsShown(sql`t`, isLineReadBy(reader, sql`t`))}, 'withheld', not ${isLineReadBy(reader, sql`t`)})`,
    enrich: (row) => ({ what: logWords(row as unknown as RecordedEntry), ...row }),
  }),
];
