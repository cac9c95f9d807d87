import type { Random } from '../random.ts';

/** What a scene is drawn on. The longer side is 1000 units, whatever the picture's size in pixels. */
export interface Canvas {
  width: number;
  height: number;
  /** The same for every moment of one scene: what it decides does not flicker. */
  random: Random;
  /** From 0 up to, not including, 1: how far the film is; 0 for a photo. */
  time: number;
}

/** Draws the inside of an SVG. Text is never used: a machine without fonts draws the same picture. */
export type Scene = (canvas: Canvas) => string;

export const hsl = (hue: number, saturation: number, light: number): string =>
  `hsl(${Math.round(hue)},${Math.round(saturation)}%,${Math.round(light)}%)`;

/** `attributes` are written as they are, such as `fill-opacity=".5"`: plain `opacity` makes the renderer copy the whole picture. */
export const rect = (x: number, y: number, w: number, h: number, fill: string, attributes = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${attributes}/>`;

export const circle = (x: number, y: number, r: number, fill: string, attributes = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${attributes}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, attributes = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${attributes}/>`;

export const shape = (path: string, fill: string, attributes = ''): string =>
  `<path d="${path}" fill="${fill}" ${attributes}/>`;

export const stroke = (path: string, colour: string, width: number, attributes = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${attributes}/>`;

export const group = (transform: string, inside: string): string => `<g transform="${transform}">${inside}</g>`;

/** A number short enough for a drawing. */
export const n = (value: number): number => Math.round(value * 10) / 10;

export const times = (count: number, draw: (place: number) => string): string =>
  Array.from({ length: count }, (_, place) => draw(place)).join('');

/** From top to bottom through these colours, over the whole picture. */
export function backdrop({ width, height }: Canvas, id: string, colours: readonly string[]): string {
  const stops = colours.map((colour, place) => {
    return `<stop offset="${n((place / (colours.length - 1)) * 100)}%" stop-color="${colour}"/>`;
  });
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient></defs>${rect(0, 0, width, height, `url(#${id})`)}`;
}

/** A soft round light. */
export function glow(id: string, x: number, y: number, r: number, colour: string, strength = 0.9): string {
  return `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs>${circle(x, y, r, `url(#${id})`)}`;
}

/** A line of hills from edge to edge, filled down to the bottom. */
export function ridge(canvas: Canvas, top: number, rough: number, fill: string, steps = 14): string {
  const { width, height, random } = canvas;
  const points = Array.from({ length: steps + 1 }, (_, place) => {
    return [n((place / steps) * width), n(top + (random.next() - 0.5) * 2 * rough)] as const;
  });
  return shape(`M0 ${height}L${points.map((point) => point.join(' ')).join('L')}L${width} ${height}Z`, fill);
}

/** Soft hills: the same with curves. */
export function hills(canvas: Canvas, top: number, swing: number, fill: string): string {
  const { width, height, random } = canvas;
  const phase = random.next() * 6.28;
  const waves = 1 + random.next() * 1.5;
  const points = Array.from({ length: 25 }, (_, place) => {
    const x = (place / 24) * width;
    return `${n(x)} ${n(top + Math.sin((x / width) * waves * 6.28 + phase) * swing)}`;
  });
  return shape(`M0 ${height}L${points.join('L')}L${width} ${height}Z`, fill);
}

/** A cloud that drifts across the sky once in a film. */
export function cloud(canvas: Canvas, x: number, y: number, size: number, fill = '#fff', opacity = 0.8): string {
  const drift = (x + canvas.time * canvas.width * 0.25) % (canvas.width + size * 2);
  const puffs = [
    [-0.6, 0.1, 0.35],
    [-0.15, -0.12, 0.45],
    [0.35, 0, 0.4],
    [0.75, 0.15, 0.28],
  ] as const;
  const drawn = puffs.map(([dx, dy, r]) => circle(drift + dx * size, y + dy * size, r * size, fill)).join('');
  return `<g opacity="${opacity}">${drawn}${rect(drift - 0.8 * size, y + 0.1 * size, 1.7 * size, 0.33 * size, fill, `rx="${n(0.16 * size)}"`)}</g>`;
}

export function pine(x: number, foot: number, height: number, fill: string): string {
  const layers = [0, 0.28, 0.55].map((from, place) => {
    const half = height * (0.16 + place * 0.07);
    const top = foot - height * (1 - from);
    const bottom = foot - height * (0.52 - place * 0.22);
    return `M${n(x)} ${n(top)}L${n(x + half)} ${n(bottom)}L${n(x - half)} ${n(bottom)}Z`;
  });
  return (
    rect(x - height * 0.03, foot - height * 0.12, height * 0.06, height * 0.12, '#4a3628') +
    shape(layers.join(''), fill)
  );
}
