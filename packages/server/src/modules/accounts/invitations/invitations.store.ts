import { invitationLimits, type Invitation, type RoleTemplateId } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { nameInFull, shownAccount } from '../../../shared/shown-names.ts';

const days = (amount: RawBuilder<unknown> | number) => sql`${amount} * interval '1 day'`;

/** True for an invitation `i` of this admin or of an admin below them; for a SUPER_ADMIN, any. */
function isVisible({ userId, allDevices }: Scope): RawBuilder<boolean> {
  if (allDevices) return sql`true`;
  return sql`(i.invited_by = ${userId} or i.invited_by in (select accounts_below(${userId})))`;
}

/** The invitations that have not ended, newest first. There are at most `invitationLimits.inAll`. */
export async function listInvitations(db: Database, scope: Scope): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select i.id, i.name, coalesce(i.email, '') as email, i.template, ${shownAccount} as "invitedBy",
      array(select g.name from invitation_groups m join groups g on g.id = m.group_id
        where m.invitation_id = i.id order by g.name) as groups,
      ${isoTime(sql`i.created_at`)} as "createdAt", ${isoTime(sql`i.expires_at`)} as "expiresAt",
      i.expires_at <= now() as expired, ${scope.allDevices} or i.invited_by = ${scope.userId} as renewable
    from invitations i join users u on u.id = i.invited_by
    where i.ended_at is null and ${isVisible(scope)} order by i.id desc`.execute(db);
  return rows;
}

export interface NewInvitation {
  tokenHash: Buffer;
  mailed: boolean;
  name: string;
  email: string | null;
  template: RoleTemplateId;
  groupIds: readonly number[];
  invitedBy: number;
  days: number;
}

export async function insertInvitation(
  db: Database,
  invitation: NewInvitation,
): Promise<{ id: number; expiresAt: string }> {
  const { tokenHash, mailed, name, email, template, groupIds, invitedBy, days: valid } = invitation;
  const { rows } = await sql<{ id: number; expiresAt: string }>`
    insert into invitations (token_hash, mailed, name, email, template, invited_by, days, expires_at)
    values (${tokenHash}, ${mailed}, ${name}, ${email}, ${template}, ${invitedBy}, ${valid}, now() + ${days(valid)})
    returning id, ${isoTime(sql`expires_at`)} as "expiresAt"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('An inserted row is returned.');
  await sql`
    insert into invitation_groups (invitation_id, group_id)
    select ${row.id}, id from unnest(${groupIds}::bigint[]) as t (id) on conflict do nothing`.execute(db);
  return row;
}

/** An invitation as the rules see it. */
export interface StoredInvitation {
  id: number;
  invitedBy: number;
  /** The name in full of who invites. */
  inviter: string;
  template: RoleTemplateId;
  /** Set when the link proves that its bearer reads the mail of this address. */
  provenEmail: string | null;
  days: number;
  expiresAt: string;
  expired: boolean;
  endedHow: 'ACCEPTED' | 'REVOKED' | null;
}

const stored = sql`i.id, i.invited_by as "invitedBy", ${nameInFull} as inviter, i.template, i.days,
  case when i.mailed then i.email end as "provenEmail", ${isoTime(sql`i.expires_at`)} as "expiresAt",
  i.expires_at <= now() as expired, i.ended_how as "endedHow"`;

/** Finds the invitation of a link by the hash of its token, and holds its row until the transaction ends when it `locks`. */
export async function findByToken(
  db: Database,
  tokenHash: Buffer,
  { locks }: { locks: boolean },
): Promise<StoredInvitation | undefined> {
  const { rows } = await sql<StoredInvitation>`
    select ${stored} from invitations i join users u on u.id = i.invited_by
    where i.token_hash = ${tokenHash} ${locks ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/** Finds an invitation in scope, and holds its row until the transaction ends. */
export async function lockInvitation(
  transaction: Database,
  scope: Scope,
  id: number,
): Promise<StoredInvitation | undefined> {
  const { rows } = await sql<StoredInvitation>`
    select ${stored} from invitations i join users u on u.id = i.invited_by
    where i.id = ${id} and ${isVisible(scope)} for update of i`.execute(transaction);
  return rows[0];
}

/** Ends an invitation. Its address and for whom it was are not needed any more. */
export async function endInvitation(db: Database, id: number, how: 'ACCEPTED' | 'REVOKED'): Promise<void> {
  await sql`update invitations set ended_at = now(), ended_how = ${how}, email = null, name = '', mailed = false
    where id = ${id}`.execute(db);
}

/** Ends the invitations of an admin who may not invite any more: removed access does not come back by itself. */
export async function revokeInvitationsOf(db: Database, userId: number): Promise<void> {
  await sql`update invitations set ended_at = now(), ended_how = 'REVOKED', email = null, name = '', mailed = false
    where invited_by = ${userId} and ended_at is null`.execute(db);
}

/** Replaces the link, which is shown to an admin: it proves no address any more. Returns when the new one expires. */
export async function renewLink(db: Database, id: number, tokenHash: Buffer): Promise<string> {
  const { rows } = await sql<{ expiresAt: string }>`
    update invitations set token_hash = ${tokenHash}, mailed = false, expires_at = now() + ${days(sql`days`)}
    where id = ${id} returning ${isoTime(sql`expires_at`)} as "expiresAt"`.execute(db);
  return rows[0]?.expiresAt ?? '';
}

/** Deletes an invitation that could not be mailed. */
export async function deleteInvitation(db: Database, id: number): Promise<void> {
  await sql`delete from invitations where id = ${id}`.execute(db);
}

/** Deletes invitations that ended or expired so long ago that their links need not say why. */
export async function deleteOldInvitations(db: Database): Promise<void> {
  await sql`delete from invitations
    where coalesce(ended_at, expires_at) < now() - ${days(invitationLimits.keptDays)}`.execute(db);
}

/** A group that an invitation gives. */
export interface GivenGroup {
  id: number;
  name: string;
}

/** True for a group `g` that an admin may give to an account that reports to them: their own, and for a SUPER_ADMIN those of all of them. */
const mayGive = ({ userId, allDevices }: Scope) =>
  allDevices
    ? sql`exists (select from users o where o.id = g.owner_id and o.admin_role = 'SUPER_ADMIN')`
    : sql`g.owner_id = ${userId}`;

/** Those of the groups that an admin may give. */
export async function findGivable(db: Database, inviter: Scope, groupIds: readonly number[]): Promise<GivenGroup[]> {
  const { rows } = await sql<GivenGroup>`
    select g.id, g.name from groups g where g.id = any(${groupIds}::bigint[]) and ${mayGive(inviter)}
    order by g.name`.execute(db);
  return rows;
}

/** The groups of an invitation that exist, and whether its inviter may give each now. */
export async function listGroups(
  db: Database,
  inviter: Scope,
  invitationId: number,
): Promise<(GivenGroup & { givable: boolean })[]> {
  const { rows } = await sql<GivenGroup & { givable: boolean }>`
    select g.id, g.name, ${mayGive(inviter)} as givable from invitation_groups m join groups g on g.id = m.group_id
    where m.invitation_id = ${invitationId} order by g.name`.execute(db);
  return rows;
}
