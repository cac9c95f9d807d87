import {
  addToGroup,
  assignGroup,
  blockUser,
  changeSuperior,
  contacts,
  deleteGroup,
  rejectUser,
  removeDevices,
  removeFromGroup,
  scheduleList,
  noticeVersion,
  startLiveLocation,
  updateFeatureAccess,
  updateGroup,
} from '@fairwatch/contract';
import {
  begin as beginLiveView,
  openViewer,
  passTo,
  pictureOf,
  storedView,
} from '../modules/device-data/live-view/live-view-for-test.ts';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { logWords, type LogLine } from '../shared/audit/words/log-words.ts';
import { syncGroups } from '../modules/devices/groups/group-sync.ts';
import { auditOf } from '../testing/person.ts';
import { setSchedule } from '../testing/samples/test-schedules.ts';
import { openCommand } from '../testing/samples/test-files.ts';
import { insertGroup, putBelow } from '../testing/test-groups.ts';
import { selected, updateContacts, useRuns } from '../testing/test-runs.ts';
import { joinDevice, RawDevice, type TestDevice } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const runs = useRuns(server);
let named = 0;

/** An admin below the owner who has a device, directly or through a group. */
interface Setting {
  account: TestAdmin;
  device: TestDevice;
  /** The group through which they have the device; 0 for none. */
  groupId: number;
}

async function directly(): Promise<Setting> {
  const account = await server.createAdmin({ access: 'FULL_ACCESS' });
  await putBelow(server, account, server.admin);
  return { account, device: await joinDevice(server, { ownerId: account.userId }), groupId: 0 };
}

/** The device is assigned through a group of `owner`; with a rule it is a member by its version. */
async function throughGroup(owner: TestAdmin, rule: object | null): Promise<Setting> {
  const account = await server.createAdmin({ access: 'FULL_ACCESS' });
  await putBelow(server, account, owner);
  const device = await joinDevice(server, { ownerId: owner.userId });
  const groupId = await insertGroup(server, owner, `Group ${(named += 1)}`, rule);
  if (rule === null) await server.api(addToGroup, { groupId, selection: selected(device) }, owner.token);
  const { status } = await server.api(assignGroup, { groupId, userId: account.userId, assigned: true }, owner.token);
  expect(status).toBe(200);
  return { account, device, groupId };
}
const byHand = () => throughGroup(server.admin, null);
const byRule = () => throughGroup(server.admin, { appVersionIs: '1.0.20' });

async function belowAnother(): Promise<Setting> {
  const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
  await putBelow(server, boss, server.admin);
  return await throughGroup(boss, null);
}

const lower = (featureAccess: 'READ_ONLY' | 'NO_ACCESS') => (setting: Setting) =>
  server.api(updateFeatureAccess, {
    userId: setting.account.userId,
    access: (['CONTACTS', 'LOCATION', 'VIDEO_RECORDER'] as const).map((featurePermission) => ({
      featurePermission,
      featureAccess,
    })),
  });

interface Loss {
  how: string;
  /** Set for one loss that pauses a schedule and one that does not. */
  typical?: true;
  begin: () => Promise<Setting>;
  lose: (setting: Setting) => Promise<{ status: number }>;
  /** Set when it pauses the schedule; otherwise the device leaves it. */
  pauses?: true;
  /** Set when no admin did it at this moment. */
  byServer?: true;
}

/** Every way in which an admin loses a device, or what they may ask of it. */
const losses: Loss[] = [
  {
    how: 'demotion',
    begin: directly,
    lose: ({ account: { userId } }) => server.api(rejectUser, { userId }),
    pauses: true,
    typical: true,
  },
  {
    how: 'a block',
    begin: directly,
    lose: ({ account: { userId } }) => server.api(blockUser, { userId, blocked: true }),
    pauses: true,
  },
  { how: 'the permission lowered', begin: directly, lose: lower('READ_ONLY'), pauses: true },
  { how: 'the permission taken', begin: directly, lose: lower('NO_ACCESS'), pauses: true },
  {
    how: 'the device taken',
    begin: directly,
    lose: ({ account: { userId }, device }) => server.api(removeDevices, { userId, deviceIds: [device.deviceId] }),
  },
  {
    how: 'the group taken',
    begin: byHand,
    lose: ({ account: { userId }, groupId }) => server.api(assignGroup, { groupId, userId, assigned: false }),
    typical: true,
  },
  {
    how: 'the device taken out of the group',
    begin: byHand,
    lose: ({ device, groupId }) => server.api(removeFromGroup, { groupId, selection: selected(device) }),
  },
  { how: 'the group deleted', begin: byHand, lose: ({ groupId }) => server.api(deleteGroup, { groupId }) },
  {
    how: 'the rule of the group changed',
    begin: byRule,
    lose: ({ groupId }) =>
      server.api(updateGroup, { groupId, name: `Group ${(named += 1)}`, rule: { appVersionIs: '7' } }),
  },
  {
    how: 'the device no longer matching the rule',
    begin: byRule,
    async lose({ device: { deviceId } }) {
      await sql`update devices set app_version = '9.0' where id = ${deviceId}`.execute(server.services.db);
      await syncGroups(server.services, { deviceIds: [deviceId] });
      return { status: 200 };
    },
    byServer: true,
  },
  {
    how: 'another superior',
    begin: belowAnother,
    lose: ({ account: { userId } }) => server.api(changeSuperior, { userId, reportsTo: server.admin.userId }),
  },
];

