import { useEffect, useRef, useState, type PointerEvent } from 'react';

const maxScale = 6;
/** The factor of one zoom step by key or button. */
const stepFactor = 1.5;
const doubleClickScale = 2.5;
/** The minimum distance of a swipe, in pixels. */
const minSwipe = 50;

interface View {
  scale: number;
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

const unzoomed: View = { scale: 1, x: 0, y: 0 };

export interface Zoom {
  scale: number;
  transform: string;
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
  handlers: Record<string, unknown>;
}

/**
 * Zoom by buttons and keys, wheel, double click and pinch. A zoomed picture can be dragged; one that is not zoomed can be
 * swiped by touch. Each `position` starts without zoom.
 */
export function useZoom(position: number, onSwipe: (direction: 1 | -1) => void): Zoom {
  const [state, setState] = useState({ view: unzoomed, position });
  const view = state.position === position ? state.view : unzoomed;
  const setView = (next: View) => setState({ view: next.scale <= 1 ? unzoomed : next, position });
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<{ view: View; at: Point; distance: number } | null>(null);
  const stage = useRef<HTMLElement>(null);

  const scaleTo = (scale: number, around: Point = { x: 0, y: 0 }) => {
    const next = Math.min(maxScale, Math.max(1, scale));
    const ratio = next / view.scale;
    setView({ scale: next, x: around.x - (around.x - view.x) * ratio, y: around.y - (around.y - view.y) * ratio });
  };
  /** The pointer position relative to the centre of the stage. */
  const fromCentre = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 };
  };

  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault();
      scaleTo(view.scale * (event.deltaY < 0 ? 1.2 : 1 / 1.2), fromCentre(event));
    };
  });
  const handleWheel = (event: WheelEvent) => onWheel.current(event);
  const listen = (element: HTMLElement | null) => {
    stage.current = element;
    // React adds wheel listeners as passive, which cannot prevent the page from scrolling.
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  };

  const startGesture = () => {
    const [one, other] = [...pointers.current.values()];
    start.current = one ? { view, at: one, distance: other ? Math.hypot(one.x - other.x, one.y - other.y) : 0 } : null;
  };

  return {
    scale: view.scale,
    transform: view.scale === 1 ? 'none' : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    zoomIn: () => scaleTo(view.scale * stepFactor),
    zoomOut: () => scaleTo(view.scale / stepFactor),
    reset: () => setView(unzoomed),
    handlers: {
      ref: listen,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        view.scale > 1 ? setView(unzoomed) : scaleTo(doubleClickScale, fromCentre(event)),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        startGesture();
      },
      onPointerMove: (event: PointerEvent) => {
        const gesture = start.current;
        if (!pointers.current.has(event.pointerId) || !gesture) return;
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const [one, other] = [...pointers.current.values()];
        if (one && other && gesture.distance > 0) {
          const spread = Math.hypot(one.x - other.x, one.y - other.y) / gesture.distance;
          setView({ ...gesture.view, scale: Math.min(maxScale, gesture.view.scale * spread) });
        } else if (one && gesture.view.scale > 1) {
          setView({
            ...gesture.view,
            x: gesture.view.x + one.x - gesture.at.x,
            y: gesture.view.y + one.y - gesture.at.y,
          });
        }
      },
      onPointerUp: (event: PointerEvent) => {
        const gesture = start.current;
        const isSinglePointer = pointers.current.size === 1;
        pointers.current.delete(event.pointerId);
        if (gesture && isSinglePointer && view.scale === 1 && event.pointerType !== 'mouse') {
          const [dx, dy] = [event.clientX - gesture.at.x, event.clientY - gesture.at.y];
          if (Math.abs(dx) > minSwipe && Math.abs(dx) > Math.abs(dy) * 1.5) onSwipe(dx < 0 ? 1 : -1);
        }
        startGesture();
      },
      onPointerCancel: (event: PointerEvent) => {
        pointers.current.delete(event.pointerId);
        startGesture();
      },
    },
  };
}
