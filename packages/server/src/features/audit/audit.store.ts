import { endpoints, type auditList, type AuditLogEntry, type ParsedInputOf, type StepType } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { contentReads } from '../../core/blobs/content-reads.ts';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../../core/database/schema.ts';
import { containsPattern, inScope, isoTime } from '../../core/database/list-sql.ts';
import { logWords } from '../../core/devices/person/log-words.ts';
import { stepOf } from '../../core/devices/person/person.store.ts';
import type { JsonPage, Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import { namedFor, nameableSubjects } from './shown-details.ts';

type AuditInput = ParsedInputOf<typeof auditList>;

/** Everything that an entry can be about: a call, or a look at files. */
const subjects = [...endpoints, ...contentReads];

/** The logs of the devices in scope, those that left included. */
export async function listAudit(db: Database, session: Session, scope: Scope, input: AuditInput): Promise<AuditPage> {
  const where = sql`${inScope(scope, sql`e.device_id`)} and ${chosen(input, session)} and ${found(input.search)}`;
  const { json, pagination } = await selectLongListPage(
    db,
    {
      table: sql`audit_entries e`,
      sources: sql`audit_entries e
        join devices d on d.id = e.device_id
        join users u on u.id = d.user_id`,
      fields: sql`e.id, e.device_id as "deviceId", coalesce(nullif(d.nickname, ''), nullif(d.name, ''), 'Device ' || d.id) as "deviceName", u.username,
        d.left_at is not null as "deviceLeft", e.sequence, ${isoTime(sql`e.recorded_at`)} as "recordedAt",
        coalesce(nullif(e.actor_name, ''), u.username) as "actorName", e.action, e.subject as path,
        coalesce(e.details, '{}') as details, e.details is null as erased, ${stepOf(sql`e`)} as step`,
      id: sql`e.id`,
      where,
      kept: sql`select count(*) from audit_entries e where ${where}`,
      narrowed: null,
      // One device's entries stand in the order of its chain, which has an index of its own.
      sortBy: input.deviceId === undefined ? sql`e.recorded_at` : sql`e.sequence`,
      direction: input.sortDirection,
    },
    input,
  );
  const entries = JSON.parse(json) as StoredEntry[];
  // Of who left, nothing is named any more.
  const present = entries.filter(({ deviceLeft }) => !deviceLeft);
  return {
    page: { json: JSON.stringify(entries.map((entry) => inWords(entry, session))), pagination },
    deviceIds: [...new Set(present.map(({ deviceId }) => deviceId))],
  };
}

/** A page of the log, and the devices that it names. */
interface AuditPage {
  page: JsonPage;
  deviceIds: number[];
}

type StoredEntry = Omit<AuditLogEntry, 'subject'> & { step: StepType | null };

/** The same words that the device's person reads, without the parts of what the admin may not see. */
function inWords({ step, ...entry }: StoredEntry, session: Session): AuditLogEntry {
  const { action, path: subject } = entry;
  const details = namedFor(session, subject, entry.details);
  return { ...entry, details, subject: logWords({ action, subject, details, step }) };
}

function chosen({ deviceId, action, from, to, ...named }: AuditInput, session: Session): RawBuilder<unknown> {
  const { device = '', person = '', actor = '', object = '' } = named;
  const conditions = [
    deviceId === undefined ? [] : sql`e.device_id = ${deviceId}`,
    action === undefined ? [] : sql`e.action = ${action}`,
    from === undefined ? [] : sql`e.recorded_at >= ${from}::timestamptz`,
    to === undefined ? [] : sql`e.recorded_at < ${to}::timestamptz`,
    device === '' ? [] : sql`e.device_id in (${devicesCalled(containsPattern(device))})`,
    person === '' ? [] : sql`e.device_id in (${devicesOf(containsPattern(person))})`,
    actor === '' ? [] : isActor(containsPattern(actor)),
    // The first condition is the index's own.
    object === ''
      ? []
      : sql`${hasWords} and audit_text(e.details) ilike ${containsPattern(object)}
          and e.subject = any(${nameableSubjects(session)}::text[])`,
  ].flat();
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/** As the index over the words of entries has it: migration 0056. */
const hasWords = sql`e.details ?| array['object', 'search', 'filter', 'from', 'to', 'before', 'after', 'reason', 'why']`;

/** Accounts whose name matches. */
function peopleCalled(pattern: string): RawBuilder<unknown> {
  return sql`select id from users where search_text ilike ${pattern} and username ilike ${pattern}`;
}

/** Devices whose name matches, those that left included. */
function devicesCalled(pattern: string): RawBuilder<unknown> {
  const named = sql`(nickname ilike ${pattern} or name ilike ${pattern})`;
  return sql`select id from device_search join devices on id = device_id where text ilike ${pattern} and ${named}
    union select id from devices where left_at is not null and ${named}`;
}

/** Devices whose person's name matches. */
function devicesOf(pattern: string): RawBuilder<unknown> {
  return sql`select id from devices where user_id in (${peopleCalled(pattern)})`;
}

/** True for an entry of somebody whose name matches. */
function isActor(pattern: string): RawBuilder<unknown> {
  return sql`(e.actor_id in (${peopleCalled(pattern)}) or (e.actor_id is null and e.actor_name ilike ${pattern}))`;
}

/**
 * By who did it, whose device it was, the device's name and what it was about. The names are looked up where they have
 * their indexes, so that each of the many entries is only compared by number or by path.
 */
function found(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`;
  const pattern = containsPattern(search);
  return sql`(
    ${isActor(pattern)}
    or e.subject = any(${pathsAbout(search)}::text[])
    or e.device_id in (${devicesCalled(pattern)} union ${devicesOf(pattern)}))`;
}

/** The calls whose path or words contain what was typed. */
function pathsAbout(search: string): string[] {
  const typed = search.toLowerCase();
  return subjects
    .filter(({ path, summary }) => path.includes(typed) || summary.toLowerCase().includes(typed))
    .map(({ path }) => path);
}
