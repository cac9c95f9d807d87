import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { userId } from '../../core/fields/account-fields.ts';
import { displayName } from '../../core/fields/display-name.ts';
import { capabilityNames } from '../../core/access/capabilities.ts';
import type { Actor } from '../../core/access/permissions.ts';
import { canReadDeviceDetails, canReadDeviceFacts, deviceStatuses } from '../../shared/device.ts';
import { deviceSelection } from '../../shared/device-selection.ts';
import { groupColours, groupTag } from '../../shared/group.ts';
import { day } from '../../shared/ground.ts';
import { versionText } from '../../core/fields/version-text.ts';

const { nameMaxLength, textMaxLength } = limits.group;
const groupId = z.int().check(z.positive());
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(textMaxLength));

/**
 * The conditions of a group by rule; all that are given must hold. The operating system is a detail that a person shares: the condition on
 * `osName` matches only devices of which the owner of the group may be told it, and none while that takes a reason or a second admin.
 */
export const groupRule = z
  .strictObject({
    /** The app's version is this one, or older than this one. */
    appVersionIs: z.optional(versionText),
    appVersionBelow: z.optional(versionText),
    /** Part of the operating system's name, in any case: `android`. */
    osName: z.optional(text),
    /** The part of the person's email address after the @. */
    emailDomain: z.optional(text),
    /** Joined on this day (UTC) or later. */
    joinedSince: z.optional(day),
    status: z.optional(z.enum(deviceStatuses)),
    /** The person shares all of these now. */
    shares: z.optional(z.array(z.enum(capabilityNames)).check(z.minLength(1), z.maxLength(capabilityNames.length))),
  })
  .check(z.refine((rule) => Object.values(rule).some((value) => value !== undefined), 'A rule needs a condition.'));
export type GroupRule = z.infer<typeof groupRule>;

/** Conditions on what only some pages of a device show (`deviceFactPermissions`). */
export const factConditions = ['appVersionIs', 'appVersionBelow', 'shares'] as const satisfies (keyof GroupRule)[];

/** Whether somebody may use a rule. A rule on what they may not read would tell them by its number of devices. */
export function canUseRule(actor: Actor, rule: GroupRule | null): boolean {
  const usesFacts = factConditions.some((key) => rule?.[key] !== undefined);
  const usesDetails = rule?.osName !== undefined;
  return (!usesFacts || canReadDeviceFacts(actor)) && (!usesDetails || canReadDeviceDetails(actor));
}

/**
 * A group of devices. It belongs to the admin who made it and has only devices of their scope: a device that leaves that scope leaves the
 * group. An admin sees their own groups and those assigned to them, a SUPER_ADMIN all.
 */
export const group = z.object({
  ...groupTag.shape,
  /** Null for a group whose devices are chosen by hand. */
  rule: z.nullable(groupRule),
  owner: z.string(),
  /** The caller is the owner. */
  isOwner: z.boolean(),
  createdAt: z.string(),
  /** How many of its devices the caller sees. */
  devices: z.int(),
  /** The admins who have its devices in their scope through it. */
  admins: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The caller may change it: it is their own, or they are a SUPER_ADMIN. */
  mine: z.boolean(),
});
export type Group = z.infer<typeof group>;

