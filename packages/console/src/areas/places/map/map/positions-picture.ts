import { paletteOf, type Scheme } from '../../../../core/map-canvas/map-palette.ts';
import { drawPicture } from '../../../../core/map-canvas/picture/map-picture.ts';
import { viewOf } from '../../../../core/map-canvas/picture/picture-view.ts';
import { ageOf, ages, type ShownPosition } from '../positions.ts';
import { ageColours } from './position-layers.ts';
import { closeUpZoom, fitPadding } from './position-fit.ts';

/** Draws all positions, or the surroundings of the chosen one, as the map will show them first. */
export async function drawPositions(
  canvas: HTMLCanvasElement,
  { positions, chosen, scheme }: { positions: Iterable<ShownPosition>; chosen: ShownPosition | null; scheme: Scheme },
): Promise<boolean> {
  const now = Date.now();
  const marks = Array.from(positions, (position) => ({
    longitude: position.longitude,
    latitude: position.latitude,
    rank: ages.indexOf(ageOf(position, now)),
  }));
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const fitted = chosen === null ? marks : [{ ...chosen, rank: 0 }];
  const view = viewOf(fitted, size, { padding: fitPadding, maxZoom: closeUpZoom });
  if (view === null) return false;
  const palette = paletteOf(scheme);
  await drawPicture(canvas, { view, marks, palette, colours: ageColours(palette) });
  return true;
}
