import type { ServerInfo } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** A server is late when a renewal came so much later than it should, or two of them are missing. */
const lateAfterMs = 5000;
const silentAfterSeconds = 10;

type Row = Omit<ServerInfo, 'startedAt' | 'renewedAt' | 'leaseUntil' | 'endedAt' | 'isThis'> & {
  startedAt: Date;
  renewedAt: Date;
  leaseUntil: Date | null;
  endedAt: Date | null;
};

/**
 * Lists the servers that use this database, and of each name that has none the last one that ended. Both tables have a row for each
 * server and are scanned. Rows without a name were written by an earlier version and are not listed.
 */
export async function listServers(db: Database, ownId: string): Promise<ServerInfo[]> {
  const { rows } = await sql<Row>`
    with running as (
      select id, name, version, address, started_at, renewed_at, alive_until as lease_until, null::timestamptz as ended_at,
        devices, lag_ms,
        case when alive_until < now() then 'GONE'
          when lag_ms > ${lateAfterMs} or renewed_at < now() - ${silentAfterSeconds} * interval '1 second' then 'LATE'
          else 'ALIVE' end as state
      from gateway_nodes where name <> ''
    ), ended as (
      select distinct on (name) id, name, version, address, started_at, renewed_at, null::timestamptz, ended_at, devices, lag_ms,
        case when was_stopped then 'STOPPED' else 'GONE' end
      from ended_servers e
      where ended_at > now() - interval '1 day' and not exists (select from running r where r.name = e.name)
      order by name, ended_at desc
    )
    select id, name, version, address, started_at as "startedAt", renewed_at as "renewedAt", lease_until as "leaseUntil",
      ended_at as "endedAt", devices, lag_ms as "lagMs", state
    from (table running union all table ended) as servers
    order by ended_at is not null, name, started_at`.execute(db);
  return rows.map((row) => toServerInfo(row, ownId));
}

function toServerInfo({ startedAt, renewedAt, leaseUntil, endedAt, ...row }: Row, ownId: string): ServerInfo {
  return {
    ...row,
    isThis: row.id === ownId,
    startedAt: startedAt.toISOString(),
    renewedAt: renewedAt.toISOString(),
    leaseUntil: leaseUntil?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
