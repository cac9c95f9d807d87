import type { Database } from '../schema/schema.ts';

const key = 'maintenance';

export async function isMaintenanceOn(db: Database): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value === true;
}

export async function setMaintenance(db: Database, on: boolean): Promise<void> {
  const value = JSON.stringify(on);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
