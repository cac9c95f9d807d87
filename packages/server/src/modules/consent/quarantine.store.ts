import { deviceSocketPath, type Capability, type DeviceFrame, type SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { DeviceConnection } from '../../shared/device-connection.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { recountFleet } from '../../shared/device-state/fleet-counts.store.ts';
import { locksFleetCounts } from '../../shared/presence/presence.store.ts';
import { groundColumns } from '../../shared/device-state/grounds.store.ts';

/** The actor in the log for a restore, since nobody is signed in then. */
export const restorer = { actorId: null, actorName: 'Fairwatch', subject: 'npm run restore' };
/** The `how` of the consent that a quarantine records, since no person decided it. */
export const quarantinedAfterRestore = 'HELD_AFTER_RESTORE';
/** The ground of the latest consent, in the order of `groundColumns`; needs `l`. */
const groundOfLatest = sql`l.purpose, l.purpose_text, l.legal_basis, l.guardian, l.review_on`;
const cancelReason = 'Fairwatch was restored from a backup while this command was open.';

/**
 * Quarantines every device that a restore brought back: nothing counts as shared until it has reported, and open commands
 * are cancelled. It is recorded in the consents and in each device's log. Returns how many there are.
 */
export async function quarantineDevices(db: Database, madeAt: string): Promise<number> {
  await sql`
    update commands set step = 'CANCELLED', finished_at = now(), error_details = ${cancelReason}
    where finished_at is null`.execute(db);
  await sql`update push_notifications set status = 'CANCELLED' where status = 'QUEUED'`.execute(db);
  // Nobody else is connected yet, so the counts and the search index are rebuilt for all devices afterwards instead of by
  // the triggers for each row.
  await sql`alter table devices disable trigger devices_fleet_changed`.execute(db);
  await sql`alter table devices disable trigger devices_note_search`.execute(db);
  await sql`update device_search set details = '' where details <> ''`.execute(db);
  const { numAffectedRows } = await sql`
    with locked as (
      update devices set restored_at = now(), capabilities = '{}',
        restored_capabilities = coalesce(restored_capabilities, capabilities)
      where left_at is null returning id, username
    ), latest as (
      select distinct on (c.device_id) c.* from consents c join locked on locked.id = c.device_id
      order by c.device_id, c.id desc
    ), recorded as (
      insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how, ${groundColumns})
      select l.device_id, locked.username, l.notice_version, l.notice_hash, l.language, '{}', ${quarantinedAfterRestore}, ${groundOfLatest}
      from latest l join locked on locked.id = l.device_id
    )
    insert into audit_entries (device_id, actor_name, action, subject, details)
    select id, ${restorer.actorName}, 'RESTORE', ${restorer.subject},
      jsonb_strip_nulls(jsonb_build_object('madeAt', nullif(${madeAt}, '')))
    from locked order by id`.execute(db);
  await sql`alter table devices enable trigger devices_fleet_changed`.execute(db);
  await sql`alter table devices enable trigger devices_note_search`.execute(db);
  await recountFleet(db);
  return Number(numAffectedRows ?? 0);
}

/** What a person shares, as their device reports it. */
export type ReportedGrants = NonNullable<Extract<DeviceFrame, { type: 'hello' }>['grants']>;

/** A device whose quarantine ended, and what counts as shared now. */
export interface ConfirmedDevice {
  id: number;
  capabilities: Capability[];
  paused: boolean;
  /** As the device reports them, where it does. */
  hours: SharingHours | null;
  /** Capabilities that the backup has as granted and the person has withdrawn since. */
  withdrawn: Capability[];
  /** True when the person has paused since the backup. */
  pausedSince: boolean;
}

/** Selects what the backup has as granted, in its order; needs `d`. */
const recorded = sql`select name from unnest(d.restored_capabilities) with ordinality as r (name, place)`;

/**
 * Ends the quarantine of devices: what both the backup and the device have as granted counts. What was withdrawn since stays
 * withdrawn, and what was granted since has no record any more. Devices that are not quarantined, or have connected to another server
 * since, are skipped and not returned.
 *
 * Plan: `devices` by primary key for each element of the JSON, locked in the order of ids; every later step reads the
 * materialised `locked`. All of it is one statement, so that consents, requests and log entries agree.
 */
export async function confirmGrants(
  db: Database,
  told: readonly (DeviceConnection & { grants: ReportedGrants })[],
): Promise<ConfirmedDevice[]> {
  const texts = JSON.stringify(
    told.map(({ deviceId, epoch, grants }) => ({
      id: deviceId,
      epoch,
      ...grants,
      hours_told: grants.hours !== undefined,
    })),
  );
  const { rows } = await sql<ConfirmedDevice>`
    with told as (
      select * from jsonb_to_recordset(${texts}::jsonb) as t (
        id bigint, epoch bigint, capabilities text[], paused boolean, hours jsonb, hours_told boolean)
    ), locked as materialized (
      select d.id, d.user_id, d.username, d.paused_at is null and told.paused as paused_since,
        case when told.hours_told then nullif(told.hours, 'null'::jsonb) else d.sharing_hours end as hours,
        array(${recorded} where name = any(told.capabilities) order by place) as granted,
        array(${recorded} where name <> all(told.capabilities) order by place) as withdrawn,
        'DEVICE_INFO' = any(d.restored_capabilities) and 'DEVICE_INFO' = any(told.capabilities) as moves
      from devices d join told using (id)
      where d.restored_at is not null and d.left_at is null and d.connection_epoch = told.epoch
      order by d.id for no key update of d
    ), changed as (
      update devices d set restored_at = null, restored_capabilities = null, capabilities = locked.granted,
        sharing_hours = locked.hours, paused_at = case when locked.paused_since then now() else d.paused_at end
      from locked
      where ${locksFleetCounts} and d.id = locked.id returning d.id, d.paused_at is not null as paused, d.sharing_hours as hours
    ), latest as (
      select distinct on (c.device_id) c.* from consents c join locked on locked.id = c.device_id
      order by c.device_id, c.id desc
    ), recorded as (
      insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how, ${groundColumns})
      select locked.id, locked.username, l.notice_version, l.notice_hash, l.language, locked.granted, 'TOLD_AFTER_RESTORE',
        ${groundOfLatest}
      from locked join latest l on l.device_id = locked.id
    ), answered as (
      update consent_requests r set answer = 'GRANTED', answered_at = now() from locked
      where r.device_id = locked.id and r.capability = any(locked.granted) and r.answered_at is null
    ), entries as (
      select id, user_id, username, 'CONSENT' as action, jsonb_build_object('capabilities', granted) as details from locked
      union all select id, user_id, username, 'PAUSE', '{}' from locked where paused_since
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select id, user_id, username, action, ${deviceSocketPath}, details from entries order by id, action
    )
    select id, locked.granted as capabilities, changed.paused, changed.hours, locked.withdrawn, locked.paused_since as "pausedSince"
    from locked join changed using (id)`.execute(db);
  return rows;
}

/**
 * Finds devices that were quarantined before this moment and have not reported since, by the partial index
 * `devices_restored`.
 */
export async function findUnconfirmed(db: Database, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where restored_at < ${before} and left_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the quarantined device of a phone by its UUID; null when there is none. */
export async function findQuarantined(db: Database, uniqueUuid: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from devices
    where unique_uuid = ${uniqueUuid} and restored_at is not null and left_at is null`.execute(db);
  return rows[0]?.id ?? null;
}
