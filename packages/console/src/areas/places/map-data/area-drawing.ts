import type { MapArea } from '@fairwatch/contract';
import { Point, type LngLat, type Map as MapLibreMap } from 'maplibre-gl';
import { areaBetween } from './area-draft.ts';

/** Less than this, in pixels, is a click and no rectangle. */
const leastPixels = 8;

interface DrawingEvents {
  /** Called while the pointer moves, and with the area before when nothing came of it. */
  onDraw: (area: MapArea | null) => void;
  /** Called when the rectangle is complete, and when Escape ends drawing. */
  onEnd: () => void;
}

interface Begun {
  pointerId: number;
  at: Point;
  place: LngLat;
  before: MapArea | null;
}

/** Draws a rectangle by dragging from one corner to the other, with a mouse, a pen or one finger. The map itself stays in its place meanwhile. */
export function createAreaDrawing(map: MapLibreMap, areaNow: () => MapArea | null, { onDraw, onEnd }: DrawingEvents) {
  const surface = map.getCanvasContainer();
  const canvas = map.getCanvas();
  let isOn = false;
  let begun: Begun | null = null;

  const pointOf = (event: PointerEvent): Point => {
    const { left, top } = surface.getBoundingClientRect();
    return new Point(event.clientX - left, event.clientY - top);
  };
  function giveUp(): void {
    if (begun !== null) onDraw(begun.before);
    begun = null;
  }
  surface.addEventListener('pointerdown', (event) => {
    if (!isOn || !event.isPrimary || event.button !== 0) return;
    const at = pointOf(event);
    begun = { pointerId: event.pointerId, at, place: map.unproject(at), before: areaNow() };
    // The pointer may leave the map, and come back.
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener('pointermove', (event) => {
    if (begun?.pointerId !== event.pointerId) return;
    const at = pointOf(event);
    if (isLarge(begun.at, at)) onDraw(areaBetween(begun.place, map.unproject(at)) ?? begun.before);
  });
  surface.addEventListener('pointerup', (event) => {
    if (begun?.pointerId !== event.pointerId) return;
    const at = pointOf(event);
    if (!isLarge(begun.at, at) || areaBetween(begun.place, map.unproject(at)) === null) return giveUp();
    begun = null;
    onEnd();
  });
  surface.addEventListener('pointercancel', giveUp);
  const onKey = (event: KeyboardEvent) => {
    if (!isOn || event.key !== 'Escape') return;
    giveUp();
    onEnd();
  };
  document.addEventListener('keydown', onKey);

  return {
    set(on: boolean): void {
      if (on === isOn) return;
      isOn = on;
      if (!on) giveUp();
      for (const gesture of [map.dragPan, map.boxZoom, map.touchZoomRotate]) {
        if (on) gesture.disable();
        else gesture.enable();
      }
      map.touchZoomRotate.disableRotation();
      canvas.style.cursor = on ? 'crosshair' : '';
      // A finger draws instead of scrolling the page.
      canvas.style.touchAction = on ? 'none' : '';
    },
    remove: () => document.removeEventListener('keydown', onKey),
  };
}

function isLarge(one: Point, other: Point): boolean {
  return Math.min(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) >= leastPixels;
}
