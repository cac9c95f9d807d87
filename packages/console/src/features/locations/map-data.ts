import type { Track, TrackStop } from '@fairwatch/contract';
import { named, shortName, type NamedPoint } from './track-shape.ts';

/** The words on the map. */
export interface MapWords {
  map: string;
  start: string;
  end: string;
  latest: string;
  /** How long a stay was. */
  stayed: (ms: number) => string;
}

/** What is drawn over the ground, by the name of its source. */
export function trackData(track: Track, words: MapWords) {
  const { points, stops, latest } = track;
  const first = points[0];
  const last = points.at(-1);
  const ends = [
    ...(first && last && first !== last ? [spot(first[2], first[3], { kind: 'start', label: words.start })] : []),
    ...(last && last[0] !== latest?.[0] ? [spot(last[2], last[3], { kind: 'end', label: words.end })] : []),
    ...(latest ? [spot(latest[2], latest[3], { kind: 'latest', label: words.latest })] : []),
  ];
  return {
    line: collection(lineAlong(points.map(([, , latitude, longitude]) => [longitude, latitude]))),
    points: collection(
      points.map((point, place) =>
        spot(point[2], point[3], { place, label: shortName({ ...named(track, point), nickname: '' }) }),
      ),
    ),
    stops: collection(
      [...byPlace(stops).values()].map(([first, ...later]) => {
        const name = shortName(track.places[first.place] ?? { nickname: '', address: '' });
        const lasted = [first, ...later].reduce((sum, { from, to }) => sum + to - from, 0);
        return spot(first.latitude, first.longitude, {
          // The first point of the first stay stands for all.
          place: points.findIndex(([, at]) => at >= first.from),
          label: `${name}\n${words.stayed(lasted)}`,
        });
      }),
    ),
    ends: collection(ends),
    accuracy: collection(latest ? [circleOf(named(track, latest))] : []),
  };
}

/** Whoever comes back to a place has one mark there. */
function byPlace(stops: readonly TrackStop[]): Map<number, [TrackStop, ...TrackStop[]]> {
  const grouped = new Map<number, [TrackStop, ...TrackStop[]]>();
  for (const stop of stops) {
    const there = grouped.get(stop.place);
    if (there) there.push(stop);
    else grouped.set(stop.place, [stop]);
  }
  return grouped;
}

/** The part of a track that was replayed, up to where it is now. */
export function playedLine(
  { points }: Track,
  passed: number,
  latitude: number,
  longitude: number,
): GeoJSON.FeatureCollection {
  const corners = points.slice(0, passed + 1).map((point): GeoJSON.Position => [point[3], point[2]]);
  return collection(lineAlong([...corners, [longitude, latitude]]));
}

export function collection(features: GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features };
}

export function spot(latitude: number, longitude: number, properties: Record<string, unknown>): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties };
}

function lineAlong(coordinates: GeoJSON.Position[]): GeoJSON.Feature[] {
  if (coordinates.length < 2) return [];
  return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} }];
}

const metresPerDegree = 111_320;
const corners = 48;

/** Within this circle the device most likely was. */
export function circleOf({
  latitude,
  longitude,
  accuracy,
}: Pick<NamedPoint, 'latitude' | 'longitude' | 'accuracy'>): GeoJSON.Feature {
  const north = accuracy / metresPerDegree;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const ring = Array.from({ length: corners + 1 }, (_, corner): GeoJSON.Position => {
    const angle = ((corner % corners) / corners) * 2 * Math.PI;
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)];
  });
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} };
}
