import type { z } from 'zod/mini';

/** What a schema of a text, a number or a list says about its own size, read from its definition. */
export interface SchemaBounds {
  /** Of a number: the least and the greatest. Of a text or a list: the shortest and the longest. */
  minimum?: number;
  maximum?: number;
  /** Such as `uuid`, `datetime`, `regex`; `safeint` for whole numbers. */
  format?: string;
  patterns: RegExp[];
}

/** A check as zod keeps it; which fields are there depends on its kind. */
interface Check {
  check?: string;
  format?: string;
  pattern?: RegExp;
  value?: number;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  length?: number;
}

export function boundsOf(schema: z.core.$ZodType): SchemaBounds {
  const own = schema._zod.def as Check & { checks?: readonly z.core.$ZodCheck[] };
  const bounds: SchemaBounds = { patterns: [] };
  for (const check of [own, ...(own.checks ?? []).map(({ _zod }) => _zod.def as Check)]) note(bounds, check);
  return bounds;
}

function note(bounds: SchemaBounds, { check, format, pattern, value = 0, inclusive, ...sizes }: Check): void {
  const least = (number: number) => (bounds.minimum = Math.max(bounds.minimum ?? number, number));
  const most = (number: number) => (bounds.maximum = Math.min(bounds.maximum ?? number, number));
  if (format !== undefined) bounds.format = format;
  if (pattern !== undefined) bounds.patterns.push(pattern);
  // Only whole numbers are bounded without the bound itself.
  if (check === 'greater_than') least(inclusive ? value : value + 1);
  if (check === 'less_than') most(inclusive ? value : value - 1);
  if (sizes.minimum !== undefined) least(sizes.minimum);
  if (sizes.maximum !== undefined) most(sizes.maximum);
  if (sizes.length !== undefined) [bounds.minimum, bounds.maximum] = [sizes.length, sizes.length];
}
