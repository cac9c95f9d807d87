import { z } from 'zod/mini';
import { csvProblem } from '../../shared/stored/csv.ts';
import { device } from '../../shared/device.ts';
import { searchInput, sortDirection } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { wholeListBytes, wholeListInput } from '../../core/http/envelope.ts';
import { limits } from '../../core/limits.ts';
import { nickname, picture, userId } from '../../core/fields/account-fields.ts';
import { adminRoles, userTypes, type UserType } from '../../core/access/roles.ts';
import { pictureErrors } from '../../core/http/shared-errors.ts';
import { plainLine, seenLine } from '../../shared/log/log-line.ts';

const mayEdit = { permission: 'USERS', level: 'FULL_ACCESS' } as const;

/** An account as lists show it: the person of a device, or somebody who signs in. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  nickname: z.string(),
  /** What they call themselves; their username when they gave no name. */
  displayName: z.string(),
  /** Email, or phone number when there is no email. */
  emailOrPhone: z.string(),
  adminStatus: z.enum(adminRoles),
  userType: z.enum(userTypes),
  /** The address of the picture; empty when there is none. */
  profileIconPath: z.string(),
  /** The app on the device that joined last; empty for an account without a device. */
  appName: z.string(),
});
export type User = z.infer<typeof user>;

export const userSortFields = ['id', 'username', 'emailOrPhone', 'adminStatus', 'userType'] as const;

/** What the list of users can be narrowed to. */
export const userFilter = z.strictObject({
  userType: z.optional(z.enum(userTypes)),
  adminStatus: z.optional(z.enum(adminRoles)),
});
export type UserFilter = z.infer<typeof userFilter>;

export const userList = endpoint({
  path: 'user/all',
  access: { permission: 'USERS', level: 'READ_ONLY' },
  tells: ['DEVICE'],
  answers: 'name of each person, email or phone, the app',
  log: seenLine('people'),
  staleBy: ['devices', 'users'],
  summary: 'The accounts in the scope of the signed-in admin',
  input: z.strictObject({
    ...wholeListInput,
    search: searchInput,
    sortBy: z._default(z.enum(userSortFields), 'id'),
    sortDirection,
    filter: z._default(userFilter, {}),
  }),
  output: z.array(user),
  paged: true,
  maxBodyBytes: wholeListBytes,
});

/** One account with its devices. The read is recorded in the log of each device. */
export const userDetail = endpoint({
  path: 'user/profile-by-userId',
  access: { permission: 'USERS', level: 'READ_ONLY' },
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: 'name, email, phone, and the devices of one person',
  log: plainLine('profile'),
  staleBy: ['devices', 'users'],
  summary: 'One account and its devices',
  input: z.strictObject({ userId }),
  output: z.object({
    id: z.int(),
    username: z.string(),
    nickname: z.string(),
    /** What they call themselves; their username when they gave no name. */
    displayName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    profileIconPath: z.string(),
    adminStatus: z.enum(adminRoles),
    userType: z.enum(userTypes),
    /** Nobody can sign in with it any more. */
    blocked: z.boolean(),
    /** Why the caller cannot unblock it; empty when they can, and when it is not blocked. */
    unblockRefusal: z.string(),
    /** Somebody signs in with it, or waits to; false for the person of a device. */
    signsIn: z.boolean(),
    /** When the account was made. */
    createdAt: z.string(),
    /** Those in the admin's scope that have not left. */
    devices: z.array(
      z.extend(device, {
        /** What the device called itself when it joined. */
        name: z.string(),
        /** Null while the person does not share device details. */
        model: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['user_not_found'],
});
export type UserDetail = z.infer<typeof userDetail.output>;

const forEachDevice = 'for each device of the person';

/** Gives the person of devices their nickname, which is written to the log of each. Accounts that sign in: `renameAdmin`. */
export const renameUser = endpoint({
  path: 'user/update/nickname',
  access: mayEdit,
  tells: [],
  log: { action: 'RENAME', when: forEachDevice },
  summary: 'Rename a person',
  input: z.strictObject({ userId, nickname }),
  output: z.object({ nickname: z.string() }),
  errors: ['user_not_found', 'signs_in'],
});

/** What an account that is no admin can be. An Administrator is whoever has that role. */
export const chosenUserTypes = ['USER', 'GUEST'] as const satisfies readonly UserType[];

/**
 * Makes an account a temporary Guest User, or a Standard User again. The type grants no access: it is only shown, and can be
 * filtered by.
 */
export const changeUserType = endpoint({
  path: 'user/update/type',
  access: mayEdit,
  tells: [],
  log: { action: 'PERSON', when: forEachDevice },
  summary: 'Make a person a guest user or a standard user',
  input: z.strictObject({ userId, type: z.enum(chosenUserTypes) }),
  output: z.object({ userType: z.enum(userTypes) }),
  errors: ['user_not_found', 'administrator_type'],
});

/** Sets the picture of a person who carries a device. An account that signs in sets its own picture instead. */
export const setPersonPicture = endpoint({
  path: 'user/picture/set',
  access: mayEdit,
  tells: [],
  log: { action: 'PERSON', when: forEachDevice },
  summary: 'Set the picture of a person',
  input: z.strictObject({ userId, image: picture }),
  maxBodyBytes: limits.request.maxBytes,
  output: z.object({ profileIconPath: z.string() }),
  errors: ['user_not_found', 'signs_in', ...pictureErrors],
});

export const removePersonPicture = endpoint({
  path: 'user/picture/remove',
  access: mayEdit,
  tells: [],
  log: { action: 'PERSON', when: forEachDevice },
  summary: 'Remove the picture of a person',
  input: z.strictObject({ userId }),
  output: z.null(),
  errors: ['user_not_found', 'signs_in'],
});

/**
 * Imports people from a CSV file with the columns `username`, `nickname`, `email`, `phoneNumber` and `userType`: all lines or none. Only
 * `username` must be there, and what a line leaves empty stays as it is. A username that exists in the caller's scope is changed, and its
 * devices' logs say so. One that does not exist becomes a person without a device, who reports to the caller: the caller, the admins above and the SUPER_ADMINs see
 * them. Such a person joins by this username with a passcode of one of these admins, and is erased when they have not within 90 days.
 */
export const importPeople = endpoint({
  path: 'user/import',
  access: mayEdit,
  tells: [],
  log: { action: 'PERSON', when: 'for each device of a person who changes; for a nickname `RENAME`' },
  summary: 'Import people from a CSV file',
  input: z.strictObject({ csv: z.string().check(z.maxLength(limits.csv.maxBytes)) }),
  maxBodyBytes: 2 * limits.csv.maxBytes,
  output: z.object({
    created: z.int(),
    changed: z.int(),
    problems: z.array(csvProblem),
    /** How many lines have a problem; only the first hundred are listed. When there is one, nothing was changed. */
    problemCount: z.int(),
  }),
  errors: ['too_many_people', 'too_many_in_all', 'moves_devices'],
});
