import {
  featurePermissions,
  isConfinedToWelcome,
  type AccessLevel,
  type AdminRole,
  type FeatureAccess,
} from '@fairwatch/contract';

/** What an account may do now, one entry per feature. The role comes first, the stored entries after it. */
export function effectiveAccess(role: AdminRole, stored: readonly FeatureAccess[]): FeatureAccess[] {
  const held = new Map(stored.map((entry) => [entry.featurePermission, entry.featureAccess]));
  return featurePermissions.map((featurePermission) => ({
    featurePermission,
    featureAccess: levelOf(role, held.get(featurePermission)),
  }));
}

function levelOf(role: AdminRole, stored: AccessLevel | undefined): AccessLevel {
  if (role === 'SUPER_ADMIN') return 'FULL_ACCESS';
  if (isConfinedToWelcome(role)) return 'NO_ACCESS';
  return stored ?? 'NO_ACCESS';
}
