import { z } from 'zod/mini';
import { formNumber } from '../../core/fields/form-fields.ts';
import { chunkErrors } from '../../core/http/shared-errors.ts';
import { limits } from '../../core/limits.ts';
import { endpoint, formEndpoint } from '../../shared/endpoint.ts';
import { fileName, sha256 } from '../../shared/stored/file-names.ts';

const { zooms, maxLatitude } = limits.mapData;
const side = (bound: number) => z.number().check(z.minimum(-bound), z.maximum(bound));

/** A part of the world, in degrees. Like the maps themselves it ends before the poles and does not cross 180° of longitude. */
export const mapArea = z
  .strictObject({ west: side(180), south: side(maxLatitude), east: side(180), north: side(maxLatitude) })
  .check(
    z.refine(({ west, east }) => west < east, 'The west is left of the east.'),
    z.refine(({ south, north }) => south < north, 'The south is below the north.'),
  );
export type MapArea = z.infer<typeof mapArea>;

/** What a map shows at its closest: 10 the main roads, 13 all streets, 15 houses too. */
export const mapDetails = { MAIN_ROADS: zooms[0], STREETS: zooms[1], HOUSES: zooms[2] } as const;
export const mapDetailNames = ['MAIN_ROADS', 'STREETS', 'HOUSES'] as const satisfies (keyof typeof mapDetails)[];
export type MapDetail = keyof typeof mapDetails;

/** The map that was fetched or uploaded. */
const chosenMap = z.object({
  area: mapArea,
  maxZoom: z.int(),
  bytes: z.int(),
  /** What the map itself says about whose data it is, without markup. */
  attribution: z.string(),
  /** The name of an uploaded file; null for a map that was fetched. */
  fileName: z.nullable(z.string()),
  chosenBy: z.string(),
  chosenAt: z.string(),
  /** False when its file is gone, as after a restore: backups have no maps. */
  isThere: z.boolean(),
});
export type ChosenMap = z.infer<typeof chosenMap>;

/** An uploaded map begins with `CHECKING`. `PLANNING` reads the directories of the source, `STORING` moves the checked file to where all servers find it. */
export const mapWorkSteps = ['PLANNING', 'FETCHING', 'CHECKING', 'STORING'] as const;
export const mapWorkStates = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;

/** A map on its way. */
const mapWork = z.object({
  state: z.enum(mapWorkStates),
  /** The name of an uploaded file; null for a map that is fetched. */
  fileName: z.nullable(z.string()),
  step: z.enum(mapWorkSteps),
  /** Of the step; `totalBytes` is 0 while it is not known. */
  doneBytes: z.int(),
  totalBytes: z.int(),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Why it failed, as a sentence. */
  problem: z.nullable(z.string()),
});
export type MapWork = z.infer<typeof mapWork>;

export const mapDataState = z.object({
  /** Whose host a map would be fetched from; null when the owner has switched that off. */
  sourceHost: z.nullable(z.string()),
  /**
   * Which map is shown: that of a variable of the configuration, of this page, of a file in the folder of maps, of the demo, or none. Each
   * of them wins over those after it.
   */
  shown: z.enum(['MAP_STYLE_URL', 'MAP_TILES_FILE', 'CHOSEN', 'FOLDER', 'DEMO', 'NONE']),
  chosen: z.nullable(chosenMap),
  /** The latest; null when there was none. */
  work: z.nullable(mapWork),
});
export type MapDataState = z.infer<typeof mapDataState>;

const facts = { access: 'super-admin', tells: [], log: 'the installation' } as const;

export const loadMapData = endpoint({
  ...facts,
  path: 'map-data/load',
  staleBy: ['map-data'],
  summary: 'Which map of streets is shown, where it is from, and one that is on its way',
  input: z.strictObject({}),
  output: mapDataState,
});

const wanted = { area: mapArea, detail: z.enum(mapDetailNames) };

/**
 * Asks the source how large the map of an area is, which tells its host the address of this server and roughly the area. It is the first
 * request of all: nothing is asked of anybody without this call or `fetchMapData`.
 */
export const estimateMapData = endpoint({
  ...facts,
  path: 'map-data/estimate',
  summary: 'How large the map of an area is',
  input: z.strictObject(wanted),
  output: z.object({ host: z.string(), bytes: z.int() }),
  errors: ['map_source_off', 'map_source_failed', 'map_area_refused', 'map_too_large'],
});

/** Begins to fetch the map of an area in the background. The map before stays until the new one is whole. */
export const fetchMapData = endpoint({
  ...facts,
  path: 'map-data/fetch',
  summary: 'Fetch the map of an area',
  input: z.strictObject(wanted),
  output: mapDataState,
  errors: ['map_source_off', 'map_work_running', 'map_fixed'],
});

const taken = {
  received: z.int(),
  /** What became of the file once all of it is there; null until then. */
  state: z.nullable(mapDataState),
};

/** From which byte on an upload of a map goes on. */
export const receivedOfMapData = endpoint({
  ...facts,
  path: 'map-data/received',
  summary: 'How much of an uploaded map has arrived',
  input: z.strictObject({ sha256, size: z.int().check(z.minimum(0)) }),
  output: z.object(taken),
});

/** One piece of a map from the owner's computer. After the last one it is checked in the background; the map before stays until then. */
export const uploadMapData = formEndpoint({
  ...facts,
  path: 'map-data/upload',
  summary: 'Upload a piece of a map',
  input: z.strictObject({
    name: fileName,
    sha256,
    size: formNumber,
    /** Where in the file the piece begins: as many bytes as the server has received. */
    offset: formNumber,
  }),
  form: { file: 'chunk', maxBytes: limits.file.chunkBytes },
  output: z.object(taken),
  errors: [...chunkErrors, 'map_unreadable', 'map_work_running', 'map_fixed'],
});

export const cancelMapData = endpoint({
  ...facts,
  path: 'map-data/cancel',
  summary: 'Cancel the map that is on its way',
  input: z.strictObject({}),
  output: mapDataState,
});

export const removeMapData = endpoint({
  ...facts,
  path: 'map-data/remove',
  summary: 'Remove the map that was fetched or uploaded',
  input: z.strictObject({}),
  output: mapDataState,
});
