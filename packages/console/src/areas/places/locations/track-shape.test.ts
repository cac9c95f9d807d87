import type { Track, TrackPoint } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { playedLine, trackData } from './map/map-data.ts';
import { expandPoint, positionAt, shortName, stopName } from './track-shape.ts';

const hour = 3_600_000;
const points: TrackPoint[] = [
  [11, 0, 52, 5, 10, 0],
  [12, hour, 52, 5.1, 10, 1],
  [13, 2 * hour, 52, 5.1, 10, 1],
  [14, 3 * hour, 53, 5.1, 10, 0],
];
const track: Track = {
  from: null,
  to: null,
  places: [
    { nickname: 'Home', address: 'Kanaalstraat 3, Utrecht', timezone: 'Europe/Amsterdam' },
    { nickname: '', address: 'Neude, Utrecht', timezone: 'Europe/Amsterdam' },
  ],
  points,
  total: 4,
  metres: 118_000,
  zones: [],
  stops: [
    { from: 0, to: 0.5 * hour, latitude: 52, longitude: 5, place: 0, zone: null },
    { from: hour, to: 2 * hour, latitude: 52, longitude: 5.1, place: 1, zone: null },
    { from: 2.5 * hour, to: 3 * hour, latitude: 52, longitude: 5, place: 0, zone: null },
  ],
  latest: points[3] ?? null,
  days: [4],
};

describe('positionAt', () => {
  it('interpolates between the points around a moment', () => {
    expect(positionAt(points, 0.5 * hour)).toEqual({ latitude: 52, longitude: expect.closeTo(5.05), passed: 0 });
    expect(positionAt(points, 2.25 * hour)).toEqual({ latitude: 52.25, longitude: 5.1, passed: 2 });
  });

  it('returns an end of the track before and after it', () => {
    expect(positionAt(points, -1)).toMatchObject({ longitude: 5, passed: 0 });
    expect(positionAt(points, 9 * hour)).toMatchObject({ latitude: 53, passed: 3 });
    expect(positionAt([], 0)).toBeNull();
  });
});

describe('track facts', () => {
  it('adds the place to a compact point', () => {
    expect(expandPoint(track, [12, 0, 1, 2, 3, 1])).toMatchObject({
      id: 12,
      latitude: 1,
      longitude: 2,
      address: 'Neude, Utrecht',
    });
    expect(shortName({ nickname: 'Home', address: 'x, y' })).toBe('Home');
    expect(shortName({ nickname: '', address: 'Neude 4, Utrecht' })).toBe('Neude 4');
  });

  it('calls a stop by its zone, and by its place outside of all', () => {
    expect(stopName(track, { zone: 'Depot', place: 0 })).toBe('Depot');
    expect(stopName(track, { zone: null, place: 0 })).toBe('Home');
    expect(stopName(track, { zone: null, place: 9 })).toBe('');
  });
});

const texts = { start: 'Start', end: 'End', latest: 'Latest', stayed: (ms: number) => `${ms / hour} h` };
const kinds = (drawn: Track) => trackData(drawn, texts).ends.features.map(({ properties }) => properties?.['kind']);

describe('track data for the map', () => {
  it('has one marker per place with the total time spent there', () => {
    const labels = trackData(track, texts).stops.features.map(({ properties }) => properties?.['label']);
    expect(labels).toEqual(['Home\n1 h', 'Neude\n1 h']);
  });

  it('has one marker per zone, whatever the places in it are called', () => {
    const inZone = { ...track, stops: track.stops.map((stop) => ({ ...stop, zone: 'Depot' })) };
    const labels = trackData(inZone, texts).stops.features.map(({ properties }) => properties?.['label']);
    expect(labels).toEqual(['Depot\n2 h']);
  });

  it('ends with the latest point, or with its own end when the latest is on another day', () => {
    expect(kinds(track)).toEqual(['start', 'latest']);
    expect(kinds({ ...track, latest: [99, 9 * hour, 50, 4, 10, 0] })).toEqual(['start', 'end', 'latest']);
    expect(kinds({ ...track, points: [], latest: null })).toEqual([]);
  });

  it('has no line for a single point', () => {
    expect(trackData({ ...track, points: points.slice(0, 1) }, texts).line.features).toEqual([]);
  });
});

const lineOf = ({ features }: GeoJSON.FeatureCollection) =>
  features.flatMap(({ geometry }) => (geometry.type === 'LineString' ? geometry.coordinates.map(([x]) => x) : []));

describe('a track across the antimeridian', () => {
  const across: TrackPoint[] = [
    [1, 0, -17, 179.9, 10, 0],
    [2, hour, -17, -179.9, 10, 0],
    [3, 2 * hour, -17, 179.8, 10, 0],
  ];
  it('runs the short way, there and back', () => {
    expect(lineOf(trackData({ ...track, points: across }, texts).line)).toEqual([
      179.9,
      expect.closeTo(180.1),
      expect.closeTo(179.8),
    ]);
  });

  it('is replayed the short way', () => {
    const half = positionAt(across, hour / 2);
    expect(half?.longitude).toBeCloseTo(180);
    const played = playedLine({ ...track, points: across }, 1, -17, positionAt(across, 1.5 * hour)?.longitude ?? 0);
    expect(lineOf(played)).toEqual([179.9, expect.closeTo(180.1), expect.closeTo(179.95)]);
  });
});
