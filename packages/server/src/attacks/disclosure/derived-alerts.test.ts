import {
  acknowledgeAlerts,
  alertList,
  alertRules,
  decideApproval,
  approvalList,
  deviceWatches,
  giveReason,
  markNotificationsRead,
  notificationList,
  tryAlertRule,
  unreadNotifications,
  type AlertRule,
  type Notification,
  type NotificationKind,
  type SharingHours,
  type UsePolicy,
  type WatchTarget,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPastPoints } from '../../modules/places/alerts/rules/try-rule.store.ts';
import { insertNotifications } from '../../shared/notify/notifications.store.ts';
import { openConsole } from '../../testing/open-console.ts';
import { auditOf } from '../../testing/person.ts';
import { alertsOf, insertZone, move, northOfSchool, setRule } from '../../testing/samples/test-alerts.ts';
import { insertGroup } from '../../testing/samples/test-schedules.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { setPolicies } from '../../testing/set-policies.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

// An alert about a zone says where somebody was. Whatever is derived from one is told exactly as the location itself is.

const server = useTestServer();
let owner: TestAdmin;
/** Has the device and no permission at all. */
let blind: TestAdmin;
let device: TestDevice;
let zoneId: number;

// Each test has its own admin, since the rules of one are for all of their devices.
beforeEach(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  blind = await server.createAdmin({ access: {} });
  zoneId = await insertZone(server, { name: 'Clinic', ownerId: owner.userId });
  device = await joinDevice(server, { ownerId: owner.userId });
  await assign(blind);
});

const assign = ({ userId }: TestAdmin, to = device) =>
  sql`insert into device_assignments (user_id, device_id) values (${userId}, ${to.deviceId})`.execute(
    server.services.db,
  );
const enters = () => ({ on: 'ENTERS_ZONE', zoneId }) as const;
const only = () => ({ for: 'DEVICE', deviceId: device.deviceId }) as const;
const mine = (wanted: Parameters<typeof setRule>[2] = {}) =>
  setRule(server, enters(), { token: owner.token, target: only(), ...wanted });

/** The lines of the device's log about alerts that fired, ended or were told. */
async function alertLines(): Promise<string[]> {
  const entries = (await auditOf(server, device)).filter(({ action }) => action === 'ALERT');
  const what = entries.map(({ details }) => (details as { what: string }).what);
  return what.filter((each) => each !== 'set');
}

/** Has the device enter the zone, and waits until the rule has fired. */
async function visitClinic(): Promise<void> {
  const before = await alertLines();
  await move(server, device.deviceId, [northOfSchool(600)]);
  await move(server, device.deviceId, [northOfSchool(0)]);
  await vi.waitFor(async () => expect((await alertLines()).length).toBeGreaterThan(before.length));
}

/** Waits until the owner was told, so that there is a notification. */
async function visitAndTell(): Promise<void> {
  await visitClinic();
  await vi.waitFor(async () => expect(await alertLines()).toContain('told'));
}

const bell = async ({ token }: TestAdmin): Promise<Notification[]> =>
  (await server.api(notificationList, { filter: { type: 'ALERT' }, pageSize: 100 }, token)).envelope.data.filter(
    ({ deviceId }) => deviceId === device.deviceId,
  );
const alerts = async ({ token }: TestAdmin) =>
  (await server.api(alertList, { deviceId: device.deviceId }, token)).envelope.data.alerts;
const listed = async ({ id }: AlertRule, { token }: TestAdmin) =>
  (await server.api(alertRules, {}, token)).envelope.data.find((rule) => rule.id === id);
const watched = async ({ id }: AlertRule, { token }: TestAdmin) =>
  (await server.api(deviceWatches, { deviceId: device.deviceId }, token)).envelope.data.find(
    (watch) => watch.kind === 'ALERT_RULE' && watch.id === id,
  );

/** Changes the row of the device as a server that died right after it would leave it: nobody is told of the change. */
async function set(change: ReturnType<typeof sql>): Promise<void> {
  await sql`update devices set ${change} where id = ${device.deviceId}`.execute(server.services.db);
}

async function demand(policy: UsePolicy): Promise<void> {
  await setPolicies(server, { LOCATION: policy });
  onTestFinished(() => setPolicies(server, { LOCATION: { reason: 'NONE', approval: false } }));
}

const sayWhy = () =>
  server.api(
    giveReason,
    { deviceId: device.deviceId, capability: 'LOCATION', reason: 'The parents ask where it is' },
    owner.token,
  );

const always: SharingHours = {
  timeZone: 'UTC',
  days: (['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const).map((day) => ({
    day,
    from: '00:00',
    to: '24:00',
  })),
};

