import { metresBetween, type ZoneShape } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { ringOf, zoneFeatures } from './zone-shapes.ts';

const circle: ZoneShape = { shape: 'CIRCLE', latitude: 52, longitude: 5, radius: 1000 };
const triangle: ZoneShape = {
  shape: 'POLYGON',
  corners: [
    [5, 52],
    [6, 52],
    [6, 53],
  ],
};

it('the ring of a circle is everywhere as far from its middle as its radius', () => {
  const ring = ringOf(circle);
  expect(ring[0]).toEqual(ring.at(-1));
  for (const [longitude = 0, latitude = 0] of ring) {
    const metres = metresBetween({ latitude: 52, longitude: 5 }, { latitude, longitude });
    expect(metres).toBeGreaterThan(998);
    expect(metres).toBeLessThan(1002);
  }
});

it('a zone is drawn with its area, and its name in the middle', () => {
  expect(ringOf(triangle)).toEqual([
    [5, 52],
    [6, 52],
    [6, 53],
    [5, 52],
  ]);
  const [area, name] = zoneFeatures({ id: 4, name: 'Park', colour: 'red', area: triangle });
  expect(area?.geometry.type).toBe('Polygon');
  expect(name?.geometry).toEqual({ type: 'Point', coordinates: [17 / 3, 157 / 3] });
  expect(name?.properties).toEqual({ zoneId: 4, name: 'Park', colour: 'red' });
});
