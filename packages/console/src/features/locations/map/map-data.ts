import type { Track, TrackStop } from '@fairwatch/contract';
import { expandPoint, shortName, type NamedPoint } from '../track-shape.ts';

/** The translated texts on the map. */
export interface MapTexts {
  map: string;
  start: string;
  end: string;
  latest: string;
  /** The text for the duration of a stay. */
  stayed: (ms: number) => string;
}

/** The GeoJSON data of a track, by the name of its source in `trackSources`. */
export function trackData(track: Track, texts: MapTexts) {
  const { points, stops, latest } = track;
  const first = points[0];
  const last = points.at(-1);
  const ends = [
    ...(first && last && first !== last
      ? [pointFeature(first[2], first[3], { kind: 'start', label: texts.start })]
      : []),
    ...(last && last[0] !== latest?.[0] ? [pointFeature(last[2], last[3], { kind: 'end', label: texts.end })] : []),
    ...(latest ? [pointFeature(latest[2], latest[3], { kind: 'latest', label: texts.latest })] : []),
  ];
  return {
    line: featureCollection(lineAlong(points.map(([, , latitude, longitude]) => [longitude, latitude]))),
    points: featureCollection(
      points.map((point, index) =>
        pointFeature(point[2], point[3], {
          place: index,
          label: shortName({ ...expandPoint(track, point), nickname: '' }),
        }),
      ),
    ),
    stops: featureCollection(
      [...groupByPlace(stops).values()].map(([first, ...later]) => {
        const name = shortName(track.places[first.place] ?? { nickname: '', address: '' });
        const totalMs = [first, ...later].reduce((sum, { from, to }) => sum + to - from, 0);
        return pointFeature(first.latitude, first.longitude, {
          // A click on the marker selects the first point of the first stay.
          place: points.findIndex(([, at]) => at >= first.from),
          label: `${name}\n${texts.stayed(totalMs)}`,
        });
      }),
    ),
    ends: featureCollection(ends),
    accuracy: featureCollection(latest ? [accuracyCircle(expandPoint(track, latest))] : []),
  };
}

/** Groups stays by place, because those at the same place share one marker. */
function groupByPlace(stops: readonly TrackStop[]): Map<number, [TrackStop, ...TrackStop[]]> {
  const grouped = new Map<number, [TrackStop, ...TrackStop[]]>();
  for (const stop of stops) {
    const group = grouped.get(stop.place);
    if (group) group.push(stop);
    else grouped.set(stop.place, [stop]);
  }
  return grouped;
}

/** The replayed part of a track, up to the current position. */
export function playedLine(
  { points }: Track,
  passed: number,
  latitude: number,
  longitude: number,
): GeoJSON.FeatureCollection {
  const corners = points.slice(0, passed + 1).map((point): GeoJSON.Position => [point[3], point[2]]);
  return featureCollection(lineAlong([...corners, [longitude, latitude]]));
}

export function featureCollection(features: GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features };
}

export function pointFeature(
  latitude: number,
  longitude: number,
  properties: Record<string, unknown>,
): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties };
}

function lineAlong(coordinates: GeoJSON.Position[]): GeoJSON.Feature[] {
  if (coordinates.length < 2) return [];
  return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} }];
}

const metresPerDegree = 111_320;
const corners = 48;

/** The accuracy circle of a point, as a polygon. The radius is the accuracy in metres. */
export function accuracyCircle({
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
