import { errorText, limits, type Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { reasonFor, statedBy } from '../../../../shared/disclosure/reasons.store.ts';
import type { Database } from '../../../../shared/schema/schema.ts';

/** What became of an item that is no command. */
export interface DirectOutcome {
  itemId: number;
  runId: number;
  deviceId: number;
  state: 'DONE' | 'SKIPPED';
}

/** The items with their runs and admins, and the reason of the run where it has one. */
const wanted = (itemIds: readonly number[]) => sql`
  select i.id, i.run_id, i.device_id, i.capability, i.params, r.requested_by, r.schedule_name, u.username,
    case when r.reason <> '' then r.reason
      else ${reasonFor({ admin: sql`r.requested_by`, device: sql`i.device_id`, capability: sql`i.capability` })} end as reason
  from run_items i join runs r on r.id = i.run_id join users u on u.id = r.requested_by
  where i.id = any(${itemIds}::bigint[]) and i.state = 'WAITING'`;

/** Locks the items, after their devices; one that another server carries out is skipped. */
const lockItems = (devices: RawBuilder<unknown>) => sql`
  select w.* from wanted w join ${devices} p on p.id = w.device_id
    join run_items i on i.id = w.id and i.state = 'WAITING' order by w.id for update of i skip locked`;

/** What the log says of the run: its id, the reason, and the schedule that started it. */
const aboutRun = (row: RawBuilder<unknown>) => sql`jsonb_strip_nulls(jsonb_build_object(
  'runId', ${row}.run_id, 'reason', ${row}.reason, 'schedule', ${row}.schedule_name))`;

/**
 * Sends the notifications of these items, of which each is for another device: notification, log entry and the end of the item in one
 * statement, so that none is sent twice. A person with too many undelivered ones gets no more. Plan: items, runs and admins by primary key, devices by primary key locked in the
 * order of their ids, undelivered notifications by the partial index `push_notifications_waiting`.
 */
export async function sendRunNotifications(
  db: Database,
  itemIds: readonly number[],
  subject: string,
): Promise<(DirectOutcome & { notificationId: number })[]> {
  const { deliverWithinMs, waitingAtOnce } = limits.notification;
  const stated = statedBy({ actor: sql`c.sent_by`, device: sql`c.device_id`, capability: sql`'NOTIFICATIONS'` });
  const { rows } = await sql<DirectOutcome & { notificationId: number }>`
    with wanted as materialized (${wanted(itemIds)}
    ), present as materialized (
      select d.id from devices d where d.id in (select device_id from wanted) and d.left_at is null and d.paused_at is null
        and 'NOTIFICATIONS' = any(d.capabilities) order by d.id for share of d
    ), locked as materialized (${lockItems(sql`present`)}
    ), fitting as materialized (
      select l.*, (select count(*) from push_notifications n where n.device_id = l.device_id and n.status = 'QUEUED')
        < ${waitingAtOnce} as fits from locked l
    ), created as (
      insert into push_notifications (device_id, type, title, message, sent_by, expires_at)
      select device_id, params ->> 'type', params ->> 'title', params ->> 'message', requested_by,
        now() + ${deliverWithinMs} * interval '1 millisecond' from fitting where fits order by device_id
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select c.device_id, c.sent_by, f.username, 'NOTIFY', ${subject}, ${stated} || ${aboutRun(sql`f`)}
        || jsonb_build_object('notificationId', c.id, 'notificationType', c.type, 'object', c.title)
      from created c join fitting f on f.device_id = c.device_id order by c.device_id
    )
    update run_items i set state = case when f.fits then 'DONE' else 'SKIPPED' end, started_at = now(), finished_at = now(),
      reason = case when f.fits then '' else ${errorText('notifications_waiting', { count: waitingAtOnce })} end
    from fitting f left join created c on c.device_id = f.device_id where i.id = f.id
    returning i.id as "itemId", i.run_id as "runId", i.device_id as "deviceId", i.state,
      coalesce(c.id, 0) as "notificationId"`.execute(db);
  return rows;
}

export interface AskOutcome extends DirectOutcome {
  capability: Capability;
  /** The reason that the person reads; null for none. */
  why: string | null;
}

/**
 * Asks the people of these items to share something, each for a capability once: request, log entry and the end of the item in one
 * statement. Somebody who was asked lately, or is being asked, is not asked again. Plan: as for notifications; the latest request by `consent_requests_latest`.
 */
export async function askForRun(db: Database, itemIds: readonly number[], subject: string): Promise<AskOutcome[]> {
  const again = sql`${limits.consentRequest.askAgainAfterMs} * interval '1 millisecond'`;
  const { rows } = await sql<AskOutcome>`
    with wanted as materialized (${wanted(itemIds)}
    ), present as materialized (
      select d.id, d.capabilities from devices d where d.id in (select device_id from wanted) and d.left_at is null
        and d.paused_at is null and d.restored_at is null order by d.id for no key update of d
    ), locked as materialized (${lockItems(sql`present`)}
    ), checked as materialized (
      select l.*, p.capabilities, case when l.capability = any(p.capabilities) then 'SHARED'
          when latest.id is not null and latest.answer is null then 'ASKED'
          when latest.answer is not null
            and (case latest.answer when 'DECLINED' then latest.answered_at else latest.asked_at end) + ${again} > now()
            then 'SOON' end as refusal
      from locked l join present p on p.id = l.device_id left join lateral (
        select r.* from consent_requests r where r.device_id = l.device_id and r.capability = l.capability
        order by r.id desc limit 1) as latest on true
    ), created as (
      insert into consent_requests (device_id, capability, asked_by, reason)
      select device_id, capability, requested_by, reason from checked where refusal is null order by device_id, id
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select j.device_id, j.requested_by, j.username, 'ASK', ${subject},
        ${aboutRun(sql`j`)} || jsonb_build_object('capability', j.capability)
      from created c join checked j on j.device_id = c.device_id and j.capability = c.capability order by j.device_id, j.id
    )
    update run_items i set state = case when j.refusal is null then 'DONE' else 'SKIPPED' end, started_at = now(), finished_at = now(),
      reason = case j.refusal when 'SHARED' then 'They share it already.' when 'ASKED' then 'They are being asked already.'
        when 'SOON' then 'They were asked within the last day.' else '' end
    from checked j where i.id = j.id
    returning i.id as "itemId", i.run_id as "runId", i.device_id as "deviceId", i.state, i.capability, j.reason as why`.execute(
    db,
  );
  return rows;
}
