import { z } from 'zod/mini';
import type { Capability } from '../../core/access/capabilities.ts';
import type { FeaturePermission } from '../../core/access/permissions.ts';
import { chosenDays, clockTime } from '../../core/fields/clock-time.ts';
import { timeZone } from '../../core/fields/time-zone.ts';
import { limits } from '../../core/limits.ts';
import { sharingHours } from '../times/sharing-hours.ts';
import { versionText } from '../../core/fields/version-text.ts';

const { minOfflineMinutes, maxOfflineMinutes, appNameMaxLength } = limits.alert;
const zoneId = z.int().check(z.positive());
const percent = z.int().check(z.minimum(1), z.maximum(99));
/** Part of an app's name or package, in any case; any app when left out. */
const app = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(appNameMaxLength)));

/** A time on some days of the week, by the clock of a time zone. */
const timeOfDays = { time: clockTime, days: chosenDays, timeZone };

/**
 * When an alert rule fires. A condition that lasts (being offline, a low battery) is told when it begins and when it is over. Entering a zone
 * is over when the device leaves it, leaving one when it comes back. What has no end, such as an app that appeared, is told once.
 */
export const alertCondition = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('ENTERS_ZONE'), zoneId, hours: z._default(z.nullable(sharingHours), null) }),
  z.strictObject({ on: z.literal('LEAVES_ZONE'), zoneId, hours: z._default(z.nullable(sharingHours), null) }),
  /**
   * It is not in a zone at a time, and did not come there in the hour before. Checked some minutes later, for points that were on their way, once a day; never for a
   * device that does not share its location at that moment.
   */
  z.strictObject({ on: z.literal('NOT_ARRIVED'), zoneId, ...timeOfDays }),
  /** It leaves a zone before a time, on that day by the clock. */
  z.strictObject({ on: z.literal('LEFT_BEFORE'), zoneId, ...timeOfDays }),
  z.strictObject({
    on: z.literal('OFFLINE'),
    minutes: z.int().check(z.minimum(minOfflineMinutes), z.maximum(maxOfflineMinutes)),
  }),
  z.strictObject({ on: z.literal('BATTERY_BELOW'), percent }),
  /** Free storage, in percent of all. */
  z.strictObject({ on: z.literal('STORAGE_BELOW'), percent }),
  z.strictObject({ on: z.literal('APP_APPEARED'), app }),
  z.strictObject({ on: z.literal('APP_GONE'), app }),
  /** The person shares less or more than before. */
  z.strictObject({ on: z.literal('SHARING_CHANGED') }),
  z.strictObject({ on: z.literal('SHARING_PAUSED') }),
  /** A run ended with an item of this device that failed or expired. */
  z.strictObject({ on: z.literal('RUN_FAILED') }),
  z.strictObject({ on: z.literal('APP_VERSION_BELOW'), version: versionText }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;
export type AlertEvent = AlertCondition['on'];
/** A condition about a time of day. */
export type TimedCondition = Extract<AlertCondition, { on: 'NOT_ARRIVED' | 'LEFT_BEFORE' }>;

interface AlertFacts {
  /** What the person must share; without it the rule is silent for their device. */
  capability: Capability | null;
  /** What its owner must be allowed to read. */
  permission: FeaturePermission;
  /** It begins and ends; the others are told once. */
  lasts: boolean;
}

/** What each kind of condition reads. */
export const alertFacts = {
  ENTERS_ZONE: { capability: 'LOCATION', permission: 'LOCATION', lasts: true },
  LEAVES_ZONE: { capability: 'LOCATION', permission: 'LOCATION', lasts: true },
  NOT_ARRIVED: { capability: 'LOCATION', permission: 'LOCATION', lasts: false },
  LEFT_BEFORE: { capability: 'LOCATION', permission: 'LOCATION', lasts: true },
  OFFLINE: { capability: null, permission: 'DEVICES', lasts: true },
  BATTERY_BELOW: { capability: 'DEVICE_INFO', permission: 'DEVICE_INFO', lasts: true },
  STORAGE_BELOW: { capability: 'DEVICE_INFO', permission: 'DEVICE_INFO', lasts: true },
  APP_APPEARED: { capability: 'APPS', permission: 'APP_LIST', lasts: false },
  APP_GONE: { capability: 'APPS', permission: 'APP_LIST', lasts: false },
  SHARING_CHANGED: { capability: null, permission: 'DEVICES', lasts: false },
  SHARING_PAUSED: { capability: null, permission: 'DEVICES', lasts: true },
  RUN_FAILED: { capability: null, permission: 'DEVICES', lasts: false },
  APP_VERSION_BELOW: { capability: null, permission: 'DEVICES', lasts: true },
} as const satisfies Record<AlertEvent, AlertFacts>;

export const alertEvents = Object.keys(alertFacts) as [AlertEvent, ...AlertEvent[]];

/** The kinds of data that alert rules read. */
export const alertedCapabilities: readonly Capability[] = [
  ...new Set(Object.values(alertFacts).flatMap(({ capability }) => capability ?? [])),
];
