import { z } from 'zod/mini';
import { device } from '../../shared/device.ts';
import { deviceId, searchInput, sortDirection } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import type { ErrorCode } from '../../core/http/errors.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { nickname, userId } from '../../core/fields/account-fields.ts';
import { accessLevels, featurePermissions } from '../../core/access/permissions.ts';
import { adminRoles } from '../../core/access/roles.ts';
import { weakPasswordErrors } from '../../core/http/shared-errors.ts';
import { seenLine } from '../../shared/log/log-line.ts';

/** The errors of any change of another account. */
const accountErrors: readonly ErrorCode[] = ['user_not_found', 'own_access', 'not_below_you', 'cannot_sign_in'];

const mayLook = { permission: 'ROLE_MANAGER', level: 'READ_ONLY' } as const;
const mayChange = { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' } as const;

/** An account that signs in, or waits to, as the role manager lists it. */
export const admin = z.object({
  id: z.int(),
  username: z.string(),
  nickname: z.string(),
  /** What they call themselves; their username when they gave no name. */
  displayName: z.string(),
  email: z.string(),
  adminStatus: z.enum(adminRoles),
  /** Whom they report to; empty for nobody. */
  reportsTo: z.string(),
  blocked: z.boolean(),
  /** Why the caller cannot unblock it; empty when they can, and when it is not blocked. */
  unblockRefusal: z.string(),
  /** How many devices are assigned to them. */
  devices: z.int(),
});
export type Admin = z.infer<typeof admin>;

export const adminSortFields = ['waiting', 'id', 'username', 'email', 'adminStatus'] as const;

const accounts = 'accounts that sign in; what changes is in the access log';

/** Those the caller may act on, and the caller. The order `waiting` begins with those who wait to be promoted. */
export const adminList = endpoint({
  path: 'user/admins',
  access: mayLook,
  tells: [],
  log: accounts,
  staleBy: ['admins', 'devices'],
  summary: 'The admins who report to the signed-in one, and those who wait',
  input: z.strictObject({
    ...pageInput,
    search: searchInput,
    sortBy: z._default(z.enum(adminSortFields), 'waiting'),
    sortDirection,
    filter: z._default(z.strictObject({ adminStatus: z.optional(z.enum(adminRoles)) }), {}),
  }),
  output: z.array(admin),
  paged: true,
});

/** One line of what an admin may do. */
export const featureAccessEntry = z.object({
  featurePermission: z.enum(featurePermissions),
  featureAccess: z.enum(accessLevels),
});

/** Which arrangement of the sidebar an admin has; null for the default one. */
export const sidebarPanel = z.nullable(z.int().check(z.minimum(1), z.maximum(3)));

export const adminDetail = endpoint({
  path: 'user/admin',
  access: mayLook,
  tells: [],
  log: accounts,
  staleBy: ['admins'],
  summary: 'One admin with what they may do',
  input: z.strictObject({ userId }),
  output: z.extend(admin, {
    featureAccessDTOs: z.array(featureAccessEntry),
    customSidebar: sidebarPanel,
    createdAt: z.string(),
    /** The admin above; null for nobody. */
    reportsToId: z.nullable(z.int()),
    /** Whether signing in takes a code, and how many passkeys there are. */
    twoFactor: z.boolean(),
    passkeys: z.int(),
    /** Why the caller cannot change this account; empty when they can. */
    refusal: z.string(),
    /** Why the caller cannot set its password or reset how it signs in; empty when they can. */
    signInRefusal: z.string(),
  }),
  errors: ['user_not_found'],
});
export type AdminDetail = z.infer<typeof adminDetail.output>;

const accountStatus = z.object({ adminStatus: z.enum(adminRoles), blocked: z.boolean() });

/** Makes somebody who waits, or a non-admin, an admin. They report to the caller unless another one is named. */
export const promoteUser = endpoint({
  path: 'user/promote',
  access: mayChange,
  tells: [],
  log: accounts,
  summary: 'Make an account an admin',
  input: z.strictObject({ userId, reportsTo: z.optional(userId) }),
  output: accountStatus,
  errors: [...accountErrors, 'already_admin', 'reports_to_refused'],
});

const whenAssigned = 'when the account has devices';

/** Sets the role back to NON_ADMIN: rejects a pending account, or removes an admin's role, access and devices. */
export const rejectUser = endpoint({
  path: 'user/reject',
  access: mayChange,
  tells: [],
  log: { action: 'UNASSIGN', when: whenAssigned },
  summary: 'Make an account a non-admin',
  input: z.strictObject({ userId }),
  output: accountStatus,
  errors: accountErrors,
});

/** Nobody signs in with a blocked account, and its sessions end. What a SUPER_ADMIN blocked, only a SUPER_ADMIN unblocks. */
export const blockUser = endpoint({
  path: 'user/block',
  access: mayChange,
  tells: [],
  log: accounts,
  summary: 'Block an account, or unblock it',
  input: z.strictObject({ userId, blocked: z.boolean() }),
  output: accountStatus,
  errors: [...accountErrors, 'blocked_by_super_admin'],
});

/** Sets some levels, all or none. What is not named stays. */
export const updateFeatureAccess = endpoint({
  path: 'user/update-feature-access',
  access: mayChange,
  tells: [],
  log: accounts,
  summary: 'Change what an admin may do',
  input: z.strictObject({
    userId,
    access: z
      .array(z.strictObject(featureAccessEntry.shape))
      .check(z.minLength(1), z.maxLength(featurePermissions.length)),
  }),
  output: z.array(featureAccessEntry),
  errors: [...accountErrors, 'more_than_you_hold', 'not_an_admin', 'super_admin_holds_all'],
});

const { minLength, maxLength } = limits.password;

/**
 * Sets the password of another account and ends its sessions. The caller could then sign in as that account, so they must have all
 * permissions that it has. Its owner is notified.
 */
export const setPassword = endpoint({
  path: 'user/set-password',
  access: mayChange,
  tells: [],
  log: { action: 'SIGN_IN', when: whenAssigned },
  summary: 'Set the password of another account',
  input: z.strictObject({
    userId,
    password: z
      .string()
      .check(
        z.minLength(minLength, `A password has at least ${minLength} characters.`),
        z.maxLength(maxLength, `A password has at most ${maxLength} characters.`),
      ),
  }),
  output: z.null(),
  errors: [...accountErrors, 'holds_more', ...weakPasswordErrors],
});

/**
 * Removes two-factor sign-in and all passkeys of another account, whose owner lost their phone, and ends its sessions. The password
 * stays. The rule is that of setting a password, and its owner is notified.
 */
export const resetSignIn = endpoint({
  path: 'user/reset-sign-in',
  access: mayChange,
  tells: [],
  log: { action: 'SIGN_IN', when: whenAssigned },
  summary: 'Reset two-factor sign-in and passkeys of another account',
  input: z.strictObject({ userId }),
  output: z.null(),
  errors: [...accountErrors, 'holds_more'],
});

/** Moves an admin, and everyone below, under another one: the caller or an admin below the caller. Cycles are refused. */
export const changeSuperior = endpoint({
  path: 'user/update/reports-to',
  access: mayChange,
  tells: [],
  log: accounts,
  summary: 'Change whom an admin reports to',
  input: z.strictObject({ userId, reportsTo: userId }),
  output: z.object({ reportsTo: z.string() }),
  errors: [...accountErrors, 'not_an_admin', 'super_admin_reports_to_nobody', 'reports_to_refused'],
});

/** Gives an account that signs in its nickname. People of devices are renamed by `renameUser`. */
export const renameAdmin = endpoint({
  path: 'user/update/admin-nickname',
  access: mayChange,
  tells: [],
  log: accounts,
  summary: 'Rename an account that signs in',
  input: z.strictObject({ userId, nickname }),
  output: z.object({ nickname: z.string() }),
  errors: accountErrors,
});

export const updateSidebar = endpoint({
  path: 'user/update/sidebar',
  access: mayChange,
  tells: [],
  log: accounts,
  summary: 'Choose the sidebar panel of an admin',
  input: z.strictObject({ userId, customSidebar: sidebarPanel }),
  output: z.object({ customSidebar: sidebarPanel }),
  errors: accountErrors,
});

const deviceIds = z.array(deviceId).check(z.minLength(1), z.maxLength(limits.page.maxSize));
const assignment = z.strictObject({ userId, deviceIds });

/** Puts devices of the caller's scope into an admin's, all or none. */
export const assignDevices = endpoint({
  path: 'user/assign',
  access: mayChange,
  tells: [],
  log: { action: 'ASSIGN' },
  summary: 'Assign devices to an admin',
  input: assignment,
  maxBodyBytes: 16 * kilobyte,
  output: z.object({ changed: z.int() }),
  errors: [...accountErrors, 'not_an_admin', 'device_not_found'],
});

export const removeDevices = endpoint({
  path: 'user/remove-accessible',
  access: mayChange,
  tells: [],
  log: { action: 'UNASSIGN' },
  summary: 'Take devices from an admin',
  input: assignment,
  maxBodyBytes: 16 * kilobyte,
  output: z.object({ changed: z.int() }),
  errors: [...accountErrors, 'not_an_admin', 'device_not_found', 'assigned_by_group'],
});

export const clientSortFields = ['id', 'username'] as const;
const clientsInput = z.strictObject({
  userId,
  ...pageInput,
  search: searchInput,
  sortBy: z._default(z.enum(clientSortFields), 'id'),
  sortDirection,
});

const namesAndContacts = 'name of each device and its person, email or phone';

/** Of the devices in the caller's scope: those assigned to an admin. */
export const clientsOfAdmin = endpoint({
  path: 'user/clients-of-admin',
  access: mayLook,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: namesAndContacts,
  log: seenLine('assignable'),
  staleBy: ['devices', 'groups'],
  summary: 'The devices assigned to an admin',
  input: clientsInput,
  output: z.array(
    z.object({
      ...device.shape,
      /** Those groups the caller sees through which the admin has it. Such a device cannot be removed by itself. */
      viaGroups: z.array(z.string()),
    }),
  ),
  paged: true,
  errors: ['user_not_found'],
});

/** Of the devices in the caller's scope: those an admin does not have. */
export const freeClients = endpoint({
  path: 'user/clients/free',
  access: mayLook,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: namesAndContacts,
  log: seenLine('assignable'),
  staleBy: ['devices'],
  summary: 'The devices that are not assigned to an admin',
  input: clientsInput,
  output: z.array(device),
  paged: true,
  errors: ['user_not_found'],
});
