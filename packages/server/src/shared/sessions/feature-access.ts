import {
  featurePermissions,
  isConfinedToWelcome,
  type AccessLevel,
  type AdminRole,
  type FeatureAccess,
} from '@fairwatch/contract';

/**
 * Returns the access level of every feature. The role decides first (SUPER_ADMIN has all, roles confined to the welcome page
 * none), then the stored levels.
 */
export function effectiveAccess(role: AdminRole, stored: readonly FeatureAccess[]): FeatureAccess[] {
  const storedLevels = new Map(stored.map((entry) => [entry.featurePermission, entry.featureAccess]));
  return featurePermissions.map((featurePermission) => ({
    featurePermission,
    featureAccess: levelOf(role, storedLevels.get(featurePermission)),
  }));
}

function levelOf(role: AdminRole, stored: AccessLevel | undefined): AccessLevel {
  if (role === 'SUPER_ADMIN') return 'FULL_ACCESS';
  if (isConfinedToWelcome(role)) return 'NO_ACCESS';
  return stored ?? 'NO_ACCESS';
}
