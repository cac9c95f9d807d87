import type { Style } from './view.ts';

const plain = '\u001B[0m';
const weights: Readonly<Partial<Record<Style, string>>> = { strong: '\u001B[1m', dim: '\u001B[2m' };
const colours: Readonly<Partial<Record<Style, string>>> = {
  accent: '\u001B[36m',
  good: '\u001B[32m',
  warn: '\u001B[33m',
  bad: '\u001B[31m',
};

/** Gives a text its look. Without colours only the weight of the letters differs. */
export function styled(text: string, style: Style, hasColours: boolean): string {
  const begin = weights[style] ?? (hasColours ? colours[style] : undefined);
  return begin === undefined || text === '' ? text : `${begin}${text}${plain}`;
}
