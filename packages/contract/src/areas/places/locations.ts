import { z } from 'zod/mini';
import { deviceFeature, deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { limits } from '../../core/limits.ts';
import { latitude, longitude } from '../../shared/watches/geo.ts';
import { moment } from '../../core/fields/moment.ts';
import { periodWords } from '../../shared/log/day-words.ts';

const { trackDays } = limits.location;

/** The positions of a device. They are kept for their retention time. */
export const locations = deviceFeature({
  id: 'locations',
  permission: 'LOCATION',
  capability: 'LOCATION',
  paths: { list: 'location/all', update: 'location/command/update-location', history: 'location/command/all' },
  command: 'UPDATE_LOCATIONS',
  noun: 'places',
  record: z.object({
    /** What the person calls the place; empty when it has no name. */
    nickname: z.string(),
    latitude,
    longitude,
    /** In metres: the device was most likely within this distance. */
    accuracy: z.number().check(z.minimum(0)),
    address: z.string(),
    /** The IANA name of the time zone there. */
    timezone: z.string(),
    /** The moment itself; with `timezone` it is the local time there. */
    localDateTime: moment,
  }),
  searchIn: ['address', 'nickname'],
  sortBy: ['localDateTime', 'accuracy'],
  period: 'localDateTime',
});

const read = { permission: 'LOCATION', level: 'READ_ONLY' } as const;

/** A place that several points of a track share, so that its texts are sent once. */
export const trackPlace = z.object({ nickname: z.string(), address: z.string(), timezone: z.string() });

/**
 * One point of a track, kept small because there are thousands: the row's id, the moment in milliseconds, latitude,
 * longitude, accuracy in metres, and the number of its place.
 */
export const trackPoint = z.tuple([z.int(), z.int(), latitude, longitude, z.number(), z.int()]);
export type TrackPoint = z.infer<typeof trackPoint>;

/** A stay: where a device hardly moved for a while. */
export const trackStop = z.object({
  /** Moments in milliseconds. */
  from: z.int(),
  to: z.int(),
  latitude,
  longitude,
  place: z.int(),
  /** The name of the zone that it is in, the smallest of those that the caller sees; null outside of all. */
  zone: z.nullable(z.string()),
});
export type TrackStop = z.infer<typeof trackStop>;

/** The way of a device through some days. */
export const track = z.object({
  /** The period it covers; `to` is exclusive. Null when nothing was chosen and no day has points. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  places: z.array(trackPlace),
  /** In the order of time. */
  points: z.array(trackPoint),
  /** How many points the period has. More than `points` has when the track was thinned. */
  total: z.int(),
  /** The way in metres, over all points of the period, without the noise of the measurement. */
  metres: z.number(),
  /** Seconds in each zone that the caller sees, the longest first. */
  zones: z.array(z.object({ zoneId: z.int(), name: z.string(), seconds: z.int() })),
  stops: z.array(trackStop),
  /** The newest point of all, whatever the period. */
  latest: z.nullable(trackPoint),
  /** How many points each of the asked days has, in their order. */
  days: z.array(z.int()),
});
export type Track = z.infer<typeof track>;

/**
 * The points of a period in order, and which days have any. A day is whatever the caller says it is, since only the
 * caller knows in which time zone the days are meant: `days` are their beginnings, the last one is the end.
 */
export const locationTrack = endpoint({
  path: 'location/track',
  access: read,
  answers: 'places of a day or of some days, and the newest one',
  log: {
    action: 'READ',
    describe: (_input, { from, to, total, points, places, latest }) => {
      const zones = [...new Set(places.map(({ timezone }) => timezone))];
      // The response contains the newest point whatever day was requested.
      const period = from === null || to === null ? null : { since: from, until: to };
      if (period === null && latest === null) return { count: 0 };
      if (period === null) return { object: 'the newest place', count: 1, total };
      return {
        object: periodWords(from ?? undefined, to ?? undefined, zones),
        ...period,
        zones,
        count: points.length,
        total,
      };
    },
    words: 'track',
    // The other days of the response only say which of them have points, so they are no part of their own.
    part: ({ from, to }, answer) => JSON.stringify([from ?? answer.from, to ?? answer.to]),
  },
  staleBy: ['locations'],
  summary: 'The way of a device through some days',
  input: z
    .strictObject({
      deviceId,
      /** Without a period: the newest of `days` that has points. */
      from: z.optional(moment),
      to: z.optional(moment),
      days: z.array(moment).check(z.minLength(2), z.maxLength(trackDays + 1)),
    })
    .check(
      z.refine(({ from, to }) => periodFits(from, to), `Choose a period of at most ${trackDays} days.`),
      z.refine(
        ({ days }) => days.every((day, place) => place === 0 || isBefore(days[place - 1], day)),
        'Days in order.',
      ),
    ),
  output: track,
  device: { capability: 'LOCATION', action: 'READ' },
});

/**
 * Where the map of streets comes from, if the owner has chosen one: a style from elsewhere, or a PMTiles file that this
 * server has. At most one of them is set; without both, the console draws the world that comes along with it.
 */
export const mapStyle = endpoint({
  path: 'location/map-style',
  access: read,
  tells: [],
  log: 'the installation',
  staleBy: ['map-data'],
  summary: 'The map that the owner has chosen, if any',
  input: z.strictObject({}),
  output: z.object({
    styleUrl: z.nullable(z.string()),
    /** The address of the PMTiles file, from the root of the server. It changes with the file, because browsers keep ranges of it. */
    tilesUrl: z.nullable(z.string()),
  }),
});

/**
 * Where the console reads the owner's PMTiles file: a GET with the session's token and a Range header, for whoever may
 * call `mapStyle`. Browsers keep the ranges that they have, so it is no call with a JSON body.
 */
export const mapTilesPath = '/map-tiles/streets.pmtiles';

/** Both or neither, in order, and not longer than the limit; an hour more where clocks are set back. */
function periodFits(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return from === to;
  return isBefore(from, to) && Date.parse(to) - Date.parse(from) <= (trackDays * 24 + 1) * 3_600_000;
}

function isBefore(one: string | undefined, other: string): boolean {
  return Date.parse(one ?? '') < Date.parse(other);
}
