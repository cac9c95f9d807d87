import type { Capability } from '../../core/access/capabilities.ts';
import {
  accessLevels,
  type AccessLevel,
  type Actor,
  type FeatureAccess,
  type FeaturePermission,
} from '../../core/access/permissions.ts';
import type { AdminRole } from '../../core/access/roles.ts';
import { isPermissionUsed, type PresetName } from '../../shared/preset.ts';

interface RoleTemplate {
  title: string;
  /** What whoever has it is there for, in a sentence. What each level opens has sentences of its own in the role manager. */
  about: string;
  adminRole: Extract<AdminRole, 'ADMIN' | 'SUPER_ADMIN'>;
  /** What is not named is NO_ACCESS. A SUPER_ADMIN holds everything by the role. */
  access: Readonly<Partial<Record<FeaturePermission, Exclude<AccessLevel, 'NO_ACCESS'>>>>;
}

/**
 * The role templates of invitations: what an invited colleague gets, all at once. They are data: nothing else in the product knows one by
 * name. An account that was made from one is an ordinary admin, whose access is changed in the role manager.
 */
export const roleTemplates = {
  OWNER: {
    title: 'Owner',
    about: 'Owns this installation with you: sees every device, may do everything and reports to nobody.',
    adminRole: 'SUPER_ADMIN',
    access: {},
  },
  TEACHER: {
    title: 'Teacher',
    about: 'Looks after the devices of a class: what they share, files for lessons, requests for help.',
    adminRole: 'ADMIN',
    access: {
      OVERVIEW: 'READ_ONLY',
      USERS: 'READ_ONLY',
      DEVICES: 'READ_ONLY',
      OTP_LIST: 'FULL_ACCESS',
      LOCATION: 'FULL_ACCESS',
      APP_LIST: 'FULL_ACCESS',
      DEVICE_INFO: 'FULL_ACCESS',
      FILE_MANAGER: 'FULL_ACCESS',
      TRIGGER_NOTIFICATIONS: 'FULL_ACCESS',
      MY_TICKETS: 'FULL_ACCESS',
      ADD_TICKET: 'FULL_ACCESS',
      SUBORDINATES_TICKETS: 'FULL_ACCESS',
    },
  },
  DISPATCHER: {
    title: 'Dispatcher',
    about: 'Keeps an eye on vehicles and people on the way, and writes to them.',
    adminRole: 'ADMIN',
    access: {
      OVERVIEW: 'READ_ONLY',
      USERS: 'READ_ONLY',
      DEVICES: 'READ_ONLY',
      LOCATION: 'FULL_ACCESS',
      DEVICE_INFO: 'READ_ONLY',
      TRIGGER_NOTIFICATIONS: 'FULL_ACCESS',
      MY_TICKETS: 'FULL_ACCESS',
      ADD_TICKET: 'FULL_ACCESS',
      SUBORDINATES_TICKETS: 'READ_ONLY',
    },
  },
  HELPDESK: {
    title: 'Helpdesk',
    about: 'Answers requests for help and lets devices join. Sees facts about devices, and nothing private.',
    adminRole: 'ADMIN',
    access: {
      OVERVIEW: 'READ_ONLY',
      USERS: 'READ_ONLY',
      DEVICES: 'READ_ONLY',
      OTP_LIST: 'FULL_ACCESS',
      APP_DOWNLOAD: 'READ_ONLY',
      APP_LIST: 'FULL_ACCESS',
      DEVICE_INFO: 'FULL_ACCESS',
      PERMISSION: 'FULL_ACCESS',
      TRIGGER_NOTIFICATIONS: 'FULL_ACCESS',
      MY_TICKETS: 'FULL_ACCESS',
      ADD_TICKET: 'FULL_ACCESS',
      SUBORDINATES_TICKETS: 'FULL_ACCESS',
    },
  },
  READ_ONLY: {
    title: 'Read only',
    about: 'Looks at what devices share, and asks for nothing and changes nothing.',
    adminRole: 'ADMIN',
    access: {
      OVERVIEW: 'READ_ONLY',
      USERS: 'READ_ONLY',
      DEVICES: 'READ_ONLY',
      LOCATION: 'READ_ONLY',
      CONTACTS: 'READ_ONLY',
      SMS_READ: 'READ_ONLY',
      CALL_LOG: 'READ_ONLY',
      EVENT: 'READ_ONLY',
      GALLERY: 'READ_ONLY',
      FILE_MANAGER: 'READ_ONLY',
      APP_LIST: 'READ_ONLY',
      PERMISSION: 'READ_ONLY',
      DEVICE_INFO: 'READ_ONLY',
      PHOTO_RECORDER: 'READ_ONLY',
      VIDEO_RECORDER: 'READ_ONLY',
      VOICE_RECORDER: 'READ_ONLY',
      TRIGGER_NOTIFICATIONS: 'READ_ONLY',
      SUBORDINATES_TICKETS: 'READ_ONLY',
    },
  },
  WORKS_COUNCIL: {
    title: 'Works council',
    about: 'Reads the log: who did what, when and on which device. Sees nothing that devices share.',
    adminRole: 'ADMIN',
    access: { AUDIT: 'READ_ONLY' },
  },
} as const satisfies Record<string, RoleTemplate>;

