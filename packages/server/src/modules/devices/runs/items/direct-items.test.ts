import {
  askConsent,
  cancelRun,
  createPushNotification,
  endDevice,
  limits,
  type AuditDetails,
  type RunAction,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { logWords, type LogLine } from '../../../../shared/audit/words/log-words.ts';
import { auditOf } from '../../../../testing/person.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../../testing/test-device.ts';
import { countStatements } from '../../../../testing/count-work.ts';
import { insertDevices, selected, useRuns } from '../../../../testing/test-runs.ts';
import type { TestAdmin } from '../../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../../testing/servers/use-server.ts';
import { askForRun, sendRunNotifications } from './direct-items.store.ts';
import { insertItems, insertRun } from '../runs.store.ts';
import { stepsOf } from '../run-steps.ts';

const server = useTestServer();
const runs = useRuns(server);
let device: TestDevice;
beforeEach(async () => void (device = await joinDevice(server)));

const notice: RunAction = { action: 'NOTIFY', title: 'Please update', message: 'Version 2 is here.', type: 'INFO' };
const ask: RunAction = { action: 'ASK', capabilities: ['CONTACTS', 'SMS', 'CONTACTS'] };

const entriesOf = async (of: TestDevice, wanted: string) =>
  (await auditOf(server, of)).filter(({ action }) => action === wanted);

/** Inserts a run of an admin without waking the feeder, and returns the ids of its items. */
async function insertQuietly(by: TestAdmin, action: RunAction, reason: string): Promise<number[]> {
  const { db } = server.services;
  return await db.transaction().execute(async (transaction) => {
    const id = await insertRun(transaction, {
      clientId: crypto.randomUUID(),
      action: action.action,
      title: 'A run',
      requestedBy: by.userId,
      schedule: null,
      reason,
      deviceIds: [device.deviceId],
      bytes: 0,
    });
    await insertItems(
      transaction,
      { id: id ?? 0, requestedBy: by.userId },
      [device.deviceId],
      stepsOf(action, { stored: new Map(), media: new Map() }, { lists: true }),
    );
    // Direct items are carried out by this test: the feeder finds nothing that waits.
    const { rows } = await sql<{ id: number }>`select id from run_items where run_id = ${id} order by id`.execute(
      transaction,
    );
    return rows.map((row) => row.id);
  });
}

describe('a notification to many', () => {
  it('reaches who accepts notifications, with a log entry each; the others are skipped', async () => {
    const unwilling = await joinDevice(server, { capabilities: ['CONTACTS'] });
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const input = { selection: selected(device, unwilling), action: notice, reason: 'New version' };
    const { id, title } = await runs.start(input);
    expect(title).toBe('Send the notification "Please update"');
    expect((await runs.finished(id)).counts).toMatchObject({ DONE: 1, SKIPPED: 1 });
    expect(await raw.next('notification')).toMatchObject({ title: 'Please update', message: 'Version 2 is here.' });
    raw.socket.close();
    const [entry, ...others] = await entriesOf(device, 'NOTIFY');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      by: server.admin.username,
      subject: createPushNotification.path,
      details: { runId: id, reason: 'New version', object: 'Please update', notificationType: 'INFO' },
    });
    expect(logWords(entry as LogLine)).toBe('sent you the notification "Please update"; reason: "New version"');
    expect(await entriesOf(unwilling, 'REFUSED_COMMAND')).toMatchObject([
      { subject: createPushNotification.path, details: { reason: 'consent_missing' } },
    ]);
  });

  it('is not added to those of a person with too many that wait', async () => {
    const { db } = server.services;
    await sql`insert into push_notifications (device_id, type, title, message, sent_by, expires_at)
      select ${device.deviceId}, 'INFO', 'x', 'x', ${server.admin.userId}, now() + interval '1 day'
      from generate_series(2, ${limits.notification.waitingAtOnce})`.execute(db);
    // Two runs at once for the last free place.
    const [first, second] = await Promise.all(
      [1, 2].map(() => runs.start({ selection: selected(device), action: notice })),
    );
    const ended = [await runs.finished(first?.id ?? 0), await runs.finished(second?.id ?? 0)];
    expect(ended.map(({ counts }) => counts.DONE).toSorted()).toEqual([0, 1]);
    expect(ended.map(({ counts }) => counts.SKIPPED).toSorted()).toEqual([0, 1]);
  });

  it('of two admins at once is attributed to each of them, with the reason of each', async () => {
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    await Promise.all([
      runs
        .start({ selection: selected(device), action: notice, reason: 'A question of mine' })
        .then(({ id }) => runs.finished(id)),
      runs
        .start({ selection: selected(device), action: notice, reason: 'A question of theirs' }, other.token)
        .then(({ id }) => runs.finished(id)),
    ]);
    const entries = await entriesOf(device, 'NOTIFY');
    expect(entries.map(({ by, details }) => `${by}: ${(details as AuditDetails).reason}`).toSorted()).toEqual(
      [`${server.admin.username}: A question of mine`, `${other.username}: A question of theirs`].toSorted(),
    );
  });

  it('takes the same number of statements for many devices as for one', async () => {
    const many = await insertDevices(server, 300);
    const statements = await countStatements(/insert into push_notifications/, async () => {
      const { id } = await runs.start({ selection: selected(...many), action: notice });
      expect((await runs.finished(id)).counts).toMatchObject({ DONE: 300 });
    });
    expect(statements).toBe(1);
  });

  it('is sent once by two servers that carry out the same items', async () => {
    const { db } = server.services;
    const itemIds = await insertQuietly(server.admin, notice, '');
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => sendRunNotifications(db, itemIds, createPushNotification.path)),
    );
    expect(outcomes.flat().length).toBeLessThanOrEqual(1);
    server.services.bus.publish('runChanged', {});
    await expect.poll(() => entriesOf(device, 'NOTIFY')).toHaveLength(1);
  });
});

