import { everythingTold, featurePermissions, type FeaturePermission, type Told } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isHeldBy, isTold } from '../disclosure/disclosure-sql.ts';
import type { Database } from '../schema/schema.ts';
import type { Scope } from '../scope.ts';
import { impersonalDetails, lineTables } from './told-lines.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Selects what an entry tells of, as JSON; null when nothing says so, which nobody is told. */
function toldBy(entry: RawBuilder<unknown>): RawBuilder<unknown> {
  const { byAction, byCommand, byCapability, byCall, capabilityActions } = lineTables;
  return sql`coalesce(
    ${json(byAction)} -> ${entry}.action,
    ${json(byCommand)} -> (${entry}.details ->> 'commandType'),
    case when ${entry}.action = any(${capabilityActions}::text[]) then ${json(byCapability)} -> (${entry}.details ->> 'capability') end,
    ${json(byCall)} -> ${entry}.subject)`;
}

/** Selects the permissions of which one is needed to read the parts of an entry, as JSON; null for none. */
const permissionsOf = (entry: RawBuilder<unknown>) => sql`(${json(lineTables.permissions)} -> ${entry}.subject)`;

/** Selects the details of an entry; without what they name and count unless `isShown`. Null once erased. */
export function detailsShown(entry: RawBuilder<unknown>, isShown: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`case when ${entry}.details is null or ${isShown} then ${entry}.details else (
    select coalesce(jsonb_object_agg(part.key, part.value), '{}') from jsonb_each(${entry}.details) as part
    where part.key = any(${impersonalDetails}::text[])) end`;
}

/**
 * True for entries whose parts this admin may be told now. It decides for each entry, so it is for a page of entries of many devices,
 * or for those that a search has found. Plan: the primary keys of what the policy reads.
 */
export function isLineTold(admin: RawBuilder<unknown>, entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((${permissionsOf(entry)} is null or ${isHeldBy(admin, permissionsOf(entry))}) and (
    select bool_and(${isTold({ admin, told: sql`kind.told` })})
    from devices d, jsonb_array_elements_text(${toldBy(entry)}) as kind (told) where d.id = ${entry}.device_id), false)`;
}

/** What an admin may be told of one device now, and the permissions that they hold. */
export interface LineReader {
  told: readonly Told[];
  permissions: readonly FeaturePermission[];
}

/** Finds what an admin may read in the log of one device. */
export async function findLineReader(
  db: Database,
  { userId }: Pick<Scope, 'userId'>,
  deviceId: number,
): Promise<LineReader> {
  const admin = sql`${userId}::bigint`;
  const { rows } = await sql<LineReader>`
    select array(select kind.told from unnest(${everythingTold}::text[]) as kind (told)
        where ${isTold({ admin, told: sql`kind.told` })}) as told,
      array(select held.name from unnest(${featurePermissions}::text[]) as held (name)
        where ${isHeldBy(admin, sql`jsonb_build_array(held.name)`)}) as permissions
    from devices d where d.id = ${deviceId} and d.left_at is null`.execute(db);
  return rows[0] ?? { told: [], permissions: [] };
}

/** Like `isLineTold`, for the many entries of one device, of which it was read before what the admin may be told. */
export function isLineReadBy({ told, permissions }: LineReader, entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((${permissionsOf(entry)} is null or ${permissionsOf(entry)} <@ ${json(permissions)})
    and ${toldBy(entry)} <@ ${json(told)}, false)`;
}
