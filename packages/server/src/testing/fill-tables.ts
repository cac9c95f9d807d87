import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import type { Services } from '../core/services.ts';

interface Column {
  table: string;
  name: string;
  type: string;
}

/** Tables that are about a device and are written by other means than an insert, or by the database itself. */
const writtenElsewhere = new Set([
  'audit_entries',
  'audit_heads',
  'audit_old_heads',
  'audit_erasures',
  'audit_head_mismatches',
  'consents',
  'device_assignments',
  'device_row_counts',
  // What a device that an admin ended is told, for 30 days: nobody who leaves has one.
  'ended_devices',
  'device_search',
  'message_threads',
]);

/** Values where a constraint takes only some. */
const allowed: Readonly<Record<string, string>> = {
  'messages.direction': 'SENT',
  'approvals.action': 'READ',
  'approvals.state': 'AGREED',
  'captures.kind': 'PHOTO',
  'captures.camera': 'FRONT',
  'push_notifications.type': 'INFO',
  'push_notifications.status': 'SEEN',
  'notifications.kind': 'DEVICE_JOINED',
  'tickets.category': 'OTHER',
  'tickets.priority': 'LOW',
  'tickets.status': 'OPEN',
  'commands.command_type': 'UPDATE_CONTACTS',
  'commands.step': 'DONE',
  'commands.phase': 'RECORDING',
  'device_usage.kind': 'UPLOADS',
  'device_archives.state': 'READY',
  'consent_requests.capability': 'CONTACTS',
  'consent_requests.answer': 'DECLINED',
};

/** Every column of every table, those left out that the database computes. */
export async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as name, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.is_identity = 'NO' order by 1, c.ordinal_position`.execute(db);
  return rows;
}

/** Inserts one row about a device into every table that has such rows, with a word in each text. Gives back the tables. */
export async function fillTables(services: Services, { word, deviceId, adminId }: Filling): Promise<string[]> {
  const { db } = services;
  const sha256 = await placeBlob(services, word);
  const columns = Map.groupBy(await readColumns(db), ({ table }) => table);
  // Rows of other tables refer to those of the first.
  const about = ['device_blobs', ...[...columns.keys()].filter((table) => table !== 'device_blobs')]
    .map((table) => [table, columns.get(table) ?? []] as const)
    .filter(([table, of]) => of.some(({ name }) => name === 'device_id') && !writtenElsewhere.has(table));
  for (const [table, of] of about) {
    const names = of.filter(({ name }) => name !== 'id' || table === 'uploads' || table === 'admin_uploads');
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

/** A stored file whose bytes have the word. */
async function placeBlob({ db, blobs }: Services, word: string): Promise<string> {
  const bytes = Buffer.from(`bytes of ${word}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const staged = await blobs.stage(Readable.from([bytes]), sha256);
  await staged.place();
  await sql`insert into blobs (sha256, size, mime_type, thumbnail, loose)
    values (${sha256}, ${bytes.length}, 'text/plain', false, false)`.execute(db);
  return sha256;
}

function valueOf({ table, name, type }: Column, filling: Filling & { sha256: string }): unknown {
  const { word, deviceId, adminId, sha256 } = filling;
  if (name === 'device_id') return deviceId;
  if (name === 'sha256') return sha256;
  // Nobody decides what they asked for themselves.
  if (`${table}.${name}` === 'approvals.asked_by') return sql`(select user_id from devices where id = ${deviceId})`;
  if (`${table}.${name}` in allowed) return allowed[`${table}.${name}`];
  if (name === 'capability') return 'FILES';
  if (type === 'text') return word;
  if (type === 'jsonb') return JSON.stringify({ [word]: word });
  if (type === 'boolean') return true;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'bytea') return Buffer.from(word);
  if (type === 'ARRAY') return sql`'{}'`;
  if (type === 'date' || type.startsWith('timestamp')) return sql`now()`;
  // Numbers that refer to an account, and those that only count.
  return /^(?:user_id|admin_id|opened_by|sent_by|asked_by|requested_by|uploaded_by)$/.test(name) ? adminId : 1;
}
