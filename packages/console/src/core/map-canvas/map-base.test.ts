import { describe, expect, it } from 'vitest';
import { namesAround } from './map-base.ts';
import { paletteOf } from './map-palette.ts';

const area: GeoJSON.Polygon = { type: 'Polygon', coordinates: [] };

/** The zoom levels at which each layer of names is shown. */
function zoomsOf(minZoom: number): Record<string, [from: number, to: number]> {
  const layers = namesAround(paletteOf('light'), { font: ['Noto Sans Regular'], area, minZoom });
  return Object.fromEntries(layers.map(({ id, minzoom = 0, maxzoom = 24 }) => [id, [minzoom, maxzoom]]));
}

describe('the names around streets', () => {
  it('leave those of the whole world to streets that begin with it', () => {
    expect(zoomsOf(0)).toEqual({ towns: [7, 24], 'town-names': [7, 24] });
  });

  it('fill the zoom levels before streets that begin with a town', () => {
    expect(zoomsOf(7)).toEqual({ towns: [3, 24], 'town-names': [3, 24], names: [0, 7] });
    expect(zoomsOf(12)['names']).toEqual([0, 8]);
  });
});
