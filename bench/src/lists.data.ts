import type { Client } from 'pg';

/** Adds devices, and the people who carry them, until there are this many. Straight into the tables. */
export async function growDevices(client: Client, total: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>('select count(*) from devices');
  const present = Number(rows[0]?.count);
  await withoutIndexes(client, ['users', 'devices', 'device_search'], async () => {
    await client.query(
      `insert into users (username, email, user_type, admin_role)
       select 'person-' || n, 'person-' || n || '@example.org', 'USER', 'NON_ADMIN'
       from generate_series($1::int + 1, $2::int) as n`,
      [present, total],
    );
    await client.query(
      `insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version, capabilities, joined_at)
       select gen_random_uuid(), users.id, 'Phone ' || n, 'Model ' || n % 40, 'Android', (10 + n % 6)::text,
         'App ' || n % 7, '1.0.' || n % 20, '{CONTACTS}', now() - n * interval '1 second'
       from generate_series($1::int + 1, $2::int) as n join users on username = 'person-' || n`,
      [present, total],
    );
  });
  await client.query('vacuum analyze users, devices, device_search, list_counts');
}

/** Fills the address book of one device with this many contacts. */
export async function addContacts(client: Client, deviceId: number, count: number): Promise<void> {
  await withoutIndexes(client, ['contacts'], async () => {
    await client.query(
      `insert into contacts (device_id, key, name, phone_number, email, address)
       select $1, 'contact-' || n, 'Name ' || md5(n::text), '+1555' || n, 'name-' || n || '@example.org', n || ' Long Street'
       from generate_series(1, $2::int) as n`,
      [deviceId, count],
    );
  });
  await client.query('vacuum analyze contacts');
}

export async function someDevices(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>('select id from devices order by id limit $1', [count]);
  return rows.map(({ id }) => Number(id));
}

/** Takes the indexes off while rows come in, all but those of constraints: building them once is many times faster. */
async function withoutIndexes(client: Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set maintenance_work_mem = '256MB'`);
  for (const { definition } of rows) await client.query(definition);
}
