import { deviceSocketPath, type Capability, type DeviceFrame, type SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { recountFleet } from '../../figures/fleet-figures.store.ts';
import { movingHeld } from '../gateway/presence.store.ts';
import { groundColumns } from '../grounds.store.ts';

/** Stands in a device's log for whoever restored the server: nobody was signed in. */
export const restorer = { actorId: null, actorName: 'Fairwatch', subject: 'npm run restore' };
/** How the hold stands in the record of consents: nobody decided it. */
export const heldAfterRestore = 'HELD_AFTER_RESTORE';
/** The ground of the latest consent, in the order of `groundColumns`; needs `l`. */
const groundOfLatest = sql`l.purpose, l.purpose_text, l.legal_basis, l.guardian, l.review_on`;
const cancelReason = 'Fairwatch was restored from a backup while this command was open.';

/**
 * Holds every device that a restore brought back: nothing counts as granted until it has said hello, and nothing that was
 * asked of it before still is. Written to the record of consents and to each device's log. Gives back how many there are.
 */
export async function holdDevices(db: Database, madeAt: string): Promise<number> {
  await sql`
    update commands set step = 'CANCELLED', finished_at = now(), error_details = ${cancelReason}
    where finished_at is null`.execute(db);
  await sql`update push_notifications set status = 'CANCELLED' where status = 'QUEUED'`.execute(db);
  // Nobody else is here yet, so the counts and what devices are found by are made anew for all of them instead of changed one by one.
  await sql`alter table devices disable trigger devices_fleet_changed`.execute(db);
  await sql`alter table devices disable trigger devices_note_search`.execute(db);
  await sql`update device_search set details = '' where details <> ''`.execute(db);
  const { numAffectedRows } = await sql`
    with held as (
      update devices set restored_at = now(), capabilities = '{}',
        restored_capabilities = coalesce(restored_capabilities, capabilities)
      where left_at is null returning id, username
    ), latest as (
      select distinct on (c.device_id) c.* from consents c join held on held.id = c.device_id
      order by c.device_id, c.id desc
    ), recorded as (
      insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how, ${groundColumns})
      select l.device_id, held.username, l.notice_version, l.notice_hash, l.language, '{}', ${heldAfterRestore}, ${groundOfLatest}
      from latest l join held on held.id = l.device_id
    )
    insert into audit_entries (device_id, actor_name, action, subject, details)
    select id, ${restorer.actorName}, 'RESTORE', ${restorer.subject},
      jsonb_strip_nulls(jsonb_build_object('madeAt', nullif(${madeAt}, '')))
    from held order by id`.execute(db);
  await sql`alter table devices enable trigger devices_fleet_changed`.execute(db);
  await sql`alter table devices enable trigger devices_note_search`.execute(db);
  await recountFleet(db);
  return Number(numAffectedRows ?? 0);
}

/** What a person shares by their device's own word. */
export type ToldGrants = NonNullable<Extract<DeviceFrame, { type: 'hello' }>['grants']>;

/** A device that came back with a restore, and what counts as shared since it said hello. */
export interface ConfirmedDevice {
  id: number;
  capabilities: Capability[];
  paused: boolean;
  /** By the device's own word, where it says any. */
  hours: SharingHours | null;
  /** What the backup says was granted and the person has withdrawn since. */
  withdrawn: Capability[];
  /** The person has paused since the backup. */
  pausedSince: boolean;
}

/** What the backup says is granted, in its order; needs `d`. */
const recorded = sql`select name from unnest(d.restored_capabilities) with ordinality as r (name, place)`;

/**
 * From now on what both the backup and the device say is granted counts: what was withdrawn since stays withdrawn, and what
 * was granted since has no record any more. Devices that are not held are left as they are, and not given back.
 */
export async function confirmGrants(
  db: Database,
  told: readonly { deviceId: number; grants: ToldGrants }[],
): Promise<ConfirmedDevice[]> {
  const texts = JSON.stringify(
    told.map(({ deviceId, grants }) => ({ id: deviceId, ...grants, hours_told: grants.hours !== undefined })),
  );
  const { rows } = await sql<ConfirmedDevice>`
    with told as (
      select * from jsonb_to_recordset(${texts}::jsonb) as t (
        id bigint, capabilities text[], paused boolean, hours jsonb, hours_told boolean)
    ), held as materialized (
      select d.id, d.user_id, d.username, d.paused_at is null and told.paused as paused_since,
        case when told.hours_told then nullif(told.hours, 'null'::jsonb) else d.sharing_hours end as hours,
        array(${recorded} where name = any(told.capabilities) order by place) as granted,
        array(${recorded} where name <> all(told.capabilities) order by place) as withdrawn,
        'DEVICE_INFO' = any(d.restored_capabilities) and 'DEVICE_INFO' = any(told.capabilities) as moves
      from devices d join told using (id)
      where d.restored_at is not null and d.left_at is null order by d.id for no key update of d
    ), changed as (
      update devices d set restored_at = null, restored_capabilities = null, capabilities = held.granted,
        sharing_hours = held.hours, paused_at = case when held.paused_since then now() else d.paused_at end
      from held, ${movingHeld}
      where d.id = held.id returning d.id, d.paused_at is not null as paused, d.sharing_hours as hours
    ), latest as (
      select distinct on (c.device_id) c.* from consents c join held on held.id = c.device_id
      order by c.device_id, c.id desc
    ), recorded as (
      insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how, ${groundColumns})
      select held.id, held.username, l.notice_version, l.notice_hash, l.language, held.granted, 'TOLD_AFTER_RESTORE',
        ${groundOfLatest}
      from held join latest l on l.device_id = held.id
    ), answered as (
      update consent_requests r set answer = 'GRANTED', answered_at = now() from held
      where r.device_id = held.id and r.capability = any(held.granted) and r.answered_at is null
    ), entries as (
      select id, user_id, username, 'CONSENT' as action, jsonb_build_object('capabilities', granted) as details from held
      union all select id, user_id, username, 'PAUSE', '{}' from held where paused_since
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select id, user_id, username, action, ${deviceSocketPath}, details from entries order by id, action
    )
    select id, held.granted as capabilities, changed.paused, changed.hours, held.withdrawn, held.paused_since as "pausedSince"
    from held join changed using (id)`.execute(db);
  return rows;
}

/** Devices that came back with a restore before this moment and have not said hello since. */
export async function findUnconfirmed(db: Database, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where restored_at < ${before} and left_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The device that came back with a restore and is held, by the phone's own number; null when there is none. */
export async function findHeld(db: Database, uniqueUuid: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from devices
    where unique_uuid = ${uniqueUuid} and restored_at is not null and left_at is null`.execute(db);
  return rows[0]?.id ?? null;
}
