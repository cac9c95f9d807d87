import { sql, type RawBuilder } from 'kysely';
import { hasInScope, isActiveAdmin } from '../disclosure/disclosure-sql.ts';

/** True while the creator `u` of a schedule, zone, rule or report has the device in their scope. Outside of it nothing of theirs concerns the device. */
export const creatorHas = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => hasInScope(sql`u`, deviceId);

/** True while the creator `u` is an admin who can sign in. */
export const isActiveCreator: RawBuilder<boolean> = isActiveAdmin(sql`u`);
