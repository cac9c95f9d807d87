import {
  adminDetail,
  adminList,
  blockUser,
  consoleSocketClose,
  contacts,
  deviceList,
  login,
  profile,
  promoteUser,
  rejectUser,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const pending = () => server.createAdmin({ role: 'PENDING' });
const roleManager = () => server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
const promote = (account: TestAdmin, by: TestAdmin = server.admin, reportsTo?: TestAdmin) =>
  server.api(promoteUser, { userId: account.userId, ...(reportsTo && { reportsTo: reportsTo.userId }) }, by.token);
const reject = (account: TestAdmin, by: TestAdmin = server.admin) =>
  server.api(rejectUser, { userId: account.userId }, by.token);
const block = (account: TestAdmin, blocked = true, by: TestAdmin = server.admin) =>
  server.api(blockUser, { userId: account.userId, blocked }, by.token);
const refusals = async (by: TestAdmin, on: TestAdmin) => (await block(on, true, by)).errorCode;
const detail = async (account: TestAdmin) => (await server.api(adminDetail, { userId: account.userId })).envelope.data;

/** Creates a role manager below another admin. */
async function subordinate(superior: TestAdmin): Promise<TestAdmin> {
  const account = await roleManager();
  const { userId } = account;
  await sql`update users set reports_to = ${superior.userId} where id = ${userId}`.execute(server.services.db);
  return account;
}

describe('promoting', () => {
  it('[SPEC 7.20] turns who waits into an admin who reports to whoever promoted them, at once', async () => {
    const account = await pending();
    const open = await openConsole(server, account);
    expect((await server.api(deviceList, {}, account.token)).status).toBe(403);
    expect((await promote(account)).envelope.data).toEqual({ adminStatus: 'ADMIN', blocked: false });
    expect((await server.api(deviceList, {}, account.token)).status).toBe(200);
    expect(await detail(account)).toMatchObject({ adminStatus: 'ADMIN', reportsTo: server.admin.username });
    await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
    open.socket.close();
  });

  it('removes all access that the account had before', async () => {
    const account = await server.createAdmin({ role: 'PENDING', access: 'FULL_ACCESS' });
    await promote(account, await roleManager());
    const { featureAccessDTOs } = (await server.api(profile, {}, account.token)).envelope.data;
    expect(new Set(featureAccessDTOs.map(({ featureAccess }) => featureAccess))).toEqual(new Set(['NO_ACCESS']));
  });

  it('sets the superior: the actor or an admin below, nobody else, and never a cycle', async () => {
    const [boss, other] = [await roleManager(), await roleManager()];
    const below = await subordinate(boss);
    expect((await promote(await pending(), boss, other)).errorCode).toBe('reports_to_refused');
    expect((await promote(await pending(), boss, server.admin)).errorCode).toBe('reports_to_refused');
    const account = await pending();
    expect((await promote(account, boss, account)).errorCode).toBe('reports_to_refused');
    expect((await promote(account, boss, below)).status).toBe(200);
    expect((await detail(account)).reportsTo).toBe(below.username);
    // Indirect subordinates count as below.
    expect((await reject(account, boss)).status).toBe(200);
    const middle = await subordinate(account);
    expect((await promote(account, server.admin, middle)).errorCode).toBe('reports_to_refused');
  });

  it('is refused for an admin, for the person of a device and for nobody', async () => {
    expect((await promote(await roleManager())).errorCode).toBe('already_admin');
    const { username } = await joinDevice(server);
    const { rows } = await sql<{ id: number }>`select id from users where username = ${username}`.execute(
      server.services.db,
    );
    const person = { userId: rows[0]?.id ?? 0 };
    expect((await server.api(promoteUser, person)).errorCode).toBe('cannot_sign_in');
    expect((await server.api(promoteUser, { userId: 999_999 })).errorCode).toBe('user_not_found');
  });
});

describe('who may act on whom', () => {
  it('[SPEC 1.7] nobody on themselves, above or beside; an admin on those below, a super admin on all others', async () => {
    const [boss, peer] = [await roleManager(), await roleManager()];
    const middle = await subordinate(boss);
    const low = await subordinate(middle);
    expect(await refusals(boss, boss)).toBe('own_access');
    expect(await refusals(server.admin, server.admin)).toBe('own_access');
    for (const [by, on] of [
      [boss, peer],
      [middle, boss],
      [low, middle],
      [boss, server.admin],
    ] as const) {
      expect(await refusals(by, on)).toBe('not_below_you');
    }
    expect(await refusals(boss, low)).toBe('');
    expect(await refusals(server.admin, boss)).toBe('');
  });

  it('shows an admin those below and those who wait, and the others to nobody else', async () => {
    const [boss, peer, waiting] = [await roleManager(), await roleManager(), await pending()];
    const middle = await subordinate(boss);
    const low = await subordinate(middle);
    const { envelope } = await server.api(adminList, { pageSize: 500 }, boss.token);
    const ids = envelope.data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([boss, middle, low, waiting].map(({ userId }) => userId)));
    expect(ids).not.toContain(peer.userId);
    expect(ids).not.toContain(server.admin.userId);
    expect((await server.api(adminDetail, { userId: peer.userId }, boss.token)).errorCode).toBe('user_not_found');
    const own = (await server.api(adminDetail, { userId: boss.userId }, boss.token)).envelope.data;
    expect(own.refusal).toBe('You cannot change your own account here. An admin above you can.');
  });

  it('is judged by how both stand now: two who demote each other do not both succeed', async () => {
    const [one, two] = await Promise.all([0, 1].map(() => server.createAdmin({ role: 'SUPER_ADMIN' })));
    if (!one || !two) throw new Error('two were made');
    const codes = await Promise.all([reject(one, two), reject(two, one)]);
    expect(codes.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });
});

describe('the last SUPER_ADMIN', () => {
  it('cannot be removed: the database itself refuses', async () => {
    const { db } = server.services;
    await sql`update users set admin_role = 'ADMIN' where admin_role = 'SUPER_ADMIN' and id <> ${server.admin.userId}`.execute(
      db,
    );
    const last = sql`where id = ${server.admin.userId}`;
    await expect(sql`update users set admin_role = 'ADMIN' ${last}`.execute(db)).rejects.toThrow(
      'the last SUPER_ADMIN',
    );
    await expect(sql`update users set blocked_at = now() ${last}`.execute(db)).rejects.toThrow('the last SUPER_ADMIN');
    expect((await reject(server.admin)).errorCode).toBe('own_access');
  });
});

describe('rejecting', () => {
  it('makes a non-admin without access or devices, at once, on open sockets too', async () => {
    const account = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { deviceId } = await joinDevice(server, { ownerId: account.userId });
    const open = await openConsole(server, account);
    expect((await server.api(contacts.list, { deviceId }, account.token)).status).toBe(200);
    expect((await reject(account)).envelope.data.adminStatus).toBe('NON_ADMIN');
    expect((await server.api(contacts.list, { deviceId }, account.token)).status).toBe(403);
    await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
    open.told.length = 0;
    server.services.bus.publish('changed', { feature: 'contacts', deviceId });
    server.services.bus.publish('changed', { feature: 'profile', deviceId: null });
    await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
    expect(open.heard('contacts')).toBe(false);
    open.socket.close();
    await promote(account);
    expect((await server.api(deviceList, {}, account.token)).envelope.data).toEqual([]);
  });
});

describe('a blocked account', () => {
  it('is signed out everywhere and cannot sign in until it is unblocked', async () => {
    const account = await server.createAdmin();
    const { username, password, token } = account;
    const open = await openConsole(server, account);
    expect((await block(account)).envelope.data.blocked).toBe(true);
    expect(await open.closed).toBe(consoleSocketClose.sessionEnded);
    expect((await server.api(profile, {}, token)).status).toBe(401);
    const refused = await server.api(login, { username, password }, null);
    expect(refused.error).toBe('This account is blocked. Please ask the admin you report to.');
    // A wrong password does not reveal that the account is blocked.
    const guessed = await server.api(login, { username, password: 'not the password' }, null);
    expect(guessed.errorCode).toBe('login_failed');
    await block(account, false);
    expect((await server.api(profile, {}, token)).status).toBe(401);
    expect((await server.api(login, { username, password }, null)).status).toBe(200);
  });
});

describe('the list of admins', () => {
  it('[SPEC 7.18] begins with those who wait; it is searched, sorted, filtered and paged', async () => {
    const waiting = await pending();
    const { envelope } = await server.api(adminList, { pageSize: 500 });
    const roles = envelope.data.map(({ adminStatus }) => adminStatus);
    expect(roles.lastIndexOf('PENDING')).toBeLessThan(roles.findIndex((role) => role !== 'PENDING'));
    const found = await server.api(adminList, { search: waiting.username.toUpperCase() });
    expect(found.envelope.data).toEqual([
      {
        id: waiting.userId,
        username: waiting.username,
        displayName: waiting.username,
        nickname: '',
        email: '',
        adminStatus: 'PENDING',
        reportsTo: '',
        blocked: false,
        unblockRefusal: '',
        devices: 0,
      },
    ]);
    const filtered = await server.api(adminList, { filter: { adminStatus: 'PENDING' }, pageSize: 1 });
    expect(filtered.envelope.meta.pagination?.totalItems).toBe(roles.filter((role) => role === 'PENDING').length);
    const sorted = await server.api(adminList, { sortBy: 'id', sortDirection: 'desc', pageSize: 500 });
    const ids = sorted.envelope.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});