/** Commands are tried with every loss, the rest with every loss in the full run. */
const someLosses = losses.filter(({ typical }) => typical || process.env['FULL_RUN']);

async function loseBy({ lose }: Loss, setting: Setting): Promise<void> {
  const { status } = await lose(setting);
  expect(status).toBe(200);
}

async function commandOf({ device: { deviceId } }: Setting, id: number) {
  const { rows } = await sql<{ step: string; reason: string | null }>`
    select step, error_details as reason from commands where id = ${id} and device_id = ${deviceId}`.execute(
    server.services.db,
  );
  return rows[0];
}

const cancelsOf = async ({ device }: Setting) =>
  (await auditOf(server, device)).filter(({ action }) => action === 'CANCEL');

/** Asks for contacts while the device is away. */
async function ask({ account, device }: Setting): Promise<number> {
  const { status, envelope } = await server.api(contacts.update, { deviceId: device.deviceId }, account.token);
  expect(status).toBe(200);
  return envelope.data.id;
}

describe('what an admin has asked for', () => {
  it.each(losses)('as a command is cancelled with $how, and not sent when the device comes', async (loss) => {
    const setting = await loss.begin();
    const commandId = await ask(setting);
    await loseBy(loss, setting);
    const { username } = setting.account;
    expect(await commandOf(setting, commandId)).toEqual({
      step: 'CANCELLED',
      reason: `${username} may not ask for this any more.`,
    });
    const [entry, ...others] = await cancelsOf(setting);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ details: { commandId, because: expect.stringContaining(username) } });
    expect(entry?.by).toBe(loss.byServer ? 'The server' : server.admin.username);
    expect(logWords(entry as LogLine)).toBe(
      `cancelled the request for Contacts, because ${username} may not ask for it any more`,
    );
    const raw = new RawDevice(server);
    await raw.hello(setting.device.token);
    const { envelope } = await server.api(contacts.update, { deviceId: setting.device.deviceId });
    expect((await raw.next('command')).commandId).toBe(envelope.data.id);
    raw.socket.close();
  });

  it.each(someLosses)('as a run is skipped with $how', async (loss) => {
    const setting = await loss.begin();
    await openCommand(server, setting.device, 'UPDATE_APPS');
    const run = { selection: selected(setting.device), action: updateContacts };
    const { id } = await runs.start(run, setting.account.token);
    await loseBy(loss, setting);
    const { rows } = await sql<{ state: string; reason: string }>`
      select state, reason from run_items where run_id = ${id}`.execute(server.services.db);
    expect(rows).toEqual([{ state: 'SKIPPED', reason: `${setting.account.username} may not ask for this any more.` }]);
    expect((await runs.finished(id)).counts).toMatchObject({ SKIPPED: 1 });
    expect(await cancelsOf(setting)).toMatchObject([{ details: { count: 1 } }]);
  });

  it.each(someLosses)('as a schedule ends for the device with $how', async (loss) => {
    const setting = await loss.begin();
    const { id } = await setSchedule(server, [setting.device], { token: setting.account.token });
    await loseBy(loss, setting);
    const { rows } = await sql<{ paused: boolean; devices: number; times: number }>`
      select s.paused_at is not null as paused,
        (select count(*)::int from schedule_devices where schedule_id = s.id) as devices,
        (select count(*)::int from schedule_times where schedule_id = s.id) as times
      from schedules s where s.id = ${id}`.execute(server.services.db);
    expect(rows).toEqual([
      loss.pauses ? { paused: true, devices: 1, times: 0 } : { paused: false, devices: 0, times: 1 },
    ]);
    const told = (await auditOf(server, setting.device)).filter(({ action }) => action === 'SCHEDULE');
    expect(told.at(-1)).toMatchObject({ details: { what: loss.pauses ? 'paused' : 'removed' } });
    const { envelope } = await server.api(scheduleList, {});
    expect(envelope.data.find((schedule) => schedule.id === id)?.paused).toBe(loss.pauses === true);
  });

  it.each(someLosses)('as a live location ends with $how, and the device is told', async (loss) => {
    const setting = await loss.begin();
    const { deviceId, token } = setting.device;
    const raw = new RawDevice(server);
    await raw.hello(token);
    await server.api(startLiveLocation, { deviceId, minutes: 15 }, setting.account.token);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'accepted', commandId });
    raw.send({ type: 'result', commandId, batches: 0 });
    const session = async () => {
      const { rows } = await sql<{ end: string | null }>`
        select ended_how as "end" from live_sessions where device_id = ${deviceId}`.execute(server.services.db);
      return rows;
    };
    await vi.waitFor(async () => expect(await session()).toEqual([{ end: null }]));
    await loseBy(loss, setting);
    expect(await session()).toEqual([{ end: 'ACCESS_LOST' }]);
    expect(await raw.next('live-stop')).toMatchObject({ sessionId: commandId, end: 'ACCESS_LOST' });
    raw.socket.close();
  });

  it.each(someLosses)('as a live view ends with $how, and nobody is sent more of it', async (loss) => {
    const setting = await loss.begin();
    const { device, account } = setting;
    const raw = new RawDevice(server);
    await raw.hello(device.token, { noticeVersion });
    const sessionId = await beginLiveView(server, { device, raw }, { admin: account });
    const [own, other] = [
      await openViewer(server, await passTo(server, device, sessionId, account.token)),
      await openViewer(server, await passTo(server, device, sessionId)),
    ];
    await loseBy(loss, setting);
    raw.socket.send(pictureOf(sessionId, 0));
    await Promise.all([own.closed, other.closed]);
    expect([own.frames, other.frames, other.ended()]).toEqual([[], [], 'ACCESS_LOST']);
    expect(await storedView(server, device)).toMatchObject({ end: 'ACCESS_LOST' });
    expect(await raw.next('live-view-stop')).toMatchObject({ sessionId, end: 'ACCESS_LOST' });
    raw.socket.close();
  });

  it('and is running on the device is stopped there', async () => {
    const setting = await directly();
    const raw = new RawDevice(server);
    await raw.hello(setting.device.token);
    const commandId = await ask(setting);
    expect((await raw.next('command')).commandId).toBe(commandId);
    raw.send({ type: 'accepted', commandId });
    await server.api(rejectUser, { userId: setting.account.userId });
    expect((await raw.next('cancel')).commandId).toBe(commandId);
    expect((await commandOf(setting, commandId))?.step).toBe('CANCELLED');
    raw.socket.close();
  });

  it('stays when they lose something else', async () => {
    const setting = await directly();
    const other = await joinDevice(server, { ownerId: setting.account.userId });
    const commandId = await ask(setting);
    const { userId } = setting.account;
    await server.api(removeDevices, { userId, deviceIds: [other.deviceId] });
    await server.api(updateFeatureAccess, {
      userId,
      access: [{ featurePermission: 'GALLERY', featureAccess: 'NO_ACCESS' }],
    });
    expect(await commandOf(setting, commandId)).toMatchObject({ step: 'QUEUED' });
  });
});

