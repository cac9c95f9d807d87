import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { topology } from 'topojson-server';
import { splitAtAntimeridian } from './split-antimeridian.ts';

type Topology = ReturnType<typeof topology>;
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>;

/** Natural Earth's scales: 1:110m for the first picture of a map, 1:50m for a continent, 1:10m for a part of one. */
export type Scale = '110m' | '50m' | '10m';

const require = createRequire(import.meta.url);
const files: Readonly<Record<Scale, string>> = {
  '110m': require.resolve('world-atlas/countries-110m.json'),
  '50m': require.resolve('world-atlas/countries-50m.json'),
  '10m': require.resolve('world-atlas/countries-10m.json'),
};

/** As fine as the source is: 400 m on the equator. */
const quantization = 1e5;

/** The countries as TopoJSON, fit for a flat map: each with its name, and cut at the antimeridian. */
export async function buildCountries(scale: Scale): Promise<Topology> {
  const source = JSON.parse(await readFile(files[scale], 'utf8')) as Topology;
  const countries = feature(source, source.objects['countries'] as Countries);
  const features = countries.features.map(({ geometry, properties }): GeoJSON.Feature => {
    const coordinates = splitAtAntimeridian(polygonsOf(geometry));
    return { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties };
  });
  return topology({ countries: { type: 'FeatureCollection', features } as GeoJSON.GeoJsonObject }, quantization);
}

function polygonsOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}
