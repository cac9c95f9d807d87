import type { Command, CommandType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import { toldCommandFields, type CommandRef } from './commands.store.ts';
import { inScope } from '../../shared/scope-sql.ts';
import { statedBy } from '../../shared/disclosure/reasons.store.ts';
import type { Scope } from '../../shared/scope.ts';
import { capabilityOf } from './told-commands-sql.ts';

/** The type of a command; undefined when no device in scope has this command. */
export async function findCommandType(
  db: Database,
  scope: Scope,
  { commandId, deviceId }: CommandRef,
): Promise<CommandType | undefined> {
  const { rows } = await sql<{ commandType: CommandType }>`
    select c.command_type as "commandType" from commands c
    where c.id = ${commandId} and c.device_id = ${deviceId} and ${inScope(scope, sql`c.device_id`)}`.execute(db);
  return rows[0]?.commandType;
}

interface Cancellation extends CommandRef {
  by: { id: number; name: string };
  /** The path of the endpoint, for the audit entry. */
  subject: string;
  reason: string;
}

/**
 * Cancels a command and logs it, in one statement. Plan: the command by its primary key. Undefined when the command had already
 * ended, otherwise as this admin may be told of it. The trigger `audit_entries_chain` adds the entry to the device's hash chain.
 */
export async function markCancelled(db: Database, cancellation: Cancellation): Promise<Command | undefined> {
  const { commandId, deviceId, by, subject, reason } = cancellation;
  const stated = statedBy({
    actor: sql`${by.id}::bigint`,
    device: sql`cancelled.device_id`,
    capability: capabilityOf(sql`cancelled`),
  });
  // The requester's reason and approval are removed from the details, because the entry is by the admin who cancels.
  const { rows } = await sql<Command>`
    with cancelled as (
      update commands set step = 'CANCELLED', finished_at = now(), error_details = ${reason}
      where id = ${commandId} and device_id = ${deviceId} and finished_at is null
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select device_id, ${by.id}::bigint, ${by.name}, 'CANCEL', ${subject},
        details - 'reason' - 'approvedBy' || ${stated} || jsonb_build_object('commandId', id, 'commandType', command_type)
      from cancelled
    )
    select ${toldCommandFields({ userId: by.id })} from cancelled c join users u on u.id = c.requested_by`.execute(db);
  return rows[0];
}
