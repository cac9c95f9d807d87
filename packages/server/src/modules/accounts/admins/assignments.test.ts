import { assignDevices, auditList, clientsOfAdmin, deviceList, freeClients, removeDevices } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../../shared/audit/chain/audit-verify.ts';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const assign = (account: TestAdmin, deviceIds: number[], by: TestAdmin = server.admin) =>
  server.api(assignDevices, { userId: account.userId, deviceIds }, by.token);
const remove = (account: TestAdmin, deviceIds: number[], by: TestAdmin = server.admin) =>
  server.api(removeDevices, { userId: account.userId, deviceIds }, by.token);
const join = async (owner: TestAdmin = server.admin) => (await joinDevice(server, { ownerId: owner.userId })).deviceId;
const seenBy = async ({ token }: TestAdmin) =>
  (await server.api(deviceList, {}, token)).envelope.data.map(({ id }) => id);

describe('the devices of an admin', () => {
  it('[SPEC 6.8, 7.25, 7.26] are assigned and removed, many at once, and their lists follow', async () => {
    const account = await server.createAdmin();
    const open = await openConsole(server, account);
    const ids = [await join(), await join(), await join()];
    expect((await assign(account, ids)).envelope.data).toEqual({ changed: 3 });
    expect((await assign(account, ids.slice(0, 1))).envelope.data).toEqual({ changed: 0 });
    expect((await seenBy(account)).toSorted((a, b) => a - b)).toEqual(ids);
    await vi.waitFor(() => expect(open.heard('assignments')).toBe(true));
    expect((await remove(account, ids.slice(1))).envelope.data).toEqual({ changed: 2 });
    expect(await seenBy(account)).toEqual(ids.slice(0, 1));
    // The console's socket follows the same scope: it sends nothing about removed devices.
    open.told.length = 0;
    server.services.bus.publish('changed', { feature: 'contacts', deviceId: ids[1] ?? 0 });
    server.services.bus.publish('changed', { feature: 'contacts', deviceId: ids[0] ?? 0 });
    await vi.waitFor(() => expect(open.heard('contacts')).toBe(true));
    expect(open.told.filter((message) => message.messageType === 'CHANGED' && message.feature === 'contacts')).toEqual([
      { messageType: 'CHANGED', feature: 'contacts', deviceId: ids[0] },
    ]);
    open.socket.close();
  });

  it('are logged in each device, in words for its person', async () => {
    const account = await server.createAdmin();
    const deviceId = await join();
    await assign(account, [deviceId]);
    await remove(account, [deviceId]);
    const { envelope } = await server.api(auditList, { deviceId, sortDirection: 'asc' });
    const entries = envelope.data.filter(({ action }) => action !== 'JOIN');
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'ASSIGN', details: { admin: account.username } },
      { action: 'UNASSIGN', details: { admin: account.username } },
    ]);
    expect(entries.map(({ action, path, details }) => logWords({ action, subject: path, details }))).toEqual([
      `made ${account.username} an admin of this device`,
      `took this device from ${account.username}`,
    ]);
    expect((await verifyAudit(server.services, deviceId)).faults).toEqual([]);
  });

  it('[SPEC 2.64, 7.27, 7.28] are listed as assigned or free, searched and paged', async () => {
    const account = await server.createAdmin();
    const mine = await joinDevice(server, { ownerId: account.userId, username: 'eleanor-assigned' });
    const free = await joinDevice(server, { username: 'theodore-free' });
    const { userId } = account;
    const assigned = await server.api(clientsOfAdmin, { userId });
    expect(assigned.envelope.data.map(({ id }) => id)).toEqual([mine.deviceId]);
    expect(assigned.envelope.meta.pagination?.totalItems).toBe(1);
    const found = await server.api(freeClients, { userId, search: 'THEODORE' });
    expect(found.envelope.data.map(({ id }) => id)).toEqual([free.deviceId]);
    const all = await server.api(freeClients, { userId, pageSize: 1 });
    expect(all.envelope.data).toHaveLength(1);
    expect(all.envelope.meta.pagination?.totalItems).toBeGreaterThan(1);
    expect((await server.api(clientsOfAdmin, { userId, search: 'theodore' })).envelope.data).toEqual([]);
  });

  it('must all be in the scope of the assigning admin, otherwise none is assigned', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const account = await server.createAdmin();
    await sql`update users set reports_to = ${boss.userId} where id = ${account.userId}`.execute(server.services.db);
    const [own, others] = [await join(boss), await join()];
    expect((await assign(account, [own, others], boss)).errorCode).toBe('device_not_found');
    expect((await assign(account, [999_999], boss)).errorCode).toBe('device_not_found');
    expect(await seenBy(account)).toEqual([]);
    expect((await assign(account, [own], boss)).status).toBe(200);
    // A device outside of the caller's scope can neither be seen nor removed.
    await assign(account, [others]);
    const listed = await server.api(clientsOfAdmin, { userId: account.userId }, boss.token);
    expect(listed.envelope.data.map(({ id }) => id)).toEqual([own]);
    expect((await remove(account, [others], boss)).errorCode).toBe('device_not_found');
  });

  it('cannot be assigned to oneself, to a peer, or to a non-admin', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const deviceId = await join(boss);
    expect((await assign(boss, [deviceId], boss)).errorCode).toBe('own_access');
    expect((await assign(await server.createAdmin(), [deviceId], boss)).errorCode).toBe('not_below_you');
    expect((await assign(await server.createAdmin({ role: 'PENDING' }), [deviceId])).errorCode).toBe('not_an_admin');
    const peer = await server.createAdmin();
    const look = await server.api(freeClients, { userId: peer.userId }, boss.token);
    expect(look.errorCode).toBe('user_not_found');
  });
});
