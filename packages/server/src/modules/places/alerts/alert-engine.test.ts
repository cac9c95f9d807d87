import {
  deviceWatches,
  notificationList,
  switchAlertRule,
  updateAlertRule,
  type Capability,
  type Notification,
  type SharingHours,
  type Watch,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertsOf, insertZone, move, northOfSchool, ruleInput, setRule } from '../../../testing/samples/test-alerts.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { auditOf, consentTo } from '../../../testing/person.ts';
import { createAlertEngine } from './alert-engine.ts';
import { deleteOldAlerts } from './alerts.store.ts';

const server = useTestServer();
let owner: TestAdmin;
let device: TestDevice;
let zoneId: number;

beforeAll(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Olga' });
  zoneId = await insertZone(server, { ownerId: owner.userId });
});
beforeEach(async () => {
  server.clock.hold(null);
  device = await joinDevice(server, { ownerId: owner.userId });
});

const [inside, outside] = [northOfSchool(0), northOfSchool(600)];
const enters = () => ({ on: 'ENTERS_ZONE', zoneId }) as const;
const leaves = () => ({ on: 'LEAVES_ZONE', zoneId }) as const;
const mine = (condition: Parameters<typeof setRule>[1], wanted: Parameters<typeof setRule>[2] = {}) =>
  setRule(server, condition, { token: owner.token, target: { for: 'DEVICE', deviceId: device.deviceId }, ...wanted });

async function bell(token = owner.token): Promise<Notification[]> {
  const { envelope } = await server.api(notificationList, { filter: { type: 'ALERT' }, pageSize: 100 }, token);
  return envelope.data.filter(({ deviceId }) => deviceId === device.deviceId).toReversed();
}
const titles = async (token?: string) => (await bell(token)).map(({ title }) => title.replace(/^.*: /, ''));
/**
 * Waits until the bell has so many notes of the device, and returns their titles. An alert that is over before it was told is told once, so
 * whoever expects both notes waits for the first one before it ends.
 */
const told = (count: number, token?: string) =>
  vi.waitFor(async () => {
    const found = await titles(token);
    expect(found).toHaveLength(count);
    return found;
  });

/** Waits until the alerts of a rule have begun and ended like this: true for those that are over. */
const alertsLike = (rule: { id: number }, over: readonly boolean[]) =>
  vi.waitFor(async () => {
    const alerts = await alertsOf(server, rule, owner.token);
    expect(alerts.map(({ endedAt }) => endedAt !== null)).toEqual(over);
    return alerts;
  });

/** Changes the row of the device, as its reports would, and says so. */
async function report(change: ReturnType<typeof sql>): Promise<void> {
  const { db, bus } = server.services;
  await sql`update devices set ${change} where id = ${device.deviceId}`.execute(db);
  bus.publish('factsChanged', { deviceIds: [device.deviceId], facts: 'PRESENCE' });
}

/** Has the engine look at everything that comes without an event, and waits until it has. */
async function check(): Promise<void> {
  const looked = new Promise<void>((resolve) => {
    const stop = server.services.bus.subscribe('changed', ({ feature }) => {
      if (feature !== 'alerts') return;
      stop();
      resolve();
    });
  });
  await server.scheduler.runJobs(10_000);
  await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, 500))]);
}

/** The person changes what they share, by the socket of their device. */
async function share(act: (raw: RawDevice) => void): Promise<void> {
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  act(raw);
  await raw.next('grants');
  raw.socket.close();
  await raw.closed;
}
async function withdraw(capabilities: Capability[]): Promise<void> {
  const consent = await consentTo(capabilities);
  await share((raw) => raw.send(consent));
}

