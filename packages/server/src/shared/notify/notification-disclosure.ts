import { sql, type RawBuilder } from 'kysely';
import { isToldOfAlert } from '../disclosure/alert-disclosure.ts';
import { isTold } from '../disclosure/disclosure-sql.ts';

const reader = sql`n.user_id`;

/** True when the reader of a notification `n` may be told now what it tells of a device `d`. */
const isToldNow: RawBuilder<boolean> = sql`case
  when n.kind = 'ALERT' then ${isToldOfAlert({ admin: reader, capability: sql`n.tells` })}
  else ${isTold({ admin: reader, told: sql`coalesce(n.tells, 'DEVICE')` })} end`;

/** How many of the devices that a notification `n` about several is about its reader may be told of now. */
const toldDevices: RawBuilder<number> = sql`(
  select count(*)::int from devices d where d.id = any(n.device_ids) and d.left_at is null and ${isToldNow})`;

/**
 * True while the reader of a notification `n` may be told what it tells. It is decided each time a notification is read: nothing is deleted
 * when a person pauses or withdraws something.
 */
export const isShown: RawBuilder<boolean> = sql`case
  when n.device_ids is not null then ${toldDevices} > 0
  when n.device_id is null then true
  else exists (select from devices d where d.id = n.device_id and ${isToldNow}) end`;

/** The number of events of a notification `n`. */
export const shownCount: RawBuilder<number> = sql`case when n.device_ids is null then n.count else ${toldDevices} end`;

/** The title of a notification `n`. One about several devices says how many of them its reader may be told of. */
export const shownTitle: RawBuilder<string> = sql`case when n.device_ids is null then n.title
  else (select replace(n.title, '{devices}', case when told.count = 1 then '1 device' else to_char(told.count, 'FM999,999,999') || ' devices' end)
    from (select ${toldDevices} as count) as told) end`;
