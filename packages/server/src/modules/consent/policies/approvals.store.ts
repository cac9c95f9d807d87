import { limits, type AccessLevel, type Approval, type Capability, type DeviceUse } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { hasInScope } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { nameInFull, nameInFullOf, shownName } from '../../../shared/shown-names.ts';

/** A request to use a capability of a device, and the access that a second admin needs to agree. */
export interface ApprovalRequest {
  deviceId: number;
  capability: Capability;
  action: DeviceUse['action'];
  /** The second admin needs all of these; when empty, only a SUPER_ADMIN can agree. */
  permissions: readonly string[];
  level: AccessLevel;
  askedBy: number;
  reason: string | null;
}

export interface LatestApproval {
  state: Approval['state'];
  expiresAt: string;
  decidedBy: string;
  /** After a refusal, the earliest time of the next request. */
  askAgainAt: string;
  askAgain: boolean;
}

const milliseconds = (amount: number) => sql`${amount} * interval '1 millisecond'`;
const state = sql`case when p.state = 'PENDING' and p.expires_at <= now() then 'EXPIRED' else p.state end`;
const askAgainAt = sql`p.decided_at + ${milliseconds(limits.approval.askAgainAfterMs)}`;

/** For how long whoever set an admin's password or reset their sign-in, and so could act as them, is not independent of them. */
const signInDays = sql`interval '30 days'`;

/**
 * True for an entry `e` of the access log by which one admin has given another what the request `p` needs: the role, one of the permissions,
 * the device, or a way to sign in. An entry that names no devices, because there were too many or because they came with a group, counts for
 * every device.
 */
const givesAccess = sql<boolean>`(case e.action when 'PROMOTE' then true when 'ACCEPT_INVITATION' then true
  when 'PASSWORD' then e.recorded_at > now() - ${signInDays}
  when 'RESET_SIGN_IN' then e.recorded_at > now() - ${signInDays}
  when 'FEATURE_ACCESS' then e.after is null or cardinality(p.permissions) = 0 or exists (
    select from unnest(p.permissions) as needed (permission) where e.after ->> needed.permission in ('READ_ONLY', 'FULL_ACCESS'))
  when 'ASSIGN' then e.after is null or not e.after ? 'assigned' or e.after -> 'assigned' ? p.device_id::text
  else false end)`;

/**
 * True for an account `u` that owes nothing to the admin who asks with `p`, and to whom that admin owes nothing: neither reports to the other,
 * and neither gave the other what is needed. Plan: `access_entries_account` for both accounts.
 */
const isIndependent: RawBuilder<boolean> = sql`(u.id not in (select accounts_below(p.asked_by))
  and u.id is distinct from (select asker.reports_to from users asker where asker.id = p.asked_by)
  and not exists (
    select from access_entries e where ((e.account_id = u.id and e.actor_id = p.asked_by)
      or (e.account_id = p.asked_by and e.actor_id = u.id)) and ${givesAccess}))`;

/** True for an account `u` that can decide `p`: another account, not blocked, that has the device and the access, and is independent. */
const canDecide: RawBuilder<boolean> = sql`(u.id <> p.asked_by and u.blocked_at is null and (
  u.admin_role = 'SUPER_ADMIN' or (
    u.admin_role = 'ADMIN' and cardinality(p.permissions) > 0
    and exists (select from device_assignments a where a.user_id = u.id and a.device_id = p.device_id)
    and not exists (
      select from unnest(p.permissions) as wanted (permission) where not exists (
        select from feature_access f where f.user_id = u.id and f.feature_permission = wanted.permission
          and f.feature_access in (p.level, 'FULL_ACCESS'))))) and ${isIndependent})`;

const isSameRequest = ({ deviceId, capability, action, askedBy }: ApprovalRequest) => sql`
  p.asked_by = ${askedBy} and p.device_id = ${deviceId} and p.capability = ${capability} and p.action = ${action}`;

