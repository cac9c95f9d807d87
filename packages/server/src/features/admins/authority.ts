import {
  accessLevels,
  featureTitles,
  levelTitles,
  type AccessLevel,
  type ErrorCode,
  type FeatureAccess,
} from '@fairwatch/contract';
import type { Standing } from '../../core/access/standing.store.ts';
import { AppError } from '../../core/app-error.ts';

/*
 * Who may do what to another account. Every call below is judged in the transaction that makes the change, by how both
 * accounts stand at that moment (`change-account.ts`).
 *
 * | call                 | rule               | why                                                                       |
 * |----------------------|--------------------|---------------------------------------------------------------------------|
 * | set password         | refusalToActAs     | whoever sets it can sign in as the account                                |
 * | reset sign-in        | refusalToActAs     | leaves the password alone, which the actor may have set or learnt         |
 * | unblock              | refusalToUnblock   | brings an account back that somebody higher may have shut out             |
 * | block                | refusalToDecide    | takes power away and gives none                                           |
 * | promote              | refusalToDecide    | the account starts from nothing: levels, devices, open passcodes are gone |
 * | reject               | refusalToDecide    | takes everything, and the logs of the devices say so                      |
 * | change levels        | refusalToTouch     | nobody gives more than they hold (`tooMuch`); taking is never too much    |
 * | assign, remove       | refusalToTouch     | only devices in the actor's own scope                                     |
 * | change superior      | refusalToTouch     | the new superior is below the actor, and is judged by these rules in turn |
 * | choose sidebar       | refusalToTouch     | an arrangement of pages; opens none                                       |
 * | rename               | refusalToTouch     | a nickname; logs and sign-in go by the username, which nobody changes     |
 * | own account, passkeys| the session's own  | these calls take no account: nobody else's is reached by them             |
 *
 * What is taken does not come back by itself: levels and devices are deleted, not switched off, and passcodes that wait
 * for a device are deleted with the access that made them. So to strip an account first and sign in as it afterwards
 * opens nothing that the actor does not hold.
 */

/** What a rule looks at. */
export interface Judged {
  actor: Standing;
  target: Standing;
  /** The target reports to the actor, directly or further down. */
  below: boolean;
  /** How many devices are assigned to the target and not in the actor's scope. Those that left do not count. */
  devicesBeyond: number;
}

/** Why something is refused; null when it is allowed. */
export type Rule = (judged: Judged) => AppError | null;

const refuse = (code: ErrorCode) => new AppError(code);

/** Somebody who asked for a role and belongs to nobody yet: whoever manages roles may decide. */
function waits({ adminRole, reportsTo }: Pick<Standing, 'adminRole' | 'reportsTo'>): boolean {
  return adminRole === 'PENDING' && reportsTo === null;
}

/** Changing an account: only those above may, and nobody their own. */
export const refusalToTouch: Rule = ({ actor, target, below }) => {
  if (actor.id === target.id) return refuse('own_access');
  if (actor.adminRole !== 'SUPER_ADMIN' && (!below || target.adminRole === 'SUPER_ADMIN')) {
    return refuse('not_below_you');
  }
  return target.signsIn ? null : refuse('cannot_sign_in');
};

/** Approving or refusing an account that waits for its role. */
export const refusalToDecide: Rule = (judged) =>
  refusalToTouch({ ...judged, below: judged.below || waits(judged.target) });

/** Lifting a block. */
export const refusalToUnblock: Rule = (judged) => {
  const { actor, target } = judged;
  const held = target.blockedBySuperAdmin && actor.adminRole !== 'SUPER_ADMIN';
  return refusalToDecide(judged) ?? (held ? refuse('blocked_by_super_admin') : null);
};

/** Changing how somebody signs in, after which the actor could sign in as them: only who holds all that they hold. */
export const refusalToActAs: Rule = (judged) => {
  const refused = refusalToTouch(judged);
  if (refused !== null || judged.actor.adminRole === 'SUPER_ADMIN') return refused;
  const missing = missingWords(judged);
  return missing === '' ? null : new AppError('holds_more', { name: judged.target.username, missing });
};

/** How many areas a refusal names before it only counts the rest. */
const named = 4;

/** What the target holds and the actor does not, in words. Devices are counted, not named: the actor may not see them. */
function missingWords({ actor, target, devicesBeyond }: Judged): string {
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

/** An area by its title; with the level, where the actor has some access to it and not enough. */
function areaWords({ featurePermission, featureAccess }: FeatureAccess, held: AccessLevel): string {
  const title = featureTitles[featurePermission];
  return held === 'NO_ACCESS' ? title : `${levelTitles[featureAccess]} to ${title}`;
}

/** What would raise somebody above the one who gives it. Taking away, and leaving as it is, is never too much. */
export function tooMuch(actor: Standing, target: Standing, wanted: readonly FeatureAccess[]): FeatureAccess[] {
  return wanted.filter((entry) => {
    const level = rank(entry.featureAccess);
    return level > rank(levelOf(actor, entry)) && level > rank(levelOf(target, entry));
  });
}

export function levelOf(
  account: Standing,
  { featurePermission }: Pick<FeatureAccess, 'featurePermission'>,
): AccessLevel {
  const held = account.featureAccessDTOs.find((entry) => entry.featurePermission === featurePermission);
  return held?.featureAccess ?? 'NO_ACCESS';
}

function rank(level: AccessLevel): number {
  return accessLevels.indexOf(level);
}
