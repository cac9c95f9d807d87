import {
  accessLog,
  adminDetail,
  contacts,
  login,
  profile,
  promoteUser,
  renameAdmin,
  renameUser,
  setPassword,
  updateFeatureAccess,
  updateSidebar,
  userList,
  type FeatureAccess,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const give = (account: TestAdmin, access: FeatureAccess[], by: TestAdmin = server.admin) =>
  server.api(updateFeatureAccess, { userId: account.userId, access }, by.token);
const level = (
  featurePermission: FeatureAccess['featurePermission'],
  featureAccess: FeatureAccess['featureAccess'],
): FeatureAccess => ({ featurePermission, featureAccess });

const name = (account: TestAdmin, nickname: string, by: TestAdmin) =>
  server.api(renameAdmin, { userId: account.userId, nickname }, by.token);

async function below(superior: TestAdmin): Promise<TestAdmin> {
  const account = await server.createAdmin();
  await sql`update users set reports_to = ${superior.userId} where id = ${account.userId}`.execute(server.services.db);
  return account;
}

describe('feature access', () => {
  it('[SPEC 2.66, 6.7, 7.24] opens Read Only for looking, Full Access for commands, and is taken away again, at once', async () => {
    const account = await server.createAdmin();
    const { deviceId } = await joinDevice(server, { ownerId: account.userId });
    const open = await openConsole(server, account);
    const statuses = async () => [
      (await server.api(contacts.list, { deviceId }, account.token)).status,
      (await server.api(contacts.update, { deviceId }, account.token)).status,
    ];
    expect(await statuses()).toEqual([403, 403]);
    await give(account, [level('CONTACTS', 'READ_ONLY')]);
    expect(await statuses()).toEqual([200, 403]);
    await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
    await give(account, [level('CONTACTS', 'FULL_ACCESS')]);
    expect(await statuses()).toEqual([200, 200]);
    const { envelope } = await give(account, [level('CONTACTS', 'NO_ACCESS'), level('EVENT', 'READ_ONLY')]);
    expect(await statuses()).toEqual([403, 403]);
    expect(envelope.data.filter(({ featureAccess }) => featureAccess !== 'NO_ACCESS')).toEqual([
      level('EVENT', 'READ_ONLY'),
    ]);
    open.socket.close();
  });

  it('is never more than the one who gives it holds, and then none of it is given', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', CONTACTS: 'READ_ONLY' } });
    const account = await below(boss);
    const refused = await give(account, [level('CONTACTS', 'FULL_ACCESS'), level('ROLE_MANAGER', 'READ_ONLY')], boss);
    expect(refused.error).toBe('You cannot give more than you hold yourself: contacts.');
    const held = async () =>
      (await server.api(profile, {}, account.token)).envelope.data.featureAccessDTOs
        .filter(({ featureAccess }) => featureAccess !== 'NO_ACCESS')
        .map(({ featurePermission, featureAccess }) => level(featurePermission, featureAccess));
    expect(await held()).toEqual([]);
    expect((await give(account, [level('CONTACTS', 'READ_ONLY')], boss)).status).toBe(200);
    // A level that a superior granted may stay, and may be removed.
    await give(account, [level('SMS_READ', 'FULL_ACCESS')]);
    expect((await give(account, [level('SMS_READ', 'FULL_ACCESS')], boss)).status).toBe(200);
    expect((await give(account, [level('SMS_READ', 'NO_ACCESS')], boss)).status).toBe(200);
    expect(await held()).toEqual([level('CONTACTS', 'READ_ONLY')]);
  });

  it('is refused for oneself, for a super admin, for a non-admin, and unknown words are not taken', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    expect((await give(boss, [level('CONTACTS', 'FULL_ACCESS')], boss)).errorCode).toBe('own_access');
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    expect((await give(other, [level('CONTACTS', 'NO_ACCESS')])).errorCode).toBe('super_admin_holds_all');
    const waiting = await server.createAdmin({ role: 'PENDING' });
    expect((await give(waiting, [level('CONTACTS', 'READ_ONLY')])).errorCode).toBe('not_an_admin');
    const wrong = { featurePermission: 'EVERYTHING', featureAccess: 'FULL_ACCESS' } as unknown as FeatureAccess;
    expect((await give(boss, [wrong])).errorCode).toBe('invalid_input');
  });

  it('cannot be slipped into a body that is about something else', async () => {
    const waiting = await server.createAdmin({ role: 'PENDING' });
    const more = { userId: waiting.userId, adminRole: 'SUPER_ADMIN', reports_to: null } as { userId: number };
    expect((await server.api(promoteUser, more)).errorCode).toBe('invalid_input');
  });
});

