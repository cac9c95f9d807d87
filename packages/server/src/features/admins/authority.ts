import { accessLevels, type AccessLevel, type ErrorCode, type FeatureAccess } from '@fairwatch/contract';
import type { Standing } from '../../core/access/standing.store.ts';

/** Somebody who asked for a role and belongs to nobody yet: whoever manages roles may decide. */
function waits({ adminRole, reportsTo }: Pick<Standing, 'adminRole' | 'reportsTo'>): boolean {
  return adminRole === 'PENDING' && reportsTo === null;
}

/** Why an admin must not touch an account; null when they may. `below`: it reports to them, however far down. */
export function refusalToTouch(actor: Standing, target: Standing, below: boolean): ErrorCode | null {
  if (actor.id === target.id) return 'own_access';
  if (actor.adminRole !== 'SUPER_ADMIN' && (!below || target.adminRole === 'SUPER_ADMIN')) return 'not_below_you';
  return target.signsIn ? null : 'cannot_sign_in';
}

/** The same for deciding about somebody's role, which those who wait are waiting for. */
export function refusalToDecide(actor: Standing, target: Standing, below: boolean): ErrorCode | null {
  return refusalToTouch(actor, target, below || waits(target));
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
