import {
  capabilities,
  capabilityNames,
  hoursBeginAt,
  type deviceGrants,
  type Grant,
  type OutputOf,
  type SharingHours,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import { inScope } from '../../shared/scope-sql.ts';
import { quarantinedAfterRestore } from './quarantine.store.ts';
import type { Scope } from '../../shared/scope.ts';
import { shownAccount } from '../../shared/shown-names.ts';

type Grants = OutputOf<typeof deviceGrants>;

interface FoundGrants {
  pausedSince: string | null;
  heldSince: string | null;
  hours: SharingHours | null;
  decisions: Omit<Grant, 'title' | 'shares'>[];
}

/**
 * Every capability with the time of its last change: the first consent after the last one that decided the opposite. A capability
 * that was never granted has no such time; consents recorded by a restore do not count. Plan: the device by its primary key, its
 * consents by `consents_device`, and a nested loop over the capabilities with two aggregates over the few consents, and what was asked at
 * joining by `consent_requests_latest`.
 */
export async function findGrants(
  db: Database,
  scope: Scope,
  deviceId: number,
  now = new Date(),
): Promise<Grants | undefined> {
  const { rows } = await sql<FoundGrants>`
    select ${isoTime(sql`d.paused_at`)} as "pausedSince", ${isoTime(sql`d.restored_at`)} as "heldSince", d.sharing_hours as hours, (
      with decided as (select * from consents where device_id = d.id and how <> ${quarantinedAfterRestore})
      select json_agg(json_build_object('capability', name, 'granted', granted, 'since', since, 'asked', asked) order by place)
      from unnest(${capabilityNames}::text[]) with ordinality as wanted (name, place)
      cross join lateral (select name = any(d.capabilities) as granted) as at_present
      cross join lateral (
        select max(id) as id from decided where (name = any(capabilities)) <> granted
      ) as opposite
      cross join lateral (
        select ${isoTime(sql`min(recorded_at)`)} as since from decided
        where id > coalesce(opposite.id, 0) and (granted or opposite.id is not null)
      ) as change
      left join lateral (
        select json_build_object('by', ${shownAccount}, 'mine', r.asked_by = ${scope.userId}::bigint, 'reason', r.reason) as asked
        from consent_requests r join users u on u.id = r.asked_by
        where r.device_id = d.id and r.capability = name and r.at_joining
      ) as at_joining on true
    ) as decisions
    from devices d
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { decisions, ...times } = found;
  const beginsAt = hoursBeginAt(found.hours, now)?.toISOString() ?? null;
  return { ...times, hoursBeginAt: beginsAt, grants: decisions.map(inWords) };
}

function inWords(decision: FoundGrants['decisions'][number]): Grant {
  const { title, shares } = capabilities[decision.capability];
  return { ...decision, title, shares };
}
