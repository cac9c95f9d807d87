import { directionOf } from './languages.ts';

/** The letters of languages that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * Keeps a value, such as a name that somebody typed, from reordering the text around it (Unicode's bidirectional algorithm). A value that
 * runs in the direction of its text is left as it is.
 */
export function isolate(value: string, tag: string): string {
  const mayReorder = value !== '' && (directionOf(tag) === 'rtl' || rightToLeft.test(value));
  return mayReorder ? firstStrongIsolate + value + popDirectionalIsolate : value;
}
