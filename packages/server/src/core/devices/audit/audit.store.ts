import { limits, type AuditAction, type AuditDetails, type Capability, type LogHead } from '@fairwatch/contract';
import { sql } from 'kysely';
import { askNamed, slot } from '../../database/named-query.ts';
import type { Database } from '../../database/schema.ts';
import { statedBy } from '../policies/reasons.store.ts';
import { storableJson } from '../storable-text.ts';

/** What somebody did, or tried to do, to a device. */
export interface AuditEntry {
  deviceId: number;
  /** Null when no account did it. */
  actorId: number | null;
  actorName: string;
  action: AuditAction;
  /** The path of the endpoint that was called, or of the socket that it was said over. Names nobody. */
  subject: string;
  /** What of the device was used, so that the line names who agreed to it; left out where nobody must. */
  capability?: Capability | null;
  /** Everything that names the person or what is theirs: it is erased when they leave. */
  details?: Readonly<AuditDetails>;
}

/** Adds an entry to its device's chain. The database gives it its place and hash, one writer at a time. */
export async function appendAudit(db: Database, { deviceId, ...entry }: AuditEntry): Promise<LogHead> {
  const [head] = await appendAudits(db, [deviceId], entry);
  if (head === undefined) throw new Error('An entry that was inserted is given back.');
  return head;
}

/**
 * Adds the same entry to the chains of several devices, in the order of their ids so that two who do so cannot deadlock.
 * Gives back the new heads in that order.
 */
export async function appendAudits(
  db: Database,
  deviceIds: readonly number[],
  { actorId, actorName, action, subject, capability = null, details = {} }: Omit<AuditEntry, 'deviceId'>,
): Promise<LogHead[]> {
  const stated = statedBy({
    actor: sql`${actorId}::bigint`,
    device: sql`device_id`,
    capability: sql`${capability}::text`,
  });
  const { rows } = await sql<LogHead>`
    insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
    select device_id, ${actorId}::bigint, ${actorName}::text, ${action}::text, ${subject}::text,
      ${stated} || ${detailsJson(details)}::jsonb
    from unnest(${deviceIds}::bigint[]) as concerned (device_id) order by device_id
    returning sequence, encode(hash, 'hex') as hash`.execute(db);
  return rows;
}

/**
 * Adds entries that came together, of any devices, to their chains: those of one device in their order. All of them or none. Costs
 * each of many less than `appendAudit`, because they are chained by one statement.
 */
export async function appendEntries(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await askNamed(db, 'append audit entries', appending, {
    deviceIds: entries.map(({ deviceId }) => deviceId),
    actorIds: entries.map(({ actorId }) => actorId),
    actorNames: entries.map(({ actorName }) => actorName),
    actions: entries.map(({ action }) => action),
    subjects: entries.map(({ subject }) => subject),
    capabilities: entries.map(({ capability = null }) => capability),
    details: entries.map(({ details }) => detailsJson(details ?? {})),
  });
}

/** The reason of a refusal is the code of its error. */
function appending() {
  const stated = statedBy({ actor: sql`e.actor_id`, device: sql`e.device_id`, capability: sql`e.capability` });
  return sql`
    select append_audit_entries(${slot('deviceIds')}::bigint[], ${slot('actorIds')}::bigint[], ${slot('actorNames')}::text[],
      ${slot('actions')}::text[], ${slot('subjects')}::text[], array(
        select case when starts_with(e.action, 'REFUSED_') then e.details else ${stated} || e.details end
        from unnest(${slot('deviceIds')}::bigint[], ${slot('actorIds')}::bigint[], ${slot('actions')}::text[],
          ${slot('capabilities')}::text[], ${slot('details')}::jsonb[]) with ordinality
          as e (device_id, actor_id, action, capability, details, place)
        order by e.place))`;
}

const { textMaxLength, reasonMaxLength } = limits.audit;
const cut = {
  object: textMaxLength,
  search: textMaxLength,
  from: textMaxLength,
  to: textMaxLength,
  reason: reasonMaxLength,
};

/** Details as they are stored: a name of a file or a search may be longer than a line of a log. */
export function detailsJson(details: Readonly<AuditDetails>): string {
  const shortened = Object.entries(cut).flatMap(([key, length]) => {
    const text = details[key];
    return typeof text === 'string' && text.length > length ? [[key, `${text.slice(0, length - 1)}…`] as const] : [];
  });
  return storableJson({ ...details, ...Object.fromEntries(shortened) });
}
