import {
  accessLevels,
  featureTitles,
  levelTitles,
  type AccessLevel,
  type ErrorCode,
  type FeatureAccess,
} from '@fairwatch/contract';
import type { AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';

/*
 * The rules for changing another account. Each is checked in the transaction that makes the change, against the state of both
 * accounts at that moment (`change-account.ts`).
 *
 * | call                 | rule               | why                                                                       |
 * |----------------------|--------------------|---------------------------------------------------------------------------|
 * | set password         | refusalToActAs     | the actor could sign in as the account                                    |
 * | reset sign-in        | refusalToActAs     | the password stays, which the actor may have set or learnt                |
 * | unblock              | refusalToUnblock   | a SUPER_ADMIN may have blocked the account                                |
 * | block                | refusalToDecide    | takes access away and gives none                                          |
 * | promote              | refusalToDecide    | the account starts without levels, devices and open passcodes             |
 * | reject               | refusalToDecide    | takes all access, which the logs of the devices record                    |
 * | change levels        | refusalToTouch     | nobody grants more than they have (`findExcessAccess`); removing is fine  |
 * | assign, remove       | refusalToTouch     | only devices in the actor's own scope                                     |
 * | change superior      | refusalToTouch     | the new superior is below the actor, and subject to the same rules        |
 * | choose sidebar       | refusalToTouch     | an arrangement of pages; it grants nothing                                |
 * | rename               | refusalToTouch     | a nickname; logs and sign-in use the username, which never changes        |
 * | own account, passkeys| the session's own  | these calls take no account id                                            |
 *
 * Removed access does not come back by itself: levels and devices are deleted, not disabled, and unused passcodes and open invitations
 * end with the access that created them. So an actor who strips an account and then signs in as it gains nothing.
 */

/** The facts that a rule decides by. */
export interface RuleInput {
  actor: AccountStatus;
  target: AccountStatus;
  /** True when the target reports to the actor, directly or indirectly. */
  below: boolean;
  /** The number of present devices that are assigned to the target and not in the actor's scope. */
  devicesBeyond: number;
}

/** Returns the refusal; null when the change is allowed. */
export type Rule = (input: RuleInput) => AppError | null;

const refuse = (code: ErrorCode) => new AppError(code);

/** True for an account that is pending and has no superior. Any role manager may decide about it. */
function waits({ adminRole, reportsTo }: Pick<AccountStatus, 'adminRole' | 'reportsTo'>): boolean {
  return adminRole === 'PENDING' && reportsTo === null;
}

/** The rule for changing an account: only its superiors may, and nobody their own. */
export const refusalToTouch: Rule = ({ actor, target, below }) => {
  if (actor.id === target.id) return refuse('own_access');
  if (actor.adminRole !== 'SUPER_ADMIN' && (!below || target.adminRole === 'SUPER_ADMIN')) {
    return refuse('not_below_you');
  }
  return target.signsIn ? null : refuse('cannot_sign_in');
};

/** The rule for approving, rejecting and blocking: like `refusalToTouch`, but any role manager may decide about pending accounts. */
export const refusalToDecide: Rule = (input) => refusalToTouch({ ...input, below: input.below || waits(input.target) });

/** The rule for unblocking: only a SUPER_ADMIN may lift the block of a SUPER_ADMIN. */
export const refusalToUnblock: Rule = (input) => {
  const { actor, target } = input;
  const held = target.blockedBySuperAdmin && actor.adminRole !== 'SUPER_ADMIN';
  return refusalToDecide(input) ?? (held ? refuse('blocked_by_super_admin') : null);
};

/** The rule for changing how an account signs in, after which the actor could sign in as it: the actor must have all of its access. */
export const refusalToActAs: Rule = (input) => {
  const refused = refusalToTouch(input);
  if (refused !== null || input.actor.adminRole === 'SUPER_ADMIN') return refused;
  const missing = missingWords(input);
  return missing === '' ? null : new AppError('holds_more', { name: input.target.username, missing });
};

/** How many permissions a refusal names before it only counts the rest. */
const named = 4;

/** Describes the access that the target has and the actor lacks. Devices are only counted, because the actor may not see them. */
function missingWords({ actor, target, devicesBeyond }: RuleInput): string {
  const areas = target.featureAccessDTOs
    .filter((entry) => rank(entry.featureAccess) > rank(levelOf(actor, entry)))
    .map((entry) => areaWords(entry, levelOf(actor, entry)));
  const more = areas.length - named;
  const words = [
    ...areas.slice(0, named),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'area' : 'areas'}`] : []),
    ...(devicesBeyond > 0 ? [`${devicesBeyond} ${devicesBeyond === 1 ? 'device' : 'devices'}`] : []),
  ];
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** A permission by its title; with the level when the actor has a lower one. */
function areaWords({ featurePermission, featureAccess }: FeatureAccess, held: AccessLevel): string {
  const title = featureTitles[featurePermission];
  return held === 'NO_ACCESS' ? title : `${levelTitles[featureAccess]} to ${title}`;
}

/** The wanted levels that exceed those of the actor. Lowering a level, or leaving it unchanged, is always allowed. */
export function findExcessAccess(
  actor: AccountStatus,
  target: AccountStatus,
  wanted: readonly FeatureAccess[],
): FeatureAccess[] {
  return wanted.filter((entry) => {
    const level = rank(entry.featureAccess);
    return level > rank(levelOf(actor, entry)) && level > rank(levelOf(target, entry));
  });
}

export function levelOf(
  account: AccountStatus,
  { featurePermission }: Pick<FeatureAccess, 'featurePermission'>,
): AccessLevel {
  const held = account.featureAccessDTOs.find((entry) => entry.featurePermission === featurePermission);
  return held?.featureAccess ?? 'NO_ACCESS';
}

function rank(level: AccessLevel): number {
  return accessLevels.indexOf(level);
}
