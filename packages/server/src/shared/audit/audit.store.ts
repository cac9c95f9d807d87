import { limits, type AuditDetails, type LogHead } from '@fairwatch/contract';
import { sql } from 'kysely';
import { runNamedQuery, param } from '../../core/database/named-query.ts';
import type { Database } from '../schema/schema.ts';
import type { AuditEntry } from '../services/audit-log.ts';
import { statedBy } from '../disclosure/reasons.store.ts';
import { storableJson } from '../../core/storable-text.ts';

/**
 * Appends an entry to its device's log. The trigger `audit_entries_chain` assigns sequence and hash under a row lock of the
 * device's head, so there is one writer at a time.
 */
export async function appendAudit(db: Database, { deviceId, ...entry }: AuditEntry): Promise<LogHead> {
  const [head] = await appendAudits(db, [deviceId], entry);
  if (head === undefined) throw new Error('An entry that was inserted is given back.');
  return head;
}

/**
 * Appends the same entry to the logs of several devices, in the order of their ids so that two such transactions cannot
 * deadlock. Returns the new heads in that order.
 */
export async function appendAudits(
  db: Database,
  deviceIds: readonly number[],
  { actorId, actorName, action, subject, capability = null, details = {} }: Omit<AuditEntry, 'deviceId'>,
): Promise<LogHead[]> {
  const stated = statedBy({
    actor: sql`${actorId}::bigint`,
    device: sql`concerned.device_id`,
    capability: sql`${capability}::text`,
  });
  const { rows } = await sql<LogHead>`
    insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
    select concerned.device_id, ${actorId}::bigint, ${actorName}::text, ${action}::text, ${subject}::text,
      ${stated} || ${detailsJson(details)}::jsonb
    from unnest(${deviceIds}::bigint[]) as concerned (device_id) order by concerned.device_id
    returning sequence, encode(hash, 'hex') as hash`.execute(db);
  return rows;
}

/**
 * Appends entries of any devices, in the given order per device; all of them or none. The function `append_audit_entries`
 * chains them in one statement, which makes it much cheaper per entry than `appendAudit`. Entries in a row that differ only in their device, as
 * those of a map do, are sent as one entry with many devices.
 */
export async function appendEntries(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const lines: AuditEntry[] = [];
  const lineNumbers = entries.map((entry) => {
    const line = lines.at(-1);
    return line !== undefined && isSameLine(line, entry) ? lines.length : lines.push(entry);
  });
  await runNamedQuery(db, 'append audit entries', appending, {
    deviceIds: entries.map(({ deviceId }) => deviceId),
    lineNumbers,
    actorIds: lines.map(({ actorId }) => actorId),
    actorNames: lines.map(({ actorName }) => actorName),
    actions: lines.map(({ action }) => action),
    subjects: lines.map(({ subject }) => subject),
    capabilities: lines.map(({ capability = null }) => capability),
    details: lines.map(({ details }) => detailsJson(details ?? {})),
  });
}

/** Details are compared by identity: those who write many entries give them the same object. */
function isSameLine(one: AuditEntry, other: AuditEntry): boolean {
  return (
    one.details === other.details &&
    one.actorId === other.actorId &&
    one.actorName === other.actorName &&
    one.action === other.action &&
    one.subject === other.subject &&
    one.capability === other.capability
  );
}

/** For refusals, `details.reason` is the error code and is not replaced by the stated reason. */
function appending() {
  const stated = statedBy({ actor: sql`line.actor_id`, device: sql`e.device_id`, capability: sql`line.capability` });
  return sql`
    select append_audit_entries(array_agg(written.device_id), array_agg(written.actor_id), array_agg(written.actor_name),
      array_agg(written.action), array_agg(written.subject), array_agg(written.details))
    from (
      select e.device_id, line.actor_id, line.actor_name, line.action, line.subject,
        case when starts_with(line.action, 'REFUSED_') then line.details else ${stated} || line.details end as details
      from unnest(${param('deviceIds')}::bigint[], ${param('lineNumbers')}::bigint[]) with ordinality as e (device_id, number, place)
        join unnest(${param('actorIds')}::bigint[], ${param('actorNames')}::text[], ${param('actions')}::text[], ${param('subjects')}::text[],
          ${param('capabilities')}::text[], ${param('details')}::jsonb[]) with ordinality
          as line (actor_id, actor_name, action, subject, capability, details, number) on line.number = e.number
      order by e.place
    ) as written`;
}

const { textMaxLength, namesMaxLength, reasonMaxLength } = limits.audit;
const maxLengths = {
  object: textMaxLength,
  search: textMaxLength,
  from: textMaxLength,
  to: textMaxLength,
  reason: reasonMaxLength,
};

/** Returns details as stored JSON. Long texts, such as file names and searches, are shortened to the length of a log line. */
export function detailsJson(details: Readonly<AuditDetails>): string {
  // What names several files names each of them, so it may be longer.
  const namesSeveral = (details.count ?? 0) > 1;
  const lengths = { ...maxLengths, ...(namesSeveral && { object: namesMaxLength }) };
  const shortened = Object.entries(lengths).flatMap(([key, length]) => {
    const text = details[key];
    return typeof text === 'string' && text.length > length ? [[key, `${text.slice(0, length - 1)}…`] as const] : [];
  });
  return storableJson({ ...details, ...Object.fromEntries(shortened) });
}
