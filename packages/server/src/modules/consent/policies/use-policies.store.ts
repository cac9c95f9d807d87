import {
  capabilityNames,
  defaultPolicies,
  type Capability,
  type ShownPolicy,
  type UsePolicy,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { writeSetting } from '../../../shared/settings/settings.store.ts';

const prefix = 'use-policy.';

/** Lists what is required before each capability is used, and who set it. */
export async function listPolicies(db: Database): Promise<ShownPolicy[]> {
  const { rows } = await sql<{ capability: Capability; policy: UsePolicy; changedBy: string; changedAt: string }>`
    select distinct on (s.key) substr(s.key, ${prefix.length + 1}) as capability, s.value as policy,
      c.changed_by_name as "changedBy", ${isoTime(sql`c.changed_at`)} as "changedAt"
    from settings s join settings_changes c on c.key = s.key
    where starts_with(s.key, ${prefix}) order by s.key, c.id desc`.execute(db);
  const set = new Map(rows.map((row) => [row.capability, row]));
  return capabilityNames.map((capability) => {
    const row = set.get(capability);
    const { reason, approval } = row?.policy ?? defaultPolicies[capability];
    return { capability, reason, approval, changedBy: row?.changedBy ?? null, changedAt: row?.changedAt ?? null };
  });
}

/** Sets the policy of a capability and logs who did it. The caller opens the transaction. */
export async function writePolicy(
  db: Database,
  change: { capability: Capability; before: UsePolicy; after: UsePolicy },
  by: { userId: number; username: string },
): Promise<void> {
  await writeSetting(db, { key: `${prefix}${change.capability}`, before: change.before, after: change.after }, by);
}
