import type { Database } from '../schema/schema.ts';
import { storeSetting } from './settings.store.ts';

const key = 'maintenance';

export async function isMaintenanceOn(db: Database): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value === true;
}

export async function setMaintenance(db: Database, on: boolean): Promise<void> {
  await storeSetting(db, key, on);
}
