import type { Point } from './evaluate.ts';

/** One line of a drawing. */
export interface Curve {
  name: string;
  points: readonly Point[];
}

interface Drawing {
  title: string;
  unit: string;
  curves: readonly Curve[];
  /** Moments worth knowing, such as a kill, in seconds. */
  marks: readonly { at: number; label: string }[];
}

const [width, height] = [760, 260];
const plot = { left: 64, top: 34, right: width - 16, bottom: height - 48 };
const colours = ['#1c6fd1', '#d1571c', '#2c8a4b', '#8548c2', '#b02a5b', '#5c6470', '#0f8a8a', '#9a7b00'];
const ticks = 4;

/** Draws curves over time as an SVG image that reads on any ground. The values begin at zero, so that a small slope looks small. */
export function drawCurves({ title, unit, curves, marks }: Drawing): string {
  const all = curves.flatMap(({ points }) => points);
  const lastX = Math.max(...all.map(({ x }) => x), 1);
  const topY = roundUp(Math.max(...all.map(({ y }) => y), 0));
  const placeX = (x: number) => plot.left + (x / lastX) * (plot.right - plot.left);
  const placeY = (y: number) => plot.bottom - (y / topY) * (plot.bottom - plot.top);
  const steps = Array.from({ length: ticks + 1 }, (_, step) => step / ticks);
  const grid = steps.flatMap((part) => [
    `<path d="M${plot.left} ${round(placeY(topY * part))}H${plot.right}" stroke="#dde1e6"/>`,
    text(plot.left - 6, placeY(topY * part) + 4, shortNumber(topY * part), 'end'),
    text(
      placeX(lastX * part),
      plot.bottom + 16,
      `${shortNumber((lastX * part) / 60)} min`,
      part === 1 ? 'end' : 'middle',
    ),
  ]);
  const lines = curves.flatMap(({ name, points }, place) => {
    const colour = colours[place % colours.length] ?? '';
    const path = points.map(({ x, y }) => `${round(placeX(x))} ${round(placeY(y))}`).join('L');
    const at = plot.left + (place * (plot.right - plot.left)) / Math.max(curves.length, 4);
    return [
      path === '' ? '' : `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.8"/>`,
      `<path d="M${round(at)} ${height - 12}h14" stroke="${colour}" stroke-width="3"/>`,
      text(at + 18, height - 8, name, 'start'),
    ];
  });
  const moments = marks.flatMap(({ at, label }, place) => [
    `<path d="M${round(placeX(at))} ${plot.top}V${plot.bottom}" stroke="#8a919c" stroke-dasharray="4 3"/>`,
    // One below the other, since they may be close.
    text(placeX(at) + 3, plot.top + 10 + (place % 2) * 13, label, 'start'),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11" fill="#3a4049">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${plot.left}" y="20" font-size="14" fill="#15181d">${escape(`${title}, ${unit}`)}</text>`,
    ...grid,
    ...moments,
    ...lines,
    '</svg>\n',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escape(words)}</text>`;
}

function escape(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The next number that reads well: one, two or five with zeros. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((each) => value <= each * power) ?? 10;
  return factor * power;
}

function shortNumber(value: number): string {
  return value >= 1000 ? `${round(value / 1000)}k` : round(value);
}
