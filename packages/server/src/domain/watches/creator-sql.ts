import { sql, type RawBuilder } from 'kysely';

/** True while the creator `u` of a schedule, zone, rule or report has the device in their scope. Outside of it nothing of theirs concerns the device. */
export const creatorHas = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  u.admin_role = 'SUPER_ADMIN' or exists (
    select from device_assignments a where a.user_id = u.id and a.device_id = ${deviceId}))`;

/** True while the creator `u` is an admin who can sign in. */
export const isActiveCreator: RawBuilder<boolean> = sql`(
  u.blocked_at is null and u.admin_role in ('ADMIN', 'SUPER_ADMIN'))`;
