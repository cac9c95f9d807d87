import { sql, type Expression, type RawBuilder } from 'kysely';

/** Joins conditions with `and`; true for an empty list. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The `like` pattern that finds a text anywhere. Wildcards in the search are escaped. */
export function containsPattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Formats a timestamp as the contract does: ISO 8601 in UTC. */
export function isoTime(time: Expression<unknown>): RawBuilder<string> {
  return sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export function orderDirection(direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`;
}
