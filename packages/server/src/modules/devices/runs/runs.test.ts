import { randomUUID } from 'node:crypto';
import {
  cancelRun,
  contacts,
  notificationList,
  previewRun,
  repeatRun,
  runDetail,
  runItems,
  runList,
  startRun,
  updateFeatureAccess,
  type Capability,
  type RunAction,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { auditOf } from '../../../testing/person.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { openCommand } from '../../../testing/samples/test-files.ts';
import { contactNames, joinDevice, testContact, type TestDevice } from '../../../testing/test-device.ts';
import { selected, updateContacts, useRuns } from '../../../testing/test-runs.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);
const runs = useRuns(server);

const update: RunAction = { action: 'UPDATE', commands: ['UPDATE_CONTACTS', 'UPDATE_APPS'] };

/** Enrols a phone that answers at once with one contact and no app. */
async function phone(capabilities: readonly Capability[]): Promise<TestDevice> {
  const device = await joinDevice(server, { capabilities });
  devices.start(device, {
    granted: () => capabilities,
    collectors: { contacts: async () => [testContact('1')], apps: async () => [] },
  });
  return device;
}

const commandsOf = async ({ deviceId }: TestDevice) =>
  (
    await sql<{ id: number; type: string; step: string }>`select id, command_type as type, step from commands
      where device_id = ${deviceId} order by id`.execute(server.services.db)
  ).rows;

async function runNotifications(runId: number) {
  const { envelope } = await server.api(notificationList, { pageSize: 100 });
  return envelope.data.filter(({ link }) => link === `/runs/${runId}`);
}

describe('a run', () => {
  it('counts what a person declined apart, is complete with it, and does not ask them again', async () => {
    const [willing, unwilling] = [await phone(['CONTACTS']), await joinDevice(server, { capabilities: ['CONTACTS'] })];
    devices.start(unwilling, {
      granted: () => ['CONTACTS'],
      collectors: { contacts: async () => [] },
      approve: async () => 'decline',
    });
    const action: RunAction = { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] };
    const run = await runs.start({ selection: selected(willing, unwilling), action });
    expect((await runs.finished(run.id)).counts).toMatchObject({ DONE: 1, DECLINED: 1, FAILED: 0 });
    await vi.waitFor(async () =>
      expect(await runNotifications(run.id)).toMatchObject([{ type: 'RUN_DONE', message: '1 done, 1 declined.' }]),
    );
    const incomplete = await server.api(runList, { filter: { incomplete: true }, pageSize: 100 });
    expect(incomplete.envelope.data.map(({ id }) => id)).not.toContain(run.id);
    expect((await server.api(repeatRun, { runId: run.id, clientId: randomUUID() })).status).not.toBe(200);
  });

  it('updates two kinds on each device, one after the other, and says why it skipped what is not shared', async () => {
    const sharing = await phone(['CONTACTS', 'APPS']);
    const partly = await phone(['CONTACTS']);
    const run = await runs.start({ selection: selected(sharing, partly), action: update });
    expect(run).toMatchObject({ title: 'Update contacts and installed apps', devices: 2, state: 'RUNNING' });
    const { counts, state } = await runs.finished(run.id);
    expect(state).toBe('DONE');
    expect(counts).toMatchObject({ DONE: 3, SKIPPED: 1, WAITING: 0, OPEN: 0 });
    const items = await runs.items(run.id);
    expect(items.map(({ deviceId, title, state: ended, reason }) => [deviceId, title, ended, reason])).toEqual([
      [sharing.deviceId, 'Update contacts', 'DONE', ''],
      [partly.deviceId, 'Update contacts', 'DONE', ''],
      [sharing.deviceId, 'Update installed apps', 'DONE', ''],
      [
        partly.deviceId,
        'Update installed apps',
        'SKIPPED',
        'The person using this device does not share Installed apps.',
      ],
    ]);
    expect(await contactNames(server, sharing.deviceId)).not.toEqual([]);
    // The history of the device names the run, as does its log.
    const { envelope } = await server.api(contacts.history, { deviceId: sharing.deviceId });
    expect(envelope.data.map(({ runId }) => runId)).toEqual([run.id]);
    const log = await auditOf(server, sharing);
    expect(log.filter(({ action }) => action === 'COMMAND').map(({ subject, details }) => [subject, details])).toEqual([
      [contacts.update.path, expect.objectContaining({ runId: run.id })],
      [expect.any(String), expect.objectContaining({ runId: run.id })],
    ]);
    // One notification for the run, none for its commands.
    const told = await vi.waitFor(async () => {
      const found = await runNotifications(run.id);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(told[0]).toMatchObject({ type: 'RUN_INCOMPLETE', message: '3 done, 1 skipped.' });
    const { envelope: all } = await server.api(notificationList, { pageSize: 100 });
    expect(all.data.filter(({ type }) => type.startsWith('COMMAND_'))).toEqual([]);
  });

  it('is started once, however often the request is repeated', async () => {
    const device = await joinDevice(server);
    const input = { clientId: randomUUID(), selection: selected(device), action: updateContacts };
    const answers = await Promise.all(Array.from({ length: 5 }, () => runs.start(input)));
    const again = await runs.start(input);
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1);
    await runs.reach(again.id, 'OPEN');
    expect(await commandsOf(device)).toHaveLength(1);
    // The ids of one admin's requests say nothing about another's.
    const colleague = await server.createAdmin({ access: 'FULL_ACCESS' });
    const theirs = await joinDevice(server, { ownerId: colleague.userId });
    const other = await runs.start({ ...input, selection: selected(theirs) }, colleague.token);
    expect(other.id).not.toBe(again.id);
  });

  it('waits while the device has a command of somebody else, says so, and goes on after it', async () => {
    const device = await joinDevice(server);
    const single = await openCommand(server, device, 'UPDATE_APPS');
    const selection = selected(device);
    expect((await server.api(previewRun, { selection, action: update })).envelope.data.busy).toBe(1);
    const { id } = await runs.start({ selection, action: update });
    const waits = async () =>
      (await server.api(runItems, { runId: id })).envelope.data.map(({ state, waitsFor }) => [state, waitsFor]);
    await server.scheduler.runJobs(5000);
    expect(await runs.read(id)).toMatchObject({ counts: { WAITING: 2, OPEN: 0 }, waitingDevices: 1 });
    expect(await waits()).toEqual([
      ['WAITING', 'COMMAND'],
      ['WAITING', 'COMMAND'],
    ]);
    expect(await commandsOf(device)).toEqual([{ id: single, type: 'UPDATE_APPS', step: 'RUNNING' }]);
    await runs.answer(device);
    await runs.reach(id, 'OPEN');
    expect(await runs.read(id)).toMatchObject({ counts: { WAITING: 1, OPEN: 1 }, waitingDevices: 0 });
    expect(await waits()).toEqual([
      ['OPEN', null],
      ['WAITING', 'STEP'],
    ]);
    await runs.answer(device);
    await runs.reach(id, 'DONE');
    await runs.reach(id, 'OPEN');
    await runs.answer(device);
    expect((await runs.finished(id)).counts).toMatchObject({ DONE: 2 });
    await vi.waitFor(async () => expect(await runNotifications(id)).toMatchObject([{ type: 'RUN_DONE' }]));
  });

  it('is refused when the admin may not do it, has none of the devices, or names files of several', async () => {
    const device = await joinDevice(server);
    const other = await joinDevice(server);
    const reader = await server.createAdmin({ access: { CONTACTS: 'READ_ONLY' } });
    const begin = async (selection: typeof startRun.input._zod.input.selection, action: RunAction, token?: string) =>
      (await server.api(startRun, { clientId: randomUUID(), selection, action }, token)).envelope.meta.message[0]?.code;
    expect(await begin(selected(device), updateContacts, reader.token)).toBe('not_allowed');
    const full = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect(await begin(selected(device), updateContacts, full.token)).toBe('no_devices');
    const deletion: RunAction = { action: 'DELETE_FILES', paths: ['a.txt'] };
    expect(await begin(selected(device, other), deletion)).toBe('one_device_only');
    const missing: RunAction = { action: 'FETCH_MEDIA', itemIds: [1] };
    expect(await begin(selected(device), missing)).toBe('file_not_found');
  });

  it('of one admin is invisible to others, except to a SUPER_ADMIN', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const device = await joinDevice(server, { ownerId: owner.userId });
    const colleague = await server.createAdmin({ access: 'FULL_ACCESS' });
    await sql`insert into device_assignments (user_id, device_id) values (${colleague.userId}, ${device.deviceId})`.execute(
      server.services.db,
    );
    const { id } = await runs.start({ selection: selected(device), action: updateContacts }, owner.token);
    for (const endpoint of [runDetail, runItems, cancelRun] as const) {
      const { envelope } = await server.api(endpoint, { runId: id }, colleague.token);
      expect(envelope.meta.message[0]?.code).toBe('run_not_found');
    }
    const repeated = await server.api(repeatRun, { runId: id, clientId: randomUUID() }, colleague.token);
    expect(repeated.envelope.meta.message[0]?.code).toBe('run_not_found');
    const listed = async (token: string) =>
      (await server.api(runList, { filter: { deviceId: device.deviceId } }, token)).envelope.data.map((run) => run.id);
    expect(await listed(colleague.token)).toEqual([]);
    expect(await listed(owner.token)).toEqual([id]);
    expect(await listed(server.admin.token)).toEqual([id]);
  });

  it('names files only to who may see them, while the person shares them', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const device = await joinDevice(server, { ownerId: owner.userId });
    const action: RunAction = { action: 'DELETE_FILES', paths: ['Letters/secret.txt'] };
    const { id } = await runs.start({ selection: selected(device), action }, owner.token);
    const title = async () => (await runs.items(id, owner.token))[0]?.title;
    expect(await title()).toBe('Delete Letters/secret.txt');
    const { db } = server.services;
    await sql`update devices set capabilities = array_remove(capabilities, 'FILES') where id = ${device.deviceId}`.execute(
      db,
    );
    expect(await title()).not.toContain('secret');
    await sql`update devices set capabilities = array_append(capabilities, 'FILES') where id = ${device.deviceId}`.execute(
      db,
    );
    expect(await title()).toContain('secret');
    await sql`delete from device_assignments where device_id = ${device.deviceId}`.execute(db);
    expect(await runs.items(id, owner.token)).toMatchObject([{ deviceName: '', username: '' }]);
    expect(await title()).not.toContain('secret');
  });

  it('says which files failed only to who may see them, while the person shares them', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const device = await joinDevice(server, { ownerId: owner.userId });
    const { db } = server.services;
    const change = (set: ReturnType<typeof sql>) =>
      sql`update devices set ${set} where id = ${device.deviceId}`.execute(db);
    const offers = { commands: ['DELETE_FILE'], refusals: {}, lists: true };
    await change(sql`offers = ${JSON.stringify(offers)}::jsonb`);
    const action: RunAction = { action: 'DELETE_FILES', paths: ['Letters/secret.txt', 'Letters/other.txt'] };
    const { id } = await runs.start({ selection: selected(device), action }, owner.token);
    await runs.reach(id, 'OPEN');
    const error = '1 of 2 failed: Letters/secret.txt: This file is no longer there.';
    await sql`update commands set error_details = ${error} where device_id = ${device.deviceId}`.execute(db);
    await runs.answer(device);
    await runs.finished(id);
    const reason = async (token = owner.token) => (await runs.items(id, token))[0]?.reason;
    expect(await reason()).toBe(error);
    await change(sql`capabilities = array_remove(capabilities, 'FILES')`);
    expect(await reason()).toBe('1 of 2 failed');
    await change(sql`capabilities = array_append(capabilities, 'FILES'), paused_at = now()`);
    expect(await reason()).toBe('1 of 2 failed');
    await change(sql`paused_at = null`);
    expect(await reason()).toBe(error);
    const none = [{ featurePermission: 'FILE_MANAGER' as const, featureAccess: 'NO_ACCESS' as const }];
    await server.api(updateFeatureAccess, { userId: owner.userId, access: none });
    expect(await reason()).toBe('1 of 2 failed');
    expect(await reason(server.admin.token)).toBe(error);
    await sql`delete from device_assignments where device_id = ${device.deviceId}`.execute(db);
    expect(await reason()).toBe('1 of 2 failed');
  });

  it('is deleted some time after it has finished, with its items', async () => {
    const device = await joinDevice(server);
    const { id } = await runs.start({ selection: selected(device), action: updateContacts });
    await runs.reach(id, 'OPEN');
    const { db } = server.services;
    const age = sql`update runs set created_at = now() - interval '1 year', finished_at = case when finished_at is null
      then null else now() - interval '91 days' end where id = ${id}`;
    await age.execute(db);
    await runShortJobs(server.services);
    await runs.answer(device);
    await runs.finished(id);
    await age.execute(db);
    await runShortJobs(server.services);
    expect((await server.api(runDetail, { runId: id })).status).toBe(404);
    expect((await sql`select from run_items where run_id = ${id}`.execute(db)).rows).toEqual([]);
    const { envelope } = await server.api(contacts.history, { deviceId: device.deviceId });
    expect(envelope.data).toMatchObject([{ runId: null }]);
  });
});