/** Changes of the database that no call of this server makes, such as those of another one a moment ago. */
const silentLosses: [string, (setting: Setting) => ReturnType<typeof sql>][] = [
  ['is demoted', ({ account }) => sql`update users set admin_role = 'NON_ADMIN' where id = ${account.userId}`],
  ['is blocked', ({ account }) => sql`update users set blocked_at = now() where id = ${account.userId}`],
  [
    'may only read',
    ({ account }) => sql`update feature_access set feature_access = 'READ_ONLY' where user_id = ${account.userId}`,
  ],
  ['lost the device', ({ account }) => sql`delete from device_assignments where user_id = ${account.userId}`],
];

it.each(silentLosses)('a command is cancelled instead of sent when its admin %s at that moment', async (_, lose) => {
  const setting = await directly();
  const commandId = await ask(setting);
  await lose(setting).execute(server.services.db);
  const raw = new RawDevice(server);
  await raw.hello(setting.device.token);
  await vi.waitFor(async () => expect((await commandOf(setting, commandId))?.step).toBe('CANCELLED'));
  expect(await cancelsOf(setting)).toMatchObject([{ by: 'The server', details: { commandId } }]);
  const { envelope } = await server.api(contacts.update, { deviceId: setting.device.deviceId });
  expect((await raw.next('command')).commandId).toBe(envelope.data.id);
  raw.socket.close();
});
