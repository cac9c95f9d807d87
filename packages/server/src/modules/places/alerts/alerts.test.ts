import {
  acknowledgeAlerts,
  alertChoices,
  alertList,
  alertRules,
  createAlertRule,
  deleteAlertRule,
  deleteGroup,
  deviceVisits,
  limits,
  switchAlertRule,
  tryAlertRule,
  unreadNotifications,
  updateAlertRule,
  visitEntries,
  type Endpoint,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertsOf, insertZone, move, northOfSchool, ruleInput, setRule } from '../../../testing/samples/test-alerts.ts';
import { insertGroup } from '../../../testing/samples/test-schedules.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { alertRulePush } from '../../../shared/push/push-texts.ts';

const server = useTestServer();
let owner: TestAdmin;
let stranger: TestAdmin;
let device: TestDevice;
let zoneId: number;

beforeAll(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Olga' });
  stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
  zoneId = await insertZone(server, { ownerId: owner.userId });
});
beforeEach(async () => {
  device = await joinDevice(server, { ownerId: owner.userId });
});

const low = { on: 'BATTERY_BELOW', percent: 20 } as const;
const target = () => ({ for: 'DEVICE', deviceId: device.deviceId }) as const;
const mine = (condition: Parameters<typeof setRule>[1] = low, wanted: Parameters<typeof setRule>[2] = {}) =>
  setRule(server, condition, { token: owner.token, target: target(), ...wanted });
const listed = async (token: string) => (await server.api(alertRules, {}, token)).envelope.data;

async function refusalOf<E extends Endpoint>(endpoint: E, input: InputOf<E>, token = owner.token) {
  const { status, errorCode } = await server.api(endpoint, input, token);
  return [status, errorCode];
}

/** Has a rule fire for the device. */
async function fire(rule: { id: number }): Promise<number> {
  const { db, bus } = server.services;
  await sql`update devices set battery_percent = 5 where id = ${device.deviceId}`.execute(db);
  bus.publish('factsChanged', { deviceIds: [device.deviceId], facts: 'PRESENCE' });
  return await vi.waitFor(async () => {
    const [alert] = await alertsOf(server, rule, owner.token);
    expect(alert).toBeDefined();
    return alert?.id ?? 0;
  });
}

/** The words of the log about alert rules, oldest first, as the person and the admins read them. */
async function words(about = 'alert'): Promise<string[]> {
  const { deviceId } = device;
  const { visits } = (await server.api(deviceVisits, { deviceId })).envelope.data;
  const entries = await Promise.all(
    visits.map(
      async ({ first, last }) => (await server.api(visitEntries, { deviceId, first, last })).envelope.data.entries,
    ),
  );
  return entries
    .flat()
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ who, what }) => `${who} ${what}`)
    .filter((line) => line.includes(about));
}

