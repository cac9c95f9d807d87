import {
  everythingTold,
  type Capability,
  type DeviceUse,
  type Offers,
  type SharingHours,
  type Told,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runNamedRead, param } from '../../core/database/named-query.ts';
import { refusalToTell, type Disclosure, type DisclosureRefusal } from '../disclosure/disclosure-sql.ts';
import { reasonFor } from '../disclosure/reasons.store.ts';
import type { Database } from '../schema/schema.ts';
import type { Scope } from '../scope.ts';
import { inScope } from '../scope-sql.ts';

/** Whether an admin may use a device, and what is needed to say why not. */
export interface DeviceAccess {
  inScope: boolean;
  /** Why the admin may not use it as they want to, by the disclosure policy; null when they may. */
  refusal: DisclosureRefusal | null;
  /** The capabilities that the person shares now. */
  capabilities: Capability[];
  /** True while the person pauses sharing. */
  paused: boolean;
  /** True after a restore, until the device has reported what its person shares. */
  quarantined: boolean;
  /** The hours in which data may be collected; null for any hour. */
  hours: SharingHours | null;
  /** The commands that its client can carry out; null for all. */
  offers: Offers | null;
  /** The reason that this admin gave for this use within the last half hour; null for none. */
  reason: string | null;
}

/** Builds `DeviceAccess` as one JSON value for a device `d`. Plan: the primary keys of what the policy reads. */
export function accessObject(
  disclosure: Disclosure & { isInScope: RawBuilder<boolean> },
  refusal: RawBuilder<unknown> = refusalToTell(disclosure),
): RawBuilder<unknown> {
  const kind = typeof disclosure.told === 'string' ? sql.lit(disclosure.told) : disclosure.told;
  return sql`json_build_object('capabilities', d.capabilities, 'paused', d.paused_at is not null,
      'quarantined', d.restored_at is not null, 'hours', d.sharing_hours, 'offers', d.offers,
      'reason', ${reasonFor({ admin: disclosure.admin, device: sql`d.id`, capability: kind })},
      'inScope', ${disclosure.isInScope}, 'refusal', ${refusal})`;
}

/** How an endpoint uses a device, as the disclosure policy asks for it. Whether the admin may call it was checked before. */
function disclosureOf({
  capability,
  action,
  live,
}: DeviceUse): Pick<Disclosure, 'told' | 'action' | 'live' | 'isPermitted'> {
  // A push notification sends something to the person and collects nothing.
  const collects = action === 'COMMAND' && capability !== 'NOTIFICATIONS';
  return { told: capability ?? 'DEVICE', action, live: live === true || collects, isPermitted: sql`true` };
}

/** Selects `DeviceAccess` for a use. The query must have the parameters `deviceId` and `userId`. */
export function deviceAccessJson({ allDevices }: Scope, use: DeviceUse): RawBuilder<unknown> {
  const userId = param('userId');
  const isInScope = inScope({ allDevices, userId }, sql`d.id`);
  return sql`select ${accessObject({ admin: userId, isInScope, ...disclosureOf(use) })}
    from devices d where d.id = ${param('deviceId')} and d.left_at is null`;
}

/**
 * Finds the access to a device for a use; undefined when it does not exist or has left. A device outside the scope is found too,
 * because a refused attempt is logged.
 */
export async function findDeviceAccess(
  db: Database,
  scope: Scope,
  deviceId: number,
  use: DeviceUse,
): Promise<DeviceAccess | undefined> {
  // This runs before every use of a device, so it is a named query that is planned once.
  const [found] = await runNamedRead(
    db,
    `access of ${scope.allDevices ? 'all' : 'assigned'} to ${use.action} ${use.capability} ${use.live ?? false}`,
    () => sql<{ access: DeviceAccess | null }>`select (${deviceAccessJson(scope, use)}) as access`,
    { deviceId, userId: scope.userId },
  );
  return found?.access ?? undefined;
}

/**
 * Finds for every kind of data why this admin may not be told something of it about a device now; null for what they may. Empty for a
 * device that has left.
 */
export async function findDisclosures(
  db: Database,
  { userId }: Pick<Scope, 'userId'>,
  deviceId: number,
): Promise<Map<Told, DisclosureRefusal | null>> {
  const disclosure = { admin: sql`${userId}::bigint`, told: sql`kind.told` };
  const { rows } = await sql<{ told: Told; refusal: DisclosureRefusal | null }>`
    select kind.told, ${refusalToTell(disclosure)} as refusal
    from devices d cross join unnest(${everythingTold}::text[]) as kind (told)
    where d.id = ${deviceId} and d.left_at is null`.execute(db);
  return new Map(rows.map(({ told, refusal }) => [told, refusal]));
}

/** True when this was a device of this admin until it left. For everybody else it never existed. */
export async function hasLeft(db: Database, scope: Scope, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from devices d
    where d.id = ${deviceId} and d.left_at is not null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows.length > 0;
}

/** Finds the device of a token; undefined when there is none or it has left. */
export async function findDeviceByToken(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where token_hash = ${tokenHash} and left_at is null`.execute(db);
  return rows[0]?.id;
}
