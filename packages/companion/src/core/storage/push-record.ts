import type { Database } from './database.ts';

/** Exists while the person wants push. */
export interface PushRecord {
  /** The key of the server that this browser subscribed with. */
  key: string;
  /** The address of the subscription that the server was told about. */
  endpoint: string;
}

const recordKey = 'push';

export async function loadPushRecord(database: Database): Promise<PushRecord | null> {
  return ((await database.get('values', recordKey)) as PushRecord | undefined) ?? null;
}

export async function savePushRecord(database: Database, record: PushRecord | null): Promise<void> {
  if (record === null) await database.delete('values', recordKey);
  else await database.put('values', record, recordKey);
}
