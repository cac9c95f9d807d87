import { randomUUID } from 'node:crypto';
import { dashboard, deviceList, profile, userList } from '@fairwatch/contract';
import { seededRandom } from '@fairwatch/device';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { choicesOf, comingsAndGoings, useFleet } from '../../modules/gateway/fleet-for-test.ts';
import { runShortJobs } from '../../app/housekeeping.ts';
import { recordActive } from '../../modules/devices/dashboard/active-users.store.ts';
import { recountFleet, recountOnline } from './fleet-counts.store.ts';

const { server, admins, run } = useFleet();

/**
 * Compares the kept counts with counted ones, for everyone and for each admin. The query is written out, so that it does not
 * share a mistake with ours.
 */
async function differences(): Promise<unknown[]> {
  const { rows } = await run(sql`
    with mine (scope, id) as (
      select 0, id from devices where left_at is null
      union all select a.user_id, d.id from device_assignments a join devices d on d.id = a.device_id where d.left_at is null
    ), kept as (
      select scope, kind, value, sum(amount)::int as amount from fleet_counts group by scope, kind, value having sum(amount) <> 0
    ), counted as (
      select scope, 'os' as kind, case when 'DEVICE_INFO' = any(capabilities) and paused_at is null
          then os_name || ' ' || os_version else '' end as value, count(*)::int as amount
        from mine join devices using (id) group by 1, 3
      union all select scope, 'app', app_version, count(*)::int from mine join devices using (id) group by 1, 3
      union all select scope, 'people', '', count(distinct user_id)::int from mine join devices using (id) group by 1
    )
    (table kept except table counted) union all (table counted except table kept)`);
  return rows;
}

async function addDevices(count: number, random: () => number): Promise<void> {
  // Some people have two devices, so that people and devices differ.
  await run(sql`
    insert into users (username, user_type, admin_role)
    select 'p-' || gen_random_uuid(), 'USER', 'NON_ADMIN' from generate_series(1, ${count}::int)`);
  await run(sql`
    insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version, capabilities)
    select gen_random_uuid(), id, 'Phone', 'Model', 'Android', (14 + id % 3)::text, 'App', '1.' || ${random()}::int,
      case when id % 4 > 0 then array['DEVICE_INFO'] else '{}' end
    from users where username like 'p-%' order by md5(id::text || ${random()}::text) limit ${count}`);
}

/** Deletes a device with its log, which the product never does; the counts must be right even then. */
async function removeDevice(): Promise<void> {
  const newest = '(select max(id) from devices where left_at is null)';
  await run(
    sql.raw(`
      alter table audit_heads disable trigger user;
      delete from audit_heads where device_id = ${newest};
      delete from devices where id = ${newest};
      alter table audit_heads enable trigger user`),
  );
}

