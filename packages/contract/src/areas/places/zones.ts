import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { displayName } from '../../core/fields/display-name.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { latitude, longitude, zoneShape } from '../../shared/watches/geo.ts';
import { groupColours } from '../../shared/group.ts';
import { shownTarget, watchTarget } from '../../shared/watches/watch-target.ts';
import { seenLine } from '../../shared/log/log-line.ts';

const read = { permission: 'LOCATION', level: 'READ_ONLY' } as const;
const change = { permission: 'LOCATION', level: 'FULL_ACCESS' } as const;
const { nameMaxLength, importMaxBytes, addressMinLength, addressMaxLength } = limits.zone;
export const zoneName = displayName(nameMaxLength);
const zoneId = z.int().check(z.positive());

/** A named area on the map. An admin sees their own zones, a SUPER_ADMIN all. */
export const zone = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.enum(groupColours),
  area: zoneShape,
  ...shownTarget.shape,
  owner: z.string(),
  createdAt: z.string(),
  /** How many alert rules use it. */
  rules: z.int(),
  /** The caller may change it: it is their own, or they are a SUPER_ADMIN. */
  mine: z.boolean(),
});
export type Zone = z.infer<typeof zone>;

const fields = {
  name: zoneName,
  colour: z._default(z.enum(groupColours), 'blue'),
  area: zoneShape,
  target: watchTarget,
};
const maxBodyBytes = 16 * kilobyte;

const ofZone = 'name of the device of a zone for one device';

export const zoneList = endpoint({
  path: 'zone/all',
  access: read,
  tells: ['DEVICE'],
  answers: ofZone,
  log: seenLine('zones'),
  staleBy: ['zones'],
  summary: 'The zones on the map',
  input: z.strictObject({}),
  output: z.array(zone),
});

const forEachDevice = 'for each device of the zone';

export const createZone = endpoint({
  path: 'zone/create',
  access: change,
  tells: ['DEVICE'],
  answers: ofZone,
  log: { action: 'ZONE', when: forEachDevice },
  summary: 'Create a zone',
  input: z.strictObject(fields),
  maxBodyBytes,
  output: zone,
  errors: ['group_not_found', 'device_not_found', 'too_many_devices', 'too_many_zones', 'too_many_in_all'],
});

export const updateZone = endpoint({
  path: 'zone/update',
  access: change,
  tells: ['DEVICE'],
  answers: ofZone,
  log: { action: 'ZONE', when: forEachDevice },
  summary: 'Change a zone',
  input: z.strictObject({ zoneId, ...fields }),
  maxBodyBytes,
  output: zone,
  errors: ['zone_not_found', 'group_not_found', 'device_not_found', 'too_many_devices'],
});

export const deleteZone = endpoint({
  path: 'zone/delete',
  access: change,
  tells: [],
  log: { action: 'ZONE', when: forEachDevice },
  summary: 'Delete a zone',
  input: z.strictObject({ zoneId }),
  output: z.null(),
  errors: ['zone_not_found', 'zone_in_use'],
});

/**
 * Imports a GeoJSON FeatureCollection: polygons, and points with a `radius` in metres. `name` and `colour` are read from the properties. When
 * one feature has a problem nothing is imported, and `problems` names each by its number, from 1.
 */
export const importZones = endpoint({
  path: 'zone/import',
  access: change,
  tells: [],
  log: { action: 'ZONE', when: 'for each device of the zones, when they are imported' },
  summary: 'Import zones from GeoJSON',
  input: z.strictObject({
    geojson: z.string().check(z.minLength(1), z.maxLength(importMaxBytes)),
    target: watchTarget,
  }),
  maxBodyBytes: 3 * 1024 * kilobyte,
  output: z.object({
    imported: z.int(),
    problems: z.array(z.object({ feature: z.int(), name: z.string(), problem: z.string() })),
    moreProblems: z.int(),
  }),
  errors: [
    'geojson_refused',
    'group_not_found',
    'device_not_found',
    'too_many_devices',
    'too_many_zones',
    'too_many_in_all',
  ],
});

/** Searches an address with the geocoder that the owner configured. There is none by default, and then nothing is requested. */
export const findAddress = endpoint({
  path: 'zone/find-address',
  access: change,
  tells: [],
  log: 'It finds places by an address that the admin types.',
  summary: 'Find a place by its address',
  input: z.strictObject({
    text: z.string().check(z.trim(), z.minLength(addressMinLength), z.maxLength(addressMaxLength)),
  }),
  output: z.array(z.object({ label: z.string(), latitude, longitude })),
  errors: ['geocoder_off', 'geocoder_failed', 'too_many_searches'],
});

/** What the map's page must know before it draws: whether addresses can be searched. */
export const mapFacts = endpoint({
  path: 'zone/facts',
  access: read,
  tells: [],
  log: 'It says what the map can do.',
  summary: 'What the map of this server can do',
  input: z.strictObject({}),
  output: z.object({ geocoder: z.boolean() }),
});
