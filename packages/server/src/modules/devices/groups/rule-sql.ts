import { factConditions, deviceFactPermissions } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { deviceStatus } from '../../../shared/device-state/device-fields.ts';
import { hasInScope, holdsOne, isShared, isTold } from '../../../shared/disclosure/disclosure-sql.ts';

/** What `matchesRule` reads of a device: the device `d`, its person `p` and the node `n` that has its socket. */
export const ruleSources = sql`devices d join users p on p.id = d.user_id
  left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;

/** Compares a version with one of the rule; never null, because a version that has no numbers matches nothing. */
function version(wanted: RawBuilder<unknown>, comparison: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${wanted} is null or coalesce(version_numbers(d.app_version) ${comparison} version_numbers(${wanted}), false))`;
}

/**
 * True for devices that match a rule (`groupRule`), for queries over `ruleSources`. `areTold` decides about conditions on shared details, such
 * as the operating system: see `rulesDetails`.
 */
export function matchesRule(rule: RawBuilder<unknown>, areTold: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`(${matchesFacts(rule)} and (${osName(rule)} is null
    or (${areTold} and position(lower(${osName(rule)}) in lower(d.os_name)) > 0)))`;
}

/** The conditions of a rule that are not about shared details. */
export function matchesFacts(rule: RawBuilder<unknown>): RawBuilder<boolean> {
  const text = (key: string) => sql`(${rule} ->> ${sql.lit(key)})`;
  return sql`(${version(text('appVersionIs'), sql`=`)} and ${version(text('appVersionBelow'), sql`<`)}
    and (${text('status')} is null or ${deviceStatus} = ${text('status')})
    and (${text('joinedSince')} is null or d.joined_at >= ${text('joinedSince')}::timestamp at time zone 'UTC')
    and (${text('emailDomain')} is null
      or coalesce(lower(substring(p.email from '@([^@]+)$')) = lower(ltrim(${text('emailDomain')}, '@')), false))
    and (${rule} -> 'shares' is null or not exists (
      select from jsonb_array_elements_text(${rule} -> 'shares') as named (kind) where not ${isShared(sql`named.kind`)})))`;
}

function osName(rule: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${rule} ->> 'osName')`;
}

/**
 * True while a rule may go by the shared details of the device `d`; `isPermitted` says whether its owner may read them. A rule works on for
 * months, so no reason and no agreement of a second admin, which hold for hours, covers it: while the owner of the installation demands
 * one, a rule matches no device by its details.
 */
export function rulesDetails(isPermitted: RawBuilder<boolean>): RawBuilder<boolean> {
  return isTold({ admin: sql`null::bigint`, told: 'DEVICE_INFO', isInScope: sql`true`, isPermitted });
}

/** True while a device belongs to the scope of the owner `o` of a group. */
export const ownerHas = hasInScope(sql`o`, sql`d.id`);

/** True while the owner `o` may use the rule of their group `g` (`canUseRule`): one who lost the permission learns nothing more by it. */
export const ownerMayUseRule = sql<boolean>`(not g.rule ?| ${sql.lit(`{${factConditions.join(',')}}`)}::text[]
  or ${holdsOne(sql`o`, sql`${sql.lit(JSON.stringify(deviceFactPermissions))}::jsonb`)})`;