describe('when a rule about a zone last fired', () => {
  it('is not told to an admin of the device without a permission, nor to a recipient without Location', async () => {
    const rule = await mine();
    await visitAndTell();
    expect((await watched(rule, owner))?.lastAt).toEqual(expect.any(String));
    expect(await watched(rule, blind)).not.toHaveProperty('lastAt');
    const recipient = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } });
    await assign(recipient);
    await sql`insert into alert_recipients (rule_id, user_id) values (${rule.id}, ${recipient.userId})`.execute(
      server.services.db,
    );
    await sql`insert into alert_readers (user_id, alert_id) select ${recipient.userId}, id from alerts where rule_id = ${rule.id}`.execute(
      server.services.db,
    );
    expect(await listed(rule, owner)).toMatchObject({ lastFiredAt: expect.any(String) as string, firing: 1 });
    expect(await listed(rule, recipient)).toMatchObject({ lastFiredAt: null, firing: 0, devices: 1 });
    const [alert] = await alerts(owner);
    expect(await alerts(recipient)).toEqual([]);
    const acknowledged = await server.api(acknowledgeAlerts, { alertIds: [alert?.id ?? 0] }, recipient.token);
    expect(acknowledged.envelope.data.changed).toBe(0);
    expect((await server.api(unreadNotifications, {}, recipient.token)).envelope.data.alerts).toBe(0);
  });

  it('leaves a line in the log of the device where it is told', async () => {
    const rule = await mine({ target: { for: 'ALL' } });
    await visitAndTell();
    await watched(rule, owner);
    await listed(rule, owner);
    const subjects = (await auditOf(server, device)).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining([deviceWatches.path, alertRules.path]));
    const before = (await auditOf(server, device)).length;
    await watched(rule, blind);
    expect((await auditOf(server, device)).length).toBe(before);
  });

  it('is not told after the withdrawal, whether or not anything was cleaned up, and is told again when it is shared again', async () => {
    const rule = await mine();
    await visitAndTell();
    await set(sql`capabilities = array_remove(capabilities, 'LOCATION')`);
    expect(await listed(rule, owner)).toMatchObject({ lastFiredAt: null, firing: 0 });
    expect(await watched(rule, owner)).not.toHaveProperty('lastAt');
    expect(await alerts(owner)).toEqual([]);
    await set(sql`capabilities = array_append(capabilities, 'LOCATION')`);
    expect((await listed(rule, owner))?.lastFiredAt).toEqual(expect.any(String));
  });

  it('is not told to a recipient who does not have the device, and neither is how many devices the rule has', async () => {
    const rule = await mine({ target: { for: 'ALL' } });
    const far = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`insert into alert_recipients (rule_id, user_id) values (${rule.id}, ${far.userId})`.execute(
      server.services.db,
    );
    await visitAndTell();
    expect(await listed(rule, far)).toMatchObject({ lastFiredAt: null, firing: 0, devices: 0, silent: 0 });
  });
});

describe('a rule that nobody is told of', () => {
  it('leaves its line in the log when it fires and when it is over, although it is quiet all week', async () => {
    await mine({ quiet: always });
    await visitClinic();
    await move(server, device.deviceId, [northOfSchool(600)]);
    await vi.waitFor(async () => expect(await alertLines()).toEqual(['fired', 'ended']));
    const entries = (await auditOf(server, device)).filter(({ action }) => action === 'ALERT');
    expect(entries.slice(1)).toMatchObject([
      { by: owner.username, details: { words: 'Entered Clinic', capability: 'LOCATION' } },
      { by: owner.username, details: { words: 'Left again', capability: 'LOCATION' } },
    ]);
  });
});