const always: SharingHours = {
  timeZone: 'UTC',
  days: (['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const).map((day) => ({
    day,
    from: '00:00',
    to: '24:00',
  })),
};
/** Hours on the day after tomorrow only. */
function otherHours(): SharingHours {
  const day = (['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const)[(new Date().getUTCDay() + 2) % 7] ?? 'MON';
  return { timeZone: 'UTC', days: [{ day, from: '10:00', to: '11:00' }] };
}

describe('a rule about a zone', () => {
  it('fires once when a device enters, also while it is at the border, and is over once when it leaves', async () => {
    const rule = await mine(enters());
    await move(server, device.deviceId, [outside]);
    await move(server, device.deviceId, [inside]);
    await alertsLike(rule, [false]);
    await told(1);
    await move(
      server,
      device.deviceId,
      [190, 215, 195, 210, 220, 185].map((metres) => northOfSchool(metres)),
    );
    await move(server, device.deviceId, [outside]);
    const [alert] = await alertsLike(rule, [true]);
    expect(alert).toMatchObject({ words: 'Entered School', rule: 'After lessons', acknowledgedBy: null });
    expect(await told(2)).toEqual(['Entered School', 'Left again']);
  });

  it('about leaving fires when the device goes, and is over when it comes back', async () => {
    const rule = await mine(leaves());
    await move(server, device.deviceId, [inside]);
    await move(server, device.deviceId, [outside]);
    await alertsLike(rule, [false]);
    await told(1);
    await move(server, device.deviceId, [inside]);
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['Left School', 'Came back']);
  });

  it('does not fire for a device that was inside when it was switched on', async () => {
    await move(server, device.deviceId, [{ ...inside, at: new Date(Date.now() - 60_000) }]);
    const rule = await mine(enters());
    await move(server, device.deviceId, [inside]);
    await move(server, device.deviceId, [outside]);
    await move(server, device.deviceId, [inside]);
    await alertsLike(rule, [false]);
    expect(await told(1)).toEqual(['Entered School']);
  });

  it('tells one note of what began and ended in one batch, and nothing of inaccurate points', async () => {
    const rule = await mine(enters());
    await move(server, device.deviceId, [outside, { ...inside, accuracy: 5000 }, outside, inside, outside]);
    await alertsLike(rule, [true]);
    expect(await told(1)).toEqual(['Entered School']);
    expect((await bell())[0]?.message).toContain('It is over by now.');
  });

  it('fires only within its hours', async () => {
    const rule = await mine({ ...enters(), hours: otherHours() });
    const within = await mine({ ...enters(), hours: always });
    await move(server, device.deviceId, [outside]);
    await move(server, device.deviceId, [inside]);
    await alertsLike(within, [false]);
    expect(await alertsOf(server, rule, owner.token)).toEqual([]);
  });

  it('fires once although the server stopped in between, and tells what it had not told', async () => {
    const rule = await mine(enters());
    await move(server, device.deviceId, [outside]);
    await move(server, device.deviceId, [inside]);
    await alertsLike(rule, [false]);
    expect(await told(1)).toEqual(['Entered School']);
    const { db } = server.services;
    // As if the server had died before it told, and before it stored up to where it had evaluated.
    await sql`delete from notifications where device_id = ${device.deviceId}`.execute(db);
    await sql`update alerts set told_at = null where rule_id = ${rule.id}`.execute(db);
    const restarted = createAlertEngine(server.services);
    expect(await told(1)).toEqual(['Entered School']);
    await move(server, device.deviceId, [northOfSchool(10)]);
    await move(server, device.deviceId, [outside]);
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['Entered School', 'Left again']);
    await restarted.close();
  });

  it('leaves nothing of a device in memory whose person left, or shares no location any more', async () => {
    const engine = createAlertEngine(server.services);
    const [leaver, sharer] = [device, await joinDevice(server, { ownerId: owner.userId })];
    const remembered = () => [leaver, sharer].map(({ deviceId }) => engine.positions.has(deviceId));
    for (device of [leaver, sharer]) {
      await mine(enters());
      await move(server, device.deviceId, [outside]);
    }
    await vi.waitFor(() => expect(remembered()).toEqual([true, true]));
    const raw = new RawDevice(server);
    await raw.hello(leaver.token);
    raw.send({ type: 'leave' });
    await raw.next('left');
    await withdraw(['CONTACTS']);
    await vi.waitFor(() => expect(remembered()).toEqual([false, false]));
    await engine.close();
  });
});

