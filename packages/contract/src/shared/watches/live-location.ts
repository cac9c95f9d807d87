import { z } from 'zod/mini';
import { utcMoment } from '../../core/fields/moment.ts';
import { limits } from '../../core/limits.ts';
import { latitude, longitude } from './geo.ts';

/**
 * Why a live location ended. OVER: its time was up, also when the device was silent until then. WITHDRAWN: the location is no longer shared. ACCESS_LOST: whoever
 * started it may not follow this device any more.
 */
export const liveEnds = [
  'OVER',
  'STOPPED_BY_PERSON',
  'STOPPED_BY_ADMIN',
  'WITHDRAWN',
  'PAUSED',
  'NOTICE_HIDDEN',
  'OUTSIDE_HOURS',
  'ACCESS_LOST',
  'LEFT',
] as const;
export type LiveEnd = (typeof liveEnds)[number];

/** The reasons that a device can tell. The server finds the others out itself. */
export const liveEndsOfDevice = ['OVER', 'STOPPED_BY_PERSON', 'NOTICE_HIDDEN'] as const satisfies readonly LiveEnd[];

/** How long, in minutes. */
export const liveMinutes = z
  .int()
  .check(z.minimum(limits.liveLocation.minMinutes), z.maximum(limits.liveLocation.maxMinutes));

/** A point of a live location, as the device sends it. */
export const livePoint = z.strictObject({
  latitude,
  longitude,
  accuracy: z.number().check(z.minimum(0), z.maximum(100_000)),
  at: utcMoment,
});
export type LivePoint = z.infer<typeof livePoint>;

/** A point of the trail, kept small because there are hundreds: the moment in milliseconds, latitude, longitude. */
export const trailPoint = z.tuple([z.int(), latitude, longitude]);

/** A live location that runs, or ran. */
export const liveSession = z.object({
  id: z.int(),
  deviceId: z.int(),
  startedBy: z.string(),
  startedAt: z.string(),
  /** When it ends by itself. */
  until: z.string(),
  /** Null while it runs. */
  endedAt: z.nullable(z.string()),
  end: z.nullable(z.enum(liveEnds)),
  points: z.int(),
});
export type LiveSession = z.infer<typeof liveSession>;
