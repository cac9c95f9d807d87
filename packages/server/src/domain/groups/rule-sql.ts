import { detailConditions, deviceDetailPermissions } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { deviceStatus, sharesDetails } from '../devices/device-fields.ts';

/** What `matchesRule` reads of a device: the device `d`, its person `p` and the node `n` that has its socket. */
export const ruleSources = sql`devices d join users p on p.id = d.user_id
  left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;

/** Compares a version with one of the rule; never null, because a version that has no numbers matches nothing. */
function version(wanted: RawBuilder<unknown>, comparison: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${wanted} is null or coalesce(version_numbers(d.app_version) ${comparison} version_numbers(${wanted}), false))`;
}

/**
 * True for devices that match a rule (`groupRule`), for queries over `ruleSources`. A condition on what a person shares, such as the
 * operating system, holds only while they share it and do not pause.
 */
export function matchesRule(rule: RawBuilder<unknown>): RawBuilder<boolean> {
  const text = (key: string) => sql`(${rule} ->> ${sql.lit(key)})`;
  return sql`(${version(text('appVersionIs'), sql`=`)} and ${version(text('appVersionBelow'), sql`<`)}
    and (${text('status')} is null or ${deviceStatus} = ${text('status')})
    and (${text('joinedSince')} is null or d.joined_at >= ${text('joinedSince')}::timestamp at time zone 'UTC')
    and (${text('osName')} is null or (${sharesDetails} and position(lower(${text('osName')}) in lower(d.os_name)) > 0))
    and (${text('emailDomain')} is null
      or coalesce(lower(substring(p.email from '@([^@]+)$')) = lower(ltrim(${text('emailDomain')}, '@')), false))
    and (${rule} -> 'shares' is null or (d.paused_at is null
      and d.capabilities @> array(select jsonb_array_elements_text(${rule} -> 'shares')))))`;
}

/** True while a device belongs to the scope of the owner `o` of a group. */
export const ownerHas = sql<boolean>`(o.admin_role = 'SUPER_ADMIN' or exists (
  select from device_assignments h where h.user_id = o.id and h.device_id = d.id))`;

/** True while the owner `o` may use the rule of their group `g` (`canUseRule`): one who lost the permission learns nothing more by it. */
export const ownerMayUseRule = sql<boolean>`(o.admin_role = 'SUPER_ADMIN' or not g.rule ?| ${sql.lit(`{${detailConditions.join(',')}}`)}::text[] or exists (
  select from feature_access f where f.user_id = o.id and f.feature_access <> 'NO_ACCESS'
    and f.feature_permission = any(${sql.lit(`{${deviceDetailPermissions.join(',')}}`)}::text[])))`;