describe('a rule about a state', () => {
  it('of the battery fires below the limit, and is over once it has recovered clearly', async () => {
    const rule = await mine({ on: 'BATTERY_BELOW', percent: 20 });
    await report(sql`battery_percent = 20`);
    await report(sql`battery_percent = 19`);
    await alertsLike(rule, [false]);
    await told(1);
    await report(sql`battery_percent = 22`);
    await check();
    await alertsLike(rule, [false]);
    await report(sql`battery_percent = 18`);
    await report(sql`battery_percent = 25`);
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['Battery below 20%', 'Battery recovered']);
  });

  it('of the storage reads the first bar that the device tells', async () => {
    const rule = await mine({ on: 'STORAGE_BELOW', percent: 10 });
    const { db, bus } = server.services;
    const used = async (gigabytes: number) => {
      await sql`insert into device_info (device_id, key, "group", name, value, used, total, position)
        values (${device.deviceId}, 'storage', 'STORAGE', 'Internal storage', '', ${gigabytes}, 100, 1),
          (${device.deviceId}, 'apps', 'STORAGE', 'Apps', '', 1, 100, 2)
        on conflict (device_id, key) do update set used = excluded.used`.execute(db);
      bus.publish('changed', { feature: 'device-info', deviceId: device.deviceId });
    };
    await used(95);
    await alertsLike(rule, [false]);
    await told(1);
    await used(80);
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['Free storage below 10%', 'Storage recovered']);
  });

  it('of being offline fires after its time, since the device was last seen, and is over when it is back', async () => {
    const rule = await mine({ on: 'OFFLINE', minutes: 30 });
    await report(sql`last_seen_at = now() - interval '20 minutes'`);
    await check();
    expect(await alertsOf(server, rule, owner.token)).toEqual([]);
    server.clock.hold(Date.now() + 15 * 60_000);
    await check();
    const [alert] = await alertsLike(rule, [false]);
    await told(1);
    expect(Date.now() - Date.parse(alert?.beganAt ?? '')).toBeGreaterThan(15 * 60_000);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['Offline longer than 30 minutes', 'Online again']);
    raw.socket.close();
  });

  it('of an old version fires, and is over after an update of the app', async () => {
    const rule = await mine({ on: 'APP_VERSION_BELOW', version: '1.0.21' });
    await alertsLike(rule, [false]);
    await told(1);
    await report(sql`app_version = '1.0.100'`);
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['App older than 1.0.21', 'App updated']);
  });

  it('of a pause fires when the person pauses, and is over when they resume', async () => {
    const rule = await mine({ on: 'SHARING_PAUSED' });
    await share((raw) => raw.send({ type: 'pause' }));
    await alertsLike(rule, [false]);
    await told(1);
    await share((raw) => raw.send({ type: 'resume' }));
    await alertsLike(rule, [true]);
    expect(await told(2)).toEqual(['Sharing paused', 'Sharing resumed']);
  });
});

describe('a rule about an event', () => {
  it('of sharing fires once for each change of what is shared', async () => {
    const rule = await mine({ on: 'SHARING_CHANGED' });
    await withdraw(['LOCATION', 'CONTACTS']);
    await alertsLike(rule, [true]);
    await withdraw(['LOCATION']);
    await alertsLike(rule, [true, true]);
    await check();
    expect(await told(2)).toEqual(['Sharing changed', 'Sharing changed']);
  });

  it('of runs fires once for a run that failed on the device', async () => {
    const { db, bus } = server.services;
    const rule = await mine({ on: 'RUN_FAILED' });
    const { rows } = await sql<{ id: number }>`
      insert into runs (client_id, action, title, requested_by, devices, finished_at, counts)
      values (gen_random_uuid(), 'UPDATE', 'Update contacts', ${owner.userId}, 1, now(), '{"FAILED": 2}') returning id`.execute(
      db,
    );
    for (const state of ['FAILED', 'EXPIRED'])
      await sql`insert into run_items (run_id, device_id, kind, command_type, state, finished_at)
        values (${rows[0]?.id}, ${device.deviceId}, 'COMMAND', 'UPDATE_CONTACTS', ${state}, now())`.execute(db);
    bus.publish('changed', { feature: 'runs', deviceId: null });
    const [alert] = await alertsLike(rule, [true]);
    expect(alert?.words).toBe('Run failed: Update contacts');
    await check();
    expect(await told(1)).toEqual(['Update contacts']);
  });
});

