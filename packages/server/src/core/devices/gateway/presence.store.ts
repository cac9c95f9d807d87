import type { Capability, DeviceFacts, Ground, LogHead, Offers, Platform, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { groundJson } from '../grounds.store.ts';

// Every statement here that is about many devices holds them in the order of their ids, so that no two wait in a ring.

const milliseconds = (amount: number) => sql`${amount} * interval '1 millisecond'`;

/** Keeps a node alive for a while longer. True when its row was not there: its devices must be claimed anew. */
export async function renewNode(db: Database, nodeId: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql<{ inserted: boolean }>`
    insert into gateway_nodes (id, alive_until) values (${nodeId}, now() + ${milliseconds(leaseMs)})
    on conflict (id) do update set alive_until = excluded.alive_until
    returning (xmax = 0) as inserted`.execute(db);
  return rows[0]?.inserted ?? false;
}

/**
 * Removes nodes whose lease ran out, and gives back the devices that were theirs. Those were last seen no earlier
 * than the node's last sign of life.
 */
export async function removeDeadNodes(db: Database, leaseMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with dead as materialized (
      select id, alive_until from gateway_nodes where alive_until < now() for update skip locked
    ), held as materialized (
      select d.id, dead.alive_until from devices d join dead on dead.id = d.gateway_node_id
      order by d.id for no key update of d
    ), left_behind as (
      update devices d set gateway_node_id = null,
        last_seen_at = greatest(d.last_seen_at, held.alive_until - ${milliseconds(leaseMs)})
      from held where d.id = held.id returning d.id
    ), removed as (delete from gateway_nodes using dead where gateway_nodes.id = dead.id)
    select id from left_behind`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes this node when it stops by itself. */
export async function removeNode(db: Database, nodeId: string): Promise<void> {
  await sql`delete from gateway_nodes where id = ${nodeId}`.execute(db);
}

export interface Arrival {
  tokenHash: Buffer;
  facts: DeviceFacts;
  /** From where it connected. */
  address: string;
  /** The newest entry of its log that it knows; null when it knows none. */
  logHead: LogHead | null;
  /** What kind of client it runs, and what that can carry out; null when it does not say. */
  platform: Platform | null;
  offers: Offers | null;
}

export interface ArrivedDevice {
  id: number;
  /** In hex. */
  tokenHash: string;
  capabilities: Capability[];
  paused: boolean;
  /** It came back with a restore and has not said since what its person shares. */
  restored: boolean;
  /** On what ground it is supervised. */
  ground: Ground;
  /** In which hours its person shares; null for any hour. */
  hours: SharingHours | null;
  /** Whether its note that it is supervised was shown when it last told; null before that. */
  noticeShown: boolean | null;
  /** The newest entry of its log. */
  logSequence: number;
  logHash: string;
  /** The entry that it knows is not there, or is another one. */
  logDiffers: boolean;
  /** The hash of the entry in that place, if there is one. */
  foundHash: string | null;
}

/**
 * Locks what is counted by the versions of those devices in `held` that `moves`. Like the devices themselves, in the order in
 * which whoever assigns them does.
 */
export const movingHeld = sql`(
  select count(*) from (select hold_in_fleet(array_agg(id)) from held where moves having count(*) > 0) as moving
) as in_order`;

/**
 * Puts the devices that hold these tokens online at a node. Who is not given back has no valid token. From where a device with
 * sharing hours came is left to `recordAddresses`.
 */
export async function connectDevices(
  db: Database,
  nodeId: string,
  arrivals: readonly Arrival[],
): Promise<ArrivedDevice[]> {
  const texts = (read: (facts: DeviceFacts) => string) => sql`${arrivals.map(({ facts }) => read(facts))}::text[]`;
  const { rows } = await sql<ArrivedDevice>`
    with held as materialized (
      select d.id, a.*, (d.os_name, d.os_version, d.app_version) <> (a.os_name, a.os_version, a.app_version) as moves
      from unnest(${arrivals.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${texts((facts) => facts.name)}, ${texts((facts) => facts.model)},
        ${texts((facts) => facts.osName)}, ${texts((facts) => facts.osVersion)},
        ${texts((facts) => facts.appName)}, ${texts((facts) => facts.appVersion)},
        ${arrivals.map(({ address }) => address)}::text[],
        ${arrivals.map(({ logHead }) => logHead?.sequence ?? null)}::bigint[],
        ${arrivals.map(({ logHead }) => logHead?.hash ?? null)}::text[],
        ${arrivals.map(({ platform }) => platform)}::text[],
        ${arrivals.map(({ offers }) => offers && JSON.stringify(offers))}::jsonb[]
      ) as a (token_hash, name, model, os_name, os_version, app_name, app_version, address, known_sequence, known_hash, platform,
        offers)
      join devices d on d.token_hash = a.token_hash and d.left_at is null
      order by d.id for no key update of d
    )
    update devices d set gateway_node_id = ${nodeId}, last_seen_at = now(), name = a.name, model = a.model,
      os_name = a.os_name, os_version = a.os_version, app_name = a.app_name, app_version = a.app_version,
      platform = a.platform, offers = a.offers,
      address = case when d.sharing_hours is null then a.address else d.address end,
      log_known_sequence = case when e.hash = decode(a.known_hash, 'hex') then a.known_sequence else d.log_known_sequence end,
      log_known_at = case when e.hash = decode(a.known_hash, 'hex') then now() else d.log_known_at end,
      in_call = null
    from held a join audit_heads h on h.device_id = a.id
      left join audit_entries e on e.device_id = a.id and e.sequence = a.known_sequence, ${movingHeld}
    where d.id = a.id
    returning d.id, h.sequence as "logSequence", encode(h.hash, 'hex') as "logHash", encode(e.hash, 'hex') as "foundHash",
      a.known_sequence is not null and encode(e.hash, 'hex') is distinct from a.known_hash as "logDiffers", encode(d.token_hash, 'hex') as "tokenHash", d.capabilities,
      d.paused_at is not null as paused, d.restored_at is not null as restored,
      ${groundJson(sql`d`)} as ground, d.sharing_hours as hours, d.notice_shown as "noticeShown"`.execute(db);
  return rows;
}

/** Keeps from where these devices connected. */
export async function recordAddresses(
  db: Database,
  arrivals: readonly { deviceId: number; address: string }[],
): Promise<void> {
  await sql`
    with held as materialized (
      select d.id, a.address from unnest(${arrivals.map(({ deviceId }) => deviceId)}::bigint[],
        ${arrivals.map(({ address }) => address)}::text[]) as a (id, address)
      join devices d on d.id = a.id and d.left_at is null order by d.id for no key update of d
    )
    update devices d set address = held.address from held where d.id = held.id`.execute(db);
}

/** Takes devices offline that are at this node in the database only. */
export async function dropAbsentDevices(
  db: Database,
  nodeId: string,
  presentIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as materialized (
      select id from devices where gateway_node_id = ${nodeId} and id <> all(${presentIds}::bigint[])
      order by id for no key update
    )
    update devices d set gateway_node_id = null from held where d.id = held.id returning d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Claims devices whose sockets this node holds, after its row had been removed. */
export async function claimDevices(db: Database, nodeId: string, deviceIds: readonly number[]): Promise<void> {
  await sql`
    with held as materialized (
      select id from devices where id = any(${deviceIds}::bigint[]) order by id for no key update
    )
    update devices d set gateway_node_id = ${nodeId} from held where d.id = held.id`.execute(db);
}

export interface Sighting {
  deviceId: number;
  seenAt: Date;
  /** The device told how it is doing, with null for what it cannot tell. Else what is stored stays. */
  toldVitals: boolean;
  batteryPercent: number | null;
  charging: boolean | null;
  network: string | null;
  appVersion: string | null;
  noticeShown: boolean | null;
  inCall: boolean | null;
}

/** A device that tells of calls although its person does not share call recording is not believed to have told. */
const callIfShared = sql`case when 'CALL_RECORDING' = any(d.capabilities) and d.paused_at is null then s.in_call end`;

/** A device that began or ceased to show the note that it is supervised. */
export interface NoticeChange {
  deviceId: number;
  shown: boolean;
}

/**
 * Writes what devices last told about themselves; `gone` also takes them offline, unless another node has them. Returns which of them
 * began or ceased to show their notice.
 */
export async function recordSightings(
  db: Database,
  nodeId: string,
  sightings: readonly Sighting[],
  { gone }: { gone: boolean },
): Promise<NoticeChange[]> {
  const { rows } = await sql<NoticeChange>`
    with held as materialized (
      select s.*, d.app_version <> s.app_version as moves, coalesce(d.notice_shown, true) <> s.notice_shown as notice_changed
      from unnest(${sightings.map(({ deviceId }) => deviceId)}::bigint[],
        ${sightings.map(({ seenAt }) => seenAt)}::timestamptz[],
        ${sightings.map(({ toldVitals }) => toldVitals)}::boolean[],
        ${sightings.map(({ batteryPercent }) => batteryPercent)}::smallint[],
        ${sightings.map(({ charging }) => charging)}::boolean[],
        ${sightings.map(({ network }) => network)}::text[],
        ${sightings.map(({ appVersion }) => appVersion)}::text[],
        ${sightings.map(({ noticeShown }) => noticeShown)}::boolean[],
        ${sightings.map(({ inCall }) => inCall)}::boolean[]
      ) as s (id, seen_at, told_vitals, battery_percent, charging, network, app_version, notice_shown, in_call)
      join devices d on d.id = s.id and d.gateway_node_id = ${nodeId}
      order by d.id for no key update of d
    ), written as (
      update devices d set last_seen_at = s.seen_at,
        gateway_node_id = ${gone ? sql`null` : sql`d.gateway_node_id`},
        battery_percent = case when s.told_vitals then s.battery_percent else d.battery_percent end,
        charging = case when s.told_vitals then s.charging else d.charging end,
        network = case when s.told_vitals then s.network else d.network end,
        app_version = coalesce(s.app_version, d.app_version), notice_shown = coalesce(s.notice_shown, d.notice_shown),
        in_call = ${gone ? sql`null` : callIfShared}
      from held s, ${movingHeld}
      where d.id = s.id returning d.id, d.notice_shown, s.notice_changed
    )
    select id as "deviceId", notice_shown as shown from written where notice_changed`.execute(db);
  return rows;
}
