import { capabilityNames, commandCatalogue, permissionsToAsk } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { hasInScope, holdsOne, isActiveAdmin } from './disclosure/disclosure-sql.ts';

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

/** True while the admin `u` has the permission for a use, such as the type of a command. */
export const mayUse = (use: RawBuilder<unknown>): RawBuilder<boolean> =>
  holdsOne(sql`u`, sql`(${permissions} -> ${use})`, 'FULL_ACCESS');

/**
 * True while the account `u` may ask this of this device: it is an admin who can sign in, has the device in scope and the permission at
 * FULL_ACCESS. It is read where a use is about to happen, so that what was asked before access ended does not happen after it.
 */
export const requesterMay = (use: RawBuilder<unknown>, deviceId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${isActiveAdmin(sql`u`)} and ${hasInScope(sql`u`, deviceId)} and ${mayUse(use)})`;
