import type { Database } from '../schema/schema.ts';

interface SettingChange {
  key: string;
  before: unknown;
  after: unknown;
}

/**
 * Stores a setting of the installation and logs who changed it. The caller opens the transaction, so that both are written
 * or none.
 */
export async function writeSetting(
  db: Database,
  { key, before, after }: SettingChange,
  by: { userId: number; username: string },
): Promise<void> {
  await storeSetting(db, key, after);
  await db
    .insertInto('settings_changes')
    .values({
      key,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      changed_by: by.userId,
      changed_by_name: by.username,
    })
    .execute();
}

/** Stores a setting without a line in the log. */
export async function storeSetting(db: Database, key: string, setting: unknown): Promise<void> {
  const value = JSON.stringify(setting);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
