import {
  blockUser,
  changePassword,
  consoleSocketClose,
  contacts,
  deviceSummary,
  endOtherSessions,
  fileLinks,
  login,
  logout,
  profile,
  rejectUser,
  removeDevices,
  resetSignIn,
  setPassword,
  updateFeatureAccess,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { turnOnTwoFactor } from '../testing/account.ts';
import { openConsole } from '../testing/open-console.ts';
import { joinDevice } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const next = 'quiet-otter-77';

const statusOf = async (token: string) => (await server.api(profile, {}, token)).status;

async function anotherSession({ username, password }: TestAdmin): Promise<string> {
  return (await server.api(login, { username, password }, null)).envelope.data.token;
}

/** All events that end a session in use. */
const endings: [name: string, end: (account: TestAdmin) => Promise<{ status: number }>][] = [
  ['logout', ({ token }) => server.api(logout, {}, token)],
  [
    'a new password by its owner, elsewhere',
    async (account) => {
      const change = { currentPassword: account.password, newPassword: next };
      return await server.api(changePassword, change, await anotherSession(account));
    },
  ],
  ['a new password by an admin', ({ userId }) => server.api(setPassword, { userId, password: next })],
  ['signing out all others', async (account) => server.api(endOtherSessions, {}, await anotherSession(account))],
  ['a block', ({ userId }) => server.api(blockUser, { userId, blocked: true })],
  [
    'a reset of its sign-in',
    async (account) => {
      await turnOnTwoFactor(server, account);
      return await server.api(resetSignIn, { userId: account.userId });
    },
  ],
];

describe('a token that was stolen before', () => {
  it.each(endings)('is worth nothing after %s, and its open socket is closed', async (_, end) => {
    const account = await server.createAdmin();
    const open = await openConsole(server, account);
    expect(await statusOf(account.token)).toBe(200);
    expect((await end(account)).status).toBe(200);
    expect(await statusOf(account.token)).toBe(401);
    expect(await open.closed).toBe(consoleSocketClose.sessionEnded);
    await expect(openConsole(server, account)).rejects.toThrow('401');
  });

  it('is not restored: an unblocked account has to sign in again', async () => {
    const account = await server.createAdmin();
    for (const blocked of [true, false]) await server.api(blockUser, { userId: account.userId, blocked });
    expect(await statusOf(account.token)).toBe(401);
  });
});

/** All events that remove a device from an admin's scope while its page is open. */
const losses: [name: string, lose: (account: TestAdmin, deviceId: number) => Promise<{ status: number }>][] = [
  ['demotion', ({ userId }) => server.api(rejectUser, { userId })],
  ['the device taken', ({ userId }, deviceId) => server.api(removeDevices, { userId, deviceIds: [deviceId] })],
  [
    'the access taken',
    ({ userId }) =>
      server.api(updateFeatureAccess, {
        userId,
        access: (['CONTACTS', 'FILE_MANAGER'] as const).map((featurePermission) => ({
          featurePermission,
          featureAccess: 'NO_ACCESS' as const,
        })),
      }),
  ],
];

describe('a session that stays open', () => {
  it.each(losses)('reads and asks nothing more of a device after %s', async (_, lose) => {
    const account = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { deviceId } = await joinDevice(server, { ownerId: account.userId });
    const statuses = async () =>
      await Promise.all(
        [contacts.list, contacts.update, fileLinks].map(
          async (endpoint) => (await server.api(endpoint, { deviceId }, account.token)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await lose(account, deviceId)).status).toBe(200);
    for (const status of await statuses()) expect([403, 404]).toContain(status);
  });

  it.each(losses.slice(0, 2))(
    'receives nothing more about a device after %s, on a socket that stays open',
    async (_, lose) => {
      const account = await server.createAdmin({ access: 'FULL_ACCESS' });
      const { deviceId } = await joinDevice(server, { ownerId: account.userId });
      const { bus } = server.services;
      const open = await openConsole(server, account);
      bus.publish('changed', { feature: 'contacts', deviceId });
      await vi.waitFor(() => expect(open.heard('contacts')).toBe(true));
      await lose(account, deviceId);
      open.told.length = 0;
      bus.publish('changed', { feature: 'contacts', deviceId });
      // A later event arrives, so an earlier one would have arrived before it.
      bus.publish('changed', { feature: 'profile', deviceId: null });
      await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
      expect(open.heard('contacts')).toBe(false);
      open.socket.close();
    },
  );

  it('is authorized again for every call, also after manual changes of the database', async () => {
    const account = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { deviceId } = await joinDevice(server, { ownerId: account.userId });
    expect((await server.api(deviceSummary, { deviceId }, account.token)).status).toBe(200);
    await sql`delete from device_assignments where user_id = ${account.userId}`.execute(server.services.db);
    expect((await server.api(deviceSummary, { deviceId }, account.token)).status).toBe(404);
  });
});
