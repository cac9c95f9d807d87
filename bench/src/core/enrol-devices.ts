import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Client } from 'pg';

/** Inserts devices directly into the tables, and writes the state file of the fleet that simulates them. */
export async function enrolDevices(client: Client, count: number, stateFile: string): Promise<number[]> {
  const places = Array.from({ length: count }, (_, place) => place);
  const tokens = places.map((place) => createHash('sha256').update(`bench/${place}`).digest('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const { rows } = await client.query<{ id: string; place: number; uuid: string }>(
    `with people as (
       insert into users (username, email, user_type, admin_role)
       select 'bench-' || place, 'bench-' || place || '@example.org', 'USER', 'NON_ADMIN'
       from unnest($1::int[]) as place returning id, username
     ), joined as (
       insert into devices (unique_uuid, user_id, token_hash, name, model, os_name, os_version, app_name, app_version,
         capabilities)
       select gen_random_uuid(), people.id, t.hash, 'Phone', 'Model', 'Android', '16', 'Fairwatch', '1.0.20', '{CONTACTS}'
       from unnest($1::int[], $2::bytea[]) as t (place, hash) join people on people.username = 'bench-' || t.place
       order by t.place
       returning id, unique_uuid, user_id
     )
     select joined.id, substr(people.username, 7)::int as place, joined.unique_uuid as uuid
     from joined join people on people.id = joined.user_id order by place`,
    [places, hashes],
  );
  await client.query('vacuum analyze users, devices');
  const phones = rows.map(({ id, place, uuid }) => [
    place,
    { deviceId: Number(id), deviceUniqueUUID: uuid, token: tokens[place] },
  ]);
  await writeFile(stateFile, JSON.stringify({ seed: 'bench', phones: Object.fromEntries(phones) }), { mode: 0o600 });
  return rows.map(({ id }) => Number(id));
}