describe('cancelling a run', () => {
  it('cancels what waits and what is open, tells the devices, and leaves what is done', async () => {
    const device = await joinDevice(server);
    const busy = await joinDevice(server);
    const single = await openCommand(server, busy, 'UPDATE_APPS');
    const { id } = await runs.start({ selection: selected(device, busy), action: update });
    await runs.reach(id, 'OPEN');
    await runs.answer(device);
    await runs.reach(id, 'DONE');
    await runs.reach(id, 'OPEN');
    const stopped: number[] = [];
    const stop = server.services.bus.subscribe('commandCancelled', ({ deviceId }) => void stopped.push(deviceId));
    const { status } = await server.api(cancelRun, { runId: id });
    stop();
    expect(status).toBe(200);
    expect(stopped).toEqual([device.deviceId]);
    const { state, counts } = await runs.finished(id);
    expect([state, counts]).toEqual(['CANCELLED', expect.objectContaining({ DONE: 1, CANCELLED: 3 })]);
    expect((await commandsOf(busy)).map(({ id: command, step }) => [command, step])).toEqual([[single, 'RUNNING']]);
    const log = await auditOf(server, device);
    expect(log.at(-1)).toMatchObject({ action: 'CANCEL', subject: cancelRun.path, details: { runId: id } });
    expect((await server.api(cancelRun, { runId: id })).envelope.meta.message[0]?.code).toBe('run_ended');
    expect(await runNotifications(id)).toEqual([]);
  });
});

