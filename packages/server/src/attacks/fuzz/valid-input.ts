import { boundsOf } from '@fairwatch/contract/schema-bounds';
import * as fc from 'fast-check';
import { z } from 'zod/mini';
import { oddMoments, oddNumbers, oddTexts } from './broken-input.ts';

type Schema = z.core.$ZodType;
type Value = fc.Arbitrary<unknown>;

/** Values that exist on the server under test, by field name. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/**
 * Generates valid inputs from a schema's definition. Refinements over several fields are not considered, so a few
 * inputs are refused, which is a valid outcome, too.
 */
export function inputsOf(schema: Schema, known: KnownValues = {}, name = ''): Value {
  const plain = build(schema, known, name);
  const values = known[name]?.filter((value) => z.safeParse(schema, value).success) ?? [];
  if (values.length === 0) return plain;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: plain });
}

function build(schema: Schema, known: KnownValues, name: string): Value {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectsOf(def.shape, known);
    case 'array': {
      const { minimum = 0, maximum = 5 } = boundsOf(schema);
      const element = inputsOf(def.element, known, name);
      return fc.array(element, { minLength: minimum, maxLength: Math.max(minimum, Math.min(maximum, 5)) });
    }
    case 'tuple':
      return fc.tuple(...def.items.map((item) => inputsOf(item, known, name)));
    case 'union':
      return fc.oneof(...def.options.map((option) => inputsOf(option, known, name)));
    case 'optional':
    case 'default':
      return inputsOf(def.innerType, known, name);
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: inputsOf(def.innerType, known, name) }, fc.constant(null));
    case 'pipe':
      return inputsOf(def.in, known, name);
    case 'record':
      return fc.dictionary(inputsOf(def.keyType, known, 'key') as fc.Arbitrary<string>, inputsOf(def.valueType, known));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numbersOf(schema);
    case 'string':
      return textsOf(schema);
    case 'null':
      return fc.constant(null);
    case 'unknown':
      return fc.jsonValue();
    default:
      throw new Error(`No inputs can be made for a schema of the kind ${def.type}.`);
  }
}

function objectsOf(shape: Readonly<Record<string, Schema>>, known: KnownValues): Value {
  const model = Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, inputsOf(field, known, key)]));
  const required = Object.entries(shape).flatMap(([key, { _zod }]) => (_zod.optin === 'optional' ? [] : [key]));
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

function numbersOf(schema: Schema): Value {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, format } = boundsOf(schema);
  const plain =
    format === undefined
      ? fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true })
      : fc.integer({ min: minimum, max: maximum });
  return withOdd(schema, plain, oddNumbers);
}

const letters = fc.constantFrom('a', 'Z', '7', ' ', '.', '-', '_', '/', "'", '%', 'é', '中', '🙂', '\u0301');

function textsOf(schema: Schema): Value {
  const { minimum = 0, maximum = 60, format, patterns } = boundsOf(schema);
  const length = { minLength: minimum, maxLength: Math.max(minimum, Math.min(maximum, 60)) };
  const words = fc.string({ unit: letters, ...length });
  const formatted = special(format, patterns);
  if (formatted !== null) return withOdd(schema, formatted, format === 'datetime' ? oddMoments : oddTexts);
  const candidates = fc.oneof(
    { weight: 8, arbitrary: words },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', ...length }) },
    { weight: 1, arbitrary: fc.constantFrom('a', 'é', '\u0001').map((letter) => letter.repeat(maximum)) },
  );
  const plain = 'abc'.padEnd(minimum, 'a').slice(0, maximum);
  const fallback = z.safeParse(schema, plain).success ? plain : 'Looking for a lost phone'.slice(0, maximum);
  // A refinement can only be checked by trying.
  const taken = candidates.map((text) => (z.safeParse(schema, text).success ? text : fallback));
  return withOdd(schema, taken, oddTexts);
}

/** Adds an occasional odd value that the schema accepts. */
function withOdd(schema: Schema, plain: Value, odd: readonly unknown[]): Value {
  const taken = odd.filter((value) => z.safeParse(schema, value).success);
  if (taken.length === 0) return plain;
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: fc.constantFrom(...taken) });
}

/** Texts of a format that random texts never have. */
function special(format: string | undefined, patterns: readonly RegExp[]): fc.Arbitrary<string> | null {
  switch (format) {
    case 'email':
      return fc.stringMatching(/^[a-z]{1,20}@[a-z]{1,20}\.org$/);
    case 'uuid':
      return fc.uuid();
    case 'datetime':
      return moments;
    case 'base64':
      return fc.base64String();
    case 'regex':
      return matching(patterns);
    default:
      return null;
  }
}

/** Mostly current dates, where data exists; otherwise the whole range of the format. */
const moments = fc
  .oneof(
    datesFrom('2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'),
    datesFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'),
  )
  .map((date) => date.toISOString());

function datesFrom(min: string, max: string): fc.Arbitrary<Date> {
  return fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });
}

function matching(patterns: readonly RegExp[]): fc.Arbitrary<string> | null {
  const [pattern] = patterns;
  try {
    return pattern === undefined ? null : fc.stringMatching(pattern);
  } catch {
    // fast-check cannot generate texts for Unicode property classes.
    return null;
  }
}