const isPending = sql`p.state = 'PENDING' and p.expires_at > now()`;

/** True for a request `p` that answers this one too: who agrees to ask for a kind agrees that its data is looked at. */
const includes = ({ deviceId, capability, askedBy }: ApprovalRequest) => sql`
  (p.asked_by = ${askedBy} and p.device_id = ${deviceId} and p.capability = ${capability} and p.action = 'COMMAND' and ${isPending})`;

/** Finds the latest request for the same use, or one that waits and includes it. */
export async function findLatestApproval(db: Database, request: ApprovalRequest): Promise<LatestApproval | undefined> {
  const { rows } = await sql<LatestApproval>`
    select ${state} as state, ${isoTime(sql`p.expires_at`)} as "expiresAt", coalesce(${nameInFull}, '') as "decidedBy",
      ${isoTime(askAgainAt)} as "askAgainAt", coalesce(${askAgainAt} <= now(), true) as "askAgain"
    from approvals p left join users u on u.id = p.decided_by
    where ${isSameRequest(request)} or ${includes(request)} order by p.id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Deletes the pending request to look at what this one asks the device for, and returns who could have decided it. The new request
 * includes it, and has another id, so that nobody agrees to more than they have read.
 */
export async function replaceLook(db: Database, request: ApprovalRequest): Promise<number[]> {
  const { rows } = await sql<{ approvers: number[] }>`
    delete from approvals p where ${isSameRequest({ ...request, action: 'READ' })} and p.state = 'PENDING'
    returning ${idsOfDeciders} as approvers`.execute(db);
  return rows.flatMap(({ approvers }) => approvers);
}

/**
 * Finds the admins who could agree to a request. It scans the few admin accounts and probes assignments and access by
 * primary key.
 */
export async function findApprovers(db: Database, request: ApprovalRequest): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u, (
      select ${request.askedBy}::bigint as asked_by, ${request.deviceId}::bigint as device_id,
        ${request.permissions}::text[] as permissions, ${request.level}::text as level) as p
    where u.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${canDecide} order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Inserts a request and returns when it expires. Returns undefined when a parallel request inserted it first (partial unique index
 * `approvals_pending`), or when the device has left.
 */
export async function insertApproval(
  db: Database,
  request: ApprovalRequest,
): Promise<{ expiresAt: string } | undefined> {
  const { deviceId, capability, action, permissions, level, askedBy, reason } = request;
  await sql`update approvals p set state = 'EXPIRED'
    where ${isSameRequest(request)} and p.state = 'PENDING' and p.expires_at <= now()`.execute(db);
  const { rows } = await sql<{ expiresAt: string }>`
    with here as materialized (select id from devices where id = ${deviceId} and left_at is null for share)
    insert into approvals (device_id, capability, action, permissions, level, asked_by, reason, expires_at)
    select id, ${capability}, ${action}, ${permissions}::text[], ${level}, ${askedBy}::bigint, ${reason}::text,
      now() + ${milliseconds(limits.approval.decideWithinMs)} from here
    on conflict do nothing returning ${isoTime(sql`expires_at`)} as "expiresAt"`.execute(db);
  return rows[0];
}

/** Finds the names of a device and its person. */
export async function findNames(db: Database, deviceId: number): Promise<{ deviceName: string; username: string }> {
  const { rows } = await sql<{ deviceName: string; username: string }>`
    select ${shownName} as "deviceName", d.username from devices d where d.id = ${deviceId}`.execute(db);
  return rows[0] ?? { deviceName: `device ${deviceId}`, username: '' };
}

/** The accounts that can decide `p`. */
const idsOfDeciders = sql`to_jsonb(array(
  select u.id from users u where u.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${canDecide}))`;

/** The most admins that are named to whoever waits for one of them. */
const maxNamed = 20;

/** The names of the admins who can decide `p`. Its `u` is another account than that of the query around it. */
const namesOfDeciders = sql`array(
  select ${nameInFull} from users u where u.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${canDecide} order by u.id limit ${maxNamed})`;

const decidable = sql`(${isPending} and ${canDecide})`;

/**
 * Lists the requests about devices in scope that this admin can decide, has decided or has made, at most 100, newest first. Retention keeps
 * requests for a day, so the table stays small and is scanned by id.
 */
export async function listApprovals(db: Database, userId: number): Promise<Approval[]> {
  const { rows } = await sql<Approval>`
    select p.id, p.device_id as "deviceId", ${shownName} as "deviceName", d.username, p.capability,
      p.action, ${nameInFullOf('asker')} as "askedBy", p.reason, ${state} as state, ${isoTime(sql`p.asked_at`)} as "askedAt",
      ${isoTime(sql`p.expires_at`)} as "expiresAt", ${nameInFullOf('second')} as "decidedBy",
      ${isoTime(sql`p.holds_until`)} as "holdsUntil", p.asked_by = u.id as mine, ${decidable} as decidable,
      case when p.asked_by = u.id and ${isPending} then ${namesOfDeciders} else '{}' end as "waitsFor"
    from users u cross join approvals p join devices d on d.id = p.device_id join users asker on asker.id = p.asked_by
      left join users second on second.id = p.decided_by
    where u.id = ${userId} and ${hasInScope(sql`u`, sql`d.id`)} and (p.asked_by = u.id or p.decided_by = u.id or ${decidable})
    order by p.id desc limit 100`.execute(db);
  return rows;
}

export async function countDecidable(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users u, approvals p where u.id = ${userId} and ${decidable}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A request that was just decided. */
export interface Decided {
  deviceId: number;
  capability: Capability;
  askedBy: number;
}

/** Decides a request. Undefined when there is none that this admin can decide now. */
export async function decide(
  db: Database,
  decision: { id: number; agree: boolean; userId: number },
): Promise<Decided | undefined> {
  const { id, agree, userId } = decision;
  const holdsUntil = agree ? sql`now() + ${milliseconds(limits.approval.validMs)}` : sql`null`;
  const { rows } = await sql<Decided>`
    update approvals p set state = ${agree ? 'AGREED' : 'DECLINED'}, decided_by = u.id, decided_at = now(),
      holds_until = ${holdsUntil}
    from users u where u.id = ${userId} and p.id = ${id} and ${decidable}
    returning p.device_id as "deviceId", p.capability, p.asked_by as "askedBy"`.execute(db);
  return rows[0];
}

/**
 * Deletes a pending request of the admin who made it, and returns who could have decided it. Undefined when it is not pending or
 * not theirs. It is deleted instead of kept as a state, because nobody decided anything.
 */
export async function withdraw(
  db: Database,
  { id, userId }: { id: number; userId: number },
): Promise<number[] | undefined> {
  const { rows } = await sql<{ approvers: number[] }>`
    delete from approvals p where p.id = ${id} and p.asked_by = ${userId} and ${isPending}
    returning ${idsOfDeciders} as approvers`.execute(db);
  return rows[0]?.approvers;
}

export async function isOwnApproval(db: Database, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const { rows } = await sql`select from approvals p where p.id = ${id} and p.asked_by = ${userId}`.execute(db);
  return rows.length > 0;
}

/** True when this admin may know of a request that they cannot decide now. */
export async function isKnownApproval(db: Database, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const { rows } = await sql`
    select from approvals p, users u where p.id = ${id} and u.id = ${userId} and (p.asked_by <> u.id and ${canDecide})`.execute(
    db,
  );
  return rows.length > 0;
}

/** Finds the admins who could decide a request, whatever its state. */
export async function findApproversOf(db: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u, approvals p
    where p.id = ${id} and u.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${canDecide}`.execute(db);
  return rows.map((row) => row.id);
}
