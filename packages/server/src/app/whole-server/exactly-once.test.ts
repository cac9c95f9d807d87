import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dashboard, notificationList, switchAlertRule, type NotificationKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MailMessage } from '../../core/mail/mail-message.ts';
import { startAnchoring } from '../../shared/audit/chain/anchor-file.ts';
import { notifyDueReviews } from '../../modules/devices/overview/due-reviews.ts';
import { syncGroups } from '../../modules/devices/groups/group-sync.ts';
import { sendDueMails } from '../../shared/notify/notification-mails.ts';
import { notify } from '../../shared/notify/notify.ts';
import { sendReportMails } from '../../modules/places/reports/report-mails.ts';
import type { Services } from '../../shared/services/services.ts';
import { alertsOf, insertZone, move, northOfSchool, setRule } from '../../testing/samples/test-alerts.ts';
import { startTestCluster, type ClusterServer, type TestCluster } from '../../testing/servers/test-cluster.ts';
import { insertGroup } from '../../testing/test-groups.ts';
import { insertDevices, selected, updateContacts, useRuns } from '../../testing/test-runs.ts';
import { joinDevice } from '../../testing/test-device.ts';
import { runShortJobs } from '../housekeeping.ts';

let cluster: TestCluster;
let first: ClusterServer;
let second: ClusterServer;
beforeAll(async () => {
  cluster = await startTestCluster(2);
  [first, second] = cluster.servers as [ClusterServer, ClusterServer];
});
afterAll(() => cluster.close());
beforeEach(() => void (cluster.isBusCut = false));

const patience = { timeout: 30_000, interval: 50 };
/** Runs the jobs of both servers at the same time. */
const runJobs = async (withinMs: number) =>
  await Promise.all(cluster.servers.map(({ scheduler }) => scheduler.runJobs(withinMs)));

/** Does something on both servers at the same time, four times on each. */
const onBoth = async (work: (services: Services) => Promise<unknown>) =>
  await Promise.all(Array.from({ length: 8 }, (_, place) => work((place % 2 === 0 ? first : second).services)));

const news = async (token: string, type: NotificationKind) =>
  (await first.api(notificationList, { filter: { type }, pageSize: 100 }, token)).envelope.data;

/** The services of a server with a mail server; mails are kept. */
function mailing(services: Services, letters: MailMessage[]): Services {
  const config = { ...services.config, smtpUrl: 'smtp://mail.example.org', publicUrl: 'https://watch.example.org' };
  return { ...services, config, mail: { send: async (letter) => void letters.push(letter) } };
}

async function addAddress(userId: number): Promise<string> {
  const address = `admin-${userId}@example.org`;
  await sql`update users set email = ${address} where id = ${userId}`.execute(first.services.db);
  return address;
}

