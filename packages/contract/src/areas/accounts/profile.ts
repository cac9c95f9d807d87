import { z } from 'zod/mini';
import { endpoint, sessionPath } from '../../shared/endpoint.ts';
import { openTicket, pendingUser, serverStats } from '../../shared/metrics.ts';
import { installationFace } from '../../shared/preset.ts';
import { accessLevels, featurePermissions } from '../../core/access/permissions.ts';
import { chosenLanguage } from '../../core/fields/language.ts';
import { adminRoles, userTypes } from '../../core/access/roles.ts';

/** Changes of the sign-in methods of an account by another admin. */
export const signInAlertKinds = ['PASSWORD', 'SIGN_IN_RESET'] as const;

/** An alert that the owner of an account sees after signing in, until they dismiss it. */
export const signInAlert = z.object({
  id: z.int(),
  kind: z.enum(signInAlertKinds),
  /** Who did it. */
  actorName: z.string(),
  createdAt: z.string(),
});
export type SignInAlert = z.infer<typeof signInAlert>;

/** How devices are counted among the OS versions whose people do not share device details. */
export const notSharedVersion = 'Not shared';

/** How devices are counted among the OS versions whose version this admin may not be told. */
export const withheldVersion = 'Not for you';

/** The signed-in account with what its dashboard shows. */
export const userProfile = z.object({
  userId: z.string(),
  username: z.string(),
  nickName: z.string(),
  /** What they call themselves; their username when they gave no name. */
  displayName: z.string(),
  email: z.string(),
  profileIconPath: z.string(),
  phoneNumber: z.string(),
  userType: z.enum(userTypes),
  adminRole: z.enum(adminRoles),
  accessibleUsersCount: z.int(),
  adminUsersCount: z.int(),
  totalDevicesCount: z.int(),
  activeDevicesCount: z.int(),
  /** Devices by OS and version; those that do not share theirs under `notSharedVersion`, the others under `withheldVersion` for who may not read it. */
  osVersionCounts: z.record(z.string(), z.int()),
  featureAccessDTOs: z.array(
    z.object({ id: z.int(), featurePermission: z.enum(featurePermissions), featureAccess: z.enum(accessLevels) }),
  ),
  tickets: z.array(openTicket),
  pendingAdminUsers: z.array(pendingUser),
  customSidebar: z.nullable(z.int()),
  deviceCountPerAppVersion: z.nullable(z.record(z.string(), z.int())),
  /** People seen in each of the last twelve months (UTC, `2026-11`), the latest last. */
  countPerMonthDTOS: z.nullable(z.array(z.object({ month: z.string(), count: z.int() }))),
  serverStats: z.nullable(serverStats),
  /** What others did to how this account signs in, the latest first. */
  signInAlerts: z.array(signInAlert),
  /** In which language they read the console. */
  language: chosenLanguage,
  /** Who this installation is for, and what it uses: the console draws only that. */
  installation: installationFace,
});
export type UserProfile = z.infer<typeof userProfile>;

export const profile = endpoint({
  path: 'user/profile',
  access: 'session',
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: 'titles of tickets, and who wrote them',
  log: { action: 'READ', subject: sessionPath('user/dashboard'), when: 'once an hour' },
  staleBy: ['profile'],
  summary: 'The signed-in account',
  input: z.strictObject({}),
  output: userProfile,
});
