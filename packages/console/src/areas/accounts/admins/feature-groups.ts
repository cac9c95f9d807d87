import { accessLevels, type AccessLevel, type FeatureAccess, type FeaturePermission } from '@fairwatch/contract';

/** The features by topic, in display order. Those in `withoutEffect` are shown in a collapsed section. */
export const featureGroups = {
  data: [
    'OVERVIEW',
    'LOCATION',
    'CONTACTS',
    'SMS_READ',
    'CALL_LOG',
    'EVENT',
    'GALLERY',
    'FILE_MANAGER',
    'APP_LIST',
    'PERMISSION',
    'DEVICE_INFO',
  ],
  capture: ['PHOTO_RECORDER', 'VIDEO_RECORDER', 'VOICE_RECORDER', 'TRIGGER_NOTIFICATIONS'],
  support: ['MY_TICKETS', 'ADD_TICKET', 'SUBORDINATES_TICKETS'],
  admin: ['ROLE_MANAGER', 'AUDIT', 'USERS', 'DEVICES', 'OTP_LIST', 'APP_DOWNLOAD'],
} as const satisfies Record<string, readonly FeaturePermission[]>;

export const groupNames = Object.keys(featureGroups) as (keyof typeof featureGroups)[];

/**
 * Permissions of the specification that no page and no endpoint requires. Each covers something that every admin has, or that has a
 * permission of its own: requiring one of them now would take pages from admins who have them.
 */
export const withoutEffect = [
  'PROFILE',
  'NOTIFICATIONS',
  'CALENDER',
  'TICKET_LIST',
] as const satisfies FeaturePermission[];

/** Levels that are chosen but not saved yet. */
export type Draft = Partial<Record<FeaturePermission, AccessLevel>>;

export function levelIn(access: readonly FeatureAccess[], permission: FeaturePermission): AccessLevel {
  return access.find(({ featurePermission }) => featurePermission === permission)?.featureAccess ?? 'NO_ACCESS';
}

/** Whether a level is higher than the granting admin's own; a level that is already saved may stay. */
export function exceedsOwnLevel(level: AccessLevel, own: AccessLevel, saved: AccessLevel): boolean {
  return rank(level) > rank(own) && rank(level) > rank(saved);
}

/** Sets every feature to a level, or to the highest level below it that may be granted. */
export function draftOfAll(level: AccessLevel, own: readonly FeatureAccess[], saved: readonly FeatureAccess[]): Draft {
  return Object.fromEntries(
    saved.map(({ featurePermission, featureAccess }) => {
      const allowed = accessLevels
        .slice(0, accessLevels.indexOf(level) + 1)
        .filter((each) => !exceedsOwnLevel(each, levelIn(own, featurePermission), featureAccess));
      return [featurePermission, allowed.at(-1) ?? 'NO_ACCESS'];
    }),
  );
}

/** Returns the levels of a draft that differ from the saved ones. */
export function changesOf(draft: Draft, saved: readonly FeatureAccess[]): FeatureAccess[] {
  return saved.flatMap(({ featurePermission, featureAccess }) => {
    const chosen = draft[featurePermission] ?? featureAccess;
    return chosen === featureAccess ? [] : [{ featurePermission, featureAccess: chosen }];
  });
}

function rank(level: AccessLevel): number {
  return accessLevels.indexOf(level);
}
