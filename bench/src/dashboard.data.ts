import type { Client } from 'pg';
import { asSeed } from './core/seed.ts';

/**
 * What the dashboard shows beside the devices: an admin who has all of them, with a session by this token's hash; a tenth
 * online; 30 days of samples; 90 days of active people. What triggers would have counted is counted once in the end.
 */
export async function addFigures(client: Client, tokenHash: Buffer): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (username, user_type, admin_role) values ('limited', 'ADMIN', 'ADMIN') returning id`,
  );
  const adminId = rows[0]?.id;
  await client.query(
    `insert into feature_access (user_id, feature_permission, feature_access)
     select $1, name, 'FULL_ACCESS' from unnest(array['ROLE_MANAGER', 'SUBORDINATES_TICKETS', 'USERS']) as t (name)`,
    [adminId],
  );
  await client.query(
    `insert into sessions (token_hash, user_id, remembered, address, user_agent, expires_at)
     values ($1, $2, false, '127.0.0.1', 'bench', now() + interval '1 hour')`,
    [tokenHash, adminId],
  );
  await asSeed(client, ['device_assignments', 'system_samples', 'active_users', 'fleet_people'], async () => {
    await client.query('insert into device_assignments (user_id, device_id) select $1, id from devices', [adminId]);
    await client.query(
      `insert into list_counts (list, scope, shard, rows) select 'devices', $1, 100, count(*) from devices`,
      [adminId],
    );
    await client.query('select recount_fleet()');
    await client.query(
      `with node as (insert into gateway_nodes values (gen_random_uuid(), now() + interval '1 hour') returning id)
       insert into online_counts select node.id, scope, (select count(*) / 10 from devices)
       from node, unnest(array[0, $1::bigint]) as t (scope)`,
      [adminId],
    );
    await client.query(
      `insert into system_samples (sampled_at, memory, ram_used, ram_total, received, sent, uploaded, disk_free, disk_total)
       select now() - n * interval '1 minute', 2e8, 8e9, 24e9, n % 1000, n % 5000, 0, 5e10, 1e11
       from generate_series(1, 30 * 24 * 60) as n on conflict do nothing`,
    );
    await client.query(
      `insert into active_users
       select scope, period, date_trunc(period, now(), 'UTC') - n * ('1 ' || period)::interval, n * 10
       from unnest(array[0, $1::bigint]) as s (scope), unnest(array['hour', 'day']) as p (period), generate_series(1, 90) as n`,
      [adminId],
    );
  });
}
