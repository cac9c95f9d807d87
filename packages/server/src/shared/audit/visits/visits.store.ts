import { limits, type AuditDetails, type CommandState, type VisitRange } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Database } from '../../schema/schema.ts';
import { partlyOf, sentFor, stepOf, type RecordedEntry } from '../device-log.store.ts';
import { detailsShown, isLineReadBy, type LineReader } from '../told-lines-sql.ts';

/** A visit: entries of one actor without a long pause between them. */
export interface FoundVisit extends VisitRange {
  from: string;
  to: string;
  /** Null when the actor has no account; then the name identifies the actor. */
  actorId: number | null;
  who: string;
  entries: number;
}

/** Which visits to read: those below an entry (`before`), or the latest. */
interface VisitQuery {
  deviceId: number;
  before: number | null;
  count: number;
}

/**
 * How many entries the first query reads. Each further query reads four times as many, until they contain enough complete
 * visits.
 */
const firstWindow = 2000;

/**
 * Finds the visits of a device whose last entry is below `before`, newest first. It reads only the part of the log that they
 * cover, so a long log costs no more than a short one.
 */
export async function findVisits(db: Database, query: VisitQuery): Promise<{ visits: FoundVisit[]; more: boolean }> {
  const { before, count } = query;
  for (let size = firstWindow; ; size *= 4) {
    const found = await readWindow(db, query, size);
    const isWholeLog = found[0]?.reachesStart ?? true;
    const unread = found.filter(({ last }) => before === null || last < before);
    // A visit that may continue below the window is not complete, and neither are those that ended before it.
    const unknown = isWholeLog ? -1 : unread.findIndex(({ whole }) => !whole);
    const known = unknown === -1 ? unread : unread.slice(0, unknown);
    if (isWholeLog || known.length >= count) {
      return { visits: known.slice(0, count), more: !isWholeLog || known.length > count };
    }
  }
}

interface WindowVisit extends FoundVisit {
  /** True when all its entries are in the window. */
  whole: boolean;
  /** True when the window reaches the first entry of the log. */
  reachesStart: boolean;
}

/** The longest pause within a visit. Entries of two days (UTC) are in two visits as well. */
const gap = sql`${sql.lit(limits.audit.visitGapMs)} * interval '1 millisecond'`;

/** The columns that identify an actor. */
const actor = sql`actor_id, case when actor_id is null then actor_name end`;

/**
 * Groups the newest `size` entries up to a sequence into visits. Plan: one backward scan of the unique index on
 * (`device_id`, `sequence`) into a materialised CTE; everything else works on that window in memory, with one sort per
 * window function.
 */
async function readWindow(db: Database, { deviceId, before }: VisitQuery, size: number): Promise<WindowVisit[]> {
  const { rows } = await sql<WindowVisit>`
    with found as materialized (
      select sequence, recorded_at, date(recorded_at at time zone 'UTC') as day, actor_id, actor_name
      from audit_entries where device_id = ${deviceId} and sequence <= (${windowEnd(deviceId, before)})
      order by sequence desc limit ${size}
    ), oldest as (
      select sequence, recorded_at, day from found order by sequence limit 1
    ), linked as (
      select *, recorded_at - lag(recorded_at) over earlier <= ${gap} and day = lag(day) over earlier as goes_on
      from found window earlier as (partition by ${actor} order by sequence)
    ), numbered as (
      select *, count(*) filter (where goes_on is not true) over (partition by ${actor} order by sequence) as visit
      from linked
    )
    select min(n.sequence) as first, max(n.sequence) as last, ${isoTime(sql`min(n.recorded_at)`)} as "from",
      ${isoTime(sql`max(n.recorded_at)`)} as "to", n.actor_id as "actorId",
      (array_agg(n.actor_name order by n.sequence desc))[1] as who, count(*)::int as entries,
      min(n.recorded_at) - min(o.recorded_at) > ${gap} or min(n.day) > min(o.day) as whole,
      min(o.sequence) = 1 as "reachesStart"
    from numbered n, oldest o
    group by ${actor}, visit
    order by last desc`.execute(db);
  return rows;
}

/**
 * Selects where the window ends. Entries after `before` are included as far as the pause reaches, because they show which
 * visits below it continued and were listed on the previous page.
 */
function windowEnd(deviceId: number, before: number | null): RawBuilder<unknown> {
  const newest = sql`select sequence from audit_heads where device_id = ${deviceId}`;
  if (before === null) return newest;
  return sql`select coalesce((
    select later.sequence - 1 from audit_entries read join audit_entries later on later.device_id = read.device_id
      and later.sequence > read.sequence and later.recorded_at > read.recorded_at + ${gap}
    where read.device_id = ${deviceId} and read.sequence = ${before} order by later.sequence limit 1), (${newest}))`;
}

