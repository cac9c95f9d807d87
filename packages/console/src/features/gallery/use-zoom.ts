import { useEffect, useRef, useState, type PointerEvent } from 'react';

const largest = 6;
const factor = 1.5;
const doubled = 2.5;
/** How far a finger must go for a swipe, in pixels. */
const swipe = 50;

interface View {
  scale: number;
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

const whole: View = { scale: 1, x: 0, y: 0 };

export interface Zoom {
  scale: number;
  transform: string;
  closer: () => void;
  farther: () => void;
  reset: () => void;
  handlers: Record<string, unknown>;
}

/** Zooms by keys, wheel, double click and two fingers, and drags what is zoomed. One finger swipes what is not. */
export function useZoom(place: number, onSwipe: (direction: 1 | -1) => void): Zoom {
  const [state, setState] = useState({ view: whole, place });
  const view = state.place === place ? state.view : whole;
  const setView = (next: View) => setState({ view: next.scale <= 1 ? whole : next, place });
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<{ view: View; at: Point; distance: number } | null>(null);
  const stage = useRef<HTMLElement>(null);

  const scaleTo = (scale: number, around: Point = { x: 0, y: 0 }) => {
    const next = Math.min(largest, Math.max(1, scale));
    const ratio = next / view.scale;
    setView({ scale: next, x: around.x - (around.x - view.x) * ratio, y: around.y - (around.y - view.y) * ratio });
  };
  /** A point of the window, counted from the stage's centre. */
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
  const listen = (element: HTMLElement | null) => {
    stage.current = element;
    // By hand: what React listens with cannot keep the page from scrolling.
    const onElement = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', onElement, { passive: false });
    return () => element?.removeEventListener('wheel', onElement);
  };

  const begin = () => {
    const [one, other] = [...pointers.current.values()];
    start.current = one ? { view, at: one, distance: other ? Math.hypot(one.x - other.x, one.y - other.y) : 0 } : null;
  };

  return {
    scale: view.scale,
    transform: view.scale === 1 ? 'none' : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    closer: () => scaleTo(view.scale * factor),
    farther: () => scaleTo(view.scale / factor),
    reset: () => setView(whole),
    handlers: {
      ref: listen,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        view.scale > 1 ? setView(whole) : scaleTo(doubled, fromCentre(event)),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        begin();
      },
      onPointerMove: (event: PointerEvent) => {
        const began = start.current;
        if (!pointers.current.has(event.pointerId) || !began) return;
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const [one, other] = [...pointers.current.values()];
        if (one && other && began.distance > 0) {
          const spread = Math.hypot(one.x - other.x, one.y - other.y) / began.distance;
          setView({ ...began.view, scale: Math.min(largest, began.view.scale * spread) });
        } else if (one && began.view.scale > 1) {
          setView({ ...began.view, x: began.view.x + one.x - began.at.x, y: began.view.y + one.y - began.at.y });
        }
      },
      onPointerUp: (event: PointerEvent) => {
        const began = start.current;
        const alone = pointers.current.size === 1;
        pointers.current.delete(event.pointerId);
        if (began && alone && view.scale === 1 && event.pointerType !== 'mouse') {
          const [dx, dy] = [event.clientX - began.at.x, event.clientY - began.at.y];
          if (Math.abs(dx) > swipe && Math.abs(dx) > Math.abs(dy) * 1.5) onSwipe(dx < 0 ? 1 : -1);
        }
        begin();
      },
      onPointerCancel: (event: PointerEvent) => {
        pointers.current.delete(event.pointerId);
        begin();
      },
    },
  };
}
