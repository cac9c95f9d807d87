import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { findTargetAdmins, findTargetGroups, type TargetAdmin, type TargetGroup } from './passcode-targets.store.ts';

/** To whom and into which group a passcode leads, by id; null for the caller and for no group. */
export interface WantedTargets {
  adminId: number | null;
  groupId: number | null;
}

/** Checks what an admin wants of a passcode. Throws when they may not choose this admin or this group, or not both together. */
export async function checkTargets(
  db: Database,
  scope: Scope,
  wanted: WantedTargets,
): Promise<{ admin: TargetAdmin; group: TargetGroup | null }> {
  const adminId = wanted.adminId ?? scope.userId;
  const [admin] = await findTargetAdmins(db, scope, { ids: [adminId], usernames: [] });
  const groups = wanted.groupId === null ? [] : await findTargetGroups(db, scope);
  const group = groups.find(({ id }) => id === wanted.groupId);
  if (wanted.groupId !== null && group === undefined) throw new AppError('group_not_found');
  const refusal = targetRefusal(admin, group ?? null);
  if (refusal !== null) throw refusal;
  return { admin: admin as TargetAdmin, group: group ?? null };
}

/** Returns why a passcode cannot lead to this admin and into this group; null when it can. */
export function targetRefusal(admin: TargetAdmin | undefined, group: TargetGroup | null): AppError | null {
  if (admin === undefined) return new AppError('user_not_found');
  if (!admin.below) return new AppError('not_below_you');
  if (!admin.isAdmin) return new AppError('not_an_admin');
  if (admin.blocked) return new AppError('admin_blocked');
  if (group === null) return null;
  if (group.byRule) return new AppError('group_by_rule');
  if (group.takesAll || group.ownerId === admin.id) return null;
  return new AppError('group_of_other_admin', { group: group.name, owner: group.owner });
}
