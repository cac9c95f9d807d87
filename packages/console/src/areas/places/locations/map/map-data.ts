import type { Track, TrackStop } from '@fairwatch/contract';
import {
  accuracyCircle,
  featureCollection,
  lineAlong,
  pointFeature,
} from '../../../../core/map-canvas/geo-features.ts';
import { expandPoint, shortName, stopName } from '../track-shape.ts';

/** The translated texts on the map. */
export interface MapTexts {
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
      [...groupByName(stops).values()].map(([first, ...later]) => {
        const name = stopName(track, first);
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

/** Groups stays by zone or place, because those at the same place share one marker. */
function groupByName(stops: readonly TrackStop[]): Map<string, [TrackStop, ...TrackStop[]]> {
  const grouped = new Map<string, [TrackStop, ...TrackStop[]]>();
  for (const stop of stops) {
    const key = stop.zone === null ? `place ${stop.place}` : `zone ${stop.zone}`;
    const group = grouped.get(key);
    if (group) group.push(stop);
    else grouped.set(key, [stop]);
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
