import type { AdminDeed, AuditAction, AuditCheck } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** The setting that holds the latest check. It is one row for all servers, so that one of them checks at a time. */
const key = 'audit-check';

/** How long a server may be silent before its check counts as failed. */
const silentFor = sql`interval '30 seconds'`;
const isAlive = sql`(s.value ->> 'seenAt')::timestamptz > now() - ${silentFor}`;

export interface StoredCheck extends AuditCheck {
  /** Tells a check from a later one. */
  id: string;
}

/** Finds the latest check. One whose server has fallen silent has failed. */
export async function findCheck(db: Database): Promise<StoredCheck | null> {
  const { rows } = await sql<{ check: StoredCheck }>`
    select s.value - 'seenAt' || case when s.value ->> 'state' = 'RUNNING' and not ${isAlive}
      then '{"state":"FAILED"}'::jsonb else '{}' end as check
    from settings s where s.key = ${key}`.execute(db);
  return rows[0]?.check ?? null;
}

/** Stores a new check unless one is running. Returns false when one is. */
export async function insertCheck(db: Database, check: StoredCheck): Promise<boolean> {
  const { rows } = await sql`
    insert into settings as s (key, value)
    values (${key}, ${JSON.stringify(check)}::jsonb || jsonb_build_object('seenAt', now()))
    on conflict (key) do update set value = excluded.value
      where s.value ->> 'state' <> 'RUNNING' or not ${isAlive}
    returning key`.execute(db);
  return rows.length > 0;
}

/** Stores how far a check is, or its result. Returns false when it does not run any more, because somebody stopped it. */
export async function updateCheck(db: Database, id: string | null, change: Partial<AuditCheck>): Promise<boolean> {
  const { rows } = await sql`
    update settings s set value = s.value || ${JSON.stringify(change)}::jsonb || jsonb_build_object('seenAt', now())
    where s.key = ${key} and s.value ->> 'state' = 'RUNNING' and (${id}::text is null or s.value ->> 'id' = ${id})
    returning s.key`.execute(db);
  return rows.length > 0;
}

/** Counts the entries of all logs by the heads of their chains, of which each knows its number. */
export async function countEntries(db: Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ((select coalesce(sum(sequence), 0) from audit_heads) + (select coalesce(max(id), 0) from access_entries))::int as total`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

interface CountedDeed extends Pick<AdminDeed, 'who' | 'times'> {
  action: AuditAction;
  subject: string;
}

/** Counts what each admin did in a period, by the index on `recorded_at`. What people did with their own devices is not counted. */
export async function countDeeds(db: Database, { from, to }: { from: string; to: string }): Promise<CountedDeed[]> {
  const { rows } = await sql<CountedDeed>`
    select coalesce(u.username, nullif(e.actor_name, ''), '') as who, e.action, e.subject, count(*)::int as times
    from audit_entries e left join users u on u.id = e.actor_id
    where e.recorded_at >= ${from}::timestamptz and e.recorded_at < ${to}::timestamptz
      and e.actor_id is not null and not e.by_person
    group by 1, 2, 3 order by 1, 4 desc, 2, 3`.execute(db);
  return rows;
}
