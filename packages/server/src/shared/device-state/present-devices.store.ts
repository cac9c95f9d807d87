import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Finds all devices that have not left, in the order of their ids, to write into the log of each. */
export async function findPresentDevices(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from devices where left_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}
