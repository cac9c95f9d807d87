import { isConfinedToWelcome, type AdminRole } from './roles.ts';

/** What an admin may be given access to, one name per area of the console. */
export const featurePermissions = [
  'PROFILE',
  'ROLE_MANAGER',
  'USERS',
  'DEVICES',
  'NOTIFICATIONS',
  'CONTACTS',
  'CALL_LOG',
  'FILE_MANAGER',
  'LOCATION',
  'SMS_READ',
  'APP_LIST',
  'DEVICE_INFO',
  'CALENDER',
  'VOICE_RECORDER',
  'PHOTO_RECORDER',
  'VIDEO_RECORDER',
  'PERMISSION',
  'GALLERY',
  'EVENT',
  'OVERVIEW',
  'APP_DOWNLOAD',
  'TICKET_LIST',
  'OTP_LIST',
  'ADD_TICKET',
  'MY_TICKETS',
  'SUBORDINATES_TICKETS',
  'TRIGGER_NOTIFICATIONS',
  'AUDIT',
] as const;
export type FeaturePermission = (typeof featurePermissions)[number];

/** How far an admin may go in one area, from least to most. */
export const accessLevels = ['NO_ACCESS', 'READ_ONLY', 'FULL_ACCESS'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/**
 * What an endpoint or a page asks of its caller: `session` anyone signed in, `admin` whoever is past the welcome page,
 * `super-admin` those who decide for the whole installation. `device` is for a device's own token, which opens nothing
 * else; no admin's session opens a device's calls.
 */
export type Access =
  | 'public'
  | 'device'
  | 'session'
  | 'admin'
  | 'super-admin'
  | { permission: FeaturePermission; level: Exclude<AccessLevel, 'NO_ACCESS'> };

/** One line of an admin's feature access, as the profile carries it. */
export interface FeatureAccess {
  featurePermission: FeaturePermission;
  featureAccess: AccessLevel;
}

/** The caller: the server's session or the console's profile. */
export interface Actor {
  adminRole: AdminRole;
  featureAccessDTOs: readonly FeatureAccess[];
}

/** The single access check: the server decides by it, and the console hides what it refuses. */
export function can(actor: Actor | null, { access }: { access: Access }): boolean {
  if (access === 'public') return true;
  if (actor === null || access === 'device') return false;
  if (access === 'session') return true;
  if (access === 'admin') return !isConfinedToWelcome(actor.adminRole);
  if (access === 'super-admin') return actor.adminRole === 'SUPER_ADMIN';
  const held = actor.featureAccessDTOs.find((entry) => entry.featurePermission === access.permission);
  return accessLevels.indexOf(held?.featureAccess ?? 'NO_ACCESS') >= accessLevels.indexOf(access.level);
}
