import {
  defaultPolicies,
  deviceStatuses,
  giveReason,
  limits,
  mapPositions,
  missingPositions,
  type Capability,
  type InputOf,
  type MapPositions,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLocks, lockWaits } from '../../../testing/hold-locks.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { auditOf, consentTo } from '../../../testing/person.ts';
import { planOf } from '../../../testing/plan-of.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { awaitStatus, joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { insertGroup } from '../../../testing/test-groups.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { locationsTable } from './locations.store.ts';
import { inParts, joinArrays } from './positions.service.ts';
import { findShownDevices, readNewestPositions } from './positions.store.ts';

const server = useTestServer();
let admin: TestAdmin;

beforeEach(async () => {
  admin = await server.createAdmin({ access: { LOCATION: 'READ_ONLY', DEVICES: 'READ_ONLY' } });
});
afterEach(async () => {
  server.scheduler.release();
  await setPolicies(server, defaultPolicies);
});

interface Where {
  at?: string;
  latitude?: number;
  longitude?: number;
}

async function move({ deviceId }: Pick<TestDevice, 'deviceId'>, ...points: Where[]): Promise<void> {
  const rows = points.map(({ at = '2026-11-13T09:00:00Z', latitude = 48.2, longitude = 16.35 }) => {
    const place = { nickname: '', latitude, longitude, accuracy: 12, address: '', timezone: 'Europe/Vienna' };
    const checked = locationsTable.checkRow({ key: at, ...place, localDateTime: at });
    if (typeof checked === 'string') throw new Error(checked);
    return checked;
  });
  await locationsTable.applyRows(server.services.db, [{ deviceId, rows }]);
}

async function deviceAt(where: Where, capabilities: readonly Capability[] = ['LOCATION'], username?: string) {
  const device = await joinDevice(server, {
    ownerId: admin.userId,
    capabilities,
    ...(username !== undefined && { username }),
  });
  await move(device, where);
  return device;
}

async function ask(input: InputOf<typeof mapPositions> = {}, { token } = admin): Promise<MapPositions> {
  return (await server.api(mapPositions, input, token)).envelope.data;
}

const idsOf = ({ positions }: MapPositions) => positions.map(([id]) => id);
const shownIn = ({ shown }: MapPositions) => shown?.map(([id]) => id);
/** A moment after everything that was stored so far, in spite of the time in which a late commit is still found. */
const later = () => new Date(Date.now() + 60_000).toISOString();

async function readsOf(device: TestDevice, by = admin) {
  const entries = await auditOf(server, device);
  return entries.filter(({ subject, by: name }) => subject === mapPositions.path && name === by.username);
}

async function withPhone(device: TestDevice, act: (phone: RawDevice) => Promise<void>): Promise<void> {
  const phone = new RawDevice(server);
  await phone.hello(device.token);
  await awaitStatus(server, device.deviceId, 'Online');
  await act(phone);
  phone.socket.close();
  await awaitStatus(server, device.deviceId, 'Offline');
}

