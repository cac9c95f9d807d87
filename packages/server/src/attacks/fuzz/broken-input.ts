import * as fc from 'fast-check';

/** Texts that are known to break databases, file systems and parsers. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202eabc',
  '\ufeff',
  '\u3164',
  'İ',
  'ﬀ',
  '𝕏'.repeat(40),
  "'; drop table users; --",
  '%_\\',
  '../../../etc/passwd',
  '..',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '-0',
  '{}',
  'x'.repeat(300),
  'x'.repeat(5000),
  '\u0001'.repeat(1000),
  // Compresses badly, so that it exceeds the maximum size of an index entry.
  String.fromCodePoint(...Array.from({ length: 1500 }, (_, place) => 0x4e_00 + ((place * 7919) % 20_000))),
];

/** Dates at and beyond the limits of JavaScript, PostgreSQL and the calendar. */
export const oddMoments: readonly string[] = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59+00:01',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '294276-12-31T23:59:59Z',
  '294277-01-01T00:00:00Z',
  '-004713-11-24T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-02-29T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '2024-01-01T00:00:00.123456789012Z',
  'infinity',
  '-infinity',
  'epoch',
  'now',
];

export const oddNumbers: readonly number[] = [
  -1,
  0,
  -0,
  0.5,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  -(2 ** 63) - 2048,
  1e21,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** Values that hardly any field expects. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom<unknown>(...oddMoments),
  fc.constantFrom<unknown>(...oddNumbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 3 }, { toString: 1 }),
  fc.constantFrom<unknown>(
    nested(300, (inner) => [inner]),
    nested(300, (inner) => ({ a: inner })),
    Array.from({ length: 600 }, (_, place) => place),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

const oddKeys = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'id', 'deviceId', 'userId', '', '\0', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** One mutation of a value. The place is an index into all nested places. */
type Breakage =
  | { how: 'replace'; place: number; by: unknown }
  | { how: 'remove'; place: number }
  | { how: 'add'; place: number; key: string; value: unknown }
  | { how: 'stringify'; place: number };

const breakages: fc.Arbitrary<Breakage> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ how: fc.constant('replace'), place: fc.nat(50), by: oddValues }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('remove'), place: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('add'), place: fc.nat(50), key: oddKeys, value: oddValues }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('stringify'), place: fc.nat(50) }) },
);

/** Mutates inputs in one to three places each. */
export function broken(inputs: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(inputs, fc.array(breakages, { minLength: 1, maxLength: 3 })).map(([input, ways]) => {
    const root: Container = { input: structuredClone(input) };
    for (const way of ways) spoil(root, way);
    return root['input'];
  });
}

type Container = Record<string, unknown>;

function spoil(root: Container, way: Breakage): void {
  const places = placesOf(root, 0);
  const [container, key] = places[way.place % places.length] ?? [root, 'input'];
  if (way.how === 'replace') put(container, key, way.by);
  else if (way.how === 'stringify') put(container, key, JSON.stringify(container[key]));
  else if (way.how === 'remove') delete container[key];
  else if (Array.isArray(container[key])) {
    // Lists get a new element instead of a key, because JSON lists have no keys and `length` would change the list.
    container[key].push(structuredClone(way.value));
  } else if (typeof container[key] === 'object' && container[key] !== null) {
    put(container[key] as Container, way.key, way.value);
  } else put(container, key, { [way.key]: way.value });
}

const deepest = 6;

/** All nested places of a value, including the value itself. */
function placesOf(container: object, depth: number): (readonly [Container, string])[] {
  return Object.entries(container).flatMap(([key, value]) => {
    const hasPlaces = typeof value === 'object' && value !== null && depth < deepest;
    return [[container as Container, key] as const].concat(hasPlaces ? placesOf(value, depth + 1) : []);
  });
}

/** Defines an own property, also for `__proto__`, which JSON can contain but an assignment cannot create. */
function put(container: Container, key: string, odd: unknown): void {
  // Cloned, because a later mutation may change the value, which is reused.
  const value = structuredClone(odd);
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}
