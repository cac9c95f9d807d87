import { sql } from 'kysely';
import { statedBy } from '../../../shared/disclosure/reasons.store.ts';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

interface Cancellation {
  runId: number;
  by: { id: number; name: string };
  /** The path of the endpoint, for the audit entries. */
  subject: string;
  reason: string;
}

/** Marks a run as cancelled, and its waiting items, which it locks in the order of their ids. False when it had finished. */
export async function cancelWaiting(db: Database, { runId, reason }: Cancellation): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      update runs set cancelled_at = coalesce(cancelled_at, now())
      where id = ${runId} and finished_at is null returning id`.execute(transaction);
    if (rows.length === 0) return false;
    await sql`
      with waiting as (
        select id from run_items where run_id = ${runId} and num_nulls(finished_at) = 1 and state = 'WAITING' order by id for update
      )
      update run_items i set state = 'CANCELLED', reason = ${reason}, finished_at = now()
      from waiting where i.id = waiting.id`.execute(transaction);
    return true;
  });
}

/**
 * Cancels the open commands of a run and logs each, in one statement. Returns them. Plan: the run's open items by `run_items_unfinished_of_run`, their
 * commands by primary key, locked in the order of their ids. The trigger `audit_entries_chain` adds the entries to the hash chains.
 */
export async function cancelOpenCommands(db: Database, cancellation: Cancellation): Promise<CancelledCommand[]> {
  const { runId, by, subject, reason } = cancellation;
  const stated = statedBy({ actor: sql`${by.id}::bigint`, device: sql`c.device_id`, capability: sql`null::text` });
  const { rows } = await sql<CancelledCommand>`
    with open as (
      select c.id from run_items i join commands c on c.id = i.command_id
      where i.run_id = ${runId} and num_nulls(i.finished_at) = 1 and i.state = 'OPEN' and c.finished_at is null order by c.id for update of c
    ), cancelled as (
      update commands c set step = 'CANCELLED', finished_at = now(), error_details = ${reason}
      from open where c.id = open.id returning c.*
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select c.device_id, ${by.id}::bigint, ${by.name}, 'CANCEL', ${subject},
        c.details - 'reason' - 'approvedBy' || ${stated} || jsonb_build_object('commandId', c.id, 'commandType', c.command_type)
      from cancelled c order by c.device_id
    )
    select id as "commandId", device_id as "deviceId", command_type as "commandType" from cancelled`.execute(db);
  return rows;
}