describe('a run on two servers', () => {
  it('queues one command for each item, and tells of its end once', async () => {
    const { db } = first.services;
    const runs = useRuns(first);
    const devices = await insertDevices(first, 60);
    const started = await Promise.all(
      Array.from({ length: 3 }, () => runs.start({ selection: selected(...devices), action: updateContacts })),
    );
    const [bus, otherBus] = cluster.servers.map(({ services }) => services.bus);
    for (let round = 0; round < started.length; round += 1) {
      await vi.waitFor(async () => {
        await runJobs(5000);
        const { rows } = await sql`select from commands where finished_at is null`.execute(db);
        expect(rows).toHaveLength(devices.length);
      }, patience);
      await sql`update commands set step = 'DONE', finished_at = now() where finished_at is null`.execute(db);
      // Each command ends at the server of its device.
      for (const [place, { deviceId }] of devices.entries())
        (place % 2 === 0 ? bus : otherBus)?.publish('commandEnded', { deviceId });
    }
    for (const { id } of started) {
      const run = await runs.finished(id);
      expect(run.counts).toMatchObject({ DONE: devices.length });
    }
    const { rows: doubled } = await sql`
      select run_item_id from commands where run_item_id is not null group by run_item_id having count(*) > 1`.execute(
      db,
    );
    expect(doubled).toEqual([]);
    const { rows } = await sql<{ commands: number; entries: number }>`
      select (select count(*) from commands where device_id = any(${devices.map(({ deviceId }) => deviceId)}::bigint[])) as commands,
        (select count(*) from audit_entries where action = 'COMMAND'
          and device_id = any(${devices.map(({ deviceId }) => deviceId)}::bigint[])) as entries`.execute(db);
    expect(rows[0]).toEqual({ commands: 180, entries: 180 });
    await vi.waitFor(async () => {
      await runJobs(5000);
      expect(await news(first.admin.token, 'RUN_DONE')).toHaveLength(started.length);
    }, patience);
  });

  it('sends each notification once', async () => {
    const { db } = first.services;
    const runs = useRuns(first);
    const devices = await insertDevices(first, 30);
    const message = { title: 'Meeting', message: 'At nine', type: 'INFO' as const };
    const told = await runs.start({ selection: selected(...devices), action: { action: 'NOTIFY', ...message } });
    await runJobs(5000);
    expect((await runs.finished(told.id)).counts).toMatchObject({ DONE: devices.length });
    const { rows } = await sql<{ sent: number; entries: number }>`
      select (select count(*) from push_notifications where title = 'Meeting') as sent,
        (select count(*) from audit_entries where action = 'NOTIFY' and details ->> 'object' = 'Meeting') as entries`.execute(
      db,
    );
    expect(rows[0]).toEqual({ sent: devices.length, entries: devices.length });
  });
});

