import type { JsonSchema } from './openapi.ts';

/** One row of the table that documents a schema. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  /** Limits and defaults as text. */
  notes: string;
}

/** The fields of a schema. Fields of nested objects follow their parent, with dotted names. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  if (schema.type === 'array' && schema.items !== undefined) return fieldsOf(schema.items, `${prefix}[].`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const inner = nonNull(property);
    const field = {
      name: path,
      type: typeOf(property),
      required: schema.required?.includes(name) ?? false,
      notes: notesOf(inner, property),
    };
    return [field].concat(fieldsOf(inner, inner.type === 'object' ? `${path}.` : path));
  });
}

/** The type of a schema as text. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array' && schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.type === 'object' && schema.properties === undefined) return 'map';
  return [schema.type ?? 'any'].flat().join(' or ');
}

function nonNull(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

const limitWords: readonly (readonly [keyword: string, words: string])[] = [
  ['format', ''],
  ['minLength', 'at least %s characters'],
  ['maxLength', 'at most %s characters'],
  ['minimum', 'from %s'],
  ['maximum', 'up to %s'],
  ['exclusiveMinimum', 'more than %s'],
  ['maxItems', 'at most %s entries'],
];

/** The default bounds of integers in JSON Schema, which are not shown. */
const meaningless: readonly unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

function notesOf(inner: JsonSchema, outer: JsonSchema): string {
  const limits = limitWords.flatMap(([keyword, words]) => {
    const value = inner[keyword];
    if (value === undefined || meaningless.includes(value)) return [];
    return [words === '' ? String(value) : words.replace('%s', String(value))];
  });
  const choices = (inner.enum ?? inner.items?.enum)?.map(String).join(', ');
  const fallback = outer['default'] === undefined ? [] : [`default ${JSON.stringify(outer['default'])}`];
  return [...(choices === undefined ? [] : [choices]), ...limits, ...fallback].join('; ');
}
