import { limits, type Zone } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { draftFeatures } from './draft-overlay.ts';
import {
  areaOf,
  cornersText,
  draftOf,
  draftOfLink,
  draw,
  newDraft,
  parseCorners,
  textOf,
  typeInto,
  zoneInput,
  type Corner,
  type DrawStep,
  type TypedField,
  type ZoneDraft,
} from './zone-draft.ts';
import { zonesGeojson } from './zones-geojson.ts';

const drawn = (draft: ZoneDraft, ...steps: DrawStep[]) => steps.reduce(draw, draft);
const place = (at: Corner): DrawStep => ({ do: 'place', at });
const triangle = drawn(newDraft('POLYGON'), place([5, 52]), place([6, 52]), place([6, 53]));

describe('a circle', () => {
  it('is there after one click, and then dragged', () => {
    const one = drawn(newDraft('CIRCLE'), place([5.12345678, 52.1]), place([1, 1]));
    expect(one).toMatchObject({ centre: [5.123457, 52.1], radius: 200, isDrawing: false });
    const moved = drawn(one, { do: 'move', handle: 'centre', at: [5, 52] });
    expect(moved.centre).toEqual([5, 52]);
    const wider = drawn(moved, { do: 'move', handle: 'radius', at: [5, 52.01] });
    expect(wider.radius).toBeCloseTo(1112, 0);
  });

  it('has a radius within the limits', () => {
    const circle = drawn(newDraft('CIRCLE'), place([5, 52]));
    const [small, large] = [52, -20].map(
      (latitude) => draw(circle, { do: 'move', handle: 'radius', at: [5, latitude] }).radius,
    );
    expect([small, large]).toEqual([limits.zone.minRadius, limits.zone.maxRadius]);
  });

  it('without a middle has no border to drag', () => {
    const empty = newDraft('CIRCLE');
    expect(draw(empty, { do: 'move', handle: 'radius', at: [5, 52] })).toEqual(empty);
    expect(draftFeatures(empty)).toEqual([]);
  });
});

describe('a polygon', () => {
  it('gets corners until it is finished, and gives back the last', () => {
    expect(triangle.corners).toHaveLength(3);
    expect(drawn(triangle, { do: 'undo' }, { do: 'finish' })).toMatchObject({ isDrawing: true });
    const finished = drawn(triangle, { do: 'finish' }, place([7, 54]), { do: 'undo' });
    expect(finished).toEqual({ ...triangle, isDrawing: false });
    expect(drawn(finished, { do: 'move', handle: 1, at: [7, 52] }).corners[1]).toEqual([7, 52]);
  });

  it('has at most so many corners', () => {
    const { maxCorners } = limits.zone;
    const full = { ...triangle, corners: Array.from({ length: maxCorners }, (): Corner => [5, 52]) };
    expect(drawn(full, place([1, 1])).corners).toHaveLength(maxCorners);
  });

  it('is a line with two corners', () => {
    const shapes = [1, 2, 3].map((count) =>
      draftFeatures({ ...triangle, corners: triangle.corners.slice(0, count) }).map(({ geometry }) => geometry.type),
    );
    expect(shapes).toEqual([[], ['LineString'], ['Polygon']]);
  });

  it('is typed as lines of latitude and longitude', () => {
    expect(cornersText(triangle.corners)).toBe('52, 5\n52, 6\n53, 6');
    expect(parseCorners(' 52, 5 \n\n52;6\n53 6')).toEqual({
      corners: [
        [5, 52],
        [6, 52],
        [6, 53],
      ],
    });
    for (const bad of ['52', '52, north', '91, 5', '52, 181', '52, 5, 1', ',']) {
      expect(parseCorners(`1, 1\n${bad}`), bad).toEqual({ badLine: 2 });
    }
  });
});

describe('a circle that a link asks for', () => {
  it('is there with its place, and waits for a press on the map without one', () => {
    const device = { id: 3, name: 'Anna’s phone' };
    const home = draftOfLink({ name: 'Home', at: { latitude: 52.1, longitude: 5.2 }, radius: 150, device });
    expect(zoneInput(home)).toEqual({
      name: 'Home',
      colour: 'blue',
      area: { shape: 'CIRCLE', latitude: 52.1, longitude: 5.2, radius: 150 },
      target: { for: 'DEVICE', deviceId: 3 },
    });
    const school = draftOfLink({ name: 'School', radius: 300 });
    expect(school).toMatchObject({ centre: null, isDrawing: true, target: { kind: 'ALL' } });
    expect(draw(school, place([5, 52]))).toMatchObject({ centre: [5, 52], radius: 300, isDrawing: false });
  });
});

const typed = (draft: ZoneDraft, fields: Partial<Record<TypedField, string>>) =>
  (Object.keys(fields) as TypedField[]).reduce((before, field) => typeInto(before, field, fields[field] ?? ''), draft);

