import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import type { Services } from '../../shared/services/services.ts';

interface Column {
  table: string;
  name: string;
  type: string;
}

/** Device tables that are maintained by triggers, or written by other means than an insert. */
const writtenElsewhere = new Set([
  'audit_entries',
  'audit_heads',
  'audit_old_heads',
  'audit_erasures',
  'audit_head_mismatches',
  'consents',
  'device_assignments',
  'device_row_counts',
  // Which groups a device is in; it needs a group.
  'group_devices',
  // Which schedules a device is under; it needs a schedule.
  'schedule_devices',
  // Only exists for devices that an admin has ended, not for people who leave.
  'ended_devices',
  'device_search',
  'message_threads',
]);

/** Valid values of columns with a check constraint. */
const allowed: Readonly<Record<string, string>> = {
  'messages.direction': 'SENT',
  'approvals.action': 'READ',
  'approvals.state': 'AGREED',
  'captures.kind': 'PHOTO',
  'captures.camera': 'FRONT',
  'live_views.camera': 'BACK',
  'push_notifications.type': 'INFO',
  'push_notifications.status': 'SEEN',
  'notifications.kind': 'DEVICE_JOINED',
  'tickets.category': 'OTHER',
  'tickets.priority': 'LOW',
  'tickets.status': 'OPEN',
  'commands.command_type': 'UPDATE_CONTACTS',
  'commands.step': 'DONE',
  'commands.phase': 'RECORDING',
  'runs.action': 'NOTIFY',
  'runs.counts': '{}',
  'run_items.kind': 'COMMAND',
  'run_items.command_type': 'UPDATE_CONTACTS',
  'run_items.state': 'FAILED',
  'zones.area': '{"shape":"CIRCLE","latitude":1,"longitude":1,"radius":100}',
  'alert_rules.event': 'ENTERS_ZONE',
  'alert_rules.is_on': 'false',
  'alerts.event': 'RUN_FAILED',
  'device_usage.kind': 'UPLOADS',
  'device_archives.state': 'READY',
  'consent_requests.capability': 'CONTACTS',
  'consent_requests.answer': 'DECLINED',
};

/** These tables come first, because others refer to them. */
const referredTo = ['device_blobs', 'runs', 'zones', 'commands', 'live_views'];

/** These tables do not number their rows: uploads have random ids, live locations and live views that of their command. */
const withOwnIds = ['uploads', 'admin_uploads', 'live_sessions', 'live_views'];

/** All columns of all tables, except generated ones. */
export async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as name, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.is_identity = 'NO' order by 1, c.ordinal_position`.execute(db);
  return rows;
}

/** Inserts one row about a device into each device table, with a marker word in each text. Returns the tables. */
export async function fillTables(services: Services, { word, deviceId, adminId }: Filling): Promise<string[]> {
  const { db } = services;
  const sha256 = await placeBlob(services, word);
  const columns = Map.groupBy(await readColumns(db), ({ table }) => table);
  const about = [...referredTo, ...[...columns.keys()].filter((table) => !referredTo.includes(table))]
    .map((table) => [table, columns.get(table) ?? []] as const)
    .filter(([table, of]) => of.some(({ name }) => name === 'device_id') && !writtenElsewhere.has(table));
  for (const [table, of] of about) {
    const names = of.filter(({ name }) => name !== 'id' || withOwnIds.includes(table));
    const values = names.map((column) => valueOf(column, { word, deviceId, adminId, sha256 }));
    await sql`insert into ${sql.id(table)} (${sql.join(names.map(({ name }) => sql.id(name)))})
      values (${sql.join(values)})`
      .execute(db)
      .catch((error: unknown) => {
        throw new Error(`The test does not know how to fill ${table}: name its values in fill-tables.ts.`, {
          cause: error,
        });
      });
  }
  await sql`insert into ticket_messages (ticket_id, client_id, sender, author_id, kind, text, sha256, file_name)
    select id, gen_random_uuid(), 'USER', ${adminId}, 'FILE', ${word}, ${sha256}, ${word} from tickets
    where device_id = ${deviceId}`.execute(db);
  return about.map(([table]) => table);
}

interface Filling {
  word: string;
  deviceId: number;
  adminId: number;
}

/** Stores a blob that contains the marker word. */
async function placeBlob({ db, blobs }: Services, word: string): Promise<string> {
  const bytes = Buffer.from(`bytes of ${word}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const staged = await blobs.stage(Readable.from([bytes]), sha256);
  await staged.place(sha256);
  await sql`insert into blobs (sha256, stored_as, size, mime_type, thumbnail, loose)
    values (${sha256}, ${sha256}, ${bytes.length}, 'text/plain', false, false)`.execute(db);
  return sha256;
}

function valueOf({ table, name, type }: Column, filling: Filling & { sha256: string }): unknown {
  const { word, deviceId, adminId, sha256 } = filling;
  if (name === 'device_id') return deviceId;
  if (name === 'sha256') return sha256;
  // A zone, a rule and a report are for a device or for a group.
  if (name === 'group_id' && ['zones', 'alert_rules', 'report_mails'].includes(table)) return null;
  // A constraint forbids that the requester decides.
  if (`${table}.${name}` === 'approvals.asked_by') return sql`(select user_id from devices where id = ${deviceId})`;
  if (['live_sessions.id', 'live_views.id', 'live_viewers.live_view_id'].includes(`${table}.${name}`))
    return sql`(select max(id) from commands)`;
  if (name === 'zone_id') return sql`(select max(id) from zones)`;
  if (name === 'rule_id') return sql`(select max(id) from alert_rules)`;
  if (name === 'run_id') return sql`(select max(id) from runs)`;
  if (`${table}.${name}` in allowed) return allowed[`${table}.${name}`];
  if (name === 'capability') return 'FILES';
  if (type === 'text') return word;
  if (type === 'jsonb') return JSON.stringify({ [word]: word });
  if (type === 'boolean') return true;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'bytea') return Buffer.from(word);
  if (type === 'ARRAY') return sql`'{}'`;
  if (type === 'date' || type.startsWith('timestamp')) return sql`now()`;
  // Columns that refer to an account get an account id, other numbers 1.
  return /^(?:user_id|admin_id|opened_by|sent_by|asked_by|created_by|requested_by|started_by|uploaded_by)$/.test(name)
    ? adminId
    : 1;
}