describe('what two servers do by time', () => {
  it('expires each command once', async () => {
    const { db } = first.services;
    const admin = await first.createAdmin();
    const devices = await insertDevices(first, 20);
    await sql`insert into device_assignments (user_id, device_id)
      select ${admin.userId}, unnest(${devices.map(({ deviceId }) => deviceId)}::bigint[])`.execute(db);
    await sql`insert into commands (device_id, command_type, params, step, requested_by, expires_at)
      select unnest(${devices.map(({ deviceId }) => deviceId)}::bigint[]), 'UPDATE_CONTACTS', '{}', 'QUEUED', ${admin.userId}, now()`.execute(
      db,
    );
    await runJobs(1000);
    await vi.waitFor(async () => {
      const found = await news(admin.token, 'COMMAND_FAILED');
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(devices.length);
    }, patience);
  });

  it('mails each admin once', async () => {
    const letters: MailMessage[] = [];
    const admins = await Promise.all(Array.from({ length: 8 }, () => first.createAdmin()));
    const { db, bus } = first.services;
    const addresses = await Promise.all(admins.map(({ userId }) => addAddress(userId)));
    for (const { userId } of admins) {
      await sql`insert into notification_settings values (${userId}, 'TICKET_REPLY', 'MAIL')`.execute(db);
      await notify(
        { db, bus },
        { kind: 'TICKET_REPLY', to: { admins: [userId] }, title: 'One', message: '', link: '', tells: null },
      );
    }
    await onBoth((services) => sendDueMails(mailing(services, letters)));
    await onBoth((services) => sendDueMails(mailing(services, letters)));
    expect(letters.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    // After the pause the same admins are mailed again, once.
    await sql`update notification_mails set attempted_at = now() - interval '1 hour'`.execute(db);
    for (const { userId } of admins)
      await notify(
        { db, bus },
        { kind: 'TICKET_REPLY', to: { admins: [userId] }, title: 'Two', message: '', link: '', tells: null },
      );
    await onBoth((services) => sendDueMails(mailing(services, letters)));
    expect(letters).toHaveLength(2 * admins.length);
  });

  it('mails each weekly report once', async () => {
    const letters: MailMessage[] = [];
    const admins = await Promise.all(
      Array.from({ length: 6 }, () => first.createAdmin({ access: { LOCATION: 'READ_ONLY' } })),
    );
    const { db } = first.services;
    const addresses = await Promise.all(admins.map(({ userId }) => addAddress(userId)));
    for (const { userId } of admins)
      await sql`insert into report_mails (user_id, zone, next_at) values (${userId}, 'UTC', now())`.execute(db);
    await onBoth((services) => sendReportMails(mailing(services, letters)));
    expect(letters.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });

  it('notifies once of each review that is due', async () => {
    const { db } = first.services;
    const admin = await first.createAdmin();
    const devices = await insertDevices(first, 12);
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    await sql`insert into device_assignments (user_id, device_id) select ${admin.userId}, unnest(${deviceIds}::bigint[])`.execute(
      db,
    );
    await sql`update devices set review_on = '2026-01-05' where id = any(${deviceIds}::bigint[])`.execute(db);
    await onBoth((services) => notifyDueReviews(services));
    expect((await news(admin.token, 'REVIEW_DUE')).map(({ deviceId }) => deviceId).toSorted()).toEqual(
      deviceIds.toSorted(),
    );
  });

  it('writes each change of a group to the log once', async () => {
    const { db } = first.services;
    const admin = await first.createAdmin();
    const devices = await insertDevices(first, 10);
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    const groupId = await insertGroup(first, first.admin, 'Shared work');
    await sql`insert into group_assignments (group_id, user_id) values (${groupId}, ${admin.userId})`.execute(db);
    await sql`insert into group_devices (group_id, device_id) select ${groupId}, unnest(${deviceIds}::bigint[])`.execute(
      db,
    );
    await onBoth((services) => syncGroups(services, { deviceIds }));
    const { rows } = await sql<{ entries: number }>`
      select count(*) as entries from audit_entries where action = 'ASSIGN' and device_id = any(${deviceIds}::bigint[])
      group by device_id`.execute(db);
    expect(rows).toEqual(deviceIds.map(() => ({ entries: 1 })));
  });

  it.each([
    { what: 'live location', type: 'LIVE_LOCATION', table: 'live_sessions', more: '', values: '' },
    {
      what: 'live view',
      type: 'LIVE_VIEW',
      table: 'live_views',
      more: ', camera, sound, epoch',
      values: `, 'BACK', false, 0`,
    },
  ])('ends each $what once', async ({ type, table, more, values }) => {
    const { db } = first.services;
    const by = first.admin.userId;
    const endsOf = async (deviceIds: readonly number[]) => {
      const { rows } = await sql<{ entries: number }>`
        select count(*) as entries from audit_entries where action = ${type} and device_id = any(${deviceIds}::bigint[])
        group by device_id`.execute(db);
      return rows.map(({ entries }) => entries);
    };
    const batches: number[][] = [];
    // When the later ones have ended, the servers have looked at the earlier ones again.
    for (let batch = 0; batch < 3; batch += 1) {
      const deviceIds = (await insertDevices(first, 5)).map(({ deviceId }) => deviceId);
      batches.push(deviceIds);
      await sql`
        with started as (
          insert into commands (device_id, command_type, params, step, requested_by, expires_at, finished_at)
          select unnest(${deviceIds}::bigint[]), ${type}, '{}', 'DONE', ${by}, now(), now() returning id, device_id
        )
        insert into ${sql.table(table)} (id, device_id, started_by, minutes, until${sql.raw(more)})
        select id, device_id, ${by}, 15, now()${sql.raw(values)} from started`.execute(db);
      await runJobs(1000);
      await vi.waitFor(async () => expect(await endsOf(deviceIds)).toHaveLength(deviceIds.length), patience);
    }
    expect(await endsOf(batches.flat())).toEqual(batches.flat().map(() => 1));
  });

  it('deletes what has expired without getting in each other’s way', async () => {
    for (let round = 0; round < 5; round += 1)
      await expect(onBoth((services) => runShortJobs(services))).resolves.toHaveLength(8);
  });

  it('writes one line a day to an anchor file that they share', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairwatch-shared-anchors-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const auditAnchorFile = join(folder, 'anchors');
    const lines = async () => (await readFile(auditAnchorFile, 'utf8')).trim().split('\n');
    const stops = cluster.servers.map(({ services }) =>
      startAnchoring({ ...services, config: { ...services.config, auditAnchorFile } }),
    );
    await vi.waitFor(async () => expect(await lines()).toHaveLength(1));
    await runJobs(60_000);
    expect(await lines()).toHaveLength(1);
    for (const stop of stops) await stop();
    expect(await lines()).toHaveLength(3);
  });

  it('counts the devices of each server, and of both together', async () => {
    const { db, bus } = first.services;
    const [one, two] = cluster.servers.map(({ services }) => services.server.id);
    const devices = await insertDevices(first, 5);
    const admin = await first.createAdmin();
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    await sql`insert into device_assignments (user_id, device_id) select ${admin.userId}, unnest(${deviceIds}::bigint[])`.execute(
      db,
    );
    await sql`update devices set gateway_node_id = case when id % 2 = 0 then ${one}::uuid else ${two}::uuid end
      where id = any(${deviceIds}::bigint[])`.execute(db);
    bus.publish('changed', { feature: 'assignments', deviceId: null });
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select node, devices from online_counts where scope = ${admin.userId} order by devices`.execute(db);
      expect(rows).toHaveLength(2);
      expect((await first.api(dashboard, {}, admin.token)).envelope.data.activeDevicesCount).toBe(5);
    }, patience);
    await sql`update devices set gateway_node_id = null where id = any(${deviceIds}::bigint[])`.execute(db);
    for (const { services } of cluster.servers) services.bus.publish('changed', { feature: 'devices', deviceId: null });
    await vi.waitFor(async () => {
      expect((await first.api(dashboard, {}, admin.token)).envelope.data.activeDevicesCount).toBe(0);
    }, patience);
  });
});

async function watched() {
  const owner = await first.createAdmin({ access: 'FULL_ACCESS' });
  const device = await joinDevice(first, { ownerId: owner.userId });
  const target = { for: 'DEVICE', deviceId: device.deviceId } as const;
  return { owner, ...device, wanted: { token: owner.token, target } };
}
/** The titles of what the bell of an admin told of alerts, oldest first. */
const told = async (token: string) =>
  (await news(token, 'ALERT')).map(({ title }) => title.replace(/^.*: /, '')).toReversed();

describe('alert rules on two servers', () => {
  const [inside, outside] = [northOfSchool(0), northOfSchool(600)];

  it('fire once for each crossing of a border, whichever server hears of it', async () => {
    const { owner, deviceId, wanted } = await watched();
    const zoneId = await insertZone(first, { ownerId: owner.userId });
    const rule = await setRule(first, { on: 'ENTERS_ZONE', zoneId }, wanted);
    const rounds = 8;
    for (let round = 0; round < rounds; round += 1) {
      // The device moves from server to server, and what it sent to each is stored there.
      await move(round % 2 === 0 ? first : second, deviceId, [outside, inside, outside]);
      await vi.waitFor(async () => {
        const alerts = await alertsOf(first, rule, owner.token);
        expect(alerts.filter(({ endedAt }) => endedAt !== null)).toHaveLength(round + 1);
      }, patience);
    }
    await vi.waitFor(async () => {
      await runJobs(10_000);
      expect((await told(owner.token)).filter((title) => title === 'Entered School')).toHaveLength(rounds);
    }, patience);
    expect(await alertsOf(first, rule, owner.token)).toHaveLength(rounds);
  });

  it('are evaluated by another server when one dies after storing positions', async () => {
    const { owner, deviceId, wanted } = await watched();
    const zoneId = await insertZone(first, { ownerId: owner.userId });
    const rule = await setRule(first, { on: 'ENTERS_ZONE', zoneId }, wanted);
    await move(first, deviceId, [outside]);
    const { db } = first.services;
    await vi.waitFor(async () => {
      const { rows } = await sql`select from alert_positions where device_id = ${deviceId}`.execute(db);
      expect(rows).toHaveLength(1);
    }, patience);
    const silent = { ...first.services, bus: { ...first.services.bus, publish: () => {} } };
    await move({ services: silent }, deviceId, [inside]);
    for (let check = 0; check < 6; check += 1) await second.scheduler.runJobs(10_000);
    await vi.waitFor(async () => expect(await alertsOf(first, rule, owner.token)).toHaveLength(1), patience);
  });

  it('fire once for a state that both see, and are over once', async () => {
    const { owner, deviceId, wanted } = await watched();
    const { db } = first.services;
    const rule = await setRule(first, { on: 'BATTERY_BELOW', percent: 20 }, wanted);
    const report = async (percent: number) => {
      await sql`update devices set battery_percent = ${percent} where id = ${deviceId}`.execute(db);
      for (const { services } of cluster.servers)
        services.bus.publish('factsChanged', { deviceIds: [deviceId], facts: 'PRESENCE' });
    };
    const expected: string[] = [];
    const expectNext = async (title: string) => {
      expected.push(title);
      await vi.waitFor(async () => expect(await told(owner.token)).toEqual(expected), patience);
    };
    for (let round = 0; round < 3; round += 1) {
      await report(10);
      await expectNext('Battery below 20%');
      await report(90);
      await expectNext('Battery recovered');
    }
    await runJobs(10_000);
    expect((await alertsOf(first, rule, owner.token)).map(({ endedAt }) => endedAt !== null)).toEqual([
      true,
      true,
      true,
    ]);
    expect(await told(owner.token)).toEqual(expected);
  });

  it('that another server set or switched off a moment ago are neither silenced nor heard', async () => {
    const { owner, deviceId } = await watched();
    const other = await joinDevice(first, { ownerId: owner.userId });
    const { db } = first.services;
    const { token } = owner;
    const off = await setRule(first, { on: 'BATTERY_BELOW', percent: 20 }, { token });
    // Both have read the rule.
    await sql`update devices set battery_percent = 10 where id = ${deviceId}`.execute(db);
    second.services.bus.publish('factsChanged', { deviceIds: [deviceId], facts: 'PRESENCE' });
    await vi.waitFor(async () => expect(await told(token)).toEqual(['Battery below 20%']), patience);
    cluster.isBusCut = true;
    expect((await first.api(switchAlertRule, { ruleId: off.id, on: false }, token)).status).toBe(200);
    const fresh = await setRule(first, { on: 'BATTERY_BELOW', percent: 30 }, { token });
    await vi.waitFor(async () => expect(await alertsOf(first, fresh, token)).toHaveLength(1), patience);
    // The second server hears of another device, and does not know of either change yet.
    await sql`update devices set battery_percent = 10 where id = ${other.deviceId}`.execute(db);
    const { bus } = second.services;
    bus.publish('supervisionChanged', { deviceIds: [other.deviceId] });
    bus.publish('factsChanged', { deviceIds: [other.deviceId], facts: 'PRESENCE' });
    await vi.waitFor(async () => expect(await alertsOf(first, fresh, token)).toHaveLength(2), patience);
    expect((await alertsOf(first, fresh, token)).map(({ endedAt }) => endedAt)).toEqual([null, null]);
    expect(await alertsOf(first, off, token)).toHaveLength(1);
    const twice = 'Battery below 30%';
    await vi.waitFor(async () => expect(await told(token)).toEqual(['Battery below 20%', twice, twice]), patience);
  });
});