describe('the kept counts', () => {
  it('are those that counting gives, whatever happens to devices, versions and assignments', async () => {
    const choices = choicesOf(seededRandom('fleet-counts'), admins);
    const { pick, some } = choices;
    const steps: (() => Promise<unknown>)[] = [
      () => addDevices(1 + pick(5), () => pick(3)),
      ...comingsAndGoings(run, choices),
      () => run(sql`update devices set app_version = ${`2.${pick(3)}`} where id in ${some(3)}`),
      () => run(sql`update devices set os_version = ${`${15 + pick(2)}`}, battery_percent = 5 where id in ${some(3)}`),
      () => run(sql`update devices set capabilities = '{CONTACTS,DEVICE_INFO}' where id in ${some(2)}`),
      () => run(sql`update devices set capabilities = '{CONTACTS}' where id in ${some(2)}`),
      () => run(sql`update devices set paused_at = ${pick(2) > 0 ? new Date() : null} where id in ${some(3)}`),
      () => run(sql`update devices set user_id = (select min(user_id) from devices) where id in ${some(1)}`),
      () => run(sql`delete from device_assignments where device_id in ${some(1)}`),
      removeDevice,
      () => runShortJobs(server.services),
    ];
    for (let round = 0; round < 12; round += 1) {
      for (let turn = 0; turn < 10; turn += 1) await steps[pick(steps.length)]?.();
      expect(await differences()).toEqual([]);
    }
  });

  it('are right when many write at the same moment', async () => {
    await addDevices(12, () => 1);
    const { rows } = await sql<{ id: number }>`select id from devices where left_at is null order by id`.execute(
      server.services.db,
    );
    await Promise.all([
      ...rows.flatMap(({ id }) =>
        admins.map(({ userId }) =>
          run(
            sql`insert into device_assignments (user_id, device_id) values (${userId}, ${id}) on conflict do nothing`,
          ),
        ),
      ),
      ...rows.map(({ id }) => run(sql`update devices set app_version = 'together' where id = ${id}`)),
      ...rows.map(({ id }) => run(sql`update devices set capabilities = '{}' where id = ${id} and id % 2 = 0`)),
      ...rows.map(({ id }) => run(sql`update devices set left_at = now() where id = ${id} and id % 3 = 0`)),
      ...rows.map(({ id }) => run(sql`delete from device_assignments where device_id = ${id} and device_id % 5 = 0`)),
    ]);
    expect(await differences()).toEqual([]);
  });

  it('are corrected at the start when somebody bypassed the triggers, and left alone otherwise', async () => {
    const { db } = server.services;
    expect(await recountFleet(db)).toBe(0);
    await run(sql`update fleet_counts set amount = amount + 7 where scope = 0 and kind = 'app'`);
    await run(sql`delete from fleet_counts where scope = ${admins[0]?.userId}`);
    await run(sql`update fleet_people set devices = devices + 1 where scope = ${admins[1]?.userId}`);
    expect(await differences()).not.toEqual([]);
    const restarted = await buildApp(server.services);
    await vi.waitFor(async () => expect(await differences()).toEqual([]));
    await restarted.close();
    expect(await recountFleet(db)).toBe(0);
    // Later changes by triggers are added to the corrected numbers.
    await run(sql`update devices set app_version = 'later' where left_at is null`);
    await run(sql`delete from device_assignments where user_id = ${admins[1]?.userId}`);
    expect(await differences()).toEqual([]);
  });

  it('are corrected once when several servers start at once', async () => {
    await run(sql`update fleet_counts set amount = amount + 7 where scope = 0 and kind = 'app'`);
    await run(sql`update fleet_people set devices = devices + 1 where scope = 0`);
    const corrected = await Promise.all([1, 2, 3, 4].map(() => recountFleet(server.services.db)));
    expect(corrected.filter((wrong) => wrong > 0)).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  it('[SPEC 2.48, 7.12] are what dashboard, profile and lists say, to each admin of their own', async () => {
    const node = randomUUID();
    await run(sql`insert into gateway_nodes (id, alive_until) values (${node}, now() + interval '1 hour')`);
    await run(sql`update devices set gateway_node_id = ${node} where left_at is null and id % 2 = 0`);
    await recountOnline(server.services.db, node);
    for (const { token } of [...admins, server.admin]) {
      const figures = (await server.api(dashboard, {}, token)).envelope.data;
      const own = (await server.api(profile, {}, token)).envelope.data;
      const devices = (await server.api(deviceList, { pageSize: 500 }, token)).envelope.data;
      const people = (await server.api(userList, { pageSize: 500 }, token)).envelope.data;
      const online = devices.filter(({ status }) => status === 'Online').length;
      const carriers = people.filter(({ appName }) => appName !== '').length;
      expect(figures).toMatchObject({
        devicesCount: devices.length,
        activeDevicesCount: online,
        usersCount: carriers,
      });
      expect(own).toMatchObject({
        totalDevicesCount: devices.length,
        activeDevicesCount: online,
        accessibleUsersCount: carriers,
        osVersionCounts: {
          ...Object.fromEntries(figures.osVersions.versions.map((version) => Object.values(version))),
          ...(figures.osVersions.notShared > 0 && { 'Not shared': figures.osVersions.notShared }),
        },
      });
    }
    await run(sql`update devices set gateway_node_id = null`);
    await run(sql`delete from gateway_nodes where id = ${node}`);
  });
});

const months = async (token: string) => (await server.api(profile, {}, token)).envelope.data.countPerMonthDTOS ?? [];

describe('online devices', () => {
  it('are counted by the server that has them; what others have counted stays, of those that are gone it goes', async () => {
    const { db } = server.services;
    const [own, other, gone] = [randomUUID(), randomUUID(), randomUUID()];
    for (const node of [own, other]) {
      await run(sql`insert into gateway_nodes (id, alive_until) values (${node}, now() + interval '1 hour')`);
      onTestFinished(async () => void (await run(sql`delete from gateway_nodes where id = ${node}`)));
    }
    await addDevices(2, () => 1);
    await run(
      sql`update devices set gateway_node_id = ${own} where id = (select max(id) from devices where left_at is null)`,
    );
    await run(
      sql`insert into online_counts (node, scope, devices) values (${other}, -2, 77), (${gone}, 0, 88), (${own}, -1, 99)`,
    );
    await recountOnline(db, own);
    const { rows } = await sql<{ node: string; devices: number }>`
      select node, devices from online_counts where node in (${own}, ${other}, ${gone}) order by devices`.execute(db);
    expect(rows).toEqual([
      { node: own, devices: 1 },
      { node: other, devices: 77 },
    ]);
    await run(sql`update devices set gateway_node_id = null where gateway_node_id = ${own}`);
    await recountOnline(db, own);
    expect((await sql`select from online_counts where node = ${own}`.execute(db)).rows).toEqual([]);
  });
});

describe('active people', () => {
  it('[SPEC 2.49] count once in an hour, a day and a month, for everyone who has a device of theirs', async () => {
    const { db } = server.services;
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    await run(sql`delete from active_users`);
    await run(sql`update fleet_people set seen_at = null`);
    await addDevices(2, () => 1);
    const { rows } = await sql<{ id: number; person: number }>`
      insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version)
      select gen_random_uuid(), user_id, 'Second', 'Model', 'Android', '16', 'App', '1'
      from (select user_id from devices where left_at is null order by id desc limit 1) as last
      returning id, user_id as person`.execute(db);
    const [{ id: second, person } = { id: 0, person: 0 }] = rows;
    const { rows: theirs } = await sql<{ id: number }>`
      select id from devices where user_id = ${person} and left_at is null`.execute(db);
    await run(sql`insert into device_assignments (user_id, device_id) values (${admin.userId}, ${second})`);
    const now = new Date();
    const hourAgo = new Date(now.getTime() - 3_600_000);
    await recordActive(db, [second], hourAgo);
    for (const { id } of theirs) await recordActive(db, [id, second], now);
    await recordActive(db, [second], now);
    for (const { token } of [admin, server.admin]) {
      const { activeUsers } = (await server.api(dashboard, {}, token)).envelope.data;
      expect(activeUsers.step).toBe('HOUR');
      expect(activeUsers.points).toHaveLength(24);
      const seen = new Map(activeUsers.points.map(({ at, users }) => [at.slice(0, 13), users]));
      for (const hour of [hourAgo, now]) expect(seen.get(hour.toISOString().slice(0, 13))).toBe(1);
      const month = await server.api(dashboard, { activeRange: 'MONTH' }, token);
      const days = month.envelope.data.activeUsers.points;
      expect(days).toHaveLength(30);
      expect(days.find(({ at }) => at.slice(0, 10) === now.toISOString().slice(0, 10))?.users).toBe(1);
      expect(await months(token)).toContainEqual({ month: now.toISOString().slice(0, 7), count: 1 });
    }
    expect((await months(other.token)).map(({ count }) => count)).toEqual(Array(12).fill(0));
  });
});
