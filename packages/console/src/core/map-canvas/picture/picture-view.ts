import { boxAround, nearestLongitude } from '../geo-features.ts';

/** A place that a picture shows, the more important the lower its rank. */
export interface Mark {
  longitude: number;
  latitude: number;
  rank: number;
}

interface Size {
  width: number;
  height: number;
}

/** The part of the earth in a picture, in Mercator's projection. */
export interface PictureView extends Size {
  /** The place in the middle, in parts of the earth's width from the antimeridian and from the northern edge. */
  middle: [x: number, y: number];
  /** Pixels for the width of the earth. */
  scale: number;
  /** The middle meridian, in degrees. */
  meridian: number;
}

/** As in MapLibre: the width of the earth at zoom level 0, in pixels. */
const worldSize = 512;
const maxLatitude = 85.051129;

export function zoomOf({ scale }: PictureView): number {
  return Math.log2(scale / worldSize);
}

interface Fit {
  /** Free space around the outermost places, in pixels. */
  padding: number;
  maxZoom: number;
}

/** The view of some places as the map itself will zoom to them; null without a place, or without room for them. */
export function viewOf(places: readonly Mark[], size: Size, { padding, maxZoom }: Fit): PictureView | null {
  const box = boxAround(places.map(({ longitude, latitude }) => [longitude, latitude]));
  const room = { width: size.width - 2 * padding, height: size.height - 2 * padding };
  if (box === null || room.width <= 0 || room.height <= 0) return null;
  const [[west, south], [east, north]] = box;
  const [left, right] = [west, east].map(mercatorX) as [number, number];
  const [top, bottom] = [north, south].map(mercatorY) as [number, number];
  const fitted = Math.min(room.width / (right - left), room.height / (bottom - top), worldSize * 2 ** maxZoom);
  // The map is never smaller than its frame.
  const scale = Math.max(fitted, size.width, size.height);
  return { ...size, middle: [(left + right) / 2, (top + bottom) / 2], scale, meridian: (west + east) / 2 };
}

/** Where a place is in the picture, the short way around the earth from its middle. */
export function pixelOf(view: PictureView, longitude: number, latitude: number): [x: number, y: number] {
  return pixelAt(view, nearestLongitude(longitude, view.meridian), latitude);
}

/** As `pixelOf`, for a longitude that is counted on beyond 180 degrees. */
export function pixelAt({ middle, scale, width, height }: PictureView, longitude: number, latitude: number) {
  const x = (mercatorX(longitude) - middle[0]) * scale + width / 2;
  const y = (mercatorY(latitude) - middle[1]) * scale + height / 2;
  return [x, y] satisfies [number, number];
}

function mercatorX(longitude: number): number {
  return longitude / 360 + 0.5;
}

function mercatorY(latitude: number): number {
  const bounded = Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) / (2 * Math.PI);
}

/** Places that would cover one another, at their mean. */
export interface Cluster {
  x: number;
  y: number;
  count: number;
  /** The lowest rank among its places. */
  rank: number;
}

/** Gathers the places of a picture by squares of so many pixels. Places outside of the picture are left out. */
export function clustersOf(view: PictureView, marks: readonly Mark[], square: number): Cluster[] {
  const found = new Map<number, Cluster>();
  const columns = Math.ceil(view.width / square);
  for (const { longitude, latitude, rank } of marks) {
    const [x, y] = pixelOf(view, longitude, latitude);
    if (x < 0 || y < 0 || x >= view.width || y >= view.height) continue;
    const key = Math.floor(y / square) * columns + Math.floor(x / square);
    const cluster = found.get(key) ?? { x: 0, y: 0, count: 0, rank };
    const count = cluster.count + 1;
    found.set(key, {
      x: cluster.x + (x - cluster.x) / count,
      y: cluster.y + (y - cluster.y) / count,
      count,
      rank: Math.min(cluster.rank, rank),
    });
  }
  return [...found.values()];
}