/** Entries of one visit that are about the same kind of activity. */
export interface VisitActivity {
  /** True when the reader is not told what they are about. */
  withheld?: boolean;
  /** The sequence of the visit's last entry. */
  visit: number;
  action: string;
  subject: string;
  step: CommandState | null;
  /** "2 of 10 failed" for commands for several files of which some failed; null for any other. */
  partly?: string | null;
  /** The details of the newest entry. */
  details: Readonly<AuditDetails> | null;
  times: number;
  /** How many different parts the entries are about. */
  parts: number;
  /** The sum of their counts; null when none has one. */
  count: number | null;
  /** The distinct reasons that the admin gave. */
  reasons: string[];
}

/**
 * Reads what was done in these visits of a device, each kind of activity once, in the order in which they began. Plan: one
 * range scan of the unique index on (`device_id`, `sequence`) per visit, then one sort and group over these entries.
 */
export async function readActivities(
  db: Database,
  { deviceId, visits, reader }: { deviceId: number; visits: readonly FoundVisit[]; reader: LineReader | null },
): Promise<VisitActivity[]> {
  const isShown = isShownTo(reader);
  const { rows } = await sql<VisitActivity>`
    with entries as materialized (
      select v.last as visit, e.sequence, e.action, e.subject, ${detailsShown(sql`e`, isShown)} as details,
        not ${isShown} as withheld, ${stepOf(sql`e`)} as step, case when ${isShown} then ${partlyOf(sql`e`)} end as partly
      from unnest(${visits.map(({ first }) => first)}::bigint[], ${visits.map(({ last }) => last)}::bigint[],
        ${visits.map(({ actorId }) => actorId)}::bigint[], ${visits.map(({ who }) => who)}::text[]
      ) as v (first, last, actor_id, who)
      join audit_entries e on e.device_id = ${deviceId} and e.sequence between v.first and v.last and ${isBy(sql`v`)}
    )
    select visit, action, subject, step, partly, withheld, (array_agg(details order by sequence desc))[1] as details, count(*)::int as times,
      count(distinct coalesce(details ->> 'object', details ->> 'from'))::int as parts,
      -- A command without a count is about one thing.
      sum(case when jsonb_typeof(details -> 'count') = 'number' then (details ->> 'count')::numeric
        when action = 'COMMAND' then 1 end)::float8 as count,
      coalesce(array_agg(distinct details ->> 'reason')
        filter (where details ? 'reason' and action not like 'REFUSED%'), '{}') as reasons
    from entries
    group by visit, action, subject, step, partly, withheld, details ->> 'how', details ->> 'commandType', details ? 'search',
      case when action like 'REFUSED%' then details ->> 'reason' end
    order by visit desc, min(sequence)`.execute(db);
  return rows;
}

/**
 * Reads the entries of one visit below an entry, or its latest; newest first. The last entry identifies the actor, and a
 * range scan of (`device_id`, `sequence`) finds the rest.
 */
export async function readVisitEntries(
  db: Database,
  { deviceId, first, last, before, count, reader }: VisitQuery & VisitRange & { reader: LineReader | null },
): Promise<RecordedEntry[]> {
  const isShown = isShownTo(reader);
  const { rows } = await sql<RecordedEntry>`
    select e.sequence, ${isoTime(sql`e.recorded_at`)} as "recordedAt", e.actor_name as who, e.action, e.subject,
      coalesce(${detailsShown(sql`e`, isShown)}, '{}') as details, not ${isShown} as withheld, encode(e.hash, 'hex') as hash,
      ${stepOf(sql`e`)} as step, case when ${isShown} then ${partlyOf(sql`e`)} end as partly,
      ${reader === null ? sentFor(sql`e`) : sql`null`} as sent
    from (select actor_id, actor_name as who from audit_entries where device_id = ${deviceId} and sequence = ${last}) as v
    join audit_entries e on e.device_id = ${deviceId} and e.sequence between ${first} and ${last} and ${isBy(sql`v`)}
    where ${before === null ? sql`true` : sql`e.sequence < ${before}`}
    order by e.sequence desc limit ${count}`.execute(db);
  return rows;
}

/** True for entries whose parts this reader is told; the device's person is told all. */
function isShownTo(reader: LineReader | null): RawBuilder<boolean> {
  return reader === null ? sql`true` : isLineReadBy(reader, sql`e`);
}

/** True for entries of a visit's actor. */
function isBy(visit: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(e.actor_id = ${visit}.actor_id
    or e.actor_id is null and ${visit}.actor_id is null and e.actor_name = ${visit}.who)`;
}
