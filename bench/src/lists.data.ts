import type { Client } from 'pg';

const contactsPerDevice = 500;

/** Adds devices, and the people who carry them, until there are this many. Straight into the tables. */
export async function growDevices(client: Client, total: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>('select count(*) from devices');
  const present = Number(rows[0]?.count);
  await client.query(
    `insert into users (username, email, user_type, admin_role)
     select 'person-' || n, 'person-' || n || '@example.org', 'USER', 'NON_ADMIN'
     from generate_series($1::int + 1, $2::int) as n`,
    [present, total],
  );
  await client.query(
    `insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version, capabilities, joined_at)
     select gen_random_uuid(), users.id, 'Phone ' || n, 'Model ' || n % 40, 'Android', (10 + n % 6)::text, 'Fairwatch',
       '1.0.' || n % 20, '{CONTACTS}', now() - n * interval '1 second'
     from generate_series($1::int + 1, $2::int) as n join users on lower(username) = 'person-' || n`,
    [present, total],
  );
  await client.query('vacuum analyze users, devices');
}

/** Fills the address book of one device. */
export async function addContacts(client: Client, deviceId: number): Promise<void> {
  await client.query(
    `insert into contacts (device_id, key, name, phone_number, email, address)
     select $1, 'contact-' || n, 'Name ' || md5(n::text), '+1555' || n, 'name-' || n || '@example.org', n || ' Long Street'
     from generate_series(1, $2::int) as n`,
    [deviceId, contactsPerDevice],
  );
  await client.query('vacuum analyze contacts');
}

export async function firstDevice(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select min(id) as id from devices');
  return Number(rows[0]?.id);
}
