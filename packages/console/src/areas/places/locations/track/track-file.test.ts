import { describe, expect, it } from 'vitest';
import { trackFile, type FilePoint, type TrackFormat } from './track-file.ts';

const home: FilePoint = {
  latitude: 52.0907,
  longitude: 5.1214,
  accuracy: 12.4,
  nickname: 'Home <&> "sweet"',
  address: 'Neude 4,\u0001 Utrecht]]>',
  localDateTime: '2026-11-13T10:00:00+01:00',
};
const work: FilePoint = { ...home, longitude: 5.2, nickname: '', address: '', localDateTime: '2026-11-13T10:30:00Z' };

/** Parses the file as a browser does, which refuses whatever is no XML. */
function parse(format: TrackFormat, points: readonly FilePoint[], name = "Mara's <phone>"): Document {
  const parsed = new DOMParser().parseFromString(trackFile(format, name, points).join(''), 'text/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return parsed;
}

const textsOf = (parsed: Document, selector: string) =>
  Array.from(parsed.querySelectorAll(selector), ({ textContent }) => textContent);

describe('a track as GPX', () => {
  it('has each point with its time, name and address', () => {
    const gpx = parse('GPX', [home, work]);
    expect(gpx.documentElement.namespaceURI).toBe('http://www.topografix.com/GPX/1/1');
    expect(textsOf(gpx, 'trk > name')).toEqual(["Mara's <phone>"]);
    const points = Array.from(gpx.querySelectorAll('trkpt'));
    expect(points.map((point) => [point.getAttribute('lat'), point.getAttribute('lon')])).toEqual([
      ['52.0907', '5.1214'],
      ['52.0907', '5.2'],
    ]);
    expect(textsOf(gpx, 'trkpt > time')).toEqual(['2026-11-13T09:00:00.000Z', '2026-11-13T10:30:00.000Z']);
    expect(textsOf(gpx, 'trkpt > name')).toEqual(['Home <&> "sweet"']);
    expect(textsOf(gpx, 'trkpt > desc')).toEqual(['Neude 4, Utrecht]]>']);
    // The schema prescribes this order.
    expect(Array.from(points[0]?.children ?? [], ({ tagName }) => tagName)).toEqual(['time', 'name', 'cmt', 'desc']);
  });
});

describe('a track as KML', () => {
  it('has the way, and each point with its time', () => {
    const kml = parse('KML', [home, work]);
    expect(kml.documentElement.namespaceURI).toBe('http://www.opengis.net/kml/2.2');
    expect(textsOf(kml, 'LineString > coordinates')).toEqual(['5.1214,52.0907 5.2,52.0907']);
    expect(textsOf(kml, 'Point > coordinates')).toEqual(['5.1214,52.0907', '5.2,52.0907']);
    expect(textsOf(kml, 'when')).toEqual(['2026-11-13T09:00:00.000Z', '2026-11-13T10:30:00.000Z']);
    expect(textsOf(kml, 'description')).toEqual(['Neude 4, Utrecht]]>, ± 12 m', '± 12 m']);
  });

  it('has no line for a single point', () => {
    expect(parse('KML', [home]).querySelector('LineString')).toBeNull();
  });
});
