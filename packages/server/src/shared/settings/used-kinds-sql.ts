import { sql, type RawBuilder } from 'kysely';

/** The setting of the preset. It is missing until somebody chose one; an upgrade writes `everything` (migration 0102). */
export const presetKey = 'preset';

/** The setting that lists the kinds of data which this installation does not use. Missing means that it uses all. */
export const unusedKindsKey = 'unused-kinds';

/** True while this installation uses a kind of data, an expression of type text; null, for no kind, is used. Plan: `settings` by primary key. */
export function isUsedKind(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (select from settings unused where unused.key = ${sql.lit(unusedKindsKey)} and unused.value ? ${kind})`;
}