describe("another's nickname", () => {
  it('[SPEC 2.67, 6.10] is changed by whoever manages roles, shows everywhere, and is in the access log', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const account = await below(boss);
    expect((await name(account, '  Night desk ', boss)).envelope.data).toEqual({ nickname: 'Night desk' });
    const { userId, username, token } = account;
    expect((await server.api(adminDetail, { userId }, boss.token)).envelope.data.nickname).toBe('Night desk');
    expect((await server.api(profile, {}, token)).envelope.data.nickName).toBe('Night desk');
    expect((await server.api(userList, { search: username })).envelope.data[0]?.nickname).toBe('Night desk');
    await name(account, 'Night desk', boss);
    const { envelope } = await server.api(accessLog, { search: username, action: 'NICKNAME' });
    expect(envelope.data).toMatchObject([
      { actorName: boss.username, before: { nickname: '' }, after: { nickname: 'Night desk' } },
    ]);
  });

  it('needs full access to roles and somebody below: seeing users is not enough, here or in the list of users', async () => {
    const users = await server.createAdmin({ access: { USERS: 'FULL_ACCESS', ROLE_MANAGER: 'READ_ONLY' } });
    const account = await below(users);
    expect((await name(account, 'x', users)).errorCode).toBe('not_allowed');
    const there = await server.api(renameUser, { userId: account.userId, nickname: 'x' }, users.token);
    expect(there).toMatchObject({ status: 409, errorCode: 'signs_in' });
    const other = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    expect((await name(account, 'x', other)).errorCode).toBe('not_below_you');
    expect((await name(other, 'x', other)).errorCode).toBe('own_access');
    expect((await server.api(profile, {}, account.token)).envelope.data.nickName).toBe('');
  });
});

describe("another's password", () => {
  it('[SPEC 2.67, 6.10] is set, ends their sessions and opens a new one', async () => {
    const account = await server.createAdmin();
    const open = await openConsole(server, account);
    const { userId, username, password, token } = account;
    expect((await server.api(setPassword, { userId, password: 'seven77' })).errorCode).toBe('invalid_input');
    expect((await server.api(setPassword, { userId, password: 'password123' })).errorCode).toBe('password_common');
    expect((await server.api(setPassword, { userId, password: 'a-new-password' })).status).toBe(200);
    expect((await server.api(profile, {}, token)).status).toBe(401);
    await open.closed;
    expect((await server.api(login, { username, password }, null)).status).toBe(401);
    expect((await server.api(login, { username, password: 'a-new-password' }, null)).status).toBe(200);
  });

  it('is not set for oneself here, nor by an admin for somebody who only waits', async () => {
    const password = 'a-new-password';
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const waiting = await server.createAdmin({ role: 'PENDING' });
    const set = async (account: TestAdmin) =>
      (await server.api(setPassword, { userId: account.userId, password }, boss.token)).errorCode;
    expect(await set(boss)).toBe('own_access');
    expect(await set(waiting)).toBe('not_below_you');
  });
});

describe('the sidebar panel', () => {
  it('[SPEC 2.68, 6.9, 7.23] is chosen for an admin, and their console is told', async () => {
    const account = await server.createAdmin();
    const open = await openConsole(server, account);
    const choose = (customSidebar: number | null) =>
      server.api(updateSidebar, { userId: account.userId, customSidebar });
    expect((await choose(2)).envelope.data).toEqual({ customSidebar: 2 });
    await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
    expect((await server.api(profile, {}, account.token)).envelope.data.customSidebar).toBe(2);
    expect((await choose(4)).errorCode).toBe('invalid_input');
    await choose(null);
    const { envelope } = await server.api(adminDetail, { userId: account.userId });
    expect(envelope.data.customSidebar).toBeNull();
    open.socket.close();
  });
});