describe('the newest positions', () => {
  it('are those of every device that shares them, with names, age and accuracy', async () => {
    const anna = await deviceAt({});
    await move(
      anna,
      { at: '2026-11-14T10:00:00Z', latitude: 47, longitude: 15 },
      { at: '2026-11-12T10:00:00Z', latitude: 1, longitude: 2 },
    );
    const silent = await joinDevice(server, { ownerId: admin.userId, capabilities: ['LOCATION'] });
    const answer = await ask();
    const offline = deviceStatuses.indexOf('Offline');
    expect(answer.positions).toEqual([[anna.deviceId, 47, 15, 12, Date.parse('2026-11-14T10:00:00Z'), offline, 0]]);
    expect([answer.names, answer.people]).toEqual([[anna.username], [anna.username]]);
    // One has sent nothing yet, two do not share.
    expect([answer.shown, answer.noPosition, answer.notShared, answer.withheld, answer.cut]).toEqual([
      null,
      1,
      0,
      0,
      false,
    ]);
    await joinDevice(server, { ownerId: admin.userId, capabilities: ['CONTACTS'] });
    const paused = await deviceAt({});
    await sql`update devices set paused_at = now() where id = ${paused.deviceId}`.execute(server.services.db);
    expect(await ask()).toMatchObject({ noPosition: 1, notShared: 2, withheld: 0 });
    expect(await readsOf(silent)).toEqual([]);
    await sql`update devices set nickname = 'Van 3' where id = ${anna.deviceId}`.execute(server.services.db);
    expect((await ask()).names).toEqual(['Van 3']);
  });

  it('are for those who may see locations, of devices in their scope; a SUPER_ADMIN sees all', async () => {
    const mine = await deviceAt({});
    const stranger = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    const elsewhere = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    expect(await ask({}, stranger)).toMatchObject({ positions: [], notShared: 0, noPosition: 0, withheld: 0 });
    expect((await server.api(mapPositions, {}, null)).status).toBe(401);
    expect((await server.api(mapPositions, {}, elsewhere.token)).errorCode).toBe('not_allowed');
    expect(idsOf(await ask({}, server.admin))).toContain(mine.deviceId);
    expect(await readsOf(mine, stranger)).toEqual([]);
  });

  it.each([
    ['not shared', sql`capabilities = '{CONTACTS}'`],
    ['paused', sql`paused_at = now()`],
    [
      'of a device that was restored and has not reported since',
      sql`restored_at = now(), restored_capabilities = capabilities, capabilities = '{}'`,
    ],
    ['of a device that has left', sql`left_at = now()`],
  ])('are not there while they are %s, and nothing is logged', async (_, change) => {
    const other = await deviceAt({});
    const device = await deviceAt({});
    await sql`update devices set ${change} where id = ${device.deviceId}`.execute(server.services.db);
    expect(idsOf(await ask())).toEqual([other.deviceId]);
    expect(shownIn(await ask({ since: later() }))).toEqual([other.deviceId]);
    expect(await readsOf(device)).toEqual([]);
  });

  it('go with a withdrawal and with a pause at once, and two open consoles are told', async () => {
    const second = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    const device = await deviceAt({}, ['LOCATION', 'CONTACTS']);
    await sql`insert into device_assignments (user_id, device_id) values (${second.userId}, ${device.deviceId})`.execute(
      server.services.db,
    );
    const consoles = await Promise.all([openConsole(server, admin), openConsole(server, second)]);
    const { asOf } = await ask();
    await withPhone(device, async (phone) => {
      phone.send(await consentTo(['CONTACTS']));
      await expect.poll(() => consoles.every(({ heard }) => heard('grants'))).toBe(true);
      for (const each of [admin, second]) {
        expect(await ask({ since: asOf }, each)).toMatchObject({ positions: [], shown: [], notShared: 1 });
      }
      phone.send(await consentTo(['LOCATION', 'CONTACTS']));
      await expect.poll(async () => shownIn(await ask({ since: asOf }))).toEqual([device.deviceId]);
      phone.send({ type: 'pause' });
      await expect.poll(async () => shownIn(await ask({ since: asOf }))).toEqual([]);
    });
    for (const { socket } of consoles) socket.close();
  });

  it('are not sent to whoever was waiting for the log as their person withdrew', async () => {
    const { db } = server.services;
    const device = await deviceAt({});
    const release = await holdLocks(db, (transaction) =>
      sql`select from audit_heads where device_id = ${device.deviceId} for update`.execute(transaction),
    );
    const answer = ask();
    await lockWaits(db, 1);
    await sql`update devices set capabilities = '{}' where id = ${device.deviceId}`.execute(db);
    await release();
    expect((await answer).positions).toEqual([]);
    expect(await readsOf(device)).toHaveLength(1);
  });

  it('are narrowed by group, status and search', async () => {
    const anna = await deviceAt({}, ['LOCATION'], 'mapped-anna');
    const bert = await deviceAt({}, ['LOCATION'], 'mapped-bert');
    const groupId = await insertGroup(server, admin, 'Couriers');
    await sql`insert into group_devices (group_id, device_id) values (${groupId}, ${bert.deviceId})`.execute(
      server.services.db,
    );
    expect(idsOf(await ask({ groupId }))).toEqual([bert.deviceId]);
    expect(idsOf(await ask({ search: 'MAPPED-ANNA' }))).toEqual([anna.deviceId]);
    await withPhone(bert, async () => {
      expect(idsOf(await ask({ status: 'Online' }))).toEqual([bert.deviceId]);
      expect(idsOf(await ask({ status: 'Offline' }))).toEqual([anna.deviceId]);
      const online = deviceStatuses.indexOf('Online');
      expect((await ask({ since: later() })).shown).toContainEqual([bert.deviceId, online, 0]);
    });
    const theirs = await insertGroup(server, server.admin, 'Theirs');
    expect((await server.api(mapPositions, { groupId: theirs }, admin.token)).errorCode).toBe('group_not_found');
  });

  it('that arrived since an answer are sent alone, beside everyone who is still shown', async () => {
    const anna = await deviceAt({});
    const bert = await deviceAt({});
    // What was stored a moment ago may belong to a transaction that was committed after the answer.
    await sql`update locations set received_at = now() - interval '1 minute'`.execute(server.services.db);
    const first = await ask();
    expect(await ask({ since: first.asOf })).toMatchObject({ positions: [], names: [], people: [] });
    await move(bert, { at: '2026-11-15T10:00:00Z', latitude: 50 });
    const next = await ask({ since: first.asOf });
    expect(next.positions.map((position) => position.slice(0, 2))).toEqual([[bert.deviceId, 50]]);
    expect(shownIn(next)).toEqual([anna.deviceId, bert.deviceId]);
  });
});

