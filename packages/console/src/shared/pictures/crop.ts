/** The square of a picture that is kept. */
export interface Crop {
  /** 1 for the largest square. */
  zoom: number;
  /** The position of the square, from 0 (left, top) to 1 (right, bottom). */
  across: number;
  down: number;
}

export const centred: Crop = { zoom: 1, across: 0.5, down: 0.5 };
export const maxZoom = 4;

interface Size {
  width: number;
  height: number;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** The square in the pixels of the picture. */
export function squareOf({ width, height }: Size, { zoom, across, down }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { x: (width - side) * across, y: (height - side) * down, side };
}

/** The crop after the picture was dragged by a share of the square's side. */
export function dragged(size: Size, crop: Crop, byX: number, byY: number): Crop {
  const { side } = squareOf(size, crop);
  const move = (place: number, room: number, by: number) => (room === 0 ? place : clamp(place - (by * side) / room));
  return {
    ...crop,
    across: move(crop.across, size.width - side, byX),
    down: move(crop.down, size.height - side, byY),
  };
}