const mayRead = { permission: 'DEVICES', level: 'READ_ONLY' } as const;
const mayChange = { permission: 'DEVICES', level: 'FULL_ACCESS' } as const;
const mayAssign = { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' } as const;

export const groupList = endpoint({
  path: 'group/all',
  access: mayRead,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: 'how many devices a group has',
  log: 'names of groups and of admins; who comes into a scope by it is logged',
  staleBy: ['groups'],
  canWait: true,
  summary: 'The groups of devices',
  input: z.strictObject({}),
  output: z.array(group),
});

const howManyMatch = 'for how many devices a rule holds; by their system while it is shared';
/** A rule by the system tells which one a device has, so the devices that it is tried on learn of it. */
const whenTested = `for a rule by the system, once an hour for each rule, on each device that it is tried on, if these are at most ${limits.group.testsLogged}`;

/** How many devices of the caller's scope match a rule now. */
export const previewRule = endpoint({
  path: 'group/preview',
  access: mayChange,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: howManyMatch,
  log: {
    action: 'READ',
    when: whenTested,
    words: 'groupRule',
  },
  summary: 'How many devices match a rule now',
  input: z.strictObject({ rule: groupRule }),
  output: z.object({ devices: z.int() }),
});

const groupFields = {
  name: displayName(nameMaxLength),
  colour: z._default(z.enum(groupColours), 'gray'),
  rule: z._default(z.nullable(groupRule), null),
};

export const createGroup = endpoint({
  path: 'group/create',
  access: mayChange,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: howManyMatch,
  log: { action: 'READ', subject: previewRule.path, when: whenTested },
  summary: 'Create a group of devices, by hand or by rule',
  input: z.strictObject(groupFields),
  output: group,
  errors: ['group_name_taken', 'too_many_groups', 'too_many_in_all'],
});

/** A rule that changes is applied at once. A group by hand keeps its devices when it gets a rule only if they match it. */
export const updateGroup = endpoint({
  path: 'group/update',
  access: mayChange,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: howManyMatch,
  log: { action: 'READ', subject: previewRule.path, when: whenTested },
  summary: 'Change the name, colour or rule of a group',
  input: z.strictObject({ groupId, ...groupFields }),
  output: group,
  errors: ['group_not_found', 'group_name_taken'],
});

/** Deletes the group; its devices stay. Admins who had them only through it lose them from their scope. */
export const deleteGroup = endpoint({
  path: 'group/delete',
  access: mayChange,
  tells: [],
  log: { action: 'GROUP', when: 'for each device of a group by hand' },
  summary: 'Delete a group',
  input: z.strictObject({ groupId }),
  output: z.null(),
  errors: ['group_not_found', 'group_in_use'],
});

const membership = {
  access: mayChange,
  tells: ['DEVICE'],
  input: z.strictObject({ groupId, selection: deviceSelection }),
  maxBodyBytes: 16 * kilobyte,
  output: z.object({ changed: z.int() }),
  errors: ['group_not_found', 'group_by_rule', 'no_devices', 'too_many_devices', 'device_in_too_many_groups'],
} as const;

export const addToGroup = endpoint({
  path: 'group/devices/add',
  summary: 'Add devices to a group',
  ...membership,
  answers: 'how many devices came into the group',
  log: { action: 'GROUP' },
});
export const removeFromGroup = endpoint({
  path: 'group/devices/remove',
  answers: 'how many devices left the group',
  log: { action: 'GROUP' },
  summary: 'Remove devices from a group',
  ...membership,
});

/** Gives an admin below the caller the devices of a group: those that join it later too, until they leave it. */
export const assignGroup = endpoint({
  path: 'group/assign',
  access: mayAssign,
  tells: [],
  log: { action: 'ASSIGN', when: 'or UNASSIGN, for each device of the group, also those that join or leave it later' },
  summary: 'Assign a group to an admin, or take it away',
  input: z.strictObject({ groupId, userId, assigned: z.boolean() }),
  output: z.object({ changed: z.int() }),
  errors: ['group_not_found', 'user_not_found', 'own_access', 'not_below_you', 'cannot_sign_in', 'not_an_admin'],
});

/** Assigns the devices of a selection to an admin below the caller, or takes them away. Assignments by a group stay. */
export const assignSelection = endpoint({
  path: 'user/assign-selection',
  access: mayAssign,
  tells: [],
  log: { action: 'ASSIGN', when: 'or UNASSIGN, for each device of the selection' },
  summary: 'Assign selected devices to an admin, or take them away',
  input: z.strictObject({ userId, selection: deviceSelection, assigned: z.boolean() }),
  maxBodyBytes: 16 * kilobyte,
  output: z.object({ changed: z.int() }),
  errors: [
    'user_not_found',
    'own_access',
    'not_below_you',
    'cannot_sign_in',
    'not_an_admin',
    'no_devices',
    'too_many_devices',
    'group_not_found',
  ],
});