describe('running again', () => {
  it('takes what did not succeed into a new run, once', async () => {
    const done = await joinDevice(server);
    const unwilling = await joinDevice(server, { capabilities: ['APPS'] });
    const { id } = await runs.start({
      selection: selected(done, unwilling),
      action: updateContacts,
      reason: 'The yearly audit',
    });
    await runs.reach(id, 'OPEN');
    const early = await server.api(repeatRun, { runId: id, clientId: randomUUID() });
    expect(early.envelope.meta.message[0]?.code).toBe('run_not_ended');
    await runs.answer(done);
    await runs.finished(id);
    const clientId = randomUUID();
    const [first, second] = await Promise.all([1, 2].map(() => server.api(repeatRun, { runId: id, clientId })));
    expect(second?.envelope.data.id).toBe(first?.envelope.data.id);
    const again = await runs.finished(first?.envelope.data.id ?? 0);
    expect(again).toMatchObject({ devices: 1, reason: '', counts: { SKIPPED: 1, DONE: 0 } });
    expect(again.device?.id).toBe(unwilling.deviceId);
    const fine = await runs.start({ selection: selected(done), action: updateContacts });
    await runs.reach(fine.id, 'OPEN');
    await runs.answer(done);
    await runs.finished(fine.id);
    const nothing = await server.api(repeatRun, { runId: fine.id, clientId: randomUUID() });
    expect(nothing.envelope.meta.message[0]?.code).toBe('nothing_to_repeat');
  });
});

