import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { limits } from '../../core/limits.ts';
import { moment } from '../../core/fields/moment.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { deviceStatuses } from '../../shared/device.ts';
import { latitude, longitude } from '../../shared/watches/geo.ts';
import { periodWords } from '../../shared/log/day-words.ts';
import { seenLine } from '../../shared/log/log-line.ts';

const read = { permission: 'LOCATION', level: 'READ_ONLY' } as const;
const groupId = z.int().check(z.positive());
const mostDays = limits.location.trackDays * 2;

/**
 * The newest position of a device, kept small because there are thousands: device id, latitude, longitude, accuracy in metres, the moment in
 * milliseconds, the number of its status in `deviceStatuses`, and 1 while a live location runs.
 */
export const mapPosition = z.tuple([
  z.int(),
  latitude,
  longitude,
  z.number(),
  z.int(),
  z.int().check(z.minimum(0), z.maximum(deviceStatuses.length - 1)),
  z.int().check(z.minimum(0), z.maximum(1)),
]);
export type MapPosition = z.infer<typeof mapPosition>;

/** A device that the map may show now: its id, the number of its status in `deviceStatuses`, and 1 while a live location runs. */
export const shownDevice = z.tuple([
  z.int(),
  z.int().check(z.minimum(0), z.maximum(deviceStatuses.length - 1)),
  z.int().check(z.minimum(0), z.maximum(1)),
]);

/** Which devices a map is about. */
const mapMatch = {
  search: z._default(z.string().check(z.trim(), z.maxLength(limits.search.maxLength)), ''),
  groupId: z.optional(groupId),
  status: z.optional(z.enum(deviceStatuses)),
};

/**
 * The newest position of every device in the caller's scope whose person shares their location and has not paused. Each device that is
 * shown is a read of its location, logged once per visit. With `since` only the positions that arrived later are returned, and `shown` has
 * every device that may still be shown.
 */
export const mapPositions = endpoint({
  path: 'location/positions',
  access: read,
  tells: ['DEVICE', 'LOCATION', 'DEVICE_INFO'],
  answers:
    'name of each device and its person, its newest place, when it was there and how exactly that is known; how many share none, or have sent none',
  log: seenLine('map', 'once per visit, which ends after 15 minutes, and again after an hour'),
  staleBy: ['locations', 'approvals', 'devices', 'grants', 'groups', 'live-location', 'reasons'],
  summary: 'The newest shared position of every device',
  input: z.strictObject({
    ...mapMatch,
    /** The `asOf` of the answer before. */
    since: z.optional(moment),
  }),
  output: z.object({
    positions: z.array(mapPosition),
    /** The names of the devices in `positions`, in the same order: the nickname, or what the device calls itself. */
    names: z.array(z.string()),
    /** The usernames of their people, in the same order. */
    people: z.array(z.string()),
    /**
     * All devices that match, have a position and may be shown now, when `since` was given: whatever else the map shows is removed. One that the
     * map does not know shares again, and is read without `since`.
     */
    shown: z.nullable(z.array(shownDevice)),
    /** How many devices match whose people do not share their location now. */
    notShared: z.int(),
    /** How many share it, and have not sent a position yet. */
    noPosition: z.int(),
    /** How many share it and are not shown, since the owner demands a reason or a second admin for each device. */
    withheld: z.int(),
    /** True when there are more than one map can show. */
    cut: z.boolean(),
    asOf: z.string(),
  }),
  errors: ['group_not_found'],
});
export type MapPositions = z.infer<typeof mapPositions.output>;

/** Why a device is not on the map: its location is not shared now, it has sent none, or the owner demands something of the admin first. */
export const missingWhys = ['NOT_SHARED', 'NONE_SENT', 'WITHHELD'] as const;

/** The devices in the caller's scope that the map counts and does not show, by name: those that `mapPositions` counts as missing. */
export const missingPositions = endpoint({
  path: 'location/missing',
  access: read,
  tells: ['DEVICE', 'LOCATION', 'DEVICE_INFO'],
  answers:
    'name of each device that is not on the map and its person, and whether it shares no location, has sent none, or needs a reason',
  log: seenLine('notOnMap'),
  staleBy: ['locations', 'approvals', 'devices', 'grants', 'groups', 'reasons'],
  summary: 'The devices without a position on the map',
  input: z.strictObject(mapMatch),
  output: z.object({
    devices: z.array(z.object({ deviceId: z.int(), name: z.string(), person: z.string(), why: z.enum(missingWhys) })),
    /** True when there are more than one answer has. */
    cut: z.boolean(),
  }),
  errors: ['group_not_found'],
});
export type MissingPositions = z.infer<typeof missingPositions.output>;

/**
 * Which calendar days of a device have positions, how far it went, and how long it was in zones. A day is what the caller says it is: `days`
 * are their beginnings, the last is the end.
 */
export const placesOfDays = endpoint({
  path: 'location/days',
  access: read,
  answers: 'on which days there are places, how far the device went, and how long it was in which zone',
  log: {
    action: 'READ',
    describe: ({ days }, answer) => {
      const count = answer.reduce((sum, { points }) => sum + points, 0);
      const [since, until] = [days[0], days.at(-1)];
      return {
        object: periodWords(since, until),
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
        count,
      };
    },
    words: 'movements',
    part: ({ days }) => JSON.stringify([days[0], days.at(-1)]),
  },
  staleBy: ['locations'],
  summary: 'Distance and time in zones per day',
  input: z.strictObject({
    deviceId,
    days: z.array(moment).check(
      z.minLength(2),
      z.maxLength(mostDays + 1),
      z.refine((days) => areInOrder(days), `Days in order, at most ${mostDays}.`),
    ),
  }),
  output: z.array(
    z.object({
      points: z.int(),
      /** The way, without the noise of the measurement. */
      metres: z.number(),
      /** Seconds in each zone that the caller sees, the longest first. */
      zones: z.array(z.object({ zoneId: z.int(), name: z.string(), seconds: z.int() })),
    }),
  ),
  device: { capability: 'LOCATION', action: 'READ' },
});
export type PlacesOfDay = z.infer<typeof placesOfDays.output>[number];

/** Clocks may be set back by an hour in the meantime. */
function areInOrder(days: readonly string[]): boolean {
  const moments = days.map((day) => Date.parse(day));
  const [first = 0, last = 0] = [moments[0], moments.at(-1)];
  return (
    moments.every((at, place) => place === 0 || at > (moments[place - 1] ?? at)) &&
    last - first <= (mostDays * 24 + 1) * 3_600_000
  );
}
