import { deviceList, userList } from '@fairwatch/contract';
import { seededRandom } from '@fairwatch/device';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deviceTables } from '../../device-features.ts';
import { joinDevice } from '../../testing/test-device.ts';
import { choicesOf, comingsAndGoings, useFleet } from '../../modules/gateway/fleet-for-test.ts';
import { deleteDueRows } from '../../modules/device-data/retention/retention.store.ts';

const { server, admins, run } = useFleet();

const assign = (userId: number, id: number) =>
  run(sql`insert into device_assignments (user_id, device_id) values (${userId}, ${id}) on conflict do nothing`);

/** Compares the kept counts with counted ones, for the whole list and for each admin. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    with kept as (select list, scope, sum(rows)::int as rows from list_counts group by list, scope having sum(rows) <> 0),
    counted as (
      select 'users' as list, 0 as scope, count(*)::int as rows from users
      union all select 'devices', 0, count(*)::int from devices where left_at is null having count(*) > 0
      union all select 'devices', a.user_id, count(*)::int
        from device_assignments a join devices d on d.id = a.device_id where d.left_at is null group by a.user_id)
    (table kept except table counted) union all (table counted except table kept)`.execute(server.services.db);
  const { rows: search } = await sql`
    select d.id from devices d join users u on u.id = d.user_id left join device_search s on s.device_id = d.id
    where d.left_at is null and s.text is distinct from
      lower(concat_ws(E'\\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text))
      or d.left_at is null and s.details is distinct from
        case when 'DEVICE_INFO' = any(d.capabilities) and d.paused_at is null then lower(d.model || E'\\n' || d.os_name) else '' end
      or d.left_at is not null and s.text is not null
      or (d.username, d.contact_info) is distinct from (u.username, coalesce(u.email, u.phone_number, ''))`.execute(
    server.services.db,
  );
  return [...rows, ...search];
}

async function addDevices(count: number): Promise<void> {
  await run(sql`
    with people as (
      insert into users (username, user_type, admin_role)
      select 'p-' || gen_random_uuid(), 'USER', 'NON_ADMIN' from generate_series(1, ${count}::int) returning id
    )
    select id from people`);
  await run(sql`
    insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version)
    select gen_random_uuid(), id, 'Phone', 'Model', 'Android', '16', 'App', '1'
    from users where username like 'p-%' order by id desc limit ${count}`);
}

describe('the counts that are kept', () => {
  it('are those that counting gives, whatever happens to devices, people and assignments', async () => {
    const choices = choicesOf(seededRandom('list-counts'), admins);
    const { pick, some } = choices;
    const steps: (() => Promise<unknown>)[] = [
      () => addDevices(1 + pick(5)),
      ...comingsAndGoings(run, choices),
      () =>
        run(sql`update devices set nickname = ${`n${pick(9)}`}, app_name = ${`a${pick(3)}`} where id in ${some(2)}`),
      () =>
        run(sql`update devices set model = ${`m${pick(3)}`}, capabilities = '{DEVICE_INFO}' where id in ${some(2)}`),
      () => run(sql`update devices set paused_at = case when paused_at is null then now() end where id in ${some(2)}`),
      () => run(sql`update devices set capabilities = '{CONTACTS}' where id in ${some(1)}`),
      () =>
        run(sql`update users set nickname = ${`u${pick(9)}`}, email = ${`e${pick(99)}@example.com`}
          where id in (select user_id from devices where id in ${some(2)})`),
      () =>
        run(
          sql`delete from users u where username like 'p-%' and not exists (select from devices where user_id = u.id)`,
        ),
    ];
    for (let round = 0; round < 12; round += 1) {
      for (let turn = 0; turn < 10; turn += 1) await steps[pick(steps.length)]?.();
      expect(await differences()).toEqual([]);
    }
  });

  it('are right when many write at the same moment', async () => {
    await addDevices(12);
    const { rows } = await sql<{ id: number }>`select id from devices where left_at is null order by id`.execute(
      server.services.db,
    );
    await Promise.all([
      ...rows.flatMap(({ id }) => admins.map(({ userId }) => assign(userId, id))),
      ...rows.flatMap(({ id }) => [
        run(sql`update devices set left_at = now() where id = ${id} and id % 2 = 0`),
        run(sql`update users set nickname = 'together' where id = (select user_id from devices where id = ${id})`),
        run(sql`update devices set nickname = 'both' where id = ${id}`),
      ]),
    ]);
    expect(await differences()).toEqual([]);
  });

  it('are what the lists say', async () => {
    for (const { token, userId } of [...admins, server.admin]) {
      const { envelope } = await server.api(deviceList, { pageSize: 500 }, token);
      expect(envelope.meta.pagination?.totalItems, String(userId)).toBe(envelope.data.length);
    }
    const { envelope } = await server.api(userList, { pageSize: 500 });
    expect(envelope.meta.pagination?.totalItems).toBe(envelope.data.length);
  });

  it('do not let an assignment move to another admin', async () => {
    const { deviceId } = await joinDevice(server, { ownerId: admins[0]?.userId ?? 0 });
    const moving = run(sql`update device_assignments set user_id = ${admins[1]?.userId} where device_id = ${deviceId}`);
    await expect(moving).rejects.toThrow('device_assignments');
  });
});

describe.each(deviceTables.map((table) => [table.name, table] as const))(
  'the rows of each device: %s',
  (name, table) => {
    const counts = async () => {
      const { rows } = await sql<{ kept: number; counted: number }>`
      select d.id, coalesce(k.rows, 0)::int as kept, (select count(*) from ${sql.id(name)} r where r.device_id = d.id)::int as counted
      from devices d left join device_row_counts k on k.device_id = d.id and k.kind = ${name} order by d.id`.execute(
        server.services.db,
      );
      return rows;
    };
    const add = async (deviceId: number, amount: number) => {
      const { rows: columns } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attidentity = ''
        and attname not in ('device_id', 'key', 'received_at') and attnotnull and not atthasdef`.execute(
        server.services.db,
      );
      const empty = columns.map((column) => sql.raw(`${emptyOf(column)}::${column.type}`));
      const names = columns.map((column) => sql.id(column.name));
      await run(sql`insert into ${sql.id(name)} (${sql.join([sql.id('device_id'), sql.id('key'), ...names])})
      select ${sql.join([sql`${deviceId}`, sql`gen_random_uuid()::text`, ...empty])} from generate_series(1, ${amount}::int)`);
    };

    it('are counted while they come and go', async () => {
      const [one, two] = [await joinDevice(server), await joinDevice(server)];
      await add(one.deviceId, 7);
      await add(two.deviceId, 3);
      await add(one.deviceId, 2);
      await table.deleteRows(server.services.db, two.deviceId);
      await run(sql`update ${sql.id(name)} set received_at = now() - interval '10 days'
      where id in (select id from ${sql.id(name)} where device_id = ${one.deviceId} limit 4)`);
      await deleteDueRows(server.services.db, { table: name, since: 'received_at' }, 9, 100);
      const all = await counts();
      for (const { kept, counted } of all) expect(kept).toBe(counted);
      expect(all.map(({ kept }) => kept)).toContain(5);
    });
  },
);

function emptyOf({ name, type }: { name: string; type: string }): string {
  if (name === 'direction') return `'SENT'`;
  if (type.startsWith('timestamp')) return 'now()';
  if (type === 'boolean') return 'false';
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'jsonb') return `'{}'`;
  return /int|double|numeric|real/.test(type) ? '0' : `''`;
}
