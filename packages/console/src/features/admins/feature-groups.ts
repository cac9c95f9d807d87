import { accessLevels, type AccessLevel, type FeatureAccess, type FeaturePermission } from '@fairwatch/contract';

/** The features in the order they are read, by what they are about. Those in `withoutEffect` are folded away. */
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
  admin: ['ROLE_MANAGER', 'USERS', 'DEVICES', 'OTP_LIST', 'APP_DOWNLOAD'],
} as const satisfies Record<string, readonly FeaturePermission[]>;

/**
 * Names of the specification that no page and no call asks for. Each stands for something that every admin has, or that has a
 * name of its own: asking for one of them now would take pages from admins who have them.
 */
export const withoutEffect = [
  'PROFILE',
  'NOTIFICATIONS',
  'CALENDER',
  'TICKET_LIST',
] as const satisfies FeaturePermission[];

/** Levels that were chosen and not saved yet. */
export type Draft = Partial<Record<FeaturePermission, AccessLevel>>;

export function levelIn(access: readonly FeatureAccess[], permission: FeaturePermission): AccessLevel {
  return access.find(({ featurePermission }) => featurePermission === permission)?.featureAccess ?? 'NO_ACCESS';
}

/** Whether giving this level would be more than the giver holds; what somebody has already can stay. */
export function isTooMuch(level: AccessLevel, held: AccessLevel, has: AccessLevel): boolean {
  return rank(level) > rank(held) && rank(level) > rank(has);
}

/** Sets every feature to a level, or to the most that may be given below it. */
export function draftOfAll(level: AccessLevel, own: readonly FeatureAccess[], has: readonly FeatureAccess[]): Draft {
  return Object.fromEntries(
    has.map(({ featurePermission, featureAccess }) => {
      const allowed = accessLevels
        .slice(0, accessLevels.indexOf(level) + 1)
        .filter((each) => !isTooMuch(each, levelIn(own, featurePermission), featureAccess));
      return [featurePermission, allowed.at(-1) ?? 'NO_ACCESS'];
    }),
  );
}

/** What a draft changes. */
export function changesOf(draft: Draft, has: readonly FeatureAccess[]): FeatureAccess[] {
  return has.flatMap(({ featurePermission, featureAccess }) => {
    const wanted = draft[featurePermission] ?? featureAccess;
    return wanted === featureAccess ? [] : [{ featurePermission, featureAccess: wanted }];
  });
}

function rank(level: AccessLevel): number {
  return accessLevels.indexOf(level);
}
