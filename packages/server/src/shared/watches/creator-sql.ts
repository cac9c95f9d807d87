import { sql, type RawBuilder } from 'kysely';
import { hasInScope, isActiveAdmin } from '../disclosure/disclosure-sql.ts';
import type { Scope } from '../scope.ts';

/** True while the creator `u` of a schedule, zone, rule or report has the device in their scope. Outside of it nothing of theirs concerns the device. */
export const creatorHas = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => hasInScope(sql`u`, deviceId);

/** True while the creator `u` is an admin who can sign in. */
export const isActiveCreator: RawBuilder<boolean> = isActiveAdmin(sql`u`);

/** True for what this admin set, and for everything for a SUPER_ADMIN: that is what they see in lists and may change. */
export function isOwn({ userId, allDevices }: Scope, createdBy: RawBuilder<unknown>): RawBuilder<boolean> {
  return allDevices ? sql`true` : sql`${createdBy} = ${userId}`;
}
