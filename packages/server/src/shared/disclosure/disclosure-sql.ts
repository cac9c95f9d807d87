import { capabilities, type Capability, type DeviceUse, type FeaturePermission, type Told } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { all } from '../../core/database/list-sql.ts';
import { isUsedKind } from '../settings/used-kinds-sql.ts';

/**
 * The disclosure policy: the one place that decides whether an admin may be told something about a device, now. Whatever tells something
 * derived from shared data (a list, a count, an alert, a notification, a mail, a line of the log) asks it, as the data itself does.
 */

/** Something about a device `d` that an admin would be told. */
export interface Disclosure {
  /** The id of the admin. */
  admin: RawBuilder<unknown>;
  /** A value, or an expression of type text. */
  told: Told | RawBuilder<unknown>;
  /**
   * True for what is about this moment, and for what collects. It is told within the person's hours only, and while the device shows its
   * notice. What was collected before stays readable.
   */
  live?: boolean | RawBuilder<boolean>;
  /** A second admin agrees to reading or to commanding. */
  action?: DeviceUse['action'];
  /** The moment by which hours are decided. By default it is the real one, also while the demo's history turns `now()` back: devices judge by it too. */
  at?: RawBuilder<unknown>;
  /** True for devices in scope; by default asked of the admin's role and assignments. */
  isInScope?: RawBuilder<boolean>;
  /** True when the admin holds the permission; by default one that reads this kind of data. */
  isPermitted?: RawBuilder<boolean>;
  /** True when a reason is stated elsewhere than for the device, such as that of a run. */
  isStated?: RawBuilder<boolean>;
}

/** Why something is not told, as codes of the error catalogue, in the order in which they are checked. */
export type DisclosureRefusal =
  | 'device_not_found'
  | 'kind_not_used'
  | 'not_allowed'
  | 'device_held'
  | 'device_paused'
  | 'consent_missing'
  | 'outside_hours'
  | 'notice_not_shown'
  | 'reason_required'
  | 'approval_needed';

/** True while this account is an admin who can sign in. */
export const isActiveAdmin = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${user}.blocked_at is null and ${user}.admin_role in ('ADMIN', 'SUPER_ADMIN'))`;

/** True when the account `user`, a row of `users`, has a device in scope: a SUPER_ADMIN has all, an ADMIN those assigned to them. */
export const hasInScope = (user: RawBuilder<unknown>, deviceId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${user}.admin_role = 'SUPER_ADMIN' or (${user}.admin_role = 'ADMIN' and exists (
    select from device_assignments da where da.user_id = ${user}.id and da.device_id = ${deviceId})))`;

/**
 * True when the account `user`, a row of `users`, holds one of these permissions, an expression of type jsonb: at least to read, or with full
 * access.
 */
export const holdsOne = (
  user: RawBuilder<unknown>,
  permissions: RawBuilder<unknown>,
  level: 'READ_ONLY' | 'FULL_ACCESS' = 'READ_ONLY',
): RawBuilder<boolean> =>
  sql`(${user}.admin_role = 'SUPER_ADMIN' or exists (
    select from feature_access fa where fa.user_id = ${user}.id and fa.feature_access in ('FULL_ACCESS', ${sql.lit(level)})
      and ${permissions} ? fa.feature_permission))`;