const missing = async (input: InputOf<typeof missingPositions> = {}, { token } = admin) =>
  (await server.api(missingPositions, input, token)).envelope.data;

describe('the devices that are not on the map', () => {
  it('are named, with who does not share and who has sent nothing, and each log says that it was seen', async () => {
    const shown = await deviceAt({}, ['LOCATION'], 'missing-anna');
    const silent = await joinDevice(server, { ownerId: admin.userId, capabilities: ['LOCATION'] });
    const unshared = await deviceAt({}, ['CONTACTS']);
    const paused = await deviceAt({});
    await sql`update devices set paused_at = now() where id = ${paused.deviceId}`.execute(server.services.db);
    const { devices, cut } = await missing();
    expect(cut).toBe(false);
    expect(new Map(devices.map(({ deviceId, why }) => [deviceId, why]))).toEqual(
      new Map([
        [silent.deviceId, 'NONE_SENT'],
        [unshared.deviceId, 'NOT_SHARED'],
        [paused.deviceId, 'NOT_SHARED'],
      ]),
    );
    expect(devices.find(({ deviceId }) => deviceId === silent.deviceId)).toMatchObject({
      name: silent.username,
      person: silent.username,
    });
    const seen = async (device: TestDevice) =>
      (await auditOf(server, device)).filter(({ subject }) => subject === missingPositions.path).length;
    expect([await seen(silent), await seen(paused), await seen(shown)]).toEqual([1, 1, 0]);
    const answer = await ask();
    expect([answer.noPosition, answer.notShared]).toEqual([1, 2]);
  });

  it('are those of the scope and of the search, and of a reason that is asked for it is said', async () => {
    const device = await deviceAt({}, ['LOCATION'], 'missing-bert');
    await setPolicies(server, { LOCATION: { reason: 'REQUIRED', approval: false } });
    expect((await missing()).devices).toMatchObject([{ deviceId: device.deviceId, why: 'WITHHELD' }]);
    expect((await missing({ search: 'nobody-like-this' })).devices).toEqual([]);
    const stranger = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    expect((await missing({}, stranger)).devices).toEqual([]);
    const elsewhere = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    expect((await server.api(missingPositions, {}, elsewhere.token)).errorCode).toBe('not_allowed');
    const theirs = await insertGroup(server, server.admin, 'Not theirs');
    expect((await server.api(missingPositions, { groupId: theirs }, admin.token)).errorCode).toBe('group_not_found');
  });
});

