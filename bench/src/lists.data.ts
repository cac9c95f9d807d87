import type { Client } from 'pg';
import { asSeed } from './core/seed.ts';

/** Inserts devices and their people directly into the tables, with what the triggers would have written. */
export async function addDevices(client: Client, count: number): Promise<void> {
  await asSeed(client, ['users', 'devices', 'device_search', 'audit_heads', 'list_counts'], async () => {
    await client.query(
      `insert into users (username, email, user_type, admin_role)
       select 'person-' || n, 'person-' || n || '@example.org', 'USER', 'NON_ADMIN' from generate_series(1, $1::int) as n`,
      [count],
    );
    await client.query(
      `insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version, capabilities,
         joined_at, username, contact_info)
       select gen_random_uuid(), u.id, 'Phone ' || n, 'Model ' || n % 40, 'Android', (10 + n % 6)::text, 'App ' || n % 7,
         '1.0.' || n % 20, case when n % 2 = 0 then '{CONTACTS,SMS}' else '{CONTACTS,SMS,DEVICE_INFO}' end::text[], now() - n * interval '1 second', u.username, u.contact_info
       from (select *, row_number() over (order by id) as n from users where admin_role = 'NON_ADMIN') as u`,
    );
    await client.query(
      `insert into device_search (device_id, text, details)
       select d.id, lower(concat_ws(E'\\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text)),
         lower(shown_details(d.capabilities, d.paused_at, d.model, d.os_name))
       from devices d join users u on u.id = d.user_id`,
    );
    await client.query(`insert into audit_heads (device_id, sequence, hash) select id, 0, '' from devices`);
    await client.query(
      `insert into list_counts (list, scope, shard, rows) values ('users', 0, 100, $1), ('devices', 0, 100, $1)`,
      [count],
    );
  });
}

/** Fills the address book of one device with this many contacts. */
export async function addContacts(client: Client, deviceId: number, count: number): Promise<void> {
  await asSeed(client, ['contacts', 'device_row_counts'], async () => {
    await client.query(
      `insert into contacts (device_id, key, name, phone_number, email, address)
       select $1, 'contact-' || n, 'Name ' || md5(n::text), '+1555' || n, 'name-' || n || '@example.org', n || ' Long Street'
       from generate_series(1, $2::int) as n`,
      [deviceId, count],
    );
    await noteRows(client, deviceId, 'contacts', count);
  });
}

/** How many threads this many messages have: many messages also mean more people to write to. */
function threadsOf(count: number): number {
  return Math.max(100, Math.round(count / 500));
}

/** Every second message of a device is with them. */
export const talkativeAddress = '+15550000000';

/** Fills one device with this many text messages: half of them in one thread, the others spread. */
export async function addMessages(client: Client, deviceId: number, count: number): Promise<void> {
  await asSeed(client, ['messages', 'message_threads', 'device_row_counts'], async () => {
    await client.query(
      `with words (word) as (select string_to_array(
         'the train is late tonight shall we meet at seven or rather eight please bring bread milk and your keys thanks', ' '))
       insert into messages (device_id, key, address, name, body, date, direction, read)
       select $1, 'message-' || n,
         '+1555' || lpad((case when n % 2 = 0 then 0 else n / 2 % $3::int end)::text, 7, '0'), 'Name ' || n / 2 % 40,
         word[1 + n % 20] || ' ' || word[1 + n / 3 % 20] || ' ' || word[1 + n / 7 % 20] || ' ' || word[1 + n / 11 % 20]
           || ' ' || word[1 + n / 13 % 20] || ' ' || word[1 + n / 17 % 20] || ' ' || n,
         now() - n * interval '1 minute', case when n % 3 = 0 then 'SENT' else 'RECEIVED' end, n > 20
       from generate_series(1, $2::int) as n, words`,
      [deviceId, count, threadsOf(count)],
    );
    await client.query(
      `insert into message_threads (device_id, address, messages, unread, last_id, last_date)
       select device_id, address, count(*), count(*) filter (where direction = 'RECEIVED' and not read),
         (array_agg(id order by date desc, id desc))[1], max(date)
       from messages group by device_id, address`,
    );
    await noteRows(client, deviceId, 'messages', count);
    await noteRows(client, deviceId, 'message_threads', threadsOf(count));
  });
}

async function noteRows(client: Client, deviceId: number, kind: string, count: number): Promise<void> {
  await client.query('insert into device_row_counts (device_id, kind, rows) values ($1, $2, $3)', [
    deviceId,
    kind,
    count,
  ]);
}

export async function someDevices(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>('select id from devices order by id limit $1', [count]);
  return rows.map(({ id }) => Number(id));
}
