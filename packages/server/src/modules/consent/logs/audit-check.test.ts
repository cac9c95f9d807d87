import { auditReport, contacts, loadAuditCheck, startAuditCheck, stopAuditCheck } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';

const server = useTestServer();
let admin: TestAdmin;
let device: TestDevice;
let began: string;

beforeAll(async () => {
  began = new Date(Date.now() - 60_000).toISOString();
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId });
  for (const page of [1, 2]) await server.api(contacts.list, { deviceId: device.deviceId, page }, admin.token);
  await server.api(contacts.update, { deviceId: device.deviceId }, admin.token);
});

const latest = async () => (await server.api(loadAuditCheck, {})).envelope.data.check;
const finishedAt = async () => (await latest())?.finishedAt ?? null;

/** Puts a check into the database as another server, which carries it out, has it. */
const putRunning = (seenAt: string) =>
  sql`insert into settings (key, value) values ('audit-check', ${JSON.stringify({
    id: 'elsewhere',
    state: 'RUNNING',
    startedBy: 'olga',
    startedAt: began,
    finishedAt: null,
    checked: 3,
    total: 9,
    faults: [],
    summaries: [],
    seenAt,
  })}::jsonb) on conflict (key) do update set value = excluded.value`.execute(server.services.db);

describe('the check of the logs', () => {
  it('says that every chain holds, how much was checked, and who started it', async () => {
    expect(await latest()).toBeNull();
    const { status, envelope } = await server.api(startAuditCheck, {});
    expect([status, envelope.data.check?.startedBy]).toEqual([200, server.admin.username]);
    await expect.poll(finishedAt).not.toBeNull();
    const check = await latest();
    expect(check).toMatchObject({ state: 'HOLDS', faults: [] });
    expect(check?.checked).toBeGreaterThanOrEqual(check?.total ?? Infinity);
    expect(check?.summaries[0]).toMatch(/^Device logs: \d+ entries of \d+ devices checked, .*; every chain holds\.$/);
  });

  it('names what was changed by the number of its device, which tells nothing about who carries it', async () => {
    const change = (to: string) =>
      sql`update audit_entries set subject = ${to} where device_id = ${device.deviceId} and sequence = 2`;
    await server.services.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await change('/forged').execute(transaction);
    });
    await server.api(startAuditCheck, {});
    await expect.poll(finishedAt).not.toBeNull();
    expect(await latest()).toMatchObject({
      state: 'BROKEN',
      faults: [`Device ${device.deviceId}, entry 2: changed, its content does not fit its hash.`],
    });
    await server.services.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await change(contacts.list.path).execute(transaction);
    });
  });

  it('runs once at a time over all servers, can be stopped, and has failed when its server falls silent', async () => {
    await putRunning(new Date().toISOString());
    const { envelope } = await server.api(startAuditCheck, {});
    expect(envelope.data.check).toMatchObject({ startedBy: 'olga', state: 'RUNNING', checked: 3 });
    expect((await server.api(stopAuditCheck, {})).envelope.data.check).toMatchObject({ state: 'STOPPED' });
    await putRunning(new Date(Date.now() - 60_000).toISOString());
    expect(await latest()).toMatchObject({ state: 'FAILED' });
    await server.api(startAuditCheck, {});
    await expect.poll(finishedAt).not.toBeNull();
    expect(await latest()).toMatchObject({ startedBy: server.admin.username, state: 'HOLDS' });
  });

  it('is for super admins', async () => {
    for (const endpoint of [loadAuditCheck, startAuditCheck, stopAuditCheck]) {
      expect((await server.api(endpoint, {}, admin.token)).errorCode).toBe('not_allowed');
    }
  });
});

describe('the report of who did what', () => {
  it('counts the acts of each admin in a period, and names no person', async () => {
    const to = new Date(Date.now() + 60_000).toISOString();
    const { envelope } = await server.api(auditReport, { from: began, to });
    expect(envelope.data.filter(({ who }) => who === admin.username)).toEqual([
      { who: admin.username, action: 'READ', about: 'Contacts', times: 2 },
      { who: admin.username, action: 'COMMAND', about: 'Contacts', times: 1 },
    ]);
    expect(envelope.data.map(({ who }) => who)).not.toContain(device.username);
    expect((await server.api(auditReport, { from: to, to }, server.admin.token)).envelope.data).toEqual([]);
  });

  it('is for super admins, and takes moments only', async () => {
    const to = new Date().toISOString();
    expect((await server.api(auditReport, { from: began, to }, admin.token)).errorCode).toBe('not_allowed');
    expect((await server.api(auditReport, { from: 'yesterday', to })).errorCode).toBe('invalid_input');
  });
});
