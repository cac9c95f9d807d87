import {
  assignDevices,
  auditList,
  contacts,
  deviceList,
  deviceSocketClose,
  deviceSummary,
  endDevice,
  limits,
  notificationList,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../../shared/audit/chain/audit-verify.ts';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { auditOf, changesOf, countContacts, livingDevice } from '../../../testing/person.ts';
import {
  awaitStep,
  joinDevice,
  RawDevice,
  testContact,
  testFacts,
  type TestDevice,
} from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);
const reason = 'This phone was sold.';

const end = ({ deviceId }: TestDevice, by: TestAdmin = server.admin, why = reason) =>
  server.api(endDevice, { deviceId, reason: why }, by.token);

/** All frames that a device with this token receives after its hello. */
async function heardBy(token: string) {
  const raw = new RawDevice(server);
  await raw.opened;
  raw.send({ type: 'hello', token, facts: testFacts });
  return { code: await raw.closed, frames: raw.frames };
}

const isEnding = (by: TestAdmin = server.admin) => ({
  type: 'ended',
  endedBy: by.username,
  reason,
  endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
});

describe('an admin who ends a device', () => {
  it('tells its person, deletes what was collected and writes who and why to its log', async () => {
    const { device, client, lines, release } = await livingDevice(server, devices);
    release();
    await server.api(contacts.update, { deviceId: device.deviceId });
    await awaitStep(server, device.deviceId, 'DONE');
    const told = changesOf(server, device);
    expect((await end(device)).status).toBe(200);
    expect(await client.ended).toBe('ended');
    expect(lines).toContain(`ended by ${server.admin.username}: ${reason}`);
    expect(await countContacts(server, device)).toBe(0);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({
      action: 'END',
      by: server.admin.username,
      subject: endDevice.path,
      details: { why: reason },
    });
    expect((await verifyAudit(server.services, device.deviceId)).faults).toEqual([]);
    const log = await server.api(auditList, { deviceId: device.deviceId, action: 'END' });
    expect(log.envelope.data).toMatchObject([{ deviceLeft: true, details: { why: reason } }]);
    const { envelope } = await server.api(deviceList, { pageSize: 500 });
    expect(envelope.data.map(({ id }) => id)).not.toContain(device.deviceId);
    await vi.waitFor(() => expect(told).toEqual(expect.arrayContaining(['contacts', 'devices', 'tickets'])));
  });

  it('ends the command that is open, and stops the device that carries it out', async () => {
    const { device, raw } = await devices.connected();
    await server.api(contacts.update, { deviceId: device.deviceId });
    const { commandId } = await raw.next('command');
    expect((await end(device)).status).toBe(200);
    expect(await raw.next('cancel')).toEqual({ type: 'cancel', commandId });
    expect(await raw.next('ended')).toEqual(isEnding());
    expect(await raw.closed).toBe(deviceSocketClose.left);
    // Commands are deleted with all other data of the device; the log's entry stays.
    const { rows } = await sql`select from commands where id = ${commandId}`.execute(server.services.db);
    expect(rows).toEqual([]);
    expect((await auditOf(server, device)).map(({ action }) => action)).toEqual(['JOIN', 'COMMAND', 'END']);
  });

  it('reaches a device that was away as soon as it comes back, and for 30 days', async () => {
    const device = await joinDevice(server);
    await end(device);
    for (let times = 0; times < 2; times += 1) {
      expect(await heardBy(device.token)).toEqual({ code: deviceSocketClose.left, frames: [isEnding()] });
    }
    const aged = (ms: number) =>
      sql`update ended_devices set ended_at = now() - ${ms} * interval '1 millisecond'
        where device_id = ${device.deviceId}`.execute(server.services.db);
    await aged(limits.device.endingKnownMs - 60_000);
    await runShortJobs(server.services);
    expect((await heardBy(device.token)).code).toBe(deviceSocketClose.left);
    await aged(limits.device.endingKnownMs + 1000);
    await runShortJobs(server.services);
    expect(await heardBy(device.token)).toEqual({ code: deviceSocketClose.refused, frames: [] });
  });

  it('notifies the other admins with the reason, and not the admin who did it', async () => {
    const [owner, other] = await Promise.all([0, 1].map(() => server.createAdmin({ access: 'FULL_ACCESS' })));
    if (!owner || !other) throw new Error('Two were asked for.');
    const device = await joinDevice(server, { ownerId: owner.userId });
    await server.api(assignDevices, { userId: other.userId, deviceIds: [device.deviceId] });
    await end(device, owner);
    const news = async ({ token }: TestAdmin) =>
      (await server.api(notificationList, { filter: { type: 'DEVICE_ENDED' } }, token)).envelope.data;
    await vi.waitFor(async () => {
      expect(await news(other)).toMatchObject([
        { title: expect.stringContaining(owner.username), message: expect.stringContaining(reason) },
      ]);
    });
    expect(await news(owner)).toEqual([]);
  });

  it('leaves nothing behind, whatever the device does concurrently, also while it connects', async () => {
    for (let round = 0; round < 10; round += 1) {
      const device = await joinDevice(server);
      const raw = new RawDevice(server);
      await raw.opened;
      const arriving = round % 2 === 0;
      if (!arriving) {
        await raw.hello(device.token);
        await server.api(contacts.update, { deviceId: device.deviceId });
        const { commandId } = await raw.next('command');
        raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
        raw.send({ type: 'result', commandId, batches: 1 });
      } else raw.send({ type: 'hello', token: device.token, facts: testFacts });
      expect((await end(device)).status).toBe(200);
      expect(await raw.closed).toBe(deviceSocketClose.left);
      expect(raw.frames.at(-1)).toEqual(isEnding());
      expect(await countContacts(server, device)).toBe(0);
    }
  });

  it('does not keep a device that was let in at the same moment and is not online yet', async () => {
    const { deviceId, token } = await joinDevice(server);
    const { db, bus } = server.services;
    const raw = new RawDevice(server);
    await raw.opened;
    await db.transaction().execute(async (transaction) => {
      await sql`select from devices where id = ${deviceId} for update`.execute(transaction);
      raw.send({ type: 'hello', token, facts: testFacts });
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(rows).not.toEqual([]);
      });
      bus.publish('deviceLeft', { deviceId, ended: false });
    });
    expect(await raw.closed).toBe(deviceSocketClose.left);
  });

  it('succeeds once: the second admin learns that there is no such device any more', async () => {
    const device = await joinDevice(server);
    const answers = await Promise.all([end(device), end(device), end(device)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const entries = await auditOf(server, device);
    expect(entries.filter(({ action }) => action === 'END')).toHaveLength(1);
  });

  it.each([
    ['no reason', ''],
    ['blanks', '   '],
    ['a reason that is too long', 'x'.repeat(limits.device.endReasonMaxLength + 1)],
  ])('must say why: %s is refused, and the device stays', async (_, why) => {
    const device = await joinDevice(server);
    expect((await end(device, server.admin, why)).errorCode).toBe('invalid_input');
    expect((await server.api(deviceSummary, { deviceId: device.deviceId })).status).toBe(200);
  });
});
