import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';

/** The order of a list: by a column with an index, and rows that compare equal by their id. */
export interface ListOrder {
  sortBy: RawBuilder<unknown>;
  /** The table's unique column. */
  id: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** Rows for which this holds come first, in either direction. */
  first?: RawBuilder<unknown>;
}

const ways = {
  asc: { word: sql`asc`, beyond: sql`>` },
  desc: { word: sql`desc`, beyond: sql`<` },
} as const;

/** As `order by` says it. */
export function orderOf({ sortBy, id, direction, first }: ListOrder): RawBuilder<unknown> {
  const { word } = ways[direction];
  return sql`${first ? sql`${first} desc, ` : sql``}${sortBy} ${word}, ${id} ${word}`;
}

/** True for the rows that come after a place: from there a list is read on without walking there. */
export function isBeyond(order: ListOrder, [value, placeId, isFirst]: Place): RawBuilder<boolean> {
  const { sortBy, id, direction, first } = order;
  if ((first === undefined) !== (isFirst === undefined)) throw notOurs();
  const { beyond } = ways[direction];
  if (!first) return sql`(${sortBy}, ${id}) ${beyond} (${value}, ${placeId}::bigint)`;
  // One comparison of rows goes one way throughout, so what comes first is the lesser one ascending and the greater one descending.
  const leading = direction === 'asc' ? sql`not ${first}` : first;
  return sql`(${leading}, ${sortBy}, ${id}) ${beyond} (${isFirst === (direction === 'desc')}::boolean, ${value}, ${placeId}::bigint)`;
}

/** The place of a row as one JSON value, for `readPlace` to understand. */
export function placeOf({ sortBy, id, first }: ListOrder): RawBuilder<unknown> {
  return sql`json_build_array((${sortBy})::text, ${id}${first ? sql`, ${first}` : sql``})`;
}

const place = z.tuple([z.string(), z.int(), z.optional(z.boolean())]);

/** Where a row stands in the order: by what it is sorted, as PostgreSQL writes it, its id, and whether it is of those that come first. */
export type Place = z.infer<typeof place>;

/** A place as callers get it and give it back: nothing to take apart. */
export function cursorOf(last: Place): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url');
}

/** Null for the beginning. */
export function readCursor(cursor: string): Place | null {
  if (cursor === '') return null;
  try {
    return z.parse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw notOurs();
  }
}

/** PostgreSQL cannot read the value of a cursor that was made up, or made for another order. */
export async function readingFrom<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    throw isDataException(error) ? notOurs() : error;
  }
}

function isDataException(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
}

function notOurs(): AppError {
  return new AppError('invalid_input', { problem: 'after: Not a place in this list' });
}