describe('asking many to share', () => {
  it('asks each person for what they do not share, once', async () => {
    const partly = await joinDevice(server, { capabilities: ['CONTACTS'] });
    const nothing = await joinDevice(server, { capabilities: [] });
    const { id, title } = await runs.start({
      selection: selected(partly, nothing),
      action: ask,
      reason: 'To plan the tours',
    });
    expect(title).toBe('Ask to share Contacts and Text messages');
    expect((await runs.finished(id)).counts).toMatchObject({ DONE: 3, SKIPPED: 1 });
    expect((await entriesOf(nothing, 'ASK')).map(({ subject, details }) => [subject, details])).toEqual([
      [askConsent.path, { runId: id, reason: 'To plan the tours', capability: 'CONTACTS' }],
      [askConsent.path, { runId: id, reason: 'To plan the tours', capability: 'SMS' }],
    ]);
    expect(await entriesOf(partly, 'REFUSED_COMMAND')).toMatchObject([
      { subject: askConsent.path, details: { reason: 'already_shared', object: 'Contacts' } },
    ]);
    const again = await runs.start({ selection: selected(nothing), action: ask });
    expect((await runs.finished(again.id)).counts).toMatchObject({ SKIPPED: 2 });
    expect((await runs.items(again.id)).map(({ reason }) => reason)).toEqual([
      'They are being asked already.',
      'They are being asked already.',
    ]);
    await sql`update consent_requests set answer = 'DECLINED', answered_at = now() where device_id = ${nothing.deviceId}`.execute(
      server.services.db,
    );
    const soon = await runs.start({ selection: selected(nothing), action: ask });
    await runs.finished(soon.id);
    expect((await runs.items(soon.id))[0]?.reason).toBe('They were asked within the last day.');
  });

  it('by two servers at once asks once', async () => {
    await sql`update devices set capabilities = '{}' where id = ${device.deviceId}`.execute(server.services.db);
    const itemIds = await insertQuietly(server.admin, ask, '');
    const { db } = server.services;
    await Promise.all([1, 2, 3].map(() => askForRun(db, itemIds, askConsent.path)));
    server.services.bus.publish('runChanged', {});
    await expect.poll(() => entriesOf(device, 'ASK')).toHaveLength(2);
  });
});

describe('ending many', () => {
  it('ends each device with the reason that its person reads, and nothing of others', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const mine = await joinDevice(server, { ownerId: owner.userId });
    const second = await joinDevice(server, { ownerId: owner.userId });
    const action: RunAction = { action: 'END', reason: 'The project is over.' };
    const { id } = await runs.start({ selection: selected(mine, second, device), action }, owner.token);
    expect(await runs.finished(id)).toMatchObject({ devices: 2, counts: { DONE: 2 } });
    const { rows } = await sql<{ id: number; left: boolean }>`
      select id, left_at is not null as left from devices where id = any(${[mine, second, device].map((each) => each.deviceId)}::bigint[])
      order by id`.execute(server.services.db);
    expect(new Map(rows.map((row) => [row.id, row.left]))).toEqual(
      new Map([
        [mine.deviceId, true],
        [second.deviceId, true],
        [device.deviceId, false],
      ]),
    );
    const ended = await sql`select reason, ended_by from ended_devices where device_id = ${mine.deviceId}`.execute(
      server.services.db,
    );
    expect(ended.rows).toEqual([{ reason: 'The project is over.', ended_by: owner.username }]);
    expect(await entriesOf(mine, 'END')).toMatchObject([{ by: owner.username, subject: endDevice.path }]);
    expect(await runs.items(id)).toMatchObject([
      { state: 'DONE', reason: '', deviceName: '' },
      { state: 'DONE', reason: '', deviceName: '' },
    ]);
  });

  it('leaves a device alone whose turn comes after the run was cancelled', async () => {
    const { db } = server.services;
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const held = db.transaction().execute(async (transaction) => {
      await sql`select from devices where id = ${device.deviceId} for no key update`.execute(transaction);
      begun.resolve();
      await release.promise;
    });
    await begun.promise;
    const { id } = await runs.start({
      selection: selected(device),
      action: { action: 'END', reason: 'The project is over.' },
    });
    await server.api(cancelRun, { runId: id });
    release.resolve();
    await held;
    expect(await runs.finished(id)).toMatchObject({ state: 'CANCELLED', counts: { CANCELLED: 1, DONE: 0 } });
    await server.scheduler.runJobs(5000);
    const { rows } = await sql`select from devices where id = ${device.deviceId} and left_at is null`.execute(db);
    expect(rows).toHaveLength(1);
  });
});
