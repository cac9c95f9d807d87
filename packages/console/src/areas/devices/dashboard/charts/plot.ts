/** One moment of a chart with the value of each series. */
export interface ChartPoint {
  at: Date;
  values: readonly number[];
}

/** The extent of a chart: times from left to right, values from 0 to `top`. */
export interface Plot {
  from: number;
  until: number;
  top: number;
}

/** The top of an axis whose half is round too: 2, 4, 6, 8 or 10, times a power of ten. */
export function roundTop(largest: number, least = 2): number {
  const minimum = Math.max(largest, least);
  const power = 10 ** Math.floor(Math.log10(minimum));
  const factor = [1, 2, 4, 6, 8, 10].find((each) => each * power >= minimum * (1 - 1e-9)) ?? 10;
  // Half of 1 is not a whole number.
  return (factor === 1 && power === 1 ? 2 : factor) * power;
}

/** The position of a time, in percent from the left. */
export function across({ from, until }: Plot, at: Date): number {
  return until === from ? 100 : ((at.getTime() - from) / (until - from)) * 100;
}

/** The position of a value, in percent from the top. */
function down({ top }: Plot, value: number): number {
  return 100 - Math.min(1, Math.max(0, value / top)) * 100;
}

const short = (value: number) => Number(value.toFixed(2));

/** Splits the points where more than two steps are missing, because the values in between are unknown. */
export function splitAtGaps(points: readonly ChartPoint[], stepMs: number): ChartPoint[][] {
  const parts: ChartPoint[][] = [];
  for (const point of points) {
    const last = parts.at(-1)?.at(-1);
    if (last === undefined || point.at.getTime() - last.at.getTime() > 2 * stepMs) parts.push([point]);
    else parts.at(-1)?.push(point);
  }
  return parts;
}

/** One series as an SVG path over 100 by 100: each part is a line, a single point is a dot. */
export function linePath(plot: Plot, parts: readonly ChartPoint[][], series: number): string {
  return parts
    .map((points) => {
      const steps = points.map(
        ({ at, values }) => `${short(across(plot, at))},${short(down(plot, values[series] ?? 0))}`,
      );
      return `M${steps.join('L')}${points.length === 1 ? 'h0.01' : ''}`;
    })
    .join('');
}

/** The area under the line as an SVG path. */
export function areaPath(plot: Plot, parts: readonly ChartPoint[][], series: number): string {
  return parts
    .filter((points) => points.length > 1)
    .map((points) => {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) return '';
      return `${linePath(plot, [points], series)}L${short(across(plot, last.at))},100L${short(across(plot, first.at))},100Z`;
    })
    .join('');
}

/** The index of the point nearest to a share of the width, from 0 to 1; -1 without points. */
export function nearest(plot: Plot, points: readonly ChartPoint[], share: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [place, { at }] of points.entries()) {
    const away = Math.abs(across(plot, at) - share * 100);
    if (away < distance) [best, distance] = [place, away];
  }
  return best;
}

/** Returns `count` times from the left end to the right one, both included, each a whole number of steps after the first. */
export function marks({ from, until }: Plot, stepMs: number, count: number): Date[] {
  const steps = Math.round((until - from) / stepMs);
  const places = Array.from({ length: count }, (_, place) => Math.round((steps * place) / (count - 1)));
  return [...new Set(places)].map((place) => new Date(from + place * stepMs));
}
