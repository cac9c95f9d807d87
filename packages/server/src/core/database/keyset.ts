import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';

/** The sort order of a list: an indexed expression, with the id as the tie-breaker. */
export interface ListOrder {
  sortBy: RawBuilder<unknown>;
  /** The table's unique column. */
  id: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** Rows for which this is true come first, in both directions. */
  first?: RawBuilder<unknown>;
}

const ways = {
  asc: { word: sql`asc`, beyond: sql`>` },
  desc: { word: sql`desc`, beyond: sql`<` },
} as const;

/** The terms of `order by`. */
export function orderOf({ sortBy, id, direction, first }: ListOrder, backwards?: 'backwards'): RawBuilder<unknown> {
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  const { word } = ways[backwards ? opposite : direction];
  const firstWord = ways[backwards ? 'asc' : 'desc'].word;
  return sql`${first ? sql`${first} ${firstWord}, ` : sql``}${sortBy} ${word}, ${id} ${word}`;
}

/** The condition for rows after a place (keyset pagination): the index finds the place without reading the rows before it. */
export function isBeyond(order: ListOrder, [value, placeId, isFirst]: KeysetPlace): RawBuilder<boolean> {
  const { sortBy, id, direction, first } = order;
  if ((first === undefined) !== (isFirst === undefined)) throw notOurs();
  const { beyond } = ways[direction];
  if (!first) return sql`(${sortBy}, ${id}) ${beyond} (${value}, ${placeId}::bigint)`;
  // A row comparison has one direction for all of its values, so `first` is negated for an ascending order.
  const leading = direction === 'asc' ? sql`not ${first}` : first;
  return sql`(${leading}, ${sortBy}, ${id}) ${beyond} (${isFirst === (direction === 'desc')}::boolean, ${value}, ${placeId}::bigint)`;
}

/** The place of a row as a JSON array, which `KeysetPlace` describes. */
export function placeOf({ sortBy, id, first }: ListOrder): RawBuilder<unknown> {
  return sql`json_build_array((${sortBy})::text, ${id}${first ? sql`, ${first}` : sql``})`;
}

const place = z.tuple([z.string(), z.int(), z.optional(z.boolean())]);

/** The position of a row in the order: its sort value as text, its id, and its value of `first` where the list has one. */
export type KeysetPlace = z.infer<typeof place>;

/** Encodes a place as an opaque cursor for callers. */
export function cursorOf(last: KeysetPlace): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url');
}

/** Decodes a cursor. The empty cursor is null: the beginning of the list. Throws `invalid_input` for a forged one. */
export function readCursor(cursor: string): KeysetPlace | null {
  if (cursor === '') return null;
  try {
    return z.parse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw notOurs();
  }
}

/** Turns PostgreSQL's data errors into `invalid_input`: a cursor that was forged, or made for another order, cannot be cast. */
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
