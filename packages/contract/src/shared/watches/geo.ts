import { z } from 'zod/mini';
import { limits } from '../../core/limits.ts';
import { retell } from '../../core/texts/retell.ts';
import { translator } from '../../core/texts/translator.ts';
import texts from './area-words.texts.json' with { type: 'json' };

const t = translator('contract/area-words', texts);

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

export interface Place {
  latitude: number;
  longitude: number;
}

const { minRadius, maxRadius, maxCorners } = limits.zone;
/** Longitude first, as GeoJSON writes it. */
const corner = z.tuple([longitude, latitude]);
type Corner = z.infer<typeof corner>;

/**
 * The area of a zone. A polygon has no holes, its first corner is not repeated at the end, and its edges do not cross each other. Neither
 * shape may cross the antimeridian (180° of longitude).
 */
export const zoneShape = z.discriminatedUnion('shape', [
  z
    .strictObject({
      shape: z.literal('CIRCLE'),
      latitude,
      longitude,
      /** In metres. */
      radius: z.number().check(z.minimum(minRadius), z.maximum(maxRadius)),
    })
    .check(
      z.refine((circle) => {
        const { west, east, north, south } = boxOf(circle);
        return west >= -180 && east <= 180 && north < 90 && south > -90;
      }, 'It cannot cross 180° of longitude or contain a pole.'),
    ),
  z
    .strictObject({
      shape: z.literal('POLYGON'),
      corners: z.array(corner).check(z.minLength(3), z.maxLength(maxCorners)),
    })
    .check(
      z.refine(({ corners }) => !hasRepeatedCorner(corners), 'A polygon has each corner once.'),
      z.refine(({ corners }) => !crossesItself(corners), 'The edges of a polygon cannot cross each other.'),
      z.refine(({ corners }) => {
        const { west, east } = boxOf({ shape: 'POLYGON', corners });
        return east - west <= 180;
      }, 'It cannot be wider than 180° of longitude.'),
    ),
]);
export type ZoneShape = z.infer<typeof zoneShape>;

/** What kind of area it is, in words: "a circle of 200 m". */
export function areaWords(zone: ZoneShape): string {
  if (zone.shape === 'POLYGON') return t('polygon', { count: zone.corners.length });
  return t('circle', { radius: metresWords(zone.radius) });
}

const metresWords = (metres: number) =>
  metres < 1000 ? `${Math.round(metres)} m` : `${Number((metres / 1000).toFixed(1))} km`;

/** Where an area is and how large, in words: "a circle of 200 m around 52.52000, 13.40500". */
export function placeWords(zone: ZoneShape): string {
  const { west, east, south, north } = boxOf(zone);
  const [latitude, longitude] = [(south + north) / 2, (west + east) / 2];
  const middle = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  if (zone.shape === 'CIRCLE') return t('around', { area: areaWords(zone), middle });
  const width = metresBetween({ latitude, longitude: west }, { latitude, longitude: east });
  const height = metresBetween({ latitude: south, longitude }, { latitude: north, longitude });
  return t('aroundWide', {
    area: areaWords(zone),
    width: metresWords(width),
    height: metresWords(height),
    middle,
  });
}

/** The stored words of an area, in the language that is selected. */
export function retellArea(stored: string): string {
  return retell('contract/area-words', texts, ['polygon_other', 'circle'], stored);
}

export interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

const earthRadius = 6_371_008.8;
const metresPerDegree = (Math.PI / 180) * earthRadius;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance between two places in metres, by the haversine formula. */
export function metresBetween(one: Place, other: Place): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2);
  const east = Math.sin(radians(other.longitude - one.longitude) / 2);
  const squared = north ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(squared)));
}

/** Slightly more and less than a degree has metres, so that rounding never decides otherwise than the distance. */
const metresPerDegreeAtMost = metresPerDegree * 1.000_001;
const metresPerDegreeAtLeast = metresPerDegree * 0.999_999;

/**
 * Whether the distance between two places is at most this many metres. Most places are decided without trigonometry: on a flat map, whose
 * degrees of longitude are nowhere shorter than those on the earth, the distance is never shorter, and the difference in latitude alone is never longer.
 */
export function isWithin(one: Place, other: Place, metres: number): boolean {
  const north = other.latitude - one.latitude;
  const east = other.longitude - one.longitude;
  const atMost = metres / metresPerDegreeAtMost;
  if (north * north + east * east <= atMost * atMost) return true;
  return Math.abs(north) * metresPerDegreeAtLeast <= metres && metresBetween(one, other) <= metres;
}

/** The smallest box of latitudes and longitudes around a zone. */
export function boxOf(zone: ZoneShape): Box {
  if (zone.shape === 'CIRCLE') {
    const north = zone.radius / metresPerDegree;
    const widest = Math.min(89.9, Math.abs(zone.latitude) + north);
    const east = zone.radius / (metresPerDegree * Math.cos(radians(widest)));
    return {
      west: zone.longitude - east,
      east: zone.longitude + east,
      south: zone.latitude - north,
      north: zone.latitude + north,
    };
  }
  const longitudes = zone.corners.map(([east]) => east);
  const latitudes = zone.corners.map(([, north]) => north);
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}

/** How far a place is outside of a zone's border in metres; negative inside. */
export function metresOutside(zone: ZoneShape, place: Place): number {
  if (zone.shape === 'CIRCLE') return metresBetween(zone, place) - zone.radius;
  const distance = metresToEdges(zone.corners, place);
  return isInPolygon(zone.corners, place) ? -distance : distance;
}

/** Whether a place is inside a zone or on its border. */
export function isInside(zone: ZoneShape, place: Place): boolean {
  return zone.shape === 'CIRCLE' ? isWithin(zone, place, zone.radius) : isInPolygon(zone.corners, place);
}

/** Counts the edges that a line to the east crosses: an odd number inside. */
function isInPolygon(corners: readonly Corner[], { latitude: y, longitude: x }: Place): boolean {
  let inside = false;
  for (const [[x1, y1], [x2, y2]] of edgesOf(corners)) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** On a plane that touches the earth at the place, which is exact enough for zones of some kilometres. */
function metresToEdges(corners: readonly Corner[], place: Place): number {
  const scale = Math.cos(radians(place.latitude)) * metresPerDegree;
  const flat = ([east, north]: Corner) =>
    [(east - place.longitude) * scale, (north - place.latitude) * metresPerDegree] as const;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [one, other] of edgesOf(corners)) {
    const [x1, y1] = flat(one);
    const [x2, y2] = flat(other);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx ** 2 + dy ** 2;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length));
    nearest = Math.min(nearest, Math.hypot(x1 + along * dx, y1 + along * dy));
  }
  return nearest;
}

function* edgesOf(corners: readonly Corner[]): Generator<readonly [Corner, Corner]> {
  let before = corners.at(-1);
  for (const here of corners) {
    if (before !== undefined) yield [before, here];
    before = here;
  }
}

function hasRepeatedCorner(corners: readonly Corner[]): boolean {
  return new Set(corners.map(String)).size !== corners.length;
}

function crossesItself(corners: readonly Corner[]): boolean {
  const edges = [...edgesOf(corners)];
  return edges.some((one, index) =>
    // The next edge and the one before share a corner with this one.
    edges.slice(index + 2).some((other, gap) => !(index === 0 && gap === edges.length - 3) && doCross(one, other)),
  );
}

function doCross([a, b]: readonly [Corner, Corner], [c, d]: readonly [Corner, Corner]): boolean {
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

/** On which side of the line from a to b the point c is: positive on the left, negative on the right, 0 on it. */
function side([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}