describe('alert rules', () => {
  it('are listed with their words, target, recipients and state, to their admin, their recipients and super admins', async () => {
    const below = await server.createAdmin({ access: 'READ_ONLY', username: 'Ben' });
    await sql`update users set reports_to = ${owner.userId} where id = ${below.userId}`.execute(server.services.db);
    const { id } = await mine({ on: 'ENTERS_ZONE', zoneId }, { recipientIds: [below.userId] });
    const found = (await listed(owner.token)).find((rule) => rule.id === id);
    expect(found).toMatchObject({
      name: 'After lessons',
      purpose: 'To know that you arrived',
      words: 'Enters School',
      target: target(),
      devices: 1,
      recipients: [{ name: 'Ben' }, { name: 'Olga' }],
      byMail: false,
      quiet: null,
      on: true,
      owner: 'Olga',
      lastFiredAt: null,
      firing: 0,
      silent: 0,
      mine: true,
    });
    expect((await listed(server.admin.token)).map((rule) => rule.id)).toContain(id);
    const [asTold] = await listed(below.token);
    // Ben does not have the device, so he does not learn its name.
    expect(asTold).toMatchObject({ id, mine: false, targetName: null });
    expect(await refusalOf(switchAlertRule, { ruleId: id, on: false }, below.token)).toEqual([
      404,
      'alert_rule_not_found',
    ]);
    expect(await listed(stranger.token)).toEqual([]);
    const { zones, recipients } = (await server.api(alertChoices, {}, owner.token)).envelope.data;
    expect(zones).toEqual([{ id: zoneId, name: 'School' }]);
    expect(recipients.map(({ name }) => name)).toEqual(['Ben', 'Olga']);
  });

  it('count for how many they are silent, because their people do not share what they read', async () => {
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    await joinDevice(server, { ownerId: boss.userId });
    await joinDevice(server, { ownerId: boss.userId, capabilities: ['CONTACTS'] });
    const rule = await setRule(server, low, { token: boss.token });
    expect(rule).toMatchObject({ devices: 2, silent: 1 });
  });

  it('are written to the logs of their devices in words: set, changed, switched, fired, deleted', async () => {
    const rule = await mine();
    const changed = { ruleId: rule.id, ...ruleInput({ ...low, percent: 15 }, { name: 'Low', target: target() }) };
    await server.api(updateAlertRule, changed, owner.token);
    await server.api(switchAlertRule, { ruleId: rule.id, on: false });
    await server.api(switchAlertRule, { ruleId: rule.id, on: false });
    await server.api(switchAlertRule, { ruleId: rule.id, on: true }, owner.token);
    await fire(rule);
    await vi.waitFor(async () => expect(await words('had the')).toHaveLength(2));
    await server.api(deleteAlertRule, { ruleId: rule.id }, owner.token);
    const purpose = 'purpose: "To know that you arrived"';
    expect((await words('the alert rule "')).filter((line) => !line.includes('saw'))).toEqual([
      `Olga set the alert rule "After lessons": Battery below 20%; ${purpose}`,
      `Olga changed the alert rule "Low": Battery below 15%; ${purpose}`,
      `${server.admin.username} switched off the alert rule "Low"`,
      `Olga switched on the alert rule "Low": Battery below 15%; ${purpose}`,
      'Olga had the alert rule "Low" fire: "Battery below 15%"',
      'Olga had the alert rule "Low" tell Olga: "Battery below 15%"',
      'Olga deleted the alert rule "Low"',
    ]);
    expect(await refusalOf(deleteAlertRule, { ruleId: rule.id })).toEqual([404, 'alert_rule_not_found']);
    expect(await refusalOf(updateAlertRule, changed)).toEqual([404, 'alert_rule_not_found']);
  });

  it('are refused for what is not the owner’s: zones, groups, devices, recipients, and what they may not read', async () => {
    const other = await joinDevice(server);
    const groupId = await insertGroup(server, [other]);
    const foreignZone = await insertZone(server);
    const create = (condition: Parameters<typeof ruleInput>[0], wanted: Parameters<typeof ruleInput>[1] = {}) =>
      refusalOf(createAlertRule, ruleInput(condition, wanted));
    expect(await create({ on: 'ENTERS_ZONE', zoneId: foreignZone })).toEqual([404, 'zone_not_found']);
    expect(await create(low, { target: { for: 'GROUP', groupId } })).toEqual([404, 'group_not_found']);
    expect(await create(low, { target: { for: 'DEVICE', deviceId: other.deviceId } })).toEqual([
      404,
      'device_not_found',
    ]);
    expect(await create(low, { recipientIds: [stranger.userId] })).toEqual([400, 'recipient_refused']);
    const blind = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } });
    expect(await refusalOf(createAlertRule, ruleInput(low), blind.token)).toEqual([403, 'not_allowed']);
    const { id: ruleId } = await mine();
    const update = (condition: Parameters<typeof ruleInput>[0], wanted: Parameters<typeof ruleInput>[1] = {}) =>
      refusalOf(updateAlertRule, { ruleId, ...ruleInput(condition, wanted) });
    expect(await update({ on: 'ENTERS_ZONE', zoneId: foreignZone })).toEqual([404, 'zone_not_found']);
    expect(await update(low, { target: { for: 'GROUP', groupId } })).toEqual([404, 'group_not_found']);
    expect(await update(low, { target: { for: 'DEVICE', deviceId: other.deviceId } })).toEqual([
      404,
      'device_not_found',
    ]);
    expect(await update(low, { recipientIds: [stranger.userId] })).toEqual([400, 'recipient_refused']);
    const tried = (condition: Parameters<typeof ruleInput>[0], to: InputOf<typeof tryAlertRule>['target']) =>
      refusalOf(tryAlertRule, { condition, target: to });
    expect(await tried({ on: 'ENTERS_ZONE', zoneId: foreignZone }, { for: 'ALL' })).toEqual([404, 'zone_not_found']);
    expect(await tried(low, { for: 'GROUP', groupId })).toEqual([404, 'group_not_found']);
    expect(await tried(low, { for: 'DEVICE', deviceId: other.deviceId })).toEqual([404, 'device_not_found']);
  });

  it('are at most so many, and keep their group from being deleted', async () => {
    const busy = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { db } = server.services;
    await sql`insert into alert_rules (name, purpose, event, condition, created_by, by_mail, is_on, on_since)
      select 'x', 'x', 'SHARING_PAUSED', '{"on": "SHARING_PAUSED"}', ${busy.userId}, false, false, now()
      from generate_series(1, ${limits.alert.perAdmin})`.execute(db);
    expect(await refusalOf(createAlertRule, ruleInput(low), busy.token)).toEqual([409, 'too_many_alert_rules']);
    await sql`delete from alert_rules where created_by = ${busy.userId}`.execute(db);
    const groupId = await insertGroup(server, [device]);
    const rule = await setRule(server, low, { target: { for: 'GROUP', groupId } });
    expect(rule.targetName).toMatch(/^Group /);
    expect(await refusalOf(deleteGroup, { groupId }, server.admin.token)).toEqual([409, 'group_in_use']);
    await server.api(deleteAlertRule, { ruleId: rule.id });
    expect(await refusalOf(deleteGroup, { groupId }, server.admin.token)).toEqual([200, '']);
  });

  it('are told to the device at once, and in words of a push', async () => {
    const raw = new RawDevice(server);
    await raw.hello(device.token, { platform: 'BROWSER' });
    await raw.next('watches');
    const rule = await mine();
    const ruleIds = async () =>
      (await raw.next('watches')).watches.filter(({ kind }) => kind === 'ALERT_RULE').map(({ id }) => id);
    expect(await ruleIds()).toEqual([rule.id]);
    await server.api(deleteAlertRule, { ruleId: rule.id }, owner.token);
    expect(await ruleIds()).toEqual([]);
    raw.socket.close();
    const push = alertRulePush({ by: 'Olga', what: 'set', name: 'Low', purpose: 'To help', condition: low, zone: '' });
    expect(push).toMatchObject({ title: 'Olga set an alert for this phone: “Low”', page: '/watches' });
    expect(push.body).toContain('Battery below 20%.\nPurpose: “To help”');
  });

  it('go with the device that they are for', async () => {
    const rule = await mine();
    await fire(rule);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'leave' });
    await raw.closed;
    expect((await listed(owner.token)).map(({ id }) => id)).not.toContain(rule.id);
    const { rows } = await sql`select from alerts where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([]);
  });
});

describe('the history of alerts', () => {
  it('is acknowledged once, by name, and only by those who read it', async () => {
    const rule = await mine();
    const id = await fire(rule);
    const count = async (token: string) => (await server.api(unreadNotifications, {}, token)).envelope.data.alerts;
    const before = await count(owner.token);
    expect(before).toBeGreaterThan(0);
    expect(await count(stranger.token)).toBe(0);
    const acknowledge = async (token: string) =>
      (await server.api(acknowledgeAlerts, { alertIds: [id] }, token)).envelope.data.changed;
    expect(await acknowledge(stranger.token)).toBe(0);
    expect(await acknowledge(owner.token)).toBe(1);
    expect(await acknowledge(server.admin.token)).toBe(0);
    expect(await count(owner.token)).toBe(before - 1);
    const [alert] = await alertsOf(server, rule, owner.token);
    expect(alert).toMatchObject({ acknowledgedBy: 'Olga', endedAt: null });
  });

  it('is filtered by device and state, paged, logged as a read, and shows nothing out of scope', async () => {
    const rule = await mine();
    const id = await fire(rule);
    const read = async (input: InputOf<typeof alertList>, token = owner.token) =>
      (await server.api(alertList, input, token)).envelope.data;
    const { deviceId } = device;
    expect((await read({ deviceId, state: 'FIRING' })).alerts).toMatchObject([{ id, device: device.username }]);
    expect((await read({ deviceId, state: 'OVER' })).alerts).toEqual([]);
    expect((await read({ deviceId, state: 'ACKNOWLEDGED' })).alerts).toEqual([]);
    expect((await read({ deviceId, before: id })).alerts).toEqual([]);
    expect((await read({ deviceId }, stranger.token)).alerts).toEqual([]);
    expect(await words('what alert rules told')).toEqual(['Olga saw what alert rules told of this device']);
    await sql`insert into alerts (rule_id, rule_name, event, device_id, words, occurrence, began_at, ended_at)
      select ${rule.id}, 'x', 'RUN_FAILED', ${deviceId}, 'x', 'run ' || n, now(), now() from generate_series(1, 60) as n`.execute(
      server.services.db,
    );
    const first = await read({ deviceId }, server.admin.token);
    expect([first.alerts.length, first.more]).toEqual([50, true]);
    const second = await read({ deviceId, before: first.alerts.at(-1)?.id }, server.admin.token);
    expect([second.alerts.length, second.more]).toEqual([11, false]);
  });

  it('keeps what a deleted rule has told', async () => {
    const rule = await mine();
    await fire(rule);
    await server.api(deleteAlertRule, { ruleId: rule.id }, owner.token);
    const { alerts } = (await server.api(alertList, { deviceId: device.deviceId }, owner.token)).envelope.data;
    expect(alerts).toMatchObject([{ ruleId: null, rule: 'After lessons', words: 'Battery below 20%' }]);
    expect(alerts[0]?.endedAt).not.toBeNull();
  });
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const tryRule = async (condition: InputOf<typeof tryAlertRule>['condition']) =>
  (await server.api(tryAlertRule, { condition, target: target() }, owner.token)).envelope.data;

describe('a rule that is tried on the past week', () => {
  it('about a zone says how often it would have fired, and is logged as a read', async () => {
    const [inside, outside] = [northOfSchool(0), northOfSchool(600)];
    await move(server, device.deviceId, [
      { ...inside, at: ago(20_000) },
      { ...outside, at: ago(60) },
      { ...inside, at: ago(50) },
      { ...northOfSchool(210), at: ago(45) },
      { ...outside, at: ago(40) },
      { ...inside, at: ago(30) },
    ]);
    const tried = await tryRule({ on: 'ENTERS_ZONE', zoneId });
    expect(tried).toMatchObject({ untried: null, fired: 2, devices: 1 });
    expect(tried.examples.map(({ beganAt, endedAt }) => [beganAt, endedAt !== null])).toEqual([
      [expect.any(String), false],
      [expect.any(String), true],
    ]);
    expect(await tryRule({ on: 'LEAVES_ZONE', zoneId })).toMatchObject({ fired: 1, devices: 1 });
    const tries = 'Olga tried an alert rule on the past week of this device';
    const circle = 'a circle of 200 m around 52.52000, 13.40500';
    expect(await words('tried an alert rule')).toEqual([
      `${tries}: "Enters School", ${circle}; it would have fired 2 times`,
      `${tries}: "Leaves School", ${circle}; it would have fired 1 time`,
    ]);
  });

  it('about sharing, pauses, runs and apps reads what is stored, and says why for the rest', async () => {
    const { db } = server.services;
    await sql`insert into apps (device_id, key, name, package_name, version, size, system, installed_at)
      values (${device.deviceId}, 'new', 'New game', 'com.game', '1', 1, false, ${ago(60)}),
        (${device.deviceId}, 'old', 'Old game', 'com.old', '1', 1, false, ${ago(20_000)})`.execute(db);
    expect(await tryRule({ on: 'APP_APPEARED', app: 'game' })).toMatchObject({ fired: 1 });
    expect(await tryRule({ on: 'APP_APPEARED', app: 'mail' })).toMatchObject({ fired: 0 });
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'pause' });
    await raw.next('grants');
    expect(await tryRule({ on: 'SHARING_PAUSED' })).toMatchObject({ fired: 1, examples: [{ endedAt: null }] });
    // What the person does not share now is not read.
    expect(await refusalOf(tryAlertRule, { condition: { on: 'APP_APPEARED', app: 'game' }, target: target() })).toEqual(
      [403, 'device_paused'],
    );
    raw.socket.close();
    expect(await tryRule({ on: 'SHARING_CHANGED' })).toMatchObject({ untried: null, fired: 0 });
    expect(await tryRule({ on: 'RUN_FAILED' })).toMatchObject({ untried: null, fired: 0 });
    expect((await tryRule(low)).untried).toBe('Only the latest battery level of a device is stored.');
    expect((await tryRule({ on: 'OFFLINE', minutes: 10 })).untried).not.toBeNull();
  });
});
