import { layers, namedFlavor, language_script_pairs as languages, type Flavor } from '@protomaps/basemaps';
import { addProtocol, type LayerSpecification, type Map as MapLibreMap, type StyleSpecification } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, TileType, type Header } from 'pmtiles';
import { fontFaces } from 'virtual:world/letters';
import { tokenCookie } from '../session/token-cookie.ts';
import { attributionHtml } from './map-attribution.ts';
import { baseLayers, namesAround, worldSources } from './map-base.ts';
import { drawMapIcon, iconPixelRatio } from './map-icons.ts';
import type { Palette, Scheme } from './map-palette.ts';
import type { World } from './map-world.ts';

const protocol = new Protocol();
addProtocol('pmtiles', protocol.tile);

/** Layers that the Protomaps styles use. A file without any of them has another schema. */
const knownLayers = ['earth', 'water', 'roads'];

interface StreetsOptions {
  /** The address of the PMTiles file. */
  url: string;
  /** The map outside the area of the file. */
  world: World;
  scheme: Scheme;
  palette: Palette;
}

/**
 * The style of the street map of this installation, on top of the world map. Throws when the file cannot be read or has
 * an unknown schema.
 */
export async function streetsStyle({ url, world, scheme, palette }: StreetsOptions): Promise<StyleSpecification> {
  const colors = { ...palette, ...baseColors[scheme] };
  const token = tokenCookie.read();
  const tiles = new PMTiles(new FetchSource(url, new Headers(token ? { authorization: `Bearer ${token}` } : {})));
  protocol.add(tiles);
  const header = await tiles.getHeader();
  const isVector = header.tileType === TileType.Mvt || header.tileType === TileType.Mlt;
  const metadata = await tiles.getMetadata();
  if (isVector) assertKnownLayers(metadata);
  const { grid: _grid, ...sources } = worldSources(world);
  return {
    version: 8,
    'font-faces': fontFaces,
    sources: {
      ...sources,
      streets: {
        ...(isVector ? { type: 'vector' as const } : { type: 'raster' as const, tileSize: 256 }),
        ...(header.tileType === TileType.Mlt && { encoding: 'mlt' as const }),
        url: `pmtiles://${url}`,
        attribution: attributionHtml(metadata, { isOpenStreetMap: isVector }),
      },
    },
    layers: [
      ...baseLayers(colors),
      ...namesAround(colors, { font: ['Noto Sans Regular'], area: areaOf(header), minZoom: header.minZoom }),
      ...(isVector ? streetLayers(flavorOf(scheme)) : [rasterLayer]),
    ],
  };
}

const rasterLayer: LayerSpecification = { id: 'streets', type: 'raster', source: 'streets' };

/** The area that the file covers. Our own towns are hidden there, because the file has them too. */
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

/** The colours of land and sea on the street map. White roads need a darker land than the map without streets. */
const baseColors: Readonly<Record<Scheme, Pick<Palette, 'land' | 'sea'>>> = {
  light: { land: '#e8e4dd', sea: '#bcd7de' },
  dark: { land: '#22201e', sea: '#10191b' },
};

/** The Protomaps flavor with our colours of land and sea. */
function flavorOf(scheme: Scheme): Flavor {
  const { land, sea } = baseColors[scheme];
  return { ...namedFlavor(scheme), earth: land, water: sea };
}

/** The street layers without their background, because our own base layers are below them. */
function streetLayers(flavor: Flavor): LayerSpecification[] {
  const language = document.documentElement.lang.split('-', 1)[0];
  const lang = languages.find((each) => each.lang === language)?.lang ?? 'en';
  return layers('streets', flavor, { lang })
    .filter(({ type }) => type !== 'background')
    .map((layer) => withPlainTextNames(layer));
}

/**
 * Protomaps tiles contain Devanagari names twice: as text, and encoded for a special font. This selects the text and a
 * regular font, which browsers can shape themselves.
 */
function withPlainTextNames(layer: LayerSpecification): LayerSpecification {
  return JSON.parse(JSON.stringify(layer), (_key, value: unknown) => {
    if (value === 'Noto Sans Devanagari Regular v1') return 'Noto Sans Regular';
    return typeof value === 'string' ? value.replace(/^pgf:/, '') : value;
  }) as LayerSpecification;
}

function assertKnownLayers(metadata: unknown): void {
  const { vector_layers: listed } = metadata as { vector_layers?: { id: string }[] };
  if (!Array.isArray(listed) || listed.length === 0) return;
  if (!listed.some(({ id }) => knownLayers.includes(id))) throw new Error('The map file has none of the known layers.');
}

/** Draws each icon when a layer first refers to it. */
export function drawIconsOnDemand(map: MapLibreMap, scheme: () => Scheme): void {
  map.setMissingStyleImageResolver(async (id) => {
    if (!map.hasImage(id)) map.addImage(id, drawMapIcon(id, flavorOf(scheme())), { pixelRatio: iconPixelRatio });
  });
}