describe('a policy of the owner', () => {
  it('that demands a reason withholds a position until this admin has given one', async () => {
    const device = await deviceAt({});
    const other = await deviceAt({});
    await setPolicies(server, { LOCATION: { reason: 'REQUIRED', approval: false } });
    expect(await ask()).toMatchObject({ positions: [], withheld: 2, notShared: 0, noPosition: 0 });
    expect(await readsOf(device)).toEqual([]);
    await server.api(
      giveReason,
      { deviceId: device.deviceId, capability: 'LOCATION', reason: 'Lost phone' },
      admin.token,
    );
    const answer = await ask();
    expect([idsOf(answer), answer.withheld]).toEqual([[device.deviceId], 1]);
    expect(await readsOf(device)).toMatchObject([{ details: { how: 'SEEN', reason: 'Lost phone' } }]);
    expect(await readsOf(other)).toEqual([]);
  });

  it('that demands a second admin withholds it until one has agreed to this admin', async () => {
    const device = await deviceAt({});
    await setPolicies(server, { LOCATION: { reason: 'NONE', approval: true } });
    expect(await ask()).toMatchObject({ positions: [], withheld: 1 });
    await sql`insert into approvals (device_id, capability, action, asked_by, permissions, level, state, expires_at, decided_by,
        decided_at, holds_until)
      values (${device.deviceId}, 'LOCATION', 'READ', ${admin.userId}, '{LOCATION}', 'READ_ONLY', 'AGREED', now(),
        ${server.admin.userId}, now(), now() + interval '1 hour')`.execute(server.services.db);
    expect(idsOf(await ask())).toEqual([device.deviceId]);
    expect(await readsOf(device)).toMatchObject([{ details: { approvedBy: server.admin.username } }]);
  });
});

describe('the log of a device on the map', () => {
  const minute = 60_000;

  it('has one line per visit and session, whatever was searched meanwhile', async () => {
    server.scheduler.hold();
    const device = await deviceAt({}, ['LOCATION'], 'logged-lena');
    const { asOf } = await ask({ search: 'logged-lena' });
    await ask();
    await ask({ since: asOf });
    server.scheduler.pass(limits.audit.visitGapMs);
    await ask({ since: asOf });
    const lines = [{ action: 'READ', by: admin.username, details: { how: 'SEEN', search: 'logged-lena' } }];
    expect(await readsOf(device)).toMatchObject(lines);
    await ask({}, server.admin);
    expect(await readsOf(device, server.admin)).toHaveLength(1);
    server.scheduler.pass(limits.audit.visitGapMs + 1);
    await ask();
    expect(await readsOf(device)).toHaveLength(2);
  });

  it('has another line each hour that the map stays open', async () => {
    server.scheduler.hold();
    const device = await deviceAt({});
    for (let passed = 0; passed <= 65 * minute; passed += 5 * minute) {
      await ask();
      server.scheduler.pass(5 * minute);
    }
    expect(await readsOf(device)).toHaveLength(2);
  });
});

describe('many positions', () => {
  it('are found and read by indexes', async () => {
    const device = await deviceAt({});
    const scope = { userId: admin.userId, allDevices: false };
    const match = { search: '', filter: {} };
    const found = await planOf(server.services.db, async (db) => {
      await findShownDevices(db, scope, match, 10);
    });
    expect(found).toContain('on device_row_counts');
    expect(found).not.toContain('on locations');
    const whole = await planOf(server.services.db, async (db) => {
      await readNewestPositions(db, scope, [device.deviceId], undefined);
    });
    expect(whole).toContain('Index Only Scan Backward using locations_local_date_time');
    const since = await planOf(server.services.db, async (db) => {
      await readNewestPositions(db, scope, [device.deviceId], new Date().toISOString());
    });
    expect(since).toContain('locations_received');
  });

  it('are read by two statements, a half of the devices each, in their order', () => {
    const deviceIds = Array.from({ length: 2001 }, (_, id) => id);
    expect(inParts(deviceIds.slice(0, 1999))).toHaveLength(1);
    expect(inParts(deviceIds).map(({ length }) => length)).toEqual([1001, 1000]);
    expect(inParts(deviceIds).flat()).toEqual(deviceIds);
    expect(JSON.parse(joinArrays(['[[1, 2], [3, 4]]', '[[5, 6]]']))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    // Nobody of one half shares any more.
    expect(JSON.parse(joinArrays(['[]', '["a"]', '[]']))).toEqual(['a']);
  });

  it('beyond what one map shows are found one more than that, which tells that it is cut', async () => {
    for (let n = 0; n < 4; n += 1) await deviceAt({});
    const scope = { userId: admin.userId, allDevices: false };
    const match = { search: '', filter: {} };
    const found = await findShownDevices(server.services.db, scope, match, 2);
    expect(found.shown).toHaveLength(3);
  });
});
