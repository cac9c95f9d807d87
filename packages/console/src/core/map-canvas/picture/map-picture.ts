import { systemFonts } from '../map-base.ts';
import type { Palette } from '../map-palette.ts';
import { loadWorld, type World } from '../map-world.ts';
import { clustersOf, pixelAt, zoomOf, type Cluster, type Mark, type PictureView } from './picture-view.ts';

// Read beside the positions.
loadWorld().catch(() => undefined);

/** Coarse outlines would mislead from here on, so the ground is plain. */
const plainFromZoom = 5;
/** The side of the squares whose places are gathered, in pixels at a whole zoom level: about what the map's own clusters cover. */
const clusterSquare = 60;

interface Picture {
  view: PictureView;
  marks: readonly Mark[];
  palette: Palette;
  /** The colour of each rank of a mark. */
  colours: readonly string[];
}

/**
 * Draws a map without WebGL: outlines of countries, and the marks as the map itself will gather them. Without a GPU it is on screen long
 * before the map is, which replaces it.
 */
export async function drawPicture(canvas: HTMLCanvasElement, picture: Picture): Promise<void> {
  const { view, marks, palette, colours } = picture;
  const isPlain = zoomOf(view) >= plainFromZoom;
  const world = isPlain ? null : await loadWorld();
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser cannot draw.');
  const density = window.devicePixelRatio;
  canvas.width = view.width * density;
  canvas.height = view.height * density;
  context.scale(density, density);
  context.fillStyle = isPlain ? palette.land : palette.sea;
  context.fillRect(0, 0, view.width, view.height);
  if (world !== null) drawGround(context, view, { world, palette });
  const zoom = zoomOf(view);
  for (const cluster of clustersOf(view, marks, clusterSquare * 2 ** (zoom - Math.floor(zoom))))
    drawCluster(context, cluster, { palette, colour: colours[cluster.rank] ?? palette.text });
}

function drawGround(
  context: CanvasRenderingContext2D,
  view: PictureView,
  { world, palette }: { world: World; palette: Palette },
): void {
  const polygons = world.countries.features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
  const { geometry: borders } = world.borders;
  context.fillStyle = palette.land;
  trace(context, view, polygons);
  context.fill();
  context.strokeStyle = palette.border;
  context.lineWidth = 0.8;
  trace(context, view, borders.type === 'MultiLineString' ? borders.coordinates : []);
  context.stroke();
}

/** Makes a path of some lines, repeated beside themselves as the earth is on the map. */
function trace(context: CanvasRenderingContext2D, view: PictureView, lines: readonly GeoJSON.Position[][]): void {
  context.beginPath();
  for (const turn of turnsOf(view)) {
    for (const line of lines) {
      for (const [index, [longitude = 0, latitude = 0]] of line.entries()) {
        const [x, y] = pixelAt(view, longitude + turn, latitude);
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
  }
}

/** By how many degrees the earth is shifted to fill the view. */
function turnsOf({ meridian, scale, width }: PictureView): number[] {
  const half = (width / scale / 2) * 360;
  const first = Math.floor((meridian - half + 180) / 360);
  const last = Math.floor((meridian + half + 180) / 360);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * 360);
}

/** The radius of a cluster from a number of places on, as in the layers of the map. */
const radii: readonly (readonly [from: number, radius: number])[] = [
  [1000, 25],
  [100, 20],
  [10, 16],
  [0, 13],
];

function drawCluster(
  context: CanvasRenderingContext2D,
  { x, y, count }: Cluster,
  { palette, colour }: { palette: Palette; colour: string },
): void {
  const isOne = count === 1;
  const radius = isOne ? 7 : (radii.find(([from]) => count >= from)?.[1] ?? 13);
  context.beginPath();
  context.arc(x, y, radius + 1.5, 0, 2 * Math.PI);
  context.fillStyle = isOne ? colour : palette.paper;
  context.strokeStyle = isOne ? palette.paper : colour;
  context.lineWidth = isOne ? 2.5 : 3;
  context.fill();
  context.stroke();
  if (isOne) return;
  context.font = `12px ${systemFonts.join()}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.fillText(count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 9950 ? 1 : 0)}k`, x, y);
}
