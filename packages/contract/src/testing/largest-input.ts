import { z } from 'zod/mini';
import { boundsOf } from './schema-bounds.ts';

/** The bytes around an entry: quotes, colon, comma, and spaces. */
const aroundEntry = 6;
/** The longest number that JSON takes. */
const numberBytes = 24;
/** The maximum number of entries of records whose schema does not bound it. */
const recordEntries = 50;
/** The bytes for unknown fields of an object that accepts them. */
const looseBytes = 256;

/**
 * How many bytes of JSON the largest input takes that a schema accepts. Infinite where something has no bound. Texts count
 * as `JSON.stringify` writes what people type; who escapes every letter (`\u4e2d`) has to write less.
 */
export function largestInput(schema: z.core.$ZodType): number {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, field]) => key.length + aroundEntry + largestInput(field));
      return sum(fields) + 2 + (def.catchall?._zod.def.type === 'never' ? 0 : looseBytes);
    }
    case 'array': {
      const { maximum = Number.POSITIVE_INFINITY } = boundsOf(schema);
      return maximum * (largestInput(def.element) + 2) + 2;
    }
    case 'tuple':
      return sum(def.items.map((item) => largestInput(item) + 2)) + 2;
    case 'union':
      return Math.max(...def.options.map(largestInput));
    case 'optional':
    case 'default':
      return largestInput(def.innerType);
    case 'nullable':
      return Math.max(4, largestInput(def.innerType));
    case 'pipe':
      return largestInput(def.in);
    case 'record':
      return recordEntries * (largestInput(def.keyType) + largestInput(def.valueType) + aroundEntry) + 2;
    case 'enum':
      return Math.max(...Object.values(def.entries).map((value) => String(value).length)) + 2;
    case 'literal':
      return Math.max(...def.values.map((value) => String(value).length)) + 2;
    case 'boolean':
      return 5;
    case 'number':
      return numberBytes;
    case 'string':
      return largestText(schema);
    default:
      throw new Error(`The size of a schema of the kind ${def.type} is not known.`);
  }
}

/** Letters by the bytes that JSON takes for one: in UTF-8, or with a backslash. */
const letters = [
  { letter: '中', bytes: 3 },
  { letter: 'é', bytes: 2 },
  { letter: '"', bytes: 2 },
  { letter: '\n', bytes: 2 },
];
/** What a text may have to begin with. */
const beginnings = ['', 'https://a/', 'a'];

function largestText(schema: z.core.$ZodType): number {
  const { maximum, format, patterns } = boundsOf(schema);
  if (format === 'uuid') return 38;
  const longest = maximum ?? longestMatch(patterns);
  if (!Number.isFinite(longest)) return longest;
  const sizes = letters.flatMap(({ letter, bytes }) =>
    beginnings.map((beginning) => mostOf(schema, beginning, letter, longest - beginning.length) * bytes),
  );
  return Math.max(longest, ...sizes) + 2;
}

/** How often a text may repeat this letter. */
function mostOf(schema: z.core.$ZodType, beginning: string, letter: string, longest: number): number {
  const fits = (count: number) =>
    z.safeParse(schema, beginning + letter.repeat(count) + (letter === '\n' ? 'a' : '')).success;
  let [least, most] = [0, Math.max(0, Math.min(longest, 20_000))];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Of patterns like `^[0-9a-f]{64}$`, which say how long a text is: the sum of what each part may repeat. */
function longestMatch(patterns: readonly RegExp[]): number {
  const [pattern] = patterns;
  const repeats = pattern?.source.match(/^\^(?:(?:\[[^\]]*\]|\\d)(?:\{(?:\d+,)?\d+\})?)+\$$/);
  if (!repeats) return Number.POSITIVE_INFINITY;
  const parts = repeats[0].matchAll(/(?:\[[^\]]*\]|\\d)(?:\{(?:\d+,)?(\d+)\})?/g);
  return sum(Array.from(parts, ([, most]) => Number(most ?? 1)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
