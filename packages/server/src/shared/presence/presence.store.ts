import type {
  Capability,
  DeviceFacts,
  Ground,
  Language,
  LogHead,
  Offers,
  Platform,
  PresetName,
  SharingHours,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../schema/schema.ts';
import type { DeviceConnection } from '../device-connection.ts';
import { groundJson } from '../device-state/grounds.store.ts';
import { isShared } from '../disclosure/disclosure-sql.ts';
import { presetKey, unusedKindsKey } from '../settings/used-kinds-sql.ts';

// Every statement over many devices locks them in the order of their ids, so that no two of them deadlock.

const milliseconds = (amount: number) => sql`${amount} * interval '1 millisecond'`;

/** What a server tells about itself with each renewal. */
export interface NodeReport {
  id: string;
  name: string;
  version: string;
  /** Where this server can be called; null when it does not know. */
  address: string | null;
  startedAt: Date;
  /** How many devices are connected. */
  devices: number;
  /** By how much the renewal comes too late. */
  lagMs: number;
}

/** Renews the lease of a node. True when its row was missing: its devices must be claimed again. */
export async function renewNode(db: Database, node: NodeReport, leaseMs: number): Promise<boolean> {
  const { id, name, version, address, startedAt, devices, lagMs } = node;
  const { rows } = await sql<{ inserted: boolean }>`
    insert into gateway_nodes (id, alive_until, name, version, address, started_at, devices, lag_ms)
    values (${id}, now() + ${milliseconds(leaseMs)}, ${name}, ${version}, ${address}, ${startedAt}, ${devices}, ${lagMs})
    on conflict (id) do update set alive_until = excluded.alive_until, renewed_at = now(),
      devices = excluded.devices, lag_ms = excluded.lag_ms
    returning (xmax = 0) as inserted`.execute(db);
  return rows[0]?.inserted ?? false;
}

/** A device that became offline. */
export interface Departure {
  deviceId: number;
  /** When it was marked as offline, by the clock of the database. */
  at: Date;
}

/**
 * Deletes nodes whose lease has expired, except `ownId`, which renews its own, and returns the devices that were online there and are offline now. They were last seen no
 * earlier than the start of the node's last lease. Plan: the few nodes are scanned, their devices found by `devices_gateway_node` and
 * locked in the order of ids.
 */
export async function removeDeadNodes(
  db: Database,
  leaseMs: number,
  ownId: string | null = null,
): Promise<Departure[]> {
  const { rows } = await sql<Departure>`
    with dead as materialized (
      select id, alive_until from gateway_nodes where alive_until < now() and id is distinct from ${ownId}::uuid
      for update skip locked
    ), locked as materialized (
      select d.id, dead.alive_until from devices d join dead on dead.id = d.gateway_node_id
      order by d.id for no key update of d
    ), left_behind as (
      update devices d set gateway_node_id = null,
        last_seen_at = greatest(d.last_seen_at, locked.alive_until - ${milliseconds(leaseMs)})
      from locked where d.id = locked.id returning d.id, clock_timestamp() as at
    ), removed as (delete from gateway_nodes using dead where gateway_nodes.id = dead.id)
    select id as "deviceId", at from left_behind`.execute(db);
  return rows;
}

/** Deletes this node when it shuts down. */
export async function removeNode(db: Database, nodeId: string): Promise<void> {
  await sql`delete from gateway_nodes where id = ${nodeId}`.execute(db);
}

export interface Arrival {
  tokenHash: Buffer;
  facts: DeviceFacts;
  /** The IP address from which it connected. */
  address: string;
  /** The head of its log that it remembers; null for none. */
  logHead: LogHead | null;
  /** The kind of its client, and the commands that it can carry out; null when it does not say. */
  platform: Platform | null;
  offers: Offers | null;
  /** The time zone of its clock; null when it does not say one that is known. */
  timeZone: string | null;
  /** In which language its person reads; null when it does not say one that has texts. */
  language: Language | null;
}

export interface ArrivedDevice {
  id: number;
  /** The epoch of this connection. */
  epoch: number;
  /** True when its last connection was to another server, which may still have a socket of it. */
  isTakenOver: boolean;
  /** The hash of its token, in hex. */
  tokenHash: string;
  capabilities: Capability[];
  paused: boolean;
  /** True while it is quarantined after a restore. */
  restored: boolean;
  /** The ground on which it is supervised. */
  ground: Ground;
  /** The sharing hours; null for any hour. */
  hours: SharingHours | null;
  /** Whether it showed its notice of supervision when it last reported; null before that. */
  noticeShown: boolean | null;
  /** The version of the notice that its person has agreed to last. */
  readNotice: number;
  /** The kinds of data that this installation does not use. */
  unusedKinds: Capability[];
  preset: PresetName | null;
  /** The head of its log. */
  logSequence: number;
  logHash: string;
  /** True when the entry that it remembers is missing or different. */
  logDiffers: boolean;
  /** The hash of the entry with that sequence, if there is one. */
  foundHash: string | null;
}

/**
 * A condition that is always true, and that locks the version counts of the devices in the CTE `locked` for which `moves` is true
 * (database function `hold_in_fleet`). The order is the one that assignments use, so that they cannot deadlock. As a condition it is
 * evaluated once, before the first row; in a join it could be evaluated for each row.
 */
export const locksFleetCounts: RawBuilder<boolean> = sql`(
  select count(*) from (select hold_in_fleet(array_agg(id)) from locked where moves having count(*) > 0) as moving
) is not null`;

/**
 * Marks the devices with these tokens as online at a node and returns them; a missing one has no valid token. A device that was last
 * connected to another node gets a new epoch, which fences off whatever that node has not written yet. The address of
 * a device with sharing hours is left to `recordAddresses`. Plan: `devices` by the index `devices_token` for each token,
 * locked in the order of ids; head and remembered entry of the log by their unique indexes.
 */
export async function connectDevices(
  db: Database,
  nodeId: string,
  arrivals: readonly Arrival[],
): Promise<ArrivedDevice[]> {
  const texts = (read: (facts: DeviceFacts) => string) => sql`${arrivals.map(({ facts }) => read(facts))}::text[]`;
  const { rows } = await sql<ArrivedDevice>`
    with locked as materialized (
      select d.id, a.*, (d.os_name, d.os_version, d.app_version) <> (a.os_name, a.os_version, a.app_version) as moves,
        d.epoch_server_id is distinct from ${nodeId}::uuid as is_taken_over
      from unnest(${arrivals.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${texts((facts) => facts.name)}, ${texts((facts) => facts.model)},
        ${texts((facts) => facts.osName)}, ${texts((facts) => facts.osVersion)},
        ${texts((facts) => facts.appName)}, ${texts((facts) => facts.appVersion)},
        ${arrivals.map(({ address }) => address)}::text[],
        ${arrivals.map(({ logHead }) => logHead?.sequence ?? null)}::bigint[],
        ${arrivals.map(({ logHead }) => logHead?.hash ?? null)}::text[],
        ${arrivals.map(({ platform }) => platform)}::text[],
        ${arrivals.map(({ offers }) => offers && JSON.stringify(offers))}::jsonb[],
        ${arrivals.map(({ timeZone }) => timeZone)}::text[],
        ${arrivals.map(({ language }) => language)}::text[]
      ) as a (token_hash, name, model, os_name, os_version, app_name, app_version, address, known_sequence, known_hash, platform,
        offers, time_zone, language)
      join devices d on d.token_hash = a.token_hash and d.left_at is null
      order by d.id for no key update of d
    )
    update devices d set gateway_node_id = ${nodeId}, epoch_server_id = ${nodeId},
      connection_epoch = d.connection_epoch + a.is_taken_over::int, last_seen_at = now(), name = a.name, model = a.model,
      os_name = a.os_name, os_version = a.os_version, app_name = a.app_name, app_version = a.app_version,
      platform = a.platform, offers = a.offers, time_zone = a.time_zone, language = a.language,
      address = case when d.sharing_hours is null then a.address else d.address end,
      log_known_sequence = case when e.hash = decode(a.known_hash, 'hex') then a.known_sequence else d.log_known_sequence end,
      log_known_at = case when e.hash = decode(a.known_hash, 'hex') then now() else d.log_known_at end,
      in_call = null
    from locked a join audit_heads h on h.device_id = a.id
      left join audit_entries e on e.device_id = a.id and e.sequence = a.known_sequence
    where ${locksFleetCounts} and d.id = a.id
    returning d.id, d.connection_epoch as epoch, a.is_taken_over as "isTakenOver", h.sequence as "logSequence", encode(h.hash, 'hex') as "logHash", encode(e.hash, 'hex') as "foundHash",
      a.known_sequence is not null and encode(e.hash, 'hex') is distinct from a.known_hash as "logDiffers", encode(d.token_hash, 'hex') as "tokenHash", d.capabilities,
      d.paused_at is not null as paused, d.restored_at is not null as restored,
      ${groundJson(sql`d`)} as ground, d.sharing_hours as hours, d.notice_shown as "noticeShown",
      coalesce((select c.notice_version from consents c where c.device_id = d.id order by c.id desc limit 1), 0) as "readNotice",
      coalesce((select value from settings where key = ${unusedKindsKey}), '[]') as "unusedKinds",
      (select value #>> '{}' from settings where key = ${presetKey}) as preset`.execute(db);
  return rows;
}

/** Stores the addresses from which these devices connected. */
export async function recordAddresses(
  db: Database,
  arrivals: readonly { deviceId: number; address: string }[],
): Promise<void> {
  await sql`
    with locked as materialized (
      select d.id, a.address from unnest(${arrivals.map(({ deviceId }) => deviceId)}::bigint[],
        ${arrivals.map(({ address }) => address)}::text[]) as a (id, address)
      join devices d on d.id = a.id and d.left_at is null order by d.id for no key update of d
    )
    update devices d set address = locked.address from locked where d.id = locked.id`.execute(db);
}

/** Marks devices as offline that are online at this node in the database only, and returns them. */
export async function dropAbsentDevices(
  db: Database,
  nodeId: string,
  presentIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select id from devices where gateway_node_id = ${nodeId} and id <> all(${presentIds}::bigint[])
      order by id for no key update
    )
    update devices d set gateway_node_id = null from locked where d.id = locked.id returning d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks devices as online at this node again, after its row had been deleted by another node. Returns those that could be claimed:
 * the others have connected to another node since, or left. Plan: `devices` by primary key for each element, locked in the order of ids.
 */
export async function claimDevices(
  db: Database,
  nodeId: string,
  connections: readonly DeviceConnection[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select d.id from ${asRows(connections)} join devices d on d.id = c.id and d.connection_epoch = c.epoch and d.left_at is null
      order by d.id for no key update of d
    )
    update devices d set gateway_node_id = ${nodeId} from locked where d.id = locked.id returning d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Finds those of these connections of a node that the database does not have there: another node took the device over, or this node was
 * taken for dead. Devices that have left are not among them: they are told why before their connection is closed. Plan: `devices` by
 * primary key for each element.
 */
export async function findDisplaced(
  db: Database,
  nodeId: string,
  connections: readonly DeviceConnection[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from ${asRows(connections)} join devices d on d.id = c.id and d.left_at is null
    where d.connection_epoch <> c.epoch or d.gateway_node_id is distinct from ${nodeId}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}

function asRows(connections: readonly DeviceConnection[]): RawBuilder<unknown> {
  return sql`unnest(${connections.map(({ deviceId }) => deviceId)}::bigint[],
    ${connections.map(({ epoch }) => epoch)}::bigint[]) as c (id, epoch)`;
}

export interface Sighting extends DeviceConnection {
  seenAt: Date;
  /** True when the device reported its vitals, with null for those it cannot read; otherwise the stored ones stay. */
  hasVitals: boolean;
  batteryPercent: number | null;
  charging: boolean | null;
  network: string | null;
  appVersion: string | null;
  noticeShown: boolean | null;
  inCall: boolean | null;
}

/** Ignores the call state of a device whose person does not share call recording at this hour. */
const callIfShared = sql`case when ${isShared('CALL_RECORDING', { live: true })} then s.in_call end`;

/** A device that started or stopped to show its notice of supervision. */
export interface NoticeChange {
  deviceId: number;
  shown: boolean;
}

/** What reports of devices changed. */
export interface SightingChanges {
  notices: NoticeChange[];
  /** The devices that have another version of the app. */
  updated: number[];
  /** The devices that became offline. */
  departures: Departure[];
}

/**
 * Stores the latest reports of devices; `gone` also marks them as offline. A device that another node has, or had since this connection,
 * is left alone. Plan: `devices` by primary key for each element, locked in the order of ids, then updated.
 */
export async function recordSightings(
  db: Database,
  nodeId: string,
  sightings: readonly Sighting[],
  { gone }: { gone: boolean },
): Promise<SightingChanges> {
  const { rows } = await sql<NoticeChange & Departure & { noticeChanged: boolean | null; updated: boolean | null }>`
    with locked as materialized (
      select s.*, d.app_version <> s.app_version as moves, coalesce(d.notice_shown, true) <> s.notice_shown as notice_changed
      from unnest(${sightings.map(({ deviceId }) => deviceId)}::bigint[],
        ${sightings.map(({ seenAt }) => seenAt)}::timestamptz[],
        ${sightings.map(({ hasVitals }) => hasVitals)}::boolean[],
        ${sightings.map(({ batteryPercent }) => batteryPercent)}::smallint[],
        ${sightings.map(({ charging }) => charging)}::boolean[],
        ${sightings.map(({ network }) => network)}::text[],
        ${sightings.map(({ appVersion }) => appVersion)}::text[],
        ${sightings.map(({ noticeShown }) => noticeShown)}::boolean[],
        ${sightings.map(({ inCall }) => inCall)}::boolean[],
        ${sightings.map(({ epoch }) => epoch)}::bigint[]
      ) as s (id, seen_at, told_vitals, battery_percent, charging, network, app_version, notice_shown, in_call, epoch)
      join devices d on d.id = s.id and d.gateway_node_id = ${nodeId} and d.connection_epoch = s.epoch
      order by d.id for no key update of d
    ), written as (
      update devices d set last_seen_at = s.seen_at,
        gateway_node_id = ${gone ? sql`null` : sql`d.gateway_node_id`},
        battery_percent = case when s.told_vitals then s.battery_percent else d.battery_percent end,
        charging = case when s.told_vitals then s.charging else d.charging end,
        network = case when s.told_vitals then s.network else d.network end,
        app_version = coalesce(s.app_version, d.app_version), notice_shown = coalesce(s.notice_shown, d.notice_shown),
        in_call = ${gone ? sql`null` : callIfShared}
      from locked s where ${locksFleetCounts} and d.id = s.id returning d.id, d.notice_shown, s.notice_changed, s.moves,
        clock_timestamp() as at
    )
    select id as "deviceId", notice_shown as shown, notice_changed as "noticeChanged", moves as updated, at
    from written where notice_changed or moves or ${gone}`.execute(db);
  return {
    notices: rows.flatMap(({ deviceId, shown, noticeChanged }) => (noticeChanged ? [{ deviceId, shown }] : [])),
    updated: rows.flatMap(({ deviceId, updated }) => (updated ? [deviceId] : [])),
    departures: gone ? rows.map(({ deviceId, at }) => ({ deviceId, at })) : [],
  };
}