describe('nobody is told', () => {
  it('during the quiet hours of a rule; when they end, once of what is over by then', async () => {
    const rule = await mine({ on: 'BATTERY_BELOW', percent: 20 }, { quiet: always });
    await report(sql`battery_percent = 5`);
    await alertsLike(rule, [false]);
    await check();
    expect(await titles()).toEqual([]);
    await report(sql`battery_percent = 80`);
    await alertsLike(rule, [true]);
    await sql`update alert_rules set quiet = null where id = ${rule.id}`.execute(server.services.db);
    await check();
    expect(await told(1)).toEqual(['Battery below 20%']);
  });

  it('of what the person no longer shares: the alert ends, and history and bell no longer have it', async () => {
    const rule = await mine(enters());
    await move(server, device.deviceId, [outside]);
    await move(server, device.deviceId, [inside]);
    expect(await told(1)).toEqual(['Entered School']);
    await withdraw(['CONTACTS']);
    await vi.waitFor(async () => expect(await alertsOf(server, rule, owner.token)).toEqual([]));
    expect(await told(0)).toEqual([]);
    const presences = async () => {
      const { rows } = await sql<{ ended: boolean; presences: number }>`
        select ended_at is not null as ended, (select count(*)::int from zone_presence where device_id = ${device.deviceId}) as presences
        from alerts where rule_id = ${rule.id}`.execute(server.services.db);
      return rows;
    };
    await vi.waitFor(async () => expect(await presences()).toEqual([{ ended: true, presences: 0 }]));
    await move(server, device.deviceId, [outside]);
    await move(server, device.deviceId, [inside]);
    await check();
    expect(await titles()).toEqual([]);
    expect(await presences()).toEqual([{ ended: true, presences: 0 }]);
  });

  it('outside of the sharing hours of the person', async () => {
    const rule = await mine({ on: 'BATTERY_BELOW', percent: 20 });
    await report(sql`battery_percent = 5, sharing_hours = ${JSON.stringify(otherHours())}`);
    await check();
    expect(await alertsOf(server, rule, owner.token)).toEqual([]);
    await report(sql`sharing_hours = ${JSON.stringify(always)}`);
    await alertsLike(rule, [false]);
    await report(sql`sharing_hours = ${JSON.stringify(otherHours())}`);
    await check();
    await alertsLike(rule, [true]);
    expect(await told(1)).toEqual(['Battery below 20%']);
  });

  it('by a rule whose owner may no longer read it, has lost the device, or switched it off', async () => {
    const { db, bus } = server.services;
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    device = await joinDevice(server, { ownerId: boss.userId });
    const rule = await setRule(server, { on: 'BATTERY_BELOW', percent: 20 }, { token: boss.token });
    await report(sql`battery_percent = 5`);
    expect(await told(1, boss.token)).toEqual(['Battery below 20%']);
    await sql`update feature_access set feature_access = 'NO_ACCESS'
      where user_id = ${boss.userId} and feature_permission = 'DEVICE_INFO'`.execute(db);
    bus.publish('accessChanged', { userId: boss.userId });
    const open = async () => {
      const { rows } = await sql`select from alerts where rule_id = ${rule.id} and ended_at is null`.execute(db);
      return rows.length;
    };
    await vi.waitFor(async () => expect(await open()).toBe(0));
    await sql`update feature_access set feature_access = 'READ_ONLY'
      where user_id = ${boss.userId} and feature_permission = 'DEVICE_INFO'`.execute(db);
    bus.publish('accessChanged', { userId: boss.userId });
    await vi.waitFor(async () => expect(await open()).toBe(1));
    expect(await told(2, boss.token)).toEqual(['Battery below 20%', 'Battery below 20%']);
    await sql`delete from device_assignments where user_id = ${boss.userId} and device_id = ${device.deviceId}`.execute(
      db,
    );
    bus.publish('supervisionChanged', { deviceIds: [device.deviceId] });
    await vi.waitFor(async () => expect(await open()).toBe(0));
    await sql`insert into device_assignments (user_id, device_id) values (${boss.userId}, ${device.deviceId})`.execute(
      db,
    );
    bus.publish('supervisionChanged', { deviceIds: [device.deviceId] });
    await vi.waitFor(async () => expect(await open()).toBe(1));
    const thrice = ['Battery below 20%', 'Battery below 20%', 'Battery below 20%'];
    expect(await told(3, boss.token)).toEqual(thrice);
    await server.api(switchAlertRule, { ruleId: rule.id, on: false }, boss.token);
    expect(await open()).toBe(0);
    expect(await titles(boss.token)).toEqual(thrice);
  });

  it('who does not have the device in their scope, or may not read what the rule reads', async () => {
    const assign = (userId: number) =>
      sql`insert into device_assignments (user_id, device_id) values (${userId}, ${device.deviceId})`.execute(
        server.services.db,
      );
    const [reader, stranger, blind] = await Promise.all([
      server.createAdmin({ access: 'READ_ONLY' }),
      server.createAdmin({ access: 'READ_ONLY' }),
      server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } }),
    ]);
    await assign(reader.userId);
    await assign(blind.userId);
    const recipientIds = [reader, stranger, blind].map(({ userId }) => userId);
    await setRule(
      server,
      { on: 'BATTERY_BELOW', percent: 20 },
      { recipientIds, byMail: true, target: { for: 'DEVICE', deviceId: device.deviceId } },
    );
    await report(sql`battery_percent = 5`);
    expect(await told(1, reader.token)).toEqual(['Battery below 20%']);
    expect(await titles(stranger.token)).toEqual([]);
    expect(await titles(blind.token)).toEqual([]);
    const { rows } = await sql<{ mailDue: boolean }>`
      select mail_due as "mailDue" from notifications where user_id = ${reader.userId} and kind = 'ALERT'`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ mailDue: true }]);
  });
});

