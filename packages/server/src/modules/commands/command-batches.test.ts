import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitStep, contactNames, joinDevice, RawDevice, testContact } from '../../testing/test-device.ts';
import { setPolicies } from '../../testing/set-policies.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { AnswerStage } from './answers/answer-stage.ts';
import type { NewCommand } from '../../shared/services/command-queue.ts';
import { groupAnswers, type StagedAnswer } from './answers/store-answers.ts';
import { commandAnswers } from '../../device-features.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newCommand = (deviceId: number): NewCommand => ({
  deviceId,
  commandType: 'UPDATE_CONTACTS',
  capability: 'CONTACTS',
  requestedBy: server.admin.userId,
  subject: contacts.update.path,
  deadlineMs: 60_000,
  params: {},
});

/** Reads the ids of the commands in a device's log. */
async function audited(deviceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (details->>'commandId')::bigint as id from audit_entries
    where device_id = ${deviceId} and action = 'COMMAND' order by sequence`.execute(server.services.db);
  return rows.map(({ id }) => id);
}

describe('commands that are requested at the same moment', () => {
  it('are queued together, each with its own entry in the log; a device gets one', async () => {
    const { commandQueue } = server.services;
    const devices = await Promise.all([joinDevice(server), joinDevice(server), joinDevice(server)]);
    const silent = await joinDevice(server, { capabilities: [] });
    const ids = [...devices, silent, ...devices].map(({ deviceId }) => deviceId);
    const queued = await Promise.all(ids.map((deviceId) => commandQueue.add(newCommand(deviceId))));
    expect(queued.slice(3)).toEqual([
      { refused: 'not_shared' },
      { refused: 'pending' },
      { refused: 'pending' },
      { refused: 'pending' },
    ]);
    for (const [place, { deviceId }] of devices.entries()) {
      expect(queued[place]).toMatchObject({ command: { stepType: 'QUEUED', requestedBy: server.admin.username } });
      const [first] = queued.slice(place, place + 1).flatMap((each) => ('command' in each ? each.command.id : []));
      expect(await audited(deviceId)).toEqual([first]);
    }
    expect(await audited(silent.deviceId)).toEqual([]);
  });

  it('are inserted only for who may use the device at that moment', async () => {
    const { commandQueue, db } = server.services;
    const [free, outside] = await Promise.all([joinDevice(server), joinDevice(server)]);
    const hours = JSON.stringify({ timeZone: 'UTC', days: [] });
    await sql`update devices set sharing_hours = ${hours}::jsonb where id = ${outside.deviceId}`.execute(db);
    const stranger = { ...newCommand(free.deviceId), requestedBy: 999_999 };
    const queued = [newCommand(outside.deviceId), stranger].map((each) => commandQueue.add(each));
    expect(await Promise.all(queued)).toEqual([{ refused: 'not_shared' }, { refused: 'not_shared' }]);
    await setPolicies(server, { CONTACTS: { reason: 'REQUIRED', approval: false } });
    expect(await commandQueue.add(newCommand(free.deviceId))).toEqual({ refused: 'not_shared' });
    await setPolicies(server, { CONTACTS: { reason: 'NONE', approval: false } });
    for (const { deviceId } of [free, outside]) expect(await audited(deviceId)).toEqual([]);
  });

  it('do not fail with one that cannot be stored', async () => {
    const { commandQueue } = server.services;
    const [good, bad] = await Promise.all([joinDevice(server), joinDevice(server)]);
    // PostgreSQL has no such character in JSON.
    const unstorable = { ...newCommand(bad.deviceId), params: { path: '\0' } };
    const results = await Promise.allSettled(
      [unstorable, newCommand(good.deviceId)].map((each) => commandQueue.add(each)),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await audited(good.deviceId)).toHaveLength(1);
    expect(await audited(bad.deviceId)).toEqual([]);
  });
});

const groups = (answers: StagedAnswer[]) =>
  Array.from(groupAnswers(answers), (group) => group.map(({ deviceId }) => deviceId));

describe('answers that arrive at the same moment', () => {
  it('are stored each for its own device, with every step', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => joinDevice(server)));
    await Promise.all(devices.map(({ deviceId }) => server.api(contacts.update, { deviceId })));
    await Promise.all(
      devices.map(async ({ token, deviceId }) => {
        const raw = new RawDevice(server);
        await raw.hello(token);
        const { commandId } = await raw.next('command');
        raw.send({ type: 'accepted', commandId });
        raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', `Of ${deviceId}`)] });
        raw.send({ type: 'result', commandId, batches: 1 });
        await awaitStep(server, deviceId, 'DONE');
      }),
    );
    for (const { deviceId } of devices) expect(await contactNames(server, deviceId)).toEqual([`Of ${deviceId}`]);
    const { rows } = await sql`
      select from commands where device_id = any(${devices.map(({ deviceId }) => deviceId)}::bigint[])
        and sent_at <= running_at and running_at <= finished_at`.execute(server.services.db);
    expect(rows).toHaveLength(devices.length);
  });

  it('go into one transaction only as far as it stays small, and each device once', () => {
    const [to] = commandAnswers;
    if (!to) throw new Error('There is no command.');
    const answer = (deviceId: number, rows: number): StagedAnswer => {
      const keeper = { keep: () => null, release: () => undefined, now: Date.now };
      const stage = new AnswerStage({ commandId: deviceId, deviceId, epoch: 1, to, params: {} }, keeper);
      for (let place = 0; place < rows; place += 1) stage.add(place, [testContact(String(place))], 1);
      return { deviceId, answer: stage };
    };
    expect(groups([answer(1, 0), answer(2, 3), answer(3, 0)])).toEqual([[1, 2, 3]]);
    expect(groups([answer(1, 6000), answer(2, 6000), answer(3, 0)])).toEqual([[1], [2, 3]]);
    expect(groups([answer(1, 1), answer(2, 1), answer(1, 1)])).toEqual([[1, 2], [1]]);
    expect(groups([])).toEqual([]);
  });
});
