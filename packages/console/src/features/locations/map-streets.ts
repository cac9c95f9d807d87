import { layers, namedFlavor, language_script_pairs as languages, type Flavor } from '@protomaps/basemaps';
import { addProtocol, type LayerSpecification, type Map as MapLibreMap, type StyleSpecification } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, TileType, type Header } from 'pmtiles';
import { fontFaces } from 'virtual:world/letters';
import { tokenCookie } from '../../core/session/token-cookie.ts';
import { groundLayers, townLayers, worldSources } from './map-base.ts';
import { drawMapIcon, iconRatio } from './map-icons.ts';
import type { Palette, Scheme } from './map-palette.ts';
import type { World } from './map-world.ts';

// With metadata: the notice of who made the map stands in it.
const protocol = new Protocol({ metadata: true });
addProtocol('pmtiles', protocol.tile);

/** The layers whose names Protomaps' styles ask for. A file without any of them was made by another recipe. */
const knownLayers = ['earth', 'water', 'roads'];

interface StreetsOptions {
  /** The address of the PMTiles file. */
  url: string;
  /** What is shown outside of the area that the file covers. */
  world: World;
  scheme: Scheme;
  palette: Palette;
}

/** The owner's map of streets over the world. Throws when the file cannot be read, or has nothing that we could draw. */
export async function streetsStyle({ url, world, scheme, palette }: StreetsOptions): Promise<StyleSpecification> {
  const colors = { ...palette, ...grounds[scheme] };
  const token = tokenCookie.read();
  const tiles = new PMTiles(new FetchSource(url, new Headers(token ? { authorization: `Bearer ${token}` } : {})));
  protocol.add(tiles);
  const header = await tiles.getHeader();
  const isVector = header.tileType === TileType.Mvt || header.tileType === TileType.Mlt;
  if (isVector) refuseUnknownLayers(await tiles.getMetadata());
  const { grid: _grid, names: _names, ...sources } = worldSources(world);
  return {
    version: 8,
    'font-faces': fontFaces,
    sources: {
      ...sources,
      streets: {
        ...(isVector ? { type: 'vector' as const } : { type: 'raster' as const, tileSize: 256 }),
        ...(header.tileType === TileType.Mlt && { encoding: 'mlt' as const }),
        url: `pmtiles://${url}`,
      },
    },
    layers: [
      ...groundLayers(colors),
      ...townLayers(colors, { font: ['Noto Sans Regular'], minzoom: 7, except: areaOf(header) }),
      ...(isVector ? streetLayers(flavorOf(scheme)) : [rasterLayer]),
    ],
  };
}

const rasterLayer: LayerSpecification = { id: 'streets', type: 'raster', source: 'streets' };

/** The area that the file covers. Our own towns would stand there beside the same towns of the file. */
function areaOf({ minLon, minLat, maxLon, maxLat }: Header): GeoJSON.Polygon {
  const ring = [
    [minLon, minLat],
    [maxLon, minLat],
    [maxLon, maxLat],
    [minLon, maxLat],
    [minLon, minLat],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** Land and sea, inside and outside of the file's area. White roads need a darker land than our world without roads has. */
const grounds: Readonly<Record<Scheme, Pick<Palette, 'land' | 'sea'>>> = {
  light: { land: '#e8e4dd', sea: '#bcd7de' },
  dark: { land: '#22201e', sea: '#10191b' },
};

/** The other colours are Protomaps' own. */
function flavorOf(scheme: Scheme): Flavor {
  const { land, sea } = grounds[scheme];
  return { ...namedFlavor(scheme), earth: land, water: sea };
}

/** Below it all lies our own ground, so theirs is left out. */
function streetLayers(flavor: Flavor): LayerSpecification[] {
  const spoken = document.documentElement.lang.split('-', 1)[0];
  const lang = languages.find((each) => each.lang === spoken)?.lang ?? 'en';
  return layers('streets', flavor, { lang })
    .filter(({ type }) => type !== 'background')
    .map((layer) => withPlainNames(layer));
}

/**
 * Names in Devanagari are there twice: as text, and encoded for a font that draws what browsers once could not. We have the
 * text drawn, by a font that has its letters.
 */
function withPlainNames(layer: LayerSpecification): LayerSpecification {
  return JSON.parse(JSON.stringify(layer), (_key, value: unknown) => {
    if (value === 'Noto Sans Devanagari Regular v1') return 'Noto Sans Regular';
    return typeof value === 'string' ? value.replace(/^pgf:/, '') : value;
  }) as LayerSpecification;
}

function refuseUnknownLayers(metadata: unknown): void {
  const { vector_layers: listed } = metadata as { vector_layers?: { id: string }[] };
  if (!Array.isArray(listed) || listed.length === 0) return;
  if (!listed.some(({ id }) => knownLayers.includes(id)))
    throw new Error('The map has none of the layers we can draw.');
}

/** Draws the icons that a layer asks for, when it does. */
export function drawMissingIcons(map: MapLibreMap, scheme: () => Scheme): void {
  map.setMissingStyleImageResolver(async (id) => {
    if (!map.hasImage(id)) map.addImage(id, drawMapIcon(id, flavorOf(scheme())), { pixelRatio: iconRatio });
  });
}
