import {
  accessLog,
  assignDevices,
  blockUser,
  promoteUser,
  rejectUser,
  setPassword,
  updateFeatureAccess,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accessChain } from '../../../shared/audit/access-log.store.ts';
import { verifyChain } from '../../../shared/audit/chain/audit-verify.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

/** The entries about an account, oldest first. */
async function entriesOf({ username }: TestAdmin) {
  const { envelope } = await server.api(accessLog, { search: username, sortDirection: 'asc', pageSize: 500 });
  return envelope.data.map(({ action, actorName, before, after }) => ({ action, actorName, before, after }));
}

const faults = async () => (await verifyChain(accessChain(server.services.db), server.services.vault.auditKey)).faults;

describe('the access log', () => {
  it('has every change of access with before and after, and nothing of a password', async () => {
    const account = await server.createAdmin({ role: 'PENDING' });
    const { userId } = account;
    const { deviceId, username } = await joinDevice(server);
    await server.api(promoteUser, { userId });
    const contacts = { featurePermission: 'CONTACTS', featureAccess: 'READ_ONLY' } as const;
    await server.api(updateFeatureAccess, { userId, access: [contacts] });
    await server.api(updateFeatureAccess, { userId, access: [contacts] });
    await server.api(assignDevices, { userId, deviceIds: [deviceId] });
    await server.api(setPassword, { userId, password: 'a-new-password' });
    await server.api(blockUser, { userId, blocked: true });
    await server.api(blockUser, { userId, blocked: false });
    await server.api(rejectUser, { userId });
    const actorName = server.admin.username;
    expect(await entriesOf(account)).toEqual([
      {
        action: 'PROMOTE',
        actorName,
        before: { adminStatus: 'PENDING' },
        after: { adminStatus: 'ADMIN', reportsTo: actorName },
      },
      { action: 'FEATURE_ACCESS', actorName, before: { CONTACTS: 'NO_ACCESS' }, after: { CONTACTS: 'READ_ONLY' } },
      {
        action: 'ASSIGN',
        actorName,
        before: { devices: 0 },
        after: { devices: 1, assigned: [`${deviceId} ${username}`] },
      },
      { action: 'PASSWORD', actorName, before: {}, after: { sessions: 'ended' } },
      { action: 'BLOCK', actorName, before: { signIn: 'allowed' }, after: { signIn: 'blocked' } },
      { action: 'UNBLOCK', actorName, before: { signIn: 'blocked' }, after: { signIn: 'allowed' } },
      {
        action: 'REJECT',
        actorName,
        before: { adminStatus: 'ADMIN', CONTACTS: 'READ_ONLY', devices: 1 },
        after: { adminStatus: 'NON_ADMIN' },
      },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('refuses changes, and reveals one that was forced in the database', async () => {
    const { db } = server.services;
    const account = await server.createAdmin({ role: 'PENDING' });
    await server.api(promoteUser, { userId: account.userId });
    const { rows } = await sql<{ id: number }>`select max(id) as id from access_entries`.execute(db);
    const last = rows[0]?.id ?? 0;
    const forge = sql`update access_entries set after = '{}' where id = ${last}`;
    await expect(forge.execute(db)).rejects.toThrow('access_entries is append-only');
    await expect(sql`delete from access_entries`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`update access_head set sequence = 0`.execute(db)).rejects.toThrow('not changed by hand');
    const force = async (statement: typeof forge) => {
      await sql`alter table access_entries disable trigger user`.execute(db);
      await statement.execute(db);
      await sql`alter table access_entries enable trigger user`.execute(db);
    };
    await force(forge);
    expect(await faults()).toMatchObject([{ from: last, to: last, problem: 'changed' }]);
    await force(sql`delete from access_entries where id = ${last}`);
    expect(await faults()).toMatchObject([{ from: last, to: last, problem: 'removed' }]);
  });

  it('shows an admin what they did and what was done to those below them, nothing else', async () => {
    const boss = await server.createAdmin({ access: { AUDIT: 'READ_ONLY' } });
    const [below, beside] = await Promise.all([0, 1].map(() => server.createAdmin({ role: 'PENDING' })));
    if (!below || !beside) throw new Error('two were made');
    await server.api(promoteUser, { userId: below.userId, reportsTo: boss.userId });
    await server.api(promoteUser, { userId: beside.userId });
    const { envelope } = await server.api(accessLog, {}, boss.token);
    expect(envelope.data.map(({ accountName }) => accountName)).toEqual([below.username]);
  });
});
