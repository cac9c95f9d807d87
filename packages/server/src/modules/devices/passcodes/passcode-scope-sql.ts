import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../shared/scope.ts';

/** True for a passcode `p` of the admin; for a SUPER_ADMIN, any. */
export function isMine({ userId, allDevices }: Scope): RawBuilder<unknown> {
  return allDevices ? sql`true` : sql`p.created_by = ${userId}`;
}
