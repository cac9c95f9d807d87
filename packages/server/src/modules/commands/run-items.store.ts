import { sql } from 'kysely';
import { param, runNamedQuery } from '../../core/database/named-query.ts';
import type { Database } from '../../shared/schema/schema.ts';

/** An item of a run together with its run and device. */
export interface RunItemRef {
  itemId: number;
  runId: number;
  deviceId: number;
}

const refFields = sql`i.id as "itemId", i.run_id as "runId", i.device_id as "deviceId"`;

export interface SettledItem extends RunItemRef {
  /** True when no other command item waits for the device. */
  isLast: boolean;
}

/**
 * Ends the open items whose commands have ended, with the step and reason of the command: the command's row is the truth. Only items of
 * these devices, or all when null. Plan: the partial index `run_items_unfinished`, then `commands` by primary key, and a
 * probe of that index for each device.
 */
export async function settleRunItems(db: Database, deviceIds: readonly number[] | null): Promise<SettledItem[]> {
  const isForAll = deviceIds === null;
  return await runNamedQuery(db, `settle ${isForAll ? 'all' : 'some'} run items`, () => settling(isForAll), {
    deviceIds,
  });
}

function settling(isForAll: boolean) {
  const concerned = isForAll ? sql`true` : sql`i.device_id = any(${param('deviceIds')}::bigint[])`;
  return sql<SettledItem>`
    with ended as (
      select i.id, c.step, coalesce(c.error_details, '') as reason, c.finished_at
      from run_items i join commands c on c.id = i.command_id
      where i.finished_at is null and i.kind = 'COMMAND' and i.state = 'OPEN' and ${concerned} and c.finished_at is not null
      order by i.id for update of i skip locked
    )
    update run_items i set state = ended.step, reason = ended.reason, finished_at = ended.finished_at
    from ended where i.id = ended.id
    returning ${refFields}, not exists (
      select from run_items w where w.device_id = i.device_id and w.finished_at is null and w.kind = 'COMMAND' and w.state = 'WAITING') as "isLast"`;
}

/**
 * Skips waiting items, each with its reason. Items that no longer wait, or that another server is carrying out, are left alone. An item of a
 * device that left while the run was being started was not erased by `endRunItemsOf`; it is erased here.
 */
export async function skipRunItems(
  db: Database,
  items: readonly { itemId: number; reason: string }[],
): Promise<RunItemRef[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<RunItemRef>`
    with skipped as (
      select i.id, s.reason, exists (select from devices d where d.id = i.device_id and d.left_at is null) as is_present
      from unnest(${items.map(({ itemId }) => itemId)}::bigint[],
        ${items.map(({ reason }) => reason)}::text[]) as s (id, reason)
        join run_items i on i.id = s.id and i.state = 'WAITING'
      order by i.id for update of i skip locked
    )
    update run_items i set state = 'SKIPPED', reason = skipped.reason, finished_at = now(),
      params = case when is_present then i.params else '{}' end, details = case when is_present then i.details else '{}' end
    from skipped where i.id = skipped.id
    returning ${refFields}`.execute(db);
  return rows;
}

/**
 * Locks an item that ends its device until the end of the transaction, after the run when that is for this device alone: `endRunItemsOf` will
 * lock both in this order. False when it waits no longer.
 */
export async function lockWaitingItem(db: Database, itemId: number): Promise<boolean> {
  await sql`
    select from runs r where r.device_id is not null and r.id = (select i.run_id from run_items i where i.id = ${itemId})
    for no key update`.execute(db);
  const { rows } = await sql`
    select from run_items where id = ${itemId} and state = 'WAITING' for update`.execute(db);
  return rows.length > 0;
}

/**
 * Ends the items of a device that leaves, and erases what they name: files, messages, what its person does not share. The item that ended
 * the device (`endItemId`) is done; the others are skipped, and an open one is cancelled with its command. Runs for this device alone lose
 * the words of their admin too. The feeder finishes the runs. Plan: `runs_of_device` and `run_items_about_device`, locked in the order of ids; the
 * runs before their items, as whoever cancels or deletes a run does.
 */
export async function endRunItemsOf(
  db: Database,
  deviceId: number,
  { reason, endItemId }: { reason: string; endItemId: number | null },
): Promise<void> {
  await sql`
    with concerned as (select id from runs where device_id = ${deviceId} order by id for no key update)
    update runs r set reason = '', schedule_name = case when schedule_name is not null then '' end,
      title = case when action = 'NOTIFY' then 'Send a notification' else title end
    from concerned where r.id = concerned.id`.execute(db);
  const ends = sql`i.state in ('WAITING', 'OPEN')`;
  await sql`
    with concerned as (
      select id from run_items where id in (
        select id from run_items where device_id = ${deviceId} and finished_at is null and kind = 'COMMAND'
        union select id from run_items where device_id = ${deviceId} and finished_at is null and kind <> 'COMMAND'
        union select id from run_items where device_id = ${deviceId} and (params <> '{}' or details <> '{}' or reason <> ''))
      order by id for update)
    update run_items i set params = '{}', details = '{}', finished_at = case when ${ends} then now() else i.finished_at end,
      state = case when i.id = ${endItemId} then 'DONE' when i.state = 'OPEN' then 'CANCELLED' when i.state = 'WAITING' then 'SKIPPED'
        else i.state end,
      reason = case when ${ends} and i.id is distinct from ${endItemId} then ${reason} else '' end
    from concerned where i.id = concerned.id`.execute(db);
}
