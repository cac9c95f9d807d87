import type { Capability, Command } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Departure } from '../../../shared/presence/presence.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { nameInFull } from '../../../shared/shown-names.ts';

interface Missed {
  commands: (Pick<Command, 'commandTypeEnum' | 'requestedBy' | 'details'> & { deviceId: number })[];
  requests: { deviceId: number; capability: Capability; by: string; reason: string | null }[];
  answers: { deviceId: number; ticketId: number; by: string }[];
  notifications: { deviceId: number; id: number; title: string; message: string; sentBy: string }[];
}

/**
 * Finds what these devices were sent shortly before they became offline and may not have seen: commands they have not started,
 * unanswered requests, and ticket answers and notifications they have not received. What was sent later is not among it, since it
 * has had a push of its own. Each query reads by an index on the device (`commands_one_open`, `consent_requests_one_open`,
 * `tickets_waiting`, `push_notifications_waiting`).
 */
export async function findMissed(db: Database, departures: readonly Departure[], withinMs: number): Promise<Missed> {
  const away = sql`unnest(${departures.map(({ deviceId }) => deviceId)}::bigint[],
    ${departures.map(({ at }) => at)}::timestamptz[]) as away (device_id, at)`;
  // JavaScript cuts the microseconds off the time of departure, so a row of the same millisecond counts as sent before it.
  const sentBefore = (column: string) =>
    sql`${sql.ref(column)} > away.at - ${withinMs} * interval '1 millisecond'
      and ${sql.ref(column)} < away.at + interval '1 millisecond'`;
  const { rows: commands } = await sql<Missed['commands'][number]>`
    select c.device_id as "deviceId", c.command_type as "commandTypeEnum", ${nameInFull} as "requestedBy", c.details
    from ${away} join commands c on c.device_id = away.device_id join users u on u.id = c.requested_by
    where c.finished_at is null and c.step in ('QUEUED', 'SENT') and c.expires_at > now()
      and ${sentBefore('c.created_at')}`.execute(db);
  const { rows: requests } = await sql<Missed['requests'][number]>`
    select r.device_id as "deviceId", r.capability, ${nameInFull} as by, r.reason
    from ${away} join consent_requests r on r.device_id = away.device_id join users u on u.id = r.asked_by
    where r.answered_at is null and ${sentBefore('r.asked_at')}
    order by r.id`.execute(db);
  const { rows: answers } = await sql<Missed['answers'][number]>`
    select t.device_id as "deviceId", t.id as "ticketId", ${nameInFull} as by
    from ${away} join tickets t on t.device_id = away.device_id join ticket_messages m on m.id = t.last_answer_id
      join users u on u.id = m.author_id
    where t.received_up_to < t.last_answer_id and ${sentBefore('m.sent_at')}
    order by t.id`.execute(db);
  const { rows: notifications } = await sql<Missed['notifications'][number]>`
    select n.device_id as "deviceId", n.id, n.title, n.message, ${nameInFull} as "sentBy"
    from ${away} join push_notifications n on n.device_id = away.device_id
      join devices d on d.id = n.device_id and d.left_at is null and d.paused_at is null
        and 'NOTIFICATIONS' = any(d.capabilities)
      join users u on u.id = n.sent_by
    where n.status = 'QUEUED' and n.expires_at > now() and ${sentBefore('n.created_at')}
    order by n.id`.execute(db);
  return { commands, requests, answers, notifications };
}