describe('the preview of a run', () => {
  it('counts the devices that can, that can in part, and that cannot, with the reasons', async () => {
    const all = await joinDevice(server, { capabilities: ['CONTACTS', 'APPS'] });
    const some = await joinDevice(server, { capabilities: ['CONTACTS'] });
    const none = await joinDevice(server, { capabilities: [] });
    const selection = selected(all, some, none);
    const { envelope } = await server.api(previewRun, { selection, action: update });
    expect(envelope.data).toEqual({
      devices: 3,
      all: 1,
      some: 1,
      none: 1,
      offline: 2,
      busy: 0,
      reasons: [
        { text: 'The person using this device does not share Installed apps.', devices: 2 },
        { text: 'The person using this device does not share Contacts.', devices: 1 },
      ],
    });
    await setPolicies(server, { CONTACTS: { reason: 'REQUIRED', approval: false } });
    try {
      const count = async (reason: string) =>
        (await server.api(previewRun, { selection: selected(all), action: updateContacts, reason })).envelope.data.all;
      expect([await count(''), await count('The yearly audit')]).toEqual([0, 1]);
    } finally {
      await setPolicies(server, { CONTACTS: { reason: 'NONE', approval: false } });
    }
    expect(await commandsOf(all)).toEqual([]);
  });
});
