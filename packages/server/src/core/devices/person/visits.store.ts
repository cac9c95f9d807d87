import { limits, type AuditDetails, type StepType, type VisitRange } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../database/list-sql.ts';
import type { Database } from '../../database/schema.ts';
import { stepOf, type RecordedEntry } from './person.store.ts';

/** A visit as it lies in the log. */
export interface FoundVisit extends VisitRange {
  from: string;
  to: string;
  /** Null when no account did it; then the name tells actors apart. */
  actorId: number | null;
  who: string;
  entries: number;
}

/** Which visits: below an entry, or the latest. */
interface VisitsAsked {
  deviceId: number;
  before: number | null;
  count: number;
}

/** Entries that are looked at first; four times as many each time when they do not hold enough whole visits. */
const firstLook = 2000;

/**
 * The visits of a device whose last entry is below `before`, newest first. Only as much of the log is read as they cover, so a long
 * log costs no more than a short one.
 */
export async function findVisits(db: Database, asked: VisitsAsked): Promise<{ visits: FoundVisit[]; more: boolean }> {
  const { before, count } = asked;
  for (let size = firstLook; ; size *= 4) {
    const looked = await lookForVisits(db, asked, size);
    const isWholeLog = looked[0]?.reachesStart ?? true;
    const unread = looked.filter(({ last }) => before === null || last < before);
    // A visit that may go on below what was looked at is not known yet, nor are those that end before it.
    const unknown = isWholeLog ? -1 : unread.findIndex(({ whole }) => !whole);
    const known = unknown === -1 ? unread : unread.slice(0, unknown);
    if (isWholeLog || known.length >= count) {
      return { visits: known.slice(0, count), more: !isWholeLog || known.length > count };
    }
  }
}

interface LookedAt extends FoundVisit {
  /** All its entries are among those that were looked at. */
  whole: boolean;
  /** The look went down to the first entry of the log. */
  reachesStart: boolean;
}

/** Two entries further apart than this are of two visits, and so are those of two days. */
const gap = sql`${sql.lit(limits.audit.visitGapMs)} * interval '1 millisecond'`;

/** Tells actors apart. */
const actor = sql`actor_id, case when actor_id is null then actor_name end`;

async function lookForVisits(db: Database, { deviceId, before }: VisitsAsked, size: number): Promise<LookedAt[]> {
  const { rows } = await sql<LookedAt>`
    with looked as materialized (
      select sequence, recorded_at, date(recorded_at at time zone 'UTC') as day, actor_id, actor_name
      from audit_entries where device_id = ${deviceId} and sequence <= (${lastToLookAt(deviceId, before)})
      order by sequence desc limit ${size}
    ), oldest as (
      select sequence, recorded_at, day from looked order by sequence limit 1
    ), linked as (
      select *, recorded_at - lag(recorded_at) over earlier <= ${gap} and day = lag(day) over earlier as goes_on
      from looked window earlier as (partition by ${actor} order by sequence)
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

/** Entries after `before` show which visits below it went on, and are so read already. Those later than the gap show no more. */
function lastToLookAt(deviceId: number, before: number | null): RawBuilder<unknown> {
  const newest = sql`select sequence from audit_heads where device_id = ${deviceId}`;
  if (before === null) return newest;
  return sql`select coalesce((
    select later.sequence - 1 from audit_entries read join audit_entries later on later.device_id = read.device_id
      and later.sequence > read.sequence and later.recorded_at > read.recorded_at + ${gap}
    where read.device_id = ${deviceId} and read.sequence = ${before} order by later.sequence limit 1), (${newest}))`;
}

/** Entries of one visit that say the same kind of thing. */
export interface Deed {
  /** The visit, by its last entry. */
  visit: number;
  action: string;
  subject: string;
  step: StepType | null;
  /** Of the newest of them. */
  details: Readonly<AuditDetails> | null;
  times: number;
  /** How many different parts they were about. */
  parts: number;
  /** What they count together; null when nothing was counted. */
  count: number | null;
  /** Why, in the words of the admin: each reason once. */
  reasons: string[];
}

/** What was done in these visits of a device, each kind of thing once, in the order in which they began. */
export async function readDeeds(db: Database, deviceId: number, visits: readonly FoundVisit[]): Promise<Deed[]> {
  const { rows } = await sql<Deed>`
    with entries as (
      select v.last as visit, e.sequence, e.action, e.subject, e.details, ${stepOf(sql`e`)} as step
      from unnest(${visits.map(({ first }) => first)}::bigint[], ${visits.map(({ last }) => last)}::bigint[],
        ${visits.map(({ actorId }) => actorId)}::bigint[], ${visits.map(({ who }) => who)}::text[]
      ) as v (first, last, actor_id, who)
      join audit_entries e on e.device_id = ${deviceId} and e.sequence between v.first and v.last and ${isBy(sql`v`)}
    )
    select visit, action, subject, step, (array_agg(details order by sequence desc))[1] as details, count(*)::int as times,
      count(distinct coalesce(details ->> 'object', details ->> 'from'))::int as parts,
      sum(case when jsonb_typeof(details -> 'count') = 'number' then (details ->> 'count')::numeric end)::float8 as count,
      coalesce(array_agg(distinct details ->> 'reason')
        filter (where details ? 'reason' and action not like 'REFUSED%'), '{}') as reasons
    from entries
    group by visit, action, subject, step, details ->> 'how', details ->> 'commandType', details ? 'search',
      case when action like 'REFUSED%' then details ->> 'reason' end
    order by visit desc, min(sequence)`.execute(db);
  return rows;
}

/** The entries of one visit below an entry, or its latest; newest first. Whose visit it is, its last entry says. */
export async function readVisitEntries(
  db: Database,
  { deviceId, first, last, before, count }: VisitsAsked & VisitRange,
): Promise<RecordedEntry[]> {
  const { rows } = await sql<RecordedEntry>`
    select e.sequence, ${isoTime(sql`e.recorded_at`)} as "recordedAt", e.actor_name as who, e.action, e.subject,
      coalesce(e.details, '{}') as details, encode(e.hash, 'hex') as hash, ${stepOf(sql`e`)} as step
    from (select actor_id, actor_name as who from audit_entries where device_id = ${deviceId} and sequence = ${last}) as v
    join audit_entries e on e.device_id = ${deviceId} and e.sequence between ${first} and ${last} and ${isBy(sql`v`)}
    where ${before === null ? sql`true` : sql`e.sequence < ${before}`}
    order by e.sequence desc limit ${count}`.execute(db);
  return rows;
}

/** True for an entry of the actor of a visit. */
function isBy(visit: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(e.actor_id = ${visit}.actor_id
    or e.actor_id is null and ${visit}.actor_id is null and e.actor_name = ${visit}.who)`;
}
