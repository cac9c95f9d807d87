import type { deviceDetails, OutputOf, overview, pairDeviceInfo } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Database } from '../../../shared/schema/schema.ts';
import { detailSources, deviceStatus } from '../../../shared/device-state/device-fields.ts';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import { ownName } from '../../../shared/shown-names.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';

type Account = OutputOf<typeof overview>['account'];
type DeviceInfo = OutputOf<typeof pairDeviceInfo>;

/** Finds the account of the device's person. */
export async function findAccount(db: Database, scope: Scope, deviceId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id as "userId", u.username, u.nickname, ${ownName} as "displayName", coalesce(u.email, '') as email,
      coalesce(u.phone_number, '') as "phoneNumber"
    from devices d join users u on u.id = d.user_id
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows[0];
}

/**
 * The device details of the notice. Null while the admin may not be told them, so that they never leave the database. The address is that of the
 * connection of this moment, which is not told outside of the person's hours; the battery and the network are not stored outside of them.
 */
const details = sql`
  case when details.are_told then json_build_object(
    'model', d.model, 'osName', d.os_name, 'osVersion', d.os_version,
    'ipAddress', case when ${isShared('DEVICE_INFO', { live: true })} then nullif(d.address, '') end,
    'batteryPercent', d.battery_percent, 'charging', d.charging, 'network', d.network,
    'wifi', case when n.id is null then 'Disconnected' when d.network = 'WIFI' then 'Connected'
      when d.network is not null then 'Disconnected' end) end`;

export async function findDeviceInfo(db: Database, scope: Scope, deviceId: number): Promise<DeviceInfo | undefined> {
  const { rows } = await sql<DeviceInfo & { details: z.infer<typeof deviceDetails> | null }>`
    select d.unique_uuid as "deviceUniqueUUID", d.name, d.nickname, d.app_name as "appName",
      d.app_version as "appVersion", ${deviceStatus} as status, d.platform, d.offers,
      ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt",
      ${isoTime(sql`d.joined_at`)} as "joinedAt", d.notice_shown as "noticeShown", ${details} as details
    from ${detailSources(sql`${scope.userId}::bigint`)}
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows[0];
}
