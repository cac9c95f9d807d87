import { xmlText } from '../../../../core/export/xml-text.ts';
import type { Location } from '../locations.columns.tsx';

export const trackFormats = ['GPX', 'KML'] as const;
export type TrackFormat = (typeof trackFormats)[number];

export const trackFileTypes: Record<TrackFormat, string> = {
  GPX: 'application/gpx+xml',
  KML: 'application/vnd.google-earth.kml+xml',
};

export type FilePoint = Pick<
  Location,
  'latitude' | 'longitude' | 'accuracy' | 'nickname' | 'address' | 'localDateTime'
>;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A track as a file that map programs read; `points` are in the order of time. Names are those of the person and are escaped. */
export function trackFile(format: TrackFormat, name: string, points: readonly FilePoint[]): string[] {
  return [declaration, ...(format === 'GPX' ? gpxParts(name, points) : kmlParts(name, points))];
}

/** GPX 1.1. The schema has no accuracy in metres, so it is in the comment. */
function gpxParts(name: string, points: readonly FilePoint[]): string[] {
  return [
    '<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Fairwatch">\n',
    `<trk><name>${xmlText(name)}</name><trkseg>\n`,
    ...points.map(
      (point) =>
        `<trkpt lat="${point.latitude}" lon="${point.longitude}"><time>${timeOf(point)}</time>${element('name', point.nickname)}` +
        `<cmt>${accuracyOf(point)}</cmt>${element('desc', point.address)}</trkpt>\n`,
    ),
    '</trkseg></trk>\n</gpx>\n',
  ];
}

/** KML 2.2: the way as a line, and each point with its time. */
function kmlParts(name: string, points: readonly FilePoint[]): string[] {
  const title = `<name>${xmlText(name)}</name>`;
  const line = points.map((point) => coordinatesOf(point)).join(' ');
  return [
    '<kml xmlns="http://www.opengis.net/kml/2.2">\n',
    `<Document>${title}\n`,
    // A line has at least two points.
    points.length > 1
      ? `<Placemark>${title}<LineString><tessellate>1</tessellate><coordinates>${line}</coordinates></LineString></Placemark>\n`
      : '',
    ...points.map(
      (point) =>
        `<Placemark>${element('name', point.nickname)}<description>${xmlText(descriptionOf(point))}</description>` +
        `<TimeStamp><when>${timeOf(point)}</when></TimeStamp><Point><coordinates>${coordinatesOf(point)}</coordinates></Point></Placemark>\n`,
    ),
    '</Document>\n</kml>\n',
  ];
}

function element(tag: string, text: string): string {
  return text === '' ? '' : `<${tag}>${xmlText(text)}</${tag}>`;
}

function timeOf({ localDateTime }: FilePoint): string {
  return new Date(localDateTime).toISOString();
}

function accuracyOf({ accuracy }: FilePoint): string {
  return `± ${Math.round(accuracy)} m`;
}

function descriptionOf(point: FilePoint): string {
  return [point.address, accuracyOf(point)].filter(Boolean).join(', ');
}

/** Longitude first, as KML has it. */
function coordinatesOf({ latitude, longitude }: FilePoint): string {
  return `${longitude},${latitude}`;
}
