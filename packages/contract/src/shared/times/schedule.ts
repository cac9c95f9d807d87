import { z } from 'zod/mini';
import { limits } from '../../core/limits.ts';
import { moment } from '../../core/fields/moment.ts';
import { chosenDays, clockTime } from '../../core/fields/clock-time.ts';
import { timeZone } from '../../core/fields/time-zone.ts';

const { minMinutes, maxMinutes } = limits.schedule;

const span = {
  /** No run starts before `from` or at and after `until`; null for no bound. */
  from: z._default(z.nullable(moment), null),
  until: z._default(z.nullable(moment), null),
};

/**
 * When a schedule starts its runs. `zone` is the owner's time zone, or DEVICE: then each device gets its run at this time on its own clock,
 * and a device that does not say its zone gets it by `fallbackZone`. A time that DST skips is taken at the first moment after the gap; one
 * that comes twice is taken once. Intervals count from `from`, or else from 1970-01-01 UTC, so that every hour is on the hour. Runs that were
 * missed while the server was down are not made up for, except the latest one.
 */
export const scheduleTiming = z.discriminatedUnion('every', [
  z.strictObject({
    every: z.literal('INTERVAL'),
    minutes: z.int().check(z.minimum(minMinutes), z.maximum(maxMinutes)),
    ...span,
  }),
  z.strictObject({
    every: z.literal('DAY'),
    time: clockTime,
    zone: z.union([timeZone, z.literal('DEVICE')]),
    fallbackZone: timeZone,
    ...span,
  }),
  z.strictObject({
    every: z.literal('WEEK'),
    days: chosenDays,
    time: clockTime,
    zone: z.union([timeZone, z.literal('DEVICE')]),
    fallbackZone: timeZone,
    ...span,
  }),
]);
export type ScheduleTiming = z.infer<typeof scheduleTiming>;

/**
 * The kinds of what watches a device by itself, in the order in which they are listed: what collects or tells something comes first. A client
 * shows one that it does not know by its words.
 */
export const watchKinds = ['SCHEDULE', 'ALERT_RULE', 'REPORT', 'ZONE'] as const;
export type WatchKind = (typeof watchKinds)[number];

/** The kind of the one line for all zones of a device that has several. */
export const foldedZones = 'ZONES';

/** A place in the list of what watches a device: whatever comes after this one. `{ kind: 'ZONE', id: 0 }` is before the first zone. */
export const watchCursor = z.strictObject({ kind: z.enum(watchKinds), id: z.int().check(z.minimum(0)) });
export type WatchCursor = z.infer<typeof watchCursor>;

const watchNouns: Readonly<Record<string, string>> = {
  SCHEDULE: 'schedule',
  ALERT_RULE: 'alert',
  ZONE: 'zone',
  REPORT: 'report',
} satisfies Record<WatchKind, string>;

/** What a kind is called in a sentence: "zone". A kind that only a newer server knows has a general name. */
export function watchNoun(kind: string): string {
  return watchNouns[kind] ?? 'watch';
}

/**
 * Something that watches a device by itself, such as a schedule or an alert rule: what, when, why, and who set it. The device's person sees all of them, and their sharing
 * hours and switches stand above it.
 */
export const watch = z.strictObject({
  kind: z.string(),
  id: z.int(),
  name: z.string(),
  purpose: z.string(),
  /** What it does, in words: "Update location". */
  what: z.string(),
  /** When, in words: "Every day at 08:00 (Europe/Berlin)". */
  when: z.string(),
  setBy: z.string(),
  setAt: z.string(),
  /** When it ends; null for no end. */
  until: z.nullable(z.string()),
  paused: z.boolean(),
  /** When it last did something, such as fire; null for never. Left out where that is not counted. */
  lastAt: z.optional(z.nullable(z.string())),
});
export type Watch = z.infer<typeof watch>;