describe('what is typed', () => {
  const circle = typed(newDraft('CIRCLE'), { latitude: '52,5', longitude: '5.1', radius: '150' });

  it('places a circle once both coordinates are right, and stays as it was typed', () => {
    expect(typeInto(newDraft('CIRCLE'), 'latitude', '52.5').centre).toBeNull();
    expect(circle).toMatchObject({ centre: [5.1, 52.5], radius: 150, isDrawing: false });
    expect(textOf(circle, 'latitude')).toBe('52,5');
  });

  it.each([
    ['latitude', '999'],
    ['latitude', ''],
    ['longitude', '180.1'],
    ['longitude', 'east'],
    ['radius', '1'],
  ] as const)('a wrong %s (%s) is no area, whatever was right before', (field, text) => {
    const wrong = typeInto({ ...circle, name: 'School' }, field, text);
    expect(areaOf(wrong)).toEqual({ area: null, problem: null });
    expect(zoneInput(wrong)).toBeNull();
    expect(textOf(wrong, field)).toBe(text);
  });

  it('a wrong corner is no area, whatever was right before', () => {
    expect(zoneInput(typeInto({ ...triangle, name: 'Park' }, 'corners', '52, 5\n52, 6\n999, 6'))).toBeNull();
  });

  it('is replaced by what is drawn', () => {
    const wrong = typeInto({ ...circle, name: 'School' }, 'latitude', '999');
    const moved = draw(wrong, { do: 'move', handle: 'centre', at: [6, 53] });
    expect(textOf(moved, 'latitude')).toBe('53');
    expect(zoneInput(moved)?.area).toEqual({ shape: 'CIRCLE', latitude: 53, longitude: 6, radius: 150 });
  });
});

describe('a draft', () => {
  it('has an area once it is drawn, and says what is wrong with it', () => {
    expect(areaOf(newDraft('CIRCLE'))).toEqual({ area: null, problem: null });
    expect(areaOf({ ...triangle, corners: triangle.corners.slice(1) })).toEqual({ area: null, problem: null });
    expect(areaOf(triangle).area).toEqual({
      shape: 'POLYGON',
      corners: [
        [5, 52],
        [6, 52],
        [6, 53],
      ],
    });
    const crossed = {
      ...triangle,
      corners: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ] as Corner[],
    };
    expect(areaOf(crossed)).toEqual({ area: null, problem: 'The edges of a polygon cannot cross each other.' });
  });

  it('is sent when it has a name, an area and a target', () => {
    expect(zoneInput(triangle)).toBeNull();
    const named = { ...triangle, name: ' Park ' };
    expect(zoneInput(named)).toMatchObject({ name: 'Park', colour: 'blue', target: { for: 'ALL' } });
    const target = { ...named.target, kind: 'GROUP' as const };
    expect(zoneInput({ ...named, target })).toBeNull();
    expect(zoneInput({ ...named, target: { ...target, groupId: '4' } })?.target).toEqual({ for: 'GROUP', groupId: 4 });
    const device = { id: 7, name: 'Anna' };
    const ofDevice = { ...target, kind: 'DEVICE' as const };
    expect(zoneInput({ ...named, target: ofDevice })).toBeNull();
    expect(zoneInput({ ...named, target: { ...ofDevice, device } })?.target).toEqual({ for: 'DEVICE', deviceId: 7 });
  });

  it('of a zone is that zone', () => {
    const area: Zone['area'] = { shape: 'CIRCLE', latitude: 52, longitude: 5, radius: 200 };
    const zone: Zone = {
      id: 4,
      name: 'School',
      colour: 'green',
      area,
      target: { for: 'DEVICE', deviceId: 7 },
      targetName: 'Anna',
      devices: 1,
      owner: 'admin',
      createdAt: '',
      rules: 0,
      mine: true,
    };
    const { name, colour, target } = zone;
    for (const each of [area, areaOf(triangle).area ?? area]) {
      expect(zoneInput(draftOf({ ...zone, area: each }))).toEqual({ name, colour, target, area: each });
    }
  });
});

it('the export has a ring that ends where it begins, and circles as points', () => {
  const circle = { shape: 'CIRCLE', latitude: 52, longitude: 5, radius: 200 } as const;
  const zones = [
    { name: 'Park', colour: 'red' as const, area: areaOf(triangle).area ?? circle },
    { name: 'School', colour: 'blue' as const, area: circle },
  ];
  expect(zonesGeojson(zones).features).toEqual([
    {
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [5, 52],
            [6, 52],
            [6, 53],
            [5, 52],
          ],
        ],
      },
      properties: { name: 'Park', colour: 'red' },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [5, 52] },
      properties: { name: 'School', colour: 'blue', radius: 200 },
    },
  ]);
});
