import { setImmediate } from 'node:timers/promises';
import {
  groupColours,
  limits,
  zoneName,
  zoneShape,
  type GroupColour,
  type importZones,
  type OutputOf,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { ZoneValues } from './zones.store.ts';

type Problem = OutputOf<typeof importZones>['problems'][number];
type Json = Readonly<Record<string, unknown>>;

/** After so many features other requests get their turn: checking the edges of a polygon takes a while. */
const featuresAtOnce = 5;
const shownNameLength = 40;

/** Something is wrong with one feature; the message says what. */
class FeatureProblem extends Error {}

/**
 * Reads the zones of a GeoJSON FeatureCollection, whose size was checked before. Throws `geojson_refused` when the file as a whole cannot be
 * read; what is wrong with single features is listed.
 */
export async function readFeatures(text: string): Promise<{ zones: ZoneValues[]; problems: Problem[] }> {
  const zones: ZoneValues[] = [];
  const problems: Problem[] = [];
  for (const [index, feature] of featuresOf(text).entries()) {
    if (index % featuresAtOnce === featuresAtOnce - 1) await setImmediate();
    try {
      zones.push(readFeature(feature));
    } catch (error) {
      if (!(error instanceof FeatureProblem)) throw error;
      problems.push({ feature: index + 1, name: shownName(feature), problem: error.message });
    }
  }
  return { zones, problems };
}

const refuse = (problem: string) => new AppError('geojson_refused', { problem });

function featuresOf(text: string): readonly unknown[] {
  let parsed: unknown;
  try {
    // Editors on Windows begin a file with a byte order mark.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('the file is not JSON.');
  }
  const features = isObject(parsed) && parsed['type'] === 'FeatureCollection' ? parsed['features'] : undefined;
  if (!Array.isArray(features)) throw refuse('the file is not a GeoJSON FeatureCollection.');
  if (features.length === 0) throw refuse('the file has no features.');
  const { perAdmin } = limits.zone;
  if (features.length > perAdmin) throw refuse(`the file has more than ${perAdmin} features.`);
  return features;
}

function readFeature(feature: unknown): ZoneValues {
  if (!isObject(feature) || feature['type'] !== 'Feature') throw new FeatureProblem('This is not a GeoJSON feature.');
  const properties = isObject(feature['properties']) ? feature['properties'] : {};
  const name = readName(properties);
  const colour = readColour(properties);
  const checked = zoneShape.safeParse(readArea(feature['geometry'], properties));
  if (!checked.success) throw new FeatureProblem(shapeProblem(checked.error.issues[0]));
  return { name, colour, area: checked.data };
}

function readName({ name }: Json): string {
  const { nameMaxLength } = limits.zone;
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '') throw new FeatureProblem('It has no name.');
  if (text.length > nameMaxLength) throw new FeatureProblem(`Its name is longer than ${nameMaxLength} characters.`);
  const checked = zoneName.safeParse(text);
  if (!checked.success) throw new FeatureProblem(checked.error.issues[0]?.message ?? 'Its name cannot be used.');
  return checked.data;
}

function readColour({ colour }: Json): GroupColour {
  if (colour === undefined || colour === null) return 'blue';
  const known = groupColours.find((each) => each === colour);
  if (known === undefined) throw new FeatureProblem(`Its colour is none of ${groupColours.join(', ')}.`);
  return known;
}

/** Converts a GeoJSON geometry to the shape of a zone. The caller validates the result. */
function readArea(geometry: unknown, { radius }: Json): unknown {
  if (!isObject(geometry)) throw new FeatureProblem('It has no geometry.');
  const { type, coordinates } = geometry;
  if (type === 'Point') {
    const [longitude, latitude] = positionOf(coordinates);
    if (typeof radius !== 'number') throw new FeatureProblem('A point needs a radius in metres among its properties.');
    return { shape: 'CIRCLE', latitude, longitude, radius };
  }
  if (type !== 'Polygon') throw new FeatureProblem('Its geometry is neither a Polygon nor a Point with a radius.');
  if (!Array.isArray(coordinates) || !Array.isArray(coordinates[0])) throw new FeatureProblem('It has no corners.');
  if (coordinates.length > 1) throw new FeatureProblem('It has a hole, which is not possible here.');
  return { shape: 'POLYGON', corners: cornersOf(coordinates[0]) };
}

/** The ring of a polygon repeats its first corner at the end; ours do not. */
function cornersOf(ring: readonly unknown[]): [number, number][] {
  const { maxCorners } = limits.zone;
  if (ring.length > maxCorners + 1) throw new FeatureProblem(`It has more than ${maxCorners} corners.`);
  const corners = ring.map(positionOf);
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length < 4 || first === undefined || last === undefined || String(first) !== String(last)) {
    throw new FeatureProblem('Its ring must have at least three corners and end where it begins.');
  }
  return corners.slice(0, -1);
}

/** A height after longitude and latitude is ignored. */
function positionOf(position: unknown): [number, number] {
  const [longitude, latitude] = Array.isArray(position) ? (position as unknown[]) : [];
  if (typeof longitude === 'number' && typeof latitude === 'number') return [longitude, latitude];
  throw new FeatureProblem('A position is not a pair of longitude and latitude.');
}

/** The refinements of the contract have sentences of their own; the others are about numbers. */
function shapeProblem(issue: { code?: string; path: PropertyKey[]; message: string } | undefined): string {
  if (issue?.code === 'custom') return issue.message;
  const { minRadius, maxRadius } = limits.zone;
  if (issue?.path[0] === 'radius') return `Its radius is not between ${minRadius} and ${maxRadius} metres.`;
  return 'A position is not on the map: longitude is from -180 to 180, latitude from -90 to 90.';
}

function shownName(feature: unknown): string {
  const properties = isObject(feature) && isObject(feature['properties']) ? feature['properties'] : {};
  const { name } = properties;
  return typeof name === 'string' ? name.trim().slice(0, shownNameLength) : '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
