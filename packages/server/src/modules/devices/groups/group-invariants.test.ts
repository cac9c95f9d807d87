import {
  addToGroup,
  assignDevices,
  assignGroup,
  assignSelection,
  changeSuperior,
  createGroup,
  deleteGroup,
  rejectUser,
  removeDevices,
  removeFromGroup,
  updateGroup,
  type GroupRule,
} from '@fairwatch/contract';
import { JoinRefused, seededRandom } from '@fairwatch/device';
import { sql, type RawBuilder } from 'kysely';
import { expect, it } from 'vitest';
import { joinDevice, testFacts, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { testNode } from '../../../testing/test-node.ts';
import { deviceTables } from '../../../device-features.ts';
import { recountFleet } from '../../../shared/device-state/fleet-counts.store.ts';
import { connectDevices, renewNode } from '../../../shared/presence/presence.store.ts';
import { leaveDevice } from '../person/leave-device.ts';
import { syncGroups } from './group-sync.ts';

const server = useTestServer();
const random = seededRandom('groups');
/** More in the full run. A round in ten also demotes an admin. */
const rounds = process.env['FULL_RUN'] === undefined ? 10 : 40;
const atOnce = 7;
const versions = ['1.0', '1.1', '1.2'];
const nodeId = 'b7b4f1de-0000-4000-8000-000000000001';

const pick = <Item>(items: readonly Item[]): Item => items[random.int(0, items.length - 1)] as Item;
const rule = (): GroupRule | null => (random.int(0, 1) === 0 ? { appVersionIs: pick(versions) } : null);
const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => random.int(0, 2) === 0);

/** Answers that are allowed while others change the same things at the same moment. */
const refusals = [
  'group_not_found',
  'not_allowed',
  'group_by_rule',
  'no_devices',
  'not_below_you',
  'own_access',
  'device_not_found',
  'assigned_by_group',
  'reports_to_refused',
  'not_an_admin',
  'super_admin_reports_to_nobody',
];

/** The three rules of `members.store.ts`, stated a second time: each query finds what breaks one of them. */
const breaches = {
  'a member outside the scope of the owner, or that has left': sql`
    select m.* from group_devices m join groups g on g.id = m.group_id join users o on o.id = g.owner_id
      join devices d on d.id = m.device_id
    where d.left_at is not null or (o.admin_role <> 'SUPER_ADMIN' and not exists (
      select from device_assignments a where a.user_id = o.id and a.device_id = m.device_id))`,
  'a group by rule with other members than match': sql`
    select g.id, d.id from groups g join users o on o.id = g.owner_id cross join devices d
    where g.rule is not null and d.left_at is null and (
      d.app_version = g.rule ->> 'appVersionIs' and (o.admin_role = 'SUPER_ADMIN' or (exists (
        select from device_assignments a where a.user_id = o.id and a.device_id = d.id) and exists (
        select from feature_access f where f.user_id = o.id and f.feature_permission = 'OVERVIEW' and f.feature_access <> 'NO_ACCESS')))
    ) <> exists (select from group_devices m where m.group_id = g.id and m.device_id = d.id)`,
  'an assignment without its group, or a group without its assignment': sql`
    select u.id, d.id from users u cross join devices d
      left join device_assignments a on a.user_id = u.id and a.device_id = d.id
    where d.left_at is null and not coalesce(a.direct, false) and (a.device_id is not null) <> exists (
      select from group_devices m join group_assignments t on t.group_id = m.group_id
      where m.device_id = d.id and t.user_id = u.id)`,
  'a group that is assigned to an admin who is not below its owner': sql`
    select t.* from group_assignments t join groups g on g.id = t.group_id join users o on o.id = g.owner_id
    where o.admin_role <> 'SUPER_ADMIN' and t.user_id not in (select accounts_below(o.id))`,
};