/** True when the admin of this id is active and holds one of these permissions, an expression of type jsonb, to read. */
export const isHeldBy = (admin: RawBuilder<unknown>, permissions: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from users reader where reader.id = ${admin} and ${isActiveAdmin(sql`reader`)}
    and ${holdsOne(sql`reader`, permissions)})`;

/** The permissions of which one is needed for each kind of data, as JSON. `DEVICE` asks for none beyond those of the call. */
const readers: Readonly<Partial<Record<Told, readonly FeaturePermission[]>>> = Object.fromEntries(
  Object.entries(capabilities).map(([name, { readBy }]) => [name, readBy]),
);

/** True for an active admin `user` who may read this kind of data. */
export function mayRead(user: RawBuilder<unknown>, told: Disclosure['told']): RawBuilder<boolean> {
  if (told === 'DEVICE') return isActiveAdmin(user);
  const permissions = sql`(${JSON.stringify(readers)}::jsonb -> ${text(told)})`;
  return sql`(${isActiveAdmin(user)} and ${orDevice(told, holdsOne(user, permissions))})`;
}

function text(told: Disclosure['told']): RawBuilder<unknown> {
  return typeof told === 'string' ? sql.lit(told) : told;
}

/** A condition that does not concern what is told about the device itself. */
function orDevice(told: Disclosure['told'], condition: RawBuilder<boolean>): RawBuilder<boolean> {
  if (typeof told === 'string') return told === 'DEVICE' ? sql`true` : condition;
  return sql`(${told} = 'DEVICE' or ${condition})`;
}

/**
 * True while an account may be told this kind of data of many devices at once, such as counts that are kept for all admins: they may read it,
 * this installation uses it, and the owner of the installation demands neither a reason nor an agreement, which are given for single devices.
 */
export const mayCount = (user: RawBuilder<unknown>, told: Capability): RawBuilder<boolean> =>
  sql`(${mayRead(user, told)} and ${isUsedKind(text(told))} and not ${isDemanded(told, sql`(policy.value ->> 'reason' = 'REQUIRED' or policy.value -> 'approval' = 'true')`)})`;

/** True when the owner of the installation demands this before a kind of data is used. An owner who set nothing demands nothing. */
function isDemanded(told: Disclosure['told'], demand: RawBuilder<boolean>): RawBuilder<boolean> {
  const key = typeof told === 'string' ? sql.lit(`use-policy.${told}`) : sql`'use-policy.' || ${told}`;
  return sql`exists (select from settings policy where policy.key = ${key} and ${demand})`;
}

/** The conditions, all of which must hold, each with the refusal while it does not. */
function conditionsOf(disclosure: Disclosure): (readonly [DisclosureRefusal, RawBuilder<boolean>])[] {
  const {
    admin,
    told,
    live = false,
    action = 'READ',
    at = sql`statement_timestamp()`,
    isStated = sql`false`,
  } = disclosure;
  const account = (holds: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from users reader where reader.id = ${admin} and ${holds})`;
  const isInScope = disclosure.isInScope ?? account(hasInScope(sql`reader`, sql`d.id`));
  const isPermitted = disclosure.isPermitted ?? account(mayRead(sql`reader`, told));
  const ofKind = (condition: RawBuilder<boolean>) => orDevice(told, condition);
  const whenLive = (condition: RawBuilder<boolean>): RawBuilder<boolean> => {
    if (typeof live === 'boolean') return live ? ofKind(condition) : sql`true`;
    return ofKind(sql`(not ${live} or ${condition})`);
  };
  const actions = action === 'READ' ? sql`('READ', 'COMMAND')` : sql`('COMMAND')`;
  return [
    ['device_not_found', isInScope],
    ['kind_not_used', ofKind(isUsedKind(text(told)))],
    ['not_allowed', isPermitted],
    ['device_held', ofKind(sql`d.restored_at is null`)],
    ['device_paused', ofKind(sql`d.paused_at is null`)],
    ['consent_missing', ofKind(sql`${text(told)} = any(d.capabilities)`)],
    ['outside_hours', whenLive(sql`(d.sharing_hours is null or within_hours(d.sharing_hours, ${at}))`)],
    ['notice_not_shown', whenLive(sql`d.notice_shown is not false`)],
    [
      'reason_required',
      ofKind(sql`(not ${isDemanded(told, sql`policy.value ->> 'reason' = 'REQUIRED'`)} or ${isStated} or exists (
        select from given_reasons given
        where given.user_id = ${admin} and given.device_id = d.id and given.capability = ${text(told)}
          and given.expires_at > now()))`),
    ],
    [
      'approval_needed',
      ofKind(sql`(not ${isDemanded(told, sql`policy.value -> 'approval' = 'true'`)} or exists (
        select from approvals agreed where agreed.asked_by = ${admin} and agreed.device_id = d.id
          and agreed.capability = ${text(told)} and agreed.action in ${actions} and agreed.holds_until > now()))`),
    ],
  ];
}

/** True when the admin may be told this about the device `d` now. */
export function isTold(disclosure: Disclosure): RawBuilder<boolean> {
  return sql`(${all(conditionsOf(disclosure).map(([, holds]) => holds))})`;
}

/** Selects why the admin may not be told this about the device `d` now; null when they may. */
export function refusalToTell(disclosure: Disclosure): RawBuilder<DisclosureRefusal | null> {
  const cases = conditionsOf(disclosure).map(([code, holds]) => sql`when ${holds} is not true then ${sql.lit(code)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/**
 * True while the person of a device `d` shares this kind of data, whoever asks. It is for what the server does by itself, such as
 * evaluating a rule; whoever is told of it is asked about by `isTold`.
 */
export function isShared(
  told: RawBuilder<unknown> | Capability,
  { live, at = sql`statement_timestamp()` }: Pick<Disclosure, 'live' | 'at'> = {},
): RawBuilder<boolean> {
  const ownsDevice = { isInScope: sql<boolean>`true`, isPermitted: sql<boolean>`true`, admin: sql`null`, told, at };
  const person: readonly DisclosureRefusal[] = [
    'kind_not_used',
    'device_held',
    'device_paused',
    'consent_missing',
    'outside_hours',
    'notice_not_shown',
  ];
  const conditions = conditionsOf({ ...ownsDevice, live: live ?? false });
  return sql`(${all(conditions.filter(([code]) => person.includes(code)).map(([, holds]) => holds))})`;
}
