import { contacts, deviceSummary, enrol, noticeVersion } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { appendAudit, appendEntries } from './audit.store.ts';
import { verifyAudit } from './chain/audit-verify.ts';
import { createRecentAudits } from './recent-audits.ts';

let server: TestServer;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  device = await joinDevice(server);
});
afterAll(() => server.close());

async function entries(deviceId = device.deviceId) {
  const rows = await server.services.db
    .selectFrom('audit_entries')
    .select(['action', 'subject', 'actor_name', 'details'])
    .where('device_id', '=', deviceId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ action, subject, actor_name, details }) => ({ action, subject, by: actor_name, details }));
}

function append(details: Record<string, string> = {}) {
  const { userId, username } = server.admin;
  return appendAudit(server.services.db, {
    deviceId: device.deviceId,
    actorId: userId,
    actorName: username,
    action: 'READ',
    subject: '/test',
    details,
  });
}

describe('the log of a device', () => {
  it('names who joined, who read and who commanded', async () => {
    const { deviceId, username } = device;
    await server.api(contacts.list, { deviceId });
    await server.api(contacts.update, { deviceId });
    const by = server.admin.username;
    expect(await entries()).toMatchObject([
      { action: 'JOIN', subject: enrol.path, by: username, details: { noticeVersion } },
      { action: 'READ', subject: contacts.list.path, by },
      { action: 'COMMAND', subject: contacts.update.path, by, details: { commandType: 'UPDATE_CONTACTS' } },
    ]);
    expect(await verifyAudit(server.services, deviceId)).toMatchObject({ entries: 3, faults: [] });
  });

  it('has one entry for a page that refreshes itself, and separate ones for other pages and admins', async () => {
    const { deviceId } = device;
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    for (const token of [server.admin.token, server.admin.token, other.token]) {
      await Promise.all([1, 1, 2].map((page) => server.api(contacts.list, { deviceId, page }, token)));
    }
    const reads = (await entries()).filter(({ action }) => action === 'READ');
    const pages = reads.map(({ by, details }) => `${by} ${(details as { page?: number }).page ?? 1}`);
    expect(pages.toSorted()).toEqual(
      [server.admin.username, other.username].flatMap((by) => [`${by} 1`, `${by} 2`]).toSorted(),
    );
  });

  it('keeps refused tries too', async () => {
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { deviceId } = device;
    await server.api(contacts.list, { deviceId }, stranger.token);
    await server.api(contacts.update, { deviceId }, stranger.token);
    await server.services.db.updateTable('devices').set({ capabilities: [] }).where('id', '=', deviceId).execute();
    await server.api(contacts.list, { deviceId });
    await server.api(contacts.update, { deviceId });
    expect((await entries()).slice(1)).toMatchObject([
      { action: 'REFUSED_READ', by: stranger.username, details: { reason: 'device_not_found' } },
      { action: 'REFUSED_COMMAND', by: stranger.username, details: { reason: 'device_not_found' } },
      { action: 'REFUSED_READ', by: server.admin.username, details: { reason: 'consent_missing' } },
      { action: 'REFUSED_COMMAND', by: server.admin.username, details: { reason: 'consent_missing' } },
    ]);
  });

  it('has no entry for a command that was not taken', async () => {
    const { deviceId } = device;
    await Promise.all([1, 2, 3].map(() => server.api(contacts.update, { deviceId })));
    expect((await entries()).filter(({ action }) => action === 'COMMAND')).toHaveLength(1);
  });

  it('has what many devices got together in the order in which it was written', async () => {
    const other = await joinDevice(server);
    const { userId: actorId, username: actorName } = server.admin;
    const [seen, saved] = [{ how: 'SEEN' }, { how: 'SAVE' }] as const;
    const line = { actorId, actorName, action: 'READ', subject: '/test' } as const;
    const written = [
      { ...line, deviceId: device.deviceId, details: seen },
      { ...line, deviceId: other.deviceId, details: seen },
      { ...line, deviceId: other.deviceId, details: saved },
      { ...line, deviceId: device.deviceId, details: saved },
      { ...line, deviceId: device.deviceId, details: seen, subject: '/other' },
    ];
    await server.services.auditLog.write(written);
    for (const { deviceId } of [device, other]) {
      const own = written.filter((entry) => entry.deviceId === deviceId);
      const expected = own.map(({ subject, details }) => ({ action: 'READ', subject, by: actorName, details }));
      expect((await entries(deviceId)).slice(1)).toEqual(expected);
      expect(await verifyAudit(server.services, deviceId)).toMatchObject({ entries: own.length + 1, faults: [] });
    }
  });

  it('has nothing of a batch in which one device does not exist', async () => {
    const { db } = server.services;
    const other = await joinDevice(server);
    const { userId: actorId, username: actorName } = server.admin;
    const batch = [device.deviceId, other.deviceId, 999_999_999].map((deviceId) => {
      return { deviceId, actorId, actorName, action: 'READ' as const, subject: '/test' };
    });
    await expect(appendEntries(db, batch)).rejects.toThrow('an entry of the log needs a device');
    for (const { deviceId } of [device, other]) expect(await entries(deviceId)).toHaveLength(1);
  });

  it('stays one chain when many write at once', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, place) => append({ place: String(place), text: 'ünï\n"🙂"' })));
    expect(await verifyAudit(server.services, device.deviceId)).toMatchObject({ entries: 61, faults: [] });
  });
});

describe('the database itself refuses', () => {
  it.each(['audit_entries', 'consents'])('to change or remove %s', async (table) => {
    const { db } = server.services;
    for (const statement of [`update ${table} set device_id = 1`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(`${table} is append-only`);
    }
  });

  it('to move the end of a log by hand', async () => {
    const { db } = server.services;
    const refusal = 'audit_heads follows audit_entries and is not changed by hand';
    for (const statement of [
      `update audit_heads set sequence = sequence + 1`,
      `delete from audit_heads`,
      `insert into audit_heads (device_id, sequence, hash) values (1, 1, '')`,
    ]) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(refusal);
    }
    await expect(sql`truncate audit_heads`.execute(db)).rejects.toThrow('audit_heads is append-only');
  });

  it('a sequence, time or hash that the writer chose', async () => {
    await sql`insert into audit_entries
        (device_id, sequence, recorded_at, actor_name, action, subject, previous_hash, hash)
      values (${device.deviceId}, 99, '2001-01-01', 'x', 'READ', '/x', '\\x00', '\\x00')`.execute(server.services.db);
    expect(await verifyAudit(server.services, device.deviceId)).toMatchObject({ entries: 2, faults: [] });
  });
});

describe('recent audits', () => {
  it('are written again after five minutes, and after a write that failed', async () => {
    let time = 0;
    let writes = 0;
    const recent = createRecentAudits(() => time);
    const write = async () => void (writes += 1);
    await recent.once('a', write);
    time = 5 * 60_000 - 1;
    await recent.once('a', write);
    expect(writes).toBe(1);
    time += 1;
    await recent.once('a', write);
    expect(writes).toBe(2);
    await expect(recent.once('b', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await recent.once('b', write);
    expect(writes).toBe(3);
  });

  it('are written for facts about the device as well', async () => {
    await server.api(deviceSummary, { deviceId: device.deviceId });
    expect((await entries()).at(-1)).toMatchObject({ action: 'READ', subject: deviceSummary.path });
  });
});