it(
  'members and assignments follow from the groups, whatever several admins do at once',
  { timeout: 240_000 },
  async () => {
    const { services } = server;
    const { db } = services;
    await renewNode(db, testNode(nodeId), 600_000);
    const below = async (boss: TestAdmin) => {
      const access = { DEVICES: 'FULL_ACCESS', ROLE_MANAGER: 'FULL_ACCESS', OVERVIEW: 'READ_ONLY' } as const;
      const account = await server.createAdmin({ access });
      await sql`update users set reports_to = ${boss.userId} where id = ${account.userId}`.execute(db);
      return account;
    };
    const [left, right] = [await below(server.admin), await below(server.admin)];
    const [one, two] = [await below(left), await below(left)];
    const accounts = [left, right, one, two, await below(one)];
    const admins = [server.admin, ...accounts];
    let devices: TestDevice[] = [];
    const join = async () => {
      const facts = { ...testFacts, appVersion: pick(versions) };
      // The passcode of an admin who is just being demoted is refused.
      const joined = joinDevice(server, { ownerId: pick(admins).userId, facts }).catch((error: unknown) => {
        if (!(error instanceof JoinRefused) || error.code !== 'passcode_refused') throw error;
        return null;
      });
      const device = await joined;
      if (device !== null) devices.push(device);
    };
    for (let count = 0; count < 10; count += 1) await join();
    let groups: number[] = [];
    const selection = () => ({
      by: 'DEVICES' as const,
      deviceIds: [pick(devices), ...some(devices)].map(({ deviceId }) => deviceId),
    });
    let named = 0;
    const groupId = () => pick([...groups, 999_999]);
    /** The SUPER_ADMIN does most of it, because much of what the others try is refused. */
    const token = () => pick([server.admin, server.admin, server.admin, ...admins]).token;
    const call = async (answer: ReturnType<typeof server.api>) => {
      const { status, errorCode } = await answer;
      if (status !== 200 && !refusals.includes(errorCode ?? '')) throw new Error(`${status} ${errorCode}`);
    };

    /** The groups of a demoted admin change hands, while others go on. */
    const demote = () => call(server.api(rejectUser, { userId: pick(accounts).userId }));

    /** What can happen, each as often as it is named. */
    const acts: (() => Promise<unknown>)[] = [
      () => call(server.api(createGroup, { name: `Group ${(named += 1)}`, rule: rule() }, token())),
      () => call(server.api(createGroup, { name: `Group ${(named += 1)}`, rule: rule() }, token())),
      () => call(server.api(updateGroup, { groupId: groupId(), name: `Group ${(named += 1)}`, rule: rule() }, token())),
      () => call(server.api(addToGroup, { groupId: groupId(), selection: selection() }, token())),
      () => call(server.api(addToGroup, { groupId: groupId(), selection: selection() })),
      () => call(server.api(removeFromGroup, { groupId: groupId(), selection: selection() }, token())),
      () =>
        call(server.api(assignGroup, { groupId: groupId(), userId: pick(accounts).userId, assigned: true }, token())),
      () => call(server.api(assignGroup, { groupId: groupId(), userId: pick(accounts).userId, assigned: true })),
      () => call(server.api(assignGroup, { groupId: groupId(), userId: pick(accounts).userId, assigned: false })),
      () =>
        call(
          server.api(assignSelection, {
            userId: pick(accounts).userId,
            selection: selection(),
            assigned: random.int(0, 1) === 0,
          }),
        ),
      () => call(server.api(assignDevices, { userId: pick(accounts).userId, deviceIds: selection().deviceIds })),
      () => call(server.api(removeDevices, { userId: pick(accounts).userId, deviceIds: [pick(devices).deviceId] })),
      () => call(server.api(changeSuperior, { userId: pick(accounts).userId, reportsTo: pick(admins).userId })),
      () => call(server.api(deleteGroup, { groupId: groupId() }, token())),
      join,
      // Devices connect with another version, all in one statement as the gateway does it.
      async () => {
        const { rows } = await sql<{ id: number; tokenHash: Buffer }>`
        select id, token_hash as "tokenHash" from devices where left_at is null order by random() limit 6`.execute(db);
        const facts = { ...testFacts, appVersion: pick(versions) };
        const arrivals = rows.map(({ tokenHash }) => ({
          tokenHash,
          facts,
          address: '',
          logHead: null,
          platform: null,
          offers: null,
          timeZone: null,
          language: null,
        }));
        await connectDevices(db, nodeId, arrivals);
        await syncGroups(services, { deviceIds: rows.map(({ id }) => id) });
      },
      async () => {
        const { deviceId } = pick(devices);
        const entry = { deviceId, actorId: null, actorName: 'Person', action: 'LEAVE', subject: 'leave' } as const;
        await leaveDevice(services, deviceTables, { deviceId, entryOf: () => entry });
      },
    ];

    // From the start, groups by hand and by rule give devices to admins on several levels.
    const owners = [server.admin, server.admin, left, left, one];
    for (const [place, { userId }] of accounts.entries()) {
      const by = owners[place]?.token;
      const byRule = { appVersionIs: versions[place % versions.length] ?? '' };
      const { envelope } = await server.api(
        createGroup,
        { name: `First ${place}`, rule: place % 2 === 0 ? byRule : null },
        by,
      );
      await server.api(assignGroup, { groupId: envelope.data.id, userId, assigned: true }, by);
      if (place % 2 === 1)
        await call(server.api(addToGroup, { groupId: envelope.data.id, selection: selection() }, by));
      groups.push(envelope.data.id);
    }
    const begun = await sql`select from audit_entries where action = 'ASSIGN' and details ? 'group'`.execute(db);
    expect(begun.rows.length).toBeGreaterThan(0);

    const read = async (query: RawBuilder<{ id: number }>) => (await query.execute(db)).rows.map(({ id }) => id);
    for (let round = 0; round < rounds; round += 1) {
      const ends = await Promise.allSettled([
        ...Array.from({ length: atOnce }, () => pick(acts)()),
        ...(round % 10 === 9 ? [demote()] : []),
      ]);
      expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
      groups = await read(sql`select id from groups`);
      const present = await read(sql`select id from devices where left_at is null`);
      devices = devices.filter(({ deviceId }) => present.includes(deviceId));
      for (const [breach, query] of Object.entries(breaches)) {
        expect({ breach, found: (await query.execute(db)).rows }).toEqual({ breach, found: [] });
      }
    }
    expect(await recountFleet(db)).toBe(0);
    expect(server.logLines.filter((line) => line.includes('deadlock'))).toEqual([]);
  },
);
