import { capabilityNames, commandCatalogue, permissionsToAsk } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';

/**
 * What an admin may ask of a device, each with the permissions of which they need one at FULL_ACCESS: commands by their type, and the other
 * items of runs by their kind, a request to share together with its capability.
 */
const permissionsOfUse: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(commandCatalogue).map(([type, { permission }]) => [type, [permission]])),
  NOTIFY: ['TRIGGER_NOTIFICATIONS'],
  END: ['DEVICES'],
  ...Object.fromEntries(capabilityNames.map((capability) => [`ASK ${capability}`, permissionsToAsk(capability)])),
};
const permissions = sql`${sql.lit(JSON.stringify(permissionsOfUse))}::jsonb`;

/** The key of a run's item `i` in `permissionsOfUse`. */
export const useOfItem: RawBuilder<string> = sql`coalesce(i.command_type, case i.kind when 'ASK' then 'ASK ' || i.capability else i.kind end)`;

/** True while the account `u` is an admin who can sign in. */
export const isActiveAdmin = sql<boolean>`(u.blocked_at is null and u.admin_role in ('ADMIN', 'SUPER_ADMIN'))`;

/** True while the admin `u` has the permission for a use, such as the type of a command. */
export const mayUse = (use: RawBuilder<unknown>): RawBuilder<boolean> => sql`(u.admin_role = 'SUPER_ADMIN' or exists (
  select from feature_access f where f.user_id = u.id and f.feature_access = 'FULL_ACCESS'
    and ${permissions} -> ${use} ? f.feature_permission))`;

/**
 * True while the account `u` may ask this of this device: it is an admin who can sign in, has the device in scope and the permission at
 * FULL_ACCESS. It is read where a use is about to happen, so that what was asked before access ended does not happen after it.
 */
export const requesterMay = (use: RawBuilder<unknown>, deviceId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  ${isActiveAdmin} and (u.admin_role = 'SUPER_ADMIN' or exists (
    select from device_assignments a where a.user_id = u.id and a.device_id = ${deviceId})) and ${mayUse(use)})`;