export type RoleTemplateId = keyof typeof roleTemplates;
export const roleTemplateIds = Object.keys(roleTemplates) as [RoleTemplateId, ...RoleTemplateId[]];

/** The templates that the console offers in each preset: a family has no works council. The server takes any. */
export const offeredTemplates: Readonly<Record<PresetName, readonly RoleTemplateId[]>> = {
  family: ['OWNER', 'READ_ONLY', 'HELPDESK'],
  school: ['OWNER', 'TEACHER', 'HELPDESK', 'READ_ONLY', 'WORKS_COUNCIL'],
  fleet: ['OWNER', 'DISPATCHER', 'HELPDESK', 'READ_ONLY', 'WORKS_COUNCIL'],
  everything: roleTemplateIds,
};

/** The levels of a template, in the order of the template. */
export function levelsOf(id: RoleTemplateId): FeatureAccess[] {
  const { access }: RoleTemplate = roleTemplates[id];
  return (Object.keys(access) as FeaturePermission[]).map((featurePermission) => ({
    featurePermission,
    featureAccess: access[featurePermission] ?? 'NO_ACCESS',
  }));
}

/** What an admin can give of a template: no role above their own, and no level above the one they hold. Null when they cannot give its role. */
export function givenBy({ adminRole, featureAccessDTOs }: Actor, id: RoleTemplateId): FeatureAccess[] | null {
  if (roleTemplates[id].adminRole === 'SUPER_ADMIN' && adminRole !== 'SUPER_ADMIN') return null;
  const held = new Map(featureAccessDTOs.map((entry) => [entry.featurePermission, entry.featureAccess]));
  return levelsOf(id).flatMap(({ featurePermission, featureAccess }) => {
    const level = Math.min(
      accessLevels.indexOf(featureAccess),
      accessLevels.indexOf(held.get(featurePermission) ?? 'NO_ACCESS'),
    );
    const given = accessLevels[level] ?? 'NO_ACCESS';
    return given === 'NO_ACCESS' ? [] : [{ featurePermission, featureAccess: given }];
  });
}

/**
 * What a template gives beyond what an admin can give of it; empty when they may offer it. Its role is missing as a whole. Permissions about kinds
 * that the installation does not use do not count: nobody can use them.
 */
export function excessOf(actor: Actor, id: RoleTemplateId, usedKinds: readonly Capability[]): FeatureAccess[] {
  const given = givenBy(actor, id);
  return levelsOf(id).filter(
    (entry) =>
      isPermissionUsed(entry.featurePermission, usedKinds) &&
      !given?.some(
        (each) => each.featurePermission === entry.featurePermission && each.featureAccess === entry.featureAccess,
      ),
  );
}

/** True for a template that an admin may offer: they hold all that it gives. */
export function mayOffer(actor: Actor, id: RoleTemplateId, usedKinds: readonly Capability[]): boolean {
  return givenBy(actor, id) !== null && excessOf(actor, id, usedKinds).length === 0;
}
