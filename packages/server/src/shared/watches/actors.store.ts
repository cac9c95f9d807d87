import type { Actor, AdminRole, FeatureAccess, Names } from '@fairwatch/contract';
import { sql } from 'kysely';
import { AppError } from '../../core/app-error.ts';
import { effectiveAccess } from '../sessions/feature-access.ts';
import type { Database } from '../schema/schema.ts';

/** An admin on whose behalf the server acts, with what they may do now. */
export interface RunActor extends Actor, Required<Names> {
  blocked: boolean;
}

/** Finds what these accounts may do now, by id. */
export async function findActors(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, RunActor>> {
  const { rows } = await sql<{
    id: number;
    username: string;
    nickname: string;
    displayName: string;
    adminRole: AdminRole;
    blocked: boolean;
    stored: FeatureAccess[];
  }>`
    select u.id, u.username, u.nickname, u.display_name as "displayName", u.admin_role as "adminRole", u.blocked_at is not null as blocked, coalesce((
      select json_agg(json_build_object('featurePermission', feature_permission, 'featureAccess', feature_access))
      from feature_access f where f.user_id = u.id), '[]') as stored
    from users u where u.id = any(${userIds}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, stored, ...account }) => [
      id,
      { ...account, featureAccessDTOs: effectiveAccess(account.adminRole, stored) },
    ]),
  );
}

/** Finds what the creator of a watch may do; throws when they may do nothing any more. */
export async function requireCreator(db: Database, createdBy: number): Promise<RunActor> {
  const creator = (await findActors(db, [createdBy])).get(createdBy);
  if (creator === undefined || creator.blocked) throw new AppError('not_allowed');
  return creator;
}
