import { sql } from 'kysely';
import { fillTables } from '../servers/fill-tables.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { TestDevice } from '../test-device.ts';

export interface FilledIds extends Record<'file' | 'capture' | 'item' | 'ticket' | 'version' | 'person', number> {
  sha256: string;
  size: number;
}

/** Gives a device a row in every table, with the text "word" in each, and returns their ids. */
export async function fillDevice({ services }: TestServer, { deviceId }: TestDevice): Promise<FilledIds> {
  const { db } = services;
  const owned = await sql<{ person: number }>`select user_id as person from devices where id = ${deviceId}`.execute(db);
  const person = owned.rows[0]?.person ?? 0;
  await fillTables(services, { word: 'word', deviceId, adminId: person });
  await sql`update gallery set kind = 'PHOTO' where device_id = ${deviceId}`.execute(db);
  await sql`delete from consent_requests where device_id = ${deviceId}`.execute(db);
  const { rows } = await sql<Omit<FilledIds, 'person'>>`select f.id as file, f.sha256, b.size,
      (select id from captures where device_id = ${deviceId}) as capture, (select id from gallery where device_id = ${deviceId}) as item,
      t.id as ticket, t.version
    from stored_files f join blobs b on b.sha256 = f.sha256, tickets t
    where f.device_id = ${deviceId} and t.device_id = ${deviceId} limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('Nothing was filled in.');
  return { ...found, person };
}
