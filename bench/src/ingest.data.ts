import type { Client } from 'pg';

interface ContactRow {
  key: string;
  name: string;
  phone_number: string;
  email: string;
  address: string;
}

export async function readContacts(client: Client, deviceId: number): Promise<ContactRow[]> {
  const { rows } = await client.query<ContactRow>(
    'select key, name, phone_number, email, address from contacts where device_id = $1 order by id',
    [deviceId],
  );
  return rows;
}

/** The columns of contacts and nothing else. */
export async function makePlainTable(client: Client): Promise<void> {
  await client.query(
    'create table plain_contacts as select device_id, key, name, phone_number, email, address from contacts limit 0',
  );
}

/** Inserts the same rows for each device, with one statement and one commit each. */
export async function insertRaw(
  client: Client,
  table: 'contacts' | 'plain_contacts',
  deviceIds: readonly number[],
  rows: readonly ContactRow[],
): Promise<void> {
  const columns = (['key', 'name', 'phone_number', 'email', 'address'] as const).map((name) =>
    rows.map((row) => row[name]),
  );
  for (const deviceId of deviceIds) {
    await client.query(
      `insert into ${table} (device_id, key, name, phone_number, email, address)
       select $1::bigint, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      [deviceId, ...columns],
    );
  }
}