describe('an alert about a location for which the owner demands a reason', () => {
  it('is not told to anybody who has given none: neither at the bell, nor in the history, nor as a count', async () => {
    const rule = await mine();
    await demand({ reason: 'REQUIRED', approval: false });
    await visitClinic();
    const check = async () => ({
      bell: (await bell(owner)).length,
      history: (await alerts(owner)).length,
      last: (await listed(rule, owner))?.lastFiredAt === null,
      watch: 'lastAt' in ((await watched(rule, owner)) ?? {}),
    });
    expect(await check()).toEqual({ bell: 0, history: 0, last: true, watch: false });
    await sayWhy();
    expect(await check()).toMatchObject({ history: 1, last: false, watch: true });
    // What fires while the reason holds is told.
    await move(server, device.deviceId, [northOfSchool(600)]);
    await vi.waitFor(async () => expect(await bell(owner)).toHaveLength(1));
    await sql`update given_reasons set expires_at = now() where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    expect(await check()).toEqual({ bell: 0, history: 0, last: true, watch: false });
  });

  it('is not told before a second admin agreed, where the owner demands that', async () => {
    const rule = await mine();
    await demand({ reason: 'NONE', approval: true });
    await visitClinic();
    expect(await alerts(owner)).toEqual([]);
    expect(await bell(owner)).toEqual([]);
    const asked = await server.api(tryAlertRule, { condition: enters(), target: only() }, owner.token);
    expect([asked.status, asked.errorCode]).toEqual([403, 'approval_needed']);
    const { envelope } = await server.api(approvalList, {}, server.admin.token);
    const wanted = envelope.data.find(({ deviceId }) => deviceId === device.deviceId);
    await server.api(decideApproval, { id: wanted?.id ?? 0, agree: true }, server.admin.token);
    expect(await alerts(owner)).toHaveLength(1);
    expect((await listed(rule, owner))?.lastFiredAt).toEqual(expect.any(String));
  });
});

describe('a notification about an alert', () => {
  it('is hidden while its person pauses, also after a crash, and there again when they resume: nothing is deleted', async () => {
    await mine();
    await visitAndTell();
    const [before] = await bell(owner);
    expect(before?.title).toMatch(/: Entered Clinic$/);
    // That the device joined is told a moment later, and would be counted as well.
    await vi.waitFor(async () => {
      const { rows } = await sql`select from notifications
        where user_id = ${owner.userId} and device_id = ${device.deviceId} and kind = 'DEVICE_JOINED'`.execute(
        server.services.db,
      );
      expect(rows).toHaveLength(1);
    });
    const unread = async () => (await server.api(unreadNotifications, {}, owner.token)).envelope.data.count;
    const count = await unread();
    await set(sql`paused_at = now()`);
    expect(await bell(owner)).toEqual([]);
    expect(await unread()).toBe(count - 1);
    const ids = [before?.id ?? 0];
    const read = await server.api(markNotificationsRead, { ids }, owner.token);
    expect(read.envelope.data.count).toBe(0);
    await set(sql`paused_at = null`);
    expect(await bell(owner)).toEqual([before]);
  });

  it('is not sent to an open console that may not be told it any more', async () => {
    const console = await openConsole(server, owner);
    const row = {
      userId: owner.userId,
      kind: 'ALERT',
      message: '',
      link: '',
      deviceId: device.deviceId,
      count: 1,
    } as const;
    const [hidden] = await insertNotifications(server.services.db, [
      { ...row, title: 'Entered Clinic', tells: 'LOCATION' },
    ]);
    const [shown] = await insertNotifications(server.services.db, [{ ...row, title: 'Offline', tells: null }]);
    await set(sql`capabilities = array_remove(capabilities, 'LOCATION')`);
    server.services.bus.publish('notified', { notificationIds: [hidden?.id ?? 0, shown?.id ?? 0] });
    const titles = () =>
      console.told.flatMap((message) => (message.messageType === 'NOTIFICATION' ? message.notificationJson.title : []));
    await vi.waitFor(() => expect(titles()).toContain('Offline'));
    expect(titles()).not.toContain('Entered Clinic');
    console.socket.close();
  });

  it('about several devices counts those that may be told now, and is hidden without any', async () => {
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    const many = await Promise.all(Array.from({ length: 4 }, () => joinDevice(server, { ownerId: boss.userId })));
    const deviceIds = many.map(({ deviceId }) => deviceId);
    const row = { userId: boss.userId, kind: 'ALERT', message: '', link: '', deviceId: null } as const;
    await insertNotifications(server.services.db, [
      { ...row, title: '{devices}: Enters Clinic', tells: 'LOCATION', deviceIds, count: 4 },
    ]);
    const shown = async (grouped = false) =>
      (await server.api(notificationList, { grouped, filter: { type: 'ALERT' } }, boss.token)).envelope.data.map(
        ({ title, count }) => [title, count],
      );
    expect(await shown()).toEqual([['4 devices: Enters Clinic', 4]]);
    const pause = (ids: readonly number[]) =>
      sql`update devices set paused_at = now() where id = any(${ids}::bigint[])`.execute(server.services.db);
    await pause(deviceIds.slice(0, 3));
    expect(await shown()).toEqual([['1 device: Enters Clinic', 1]]);
    expect(await shown(true)).toEqual([['1 device: Enters Clinic', 1]]);
    await pause(deviceIds);
    expect(await shown()).toEqual([]);
  });

  it('tells only what its kind declares', async () => {
    const row = { userId: owner.userId, title: 'x', message: '', link: '', deviceId: device.deviceId, count: 1 };
    const store = (kind: NotificationKind, tells: 'CONTACTS' | null) =>
      insertNotifications(server.services.db, [{ ...row, kind, tells }]);
    await expect(store('ALERT', 'CONTACTS')).rejects.toThrow('do not declare that they tell CONTACTS');
    await expect(store('ACCOUNT_WAITING', null)).rejects.toThrow('do not declare that they tell DEVICE');
  });
});

/** Tries the rule, and returns how often it would have fired, or the refusal. */
const attempt = async (target: WatchTarget) => {
  const { status, errorCode, envelope } = await server.api(tryAlertRule, { condition: enters(), target }, owner.token);
  return status === 200 ? [status, envelope.data.fired] : [status, errorCode];
};
const past = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** The lines that trials left in the log of the device. */
const lines = async (action: string) =>
  (await auditOf(server, device)).filter((entry) => entry.action === action && entry.subject === tryAlertRule.path);

describe('a trial of a rule', () => {
  beforeEach(async () => {
    await move(server, device.deviceId, [
      { ...northOfSchool(600), at: past(60) },
      { ...northOfSchool(0), at: past(50) },
    ]);
  });

  it('is refused as reading the location is, with a line of the refusal', async () => {
    await demand({ reason: 'REQUIRED', approval: false });
    expect(await attempt(only())).toEqual([403, 'reason_required']);
    expect(await lines('REFUSED_READ')).toMatchObject([{ by: owner.username, details: { reason: 'reason_required' } }]);
    expect(await lines('READ')).toEqual([]);
    // Of several devices it leaves out those that may not be read.
    const groupId = await insertGroup(server, [device], owner.userId);
    expect(await attempt({ for: 'GROUP', groupId })).toEqual([200, 0]);
    expect(await attempt({ for: 'ALL' })).toEqual([200, 0]);
    await sayWhy();
    expect(await attempt(only())).toEqual([200, 1]);
    expect(await attempt({ for: 'GROUP', groupId })).toEqual([200, 1]);
    await set(sql`paused_at = now()`);
    expect(await attempt(only())).toEqual([403, 'device_paused']);
  });

  it('leaves a line each time with what was asked, so that whoever bisects a place is seen doing it', async () => {
    for (const radius of [400, 300, 200]) {
      await sql`update zones set area = jsonb_set(area, '{radius}', ${String(radius)}::jsonb) where id = ${zoneId}`.execute(
        server.services.db,
      );
      expect(await attempt(only())).toEqual([200, 1]);
    }
    const details = [400, 300, 200].map((radius) => ({
      object: 'Enters Clinic',
      area: `a circle of ${radius} m around 52.52000, 13.40500`,
      count: 1,
      capability: 'LOCATION',
    }));
    expect((await lines('READ')).map((entry) => entry.details)).toEqual(details);
  });

  it('reads a week of many devices in few queries, and misses no point', async () => {
    const { db } = server.services;
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    const theirZone = await insertZone(server, { ownerId: boss.userId });
    const fleet = await Promise.all(Array.from({ length: 3 }, () => joinDevice(server, { ownerId: boss.userId })));
    // Each more points than one batch has, in and out again and again.
    for (const { deviceId } of fleet) {
      await sql`insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time)
        select ${deviceId}, 'p' || n, '', ${northOfSchool(0).latitude}::float8 + (n % 2) * 0.01, ${northOfSchool(0).longitude}, 10, '', 'UTC',
          now() - interval '6 days' + n * interval '1 minute' from generate_series(1, 1200) as n`.execute(db);
    }
    const condition = { on: 'ENTERS_ZONE', zoneId: theirZone } as const;
    const { envelope } = await server.api(tryAlertRule, { condition, target: { for: 'ALL' } }, boss.token);
    expect(envelope.data).toMatchObject({ fired: 3 * 600, devices: 3 });
    // One query for a hundred devices, and a further one while some of them have more points.
    const thousand = Array.from({ length: 1000 }, (_, place) => -place);
    let queries = 0;
    for await (const points of readPastPoints(db, thousand, new Date())) queries += points.length === 0 ? 1 : 0;
    expect(queries).toBe(10);
  });
});

it('an alert of one admin is not acknowledged or read by another who lost the device', async () => {
  const rule = await mine();
  await visitAndTell();
  const [alert] = await alertsOf(server, rule, owner.token);
  await sql`delete from device_assignments where device_id = ${device.deviceId} and user_id = ${owner.userId}`.execute(
    server.services.db,
  );
  expect(await alerts(owner)).toEqual([]);
  expect(await bell(owner)).toEqual([]);
  const { envelope } = await server.api(acknowledgeAlerts, { alertIds: [alert?.id ?? 0] }, owner.token);
  expect(envelope.data.changed).toBe(0);
});
