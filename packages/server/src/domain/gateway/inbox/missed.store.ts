import type { Capability, Command } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../schema/schema.ts';

interface Missed {
  commands: (Pick<Command, 'commandTypeEnum' | 'requestedBy' | 'details'> & { deviceId: number })[];
  requests: { deviceId: number; capability: Capability; by: string; reason: string | null }[];
  answers: { deviceId: number; ticketId: number; by: string }[];
}

/**
 * Finds what these devices were sent recently and may not have seen: commands they have not started, unanswered requests,
 * and ticket answers they have not received. Each query reads by an index on the device (`commands_one_open`,
 * `consent_requests_one_open`, `tickets_waiting`).
 */
export async function findMissed(db: Database, deviceIds: readonly number[], withinMs: number): Promise<Missed> {
  const since = sql`now() - ${withinMs} * interval '1 millisecond'`;
  const { rows: commands } = await sql<Missed['commands'][number]>`
    select c.device_id as "deviceId", c.command_type as "commandTypeEnum", u.username as "requestedBy", c.details
    from commands c join users u on u.id = c.requested_by
    where c.device_id = any(${deviceIds}::bigint[]) and c.finished_at is null and c.step in ('QUEUED', 'SENT')
      and c.created_at > ${since} and c.expires_at > now()`.execute(db);
  const { rows: requests } = await sql<Missed['requests'][number]>`
    select r.device_id as "deviceId", r.capability, u.username as by, r.reason
    from consent_requests r join users u on u.id = r.asked_by
    where r.device_id = any(${deviceIds}::bigint[]) and r.answered_at is null and r.asked_at > ${since}
    order by r.id`.execute(db);
  const { rows: answers } = await sql<Missed['answers'][number]>`
    select t.device_id as "deviceId", t.id as "ticketId", u.username as by
    from tickets t join ticket_messages m on m.id = t.last_answer_id join users u on u.id = m.author_id
    where t.device_id = any(${deviceIds}::bigint[]) and t.received_up_to < t.last_answer_id and m.sent_at > ${since}
    order by t.id`.execute(db);
  return { commands, requests, answers };
}
