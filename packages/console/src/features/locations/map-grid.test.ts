import { expect, it } from 'vitest';
import { degrees, gridOf } from './map-grid.ts';

function labels(extent: Parameters<typeof gridOf>[0]): string[] {
  return gridOf(extent).features.flatMap(({ properties }) => (properties?.['text'] as string | undefined) ?? []);
}

it('lies at round degrees, as fine as the view', () => {
  expect(labels({ west: 5.09, south: 52.08, east: 5.14, north: 52.1 })).toEqual([
    '5.09° E',
    '5.10° E',
    '5.11° E',
    '5.12° E',
    '5.13° E',
    '5.14° E',
    '52.08° N',
    '52.09° N',
    '52.10° N',
  ]);
  expect(labels({ west: -100, south: -40, east: 100, north: 40 })).toContain('30° W');
});

it('counts anew past the date line, and ends where the projection does', () => {
  const seen = labels({ west: 150, south: -100, east: 210, north: 100 });
  expect(seen).toContain('150° W');
  expect(seen.every((label) => !label.startsWith('90° N'))).toBe(true);
});

it('says on which side a degree lies', () => {
  expect(degrees(-0.5, 1, 'N', 'S')).toBe('0.5° S');
  expect(degrees(0, 2, 'E', 'W')).toBe('0.00°');
});
