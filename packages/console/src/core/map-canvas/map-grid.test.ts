import { expect, it } from 'vitest';
import { formatDegrees, gridOf } from './map-grid.ts';

function labelsOf(extent: Parameters<typeof gridOf>[0]): string[] {
  return gridOf(extent).features.flatMap(({ properties }) => (properties?.['text'] as string | undefined) ?? []);
}

it('has lines at round degrees, finer for a smaller view', () => {
  expect(labelsOf({ west: 5.09, south: 52.08, east: 5.14, north: 52.1 })).toEqual([
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
  expect(labelsOf({ west: -100, south: -40, east: 100, north: 40 })).toContain('30° W');
});

it('wraps longitudes past the date line, and ends at the limit of the projection', () => {
  const shown = labelsOf({ west: 150, south: -100, east: 210, north: 100 });
  expect(shown).toContain('150° W');
  expect(shown.every((label) => !label.startsWith('90° N'))).toBe(true);
});

it('labels the hemisphere of a degree', () => {
  expect(formatDegrees(-0.5, 1, 'N', 'S')).toBe('0.5° S');
  expect(formatDegrees(0, 2, 'E', 'W')).toBe('0.00°');
});
