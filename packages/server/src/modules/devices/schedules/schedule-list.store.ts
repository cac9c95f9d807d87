import { timingWords, type Schedule } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { runCounts, runState } from '../runs/run-list.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isOwn } from '../../../shared/watches/creator-sql.ts';
import { shownAccount, shownName } from '../../../shared/shown-names.ts';

/**
 * Lists the schedules that this admin sees, by name. Plan: `schedules_of_admin`, then for each its devices by primary key, its times, and
 * the last entry of `runs_of_schedule`. An admin has at most `limits.schedule.perAdmin` of them.
 */
export async function listSchedules(db: Database, scope: Scope, scheduleId?: number): Promise<Schedule[]> {
  const only = scheduleId === undefined ? sql`true` : sql`s.id = ${scheduleId}`;
  const { rows } = await sql<Omit<Schedule, 'when'>>`
    select s.id, s.name, s.purpose, s.action, s.title, s.timing, s.paused_at is not null as paused, ${shownAccount} as "createdBy",
      ${isoTime(sql`s.created_at`)} as "createdAt",
      json_build_object('devices', counted.devices,
        'group', (select json_build_object('id', g.id, 'name', g.name) from groups g
          where g.id = s.group_id and ${seesGroup(scope)}),
        'device', (select json_build_object('id', d.id, 'name', ${shownName}) from devices d
          where counted.devices = 1 and s.group_id is null and d.id = counted.device_id and ${inScope(scope, sql`d.id`)})
      ) as target,
      (select ${isoTime(sql`min(t.next_at)`)} from schedule_times t where t.schedule_id = s.id) as "nextAt",
      (select json_build_object('id', r.id, 'startedAt', ${isoTime(sql`r.created_at`)}, 'state', ${runState},
          'counts', ${runCounts})
        from runs r where r.schedule_id = s.id order by r.id desc limit 1) as "lastRun",
      true as mine
    from schedules s join users u on u.id = s.created_by cross join lateral (
      select count(*)::int as devices, max(d.id) as device_id
      from schedule_devices sd join devices d on d.id = sd.device_id and d.left_at is null
      where sd.schedule_id = s.id) as counted
    where ${isOwn(scope, sql`s.created_by`)} and ${only}
    order by s.name collate natural_order, s.id`.execute(db);
  return rows.map((row) => Object.assign(row, { when: timingWords(row.timing) }));
}