const rulesIn = ({ watches }: { watches: readonly Watch[] }) => watches.filter(({ kind }) => kind === 'ALERT_RULE');

describe('what a rule tells', () => {
  it('is in the log of the device, and its person sees the rule with when it last fired', async () => {
    const rule = await mine({ on: 'BATTERY_BELOW', percent: 20 });
    const raw = new RawDevice(server);
    await raw.hello(device.token, { platform: 'BROWSER' });
    expect(rulesIn(await raw.next('watches'))).toMatchObject([{ lastAt: null }]);
    await report(sql`battery_percent = 5`);
    expect(await told(1)).toEqual(['Battery below 20%']);
    const seen = await vi.waitFor(async () => {
      const rules = rulesIn(await raw.next('watches'));
      expect(rules[0]?.lastAt).not.toBeNull();
      return rules;
    });
    expect(seen).toMatchObject([
      {
        kind: 'ALERT_RULE',
        id: rule.id,
        name: 'After lessons',
        what: 'Battery below 20%',
        setBy: 'Olga',
        paused: false,
      },
    ]);
    const { envelope } = await server.api(deviceWatches, { deviceId: device.deviceId }, owner.token);
    expect(rulesIn({ watches: envelope.data })).toMatchObject(seen);
    const entries = (await auditOf(server, device)).filter(({ action }) => action === 'ALERT');
    expect(entries.map(({ details }) => (details as { what: string }).what)).toEqual(['set', 'fired', 'told']);
    const details = { words: 'Battery below 20%', capability: 'DEVICE_INFO' };
    expect(entries.slice(1)).toMatchObject([{ details }, { details: { ...details, to: 'Olga' } }]);
    raw.socket.close();
  });

  it('is said in simple words to a child', async () => {
    device = await joinDevice(server, {
      ownerId: owner.userId,
      ground: {
        purpose: 'FAMILY',
        purposeText: '',
        legalBasis: 'PARENTAL',
        guardian: 'Greta',
        reviewOn: new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10),
      },
    });
    await mine(leaves());
    const { envelope } = await server.api(deviceWatches, { deviceId: device.deviceId }, owner.token);
    expect(envelope.data.filter(({ kind }) => kind === 'ALERT_RULE')).toMatchObject([
      { when: 'They get a message when you leave School' },
    ]);
  });

  it('of many devices at once is one notification that names nobody', async () => {
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    const many = await Promise.all(Array.from({ length: 5 }, () => joinDevice(server, { ownerId: boss.userId })));
    await sql`update devices set battery_percent = 3 where id = any(${many.map(({ deviceId }) => deviceId)}::bigint[])`.execute(
      server.services.db,
    );
    await setRule(server, { on: 'BATTERY_BELOW', percent: 20 }, { token: boss.token });
    const all = await vi.waitFor(async () => {
      const { envelope } = await server.api(notificationList, { filter: { type: 'ALERT' } }, boss.token);
      expect(envelope.data).toHaveLength(1);
      return envelope.data;
    });
    expect(all).toMatchObject([{ title: '5 devices: Battery below 20%', count: 5, deviceId: null }]);
  });

  it('begins anew when the rule is changed, and is deleted after 90 days', async () => {
    const rule = await mine({ on: 'BATTERY_BELOW', percent: 20 });
    await report(sql`battery_percent = 5`);
    await alertsLike(rule, [false]);
    const target = { for: 'DEVICE', deviceId: device.deviceId } as const;
    await server.api(
      updateAlertRule,
      { ruleId: rule.id, ...ruleInput({ on: 'BATTERY_BELOW', percent: 10 }, { target }) },
      owner.token,
    );
    await alertsLike(rule, [true, false]);
    const { db } = server.services;
    await sql`update alerts set recorded_at = now() - interval '91 days' where rule_id = ${rule.id}`.execute(db);
    await deleteOldAlerts(db, 90 * 24 * 3_600_000);
    expect(await alertsLike(rule, [false])).toHaveLength(1);
  });
});
