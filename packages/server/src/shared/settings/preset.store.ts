import { capabilityNames, type Capability, type InstallationFace, type PresetName } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import { lockKeys } from '../../core/database/lock-keys.ts';
import type { Database } from '../schema/schema.ts';
import { writeSetting } from './settings.store.ts';
import { presetKey, unusedKindsKey } from './used-kinds-sql.ts';

/**
 * Reads who this installation is for, and which kinds of data it uses. A kind that nobody took away is used. With `lock` the
 * transaction holds an advisory lock until it ends, so that two changes do not interleave.
 */
export async function readFace(db: Database, { lock = false } = {}): Promise<InstallationFace> {
  if (lock) await sql`select pg_advisory_xact_lock(${lockKeys.preset})`.execute(db);
  const { rows } = await sql<{ preset: PresetName | null; unused: Capability[] | null }>`
    select (select value #>> '{}' from settings where key = ${presetKey}) as preset,
      (select value from settings where key = ${unusedKindsKey}) as unused`.execute(db);
  const unused = rows[0]?.unused ?? [];
  return { preset: rows[0]?.preset ?? null, usedKinds: capabilityNames.filter((kind) => !unused.includes(kind)) };
}

/** Finds who changed the preset or the kinds last; null when nobody has. */
export async function findFaceChange(db: Database): Promise<{ changedBy: string; changedAt: string } | null> {
  const { rows } = await sql<{ changedBy: string; changedAt: string }>`
    select changed_by_name as "changedBy", ${isoTime(sql`changed_at`)} as "changedAt" from settings_changes
    where key in (${presetKey}, ${unusedKindsKey}) order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The kinds that a face does not use. */
export function unusedKinds({ usedKinds }: Pick<InstallationFace, 'usedKinds'>): Capability[] {
  return capabilityNames.filter((kind) => !usedKinds.includes(kind));
}

/** Sets the preset and the used kinds, and logs who did it where they differ. The caller opens the transaction. */
export async function writeFace(
  db: Database,
  { before, after }: { before: InstallationFace; after: InstallationFace },
  by: { userId: number; username: string },
): Promise<void> {
  if (before.preset !== after.preset) {
    await writeSetting(db, { key: presetKey, before: before.preset, after: after.preset }, by);
  }
  const [unusedBefore, unusedAfter] = [unusedKinds(before), unusedKinds(after)];
  if (unusedBefore.join() !== unusedAfter.join()) {
    await writeSetting(db, { key: unusedKindsKey, before: unusedBefore, after: unusedAfter }, by);
  }
}
