import {
  auditList,
  commandState,
  contacts,
  nonFinalCommands,
  type CommandPhase,
  type CommandState,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import {
  awaitStatus,
  awaitStep,
  contactNames,
  joinDevice,
  RawDevice,
  testContact,
  type TestDevice,
} from '../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

type Contacts = ReturnType<typeof testContact>[];

const start = (device: TestDevice, collect: () => Promise<Contacts>) =>
  devices.start(device, { collectors: { contacts: collect } });

const update = ({ deviceId }: TestDevice, token?: string) => server.api(contacts.update, { deviceId }, token);
const names = ({ deviceId }: TestDevice) => contactNames(server, deviceId);
const reaches = ({ deviceId }: TestDevice, step: Parameters<typeof awaitStep>[2]) => awaitStep(server, deviceId, step);

async function withdraw({ deviceId }: TestDevice): Promise<void> {
  await server.services.db.updateTable('devices').set({ capabilities: [] }).where('id', '=', deviceId).execute();
}

/** Connects a device whose frames the test writes, and sends it a command. */
async function deviceWithCommand() {
  const { device, raw } = await devices.connected();
  await update(device);
  const { commandId } = await raw.next('command');
  return { device, raw, commandId };
}

const isIn = ({ deviceId }: TestDevice, state: CommandState) =>
  vi.waitFor(async () => {
    const [newest] = (await server.api(contacts.history, { deviceId })).envelope.data;
    expect(newest && commandState(newest)).toBe(state);
    return newest;
  }, 10_000);

/** Connects a device whose person is being asked for the command that it was sent. */
async function deviceThatAsks(answer: 'ASKING' | 'SEEN' = 'ASKING') {
  const { device, raw, commandId } = await deviceWithCommand();
  const tell = (phase: CommandPhase) => raw.send({ type: 'progress', commandId, percent: 0, phase });
  tell(answer);
  await isIn(device, answer);
  return { device, raw, commandId, tell };
}
describe('an Update', () => {
  it('travels from the admin to the device, and its rows come back as a difference', async () => {
    const device = await joinDevice(server);
    await awaitStatus(server, device.deviceId, 'Offline');
    let book = [testContact('1', 'Anna'), testContact('2', 'Bert')];
    start(device, async () => book);
    await awaitStatus(server, device.deviceId, 'Online');

    const { envelope, status } = await update(device);
    expect(status).toBe(200);
    expect(envelope.data).toMatchObject({ stepType: 'QUEUED', commandTypeEnum: 'UPDATE_CONTACTS', errorDetails: null });
    const done = await reaches(device, 'DONE');
    expect(done.userResponseTime).toBeGreaterThanOrEqual(0);
    expect(done.requestedBy).toBe(server.admin.username);
    expect(await names(device)).toEqual(['Anna', 'Bert']);

    const before = await server.api(contacts.list, { deviceId: device.deviceId });
    book = [testContact('2', 'Berta'), testContact('3', 'Carla')];
    await update(device);
    await reaches(device, 'DONE');
    const after = await server.api(contacts.list, { deviceId: device.deviceId });
    expect(after.envelope.data.map(({ name }) => name)).toEqual(['Berta', 'Carla']);
    // The row was updated, not replaced: it keeps its id.
    expect(after.envelope.data[0]?.id).toBe(before.envelope.data[1]?.id);
  });

  it('[SPEC 3.21] has its ID, type, response time, step, time of creation and what went wrong', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    const history = async () => (await server.api(contacts.history, { deviceId: device.deviceId })).envelope.data[0];
    // The server stores that a command was sent after sending it.
    await reaches(device, 'SENT');
    const asked = await history();
    expect(asked).toMatchObject({ id: commandId, commandTypeEnum: 'UPDATE_CONTACTS', stepType: 'SENT' });
    expect(asked).toMatchObject({ userResponseTime: null, errorDetails: null });
    expect(Date.parse(asked?.createdAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
    raw.send({ type: 'failed', commandId, reason: 'The address book is locked.' });
    await reaches(device, 'FAILED');
    expect(await history()).toMatchObject({
      id: commandId,
      userResponseTime: expect.any(Number),
      createdAt: asked?.createdAt,
      errorDetails: 'The address book is locked.',
    });
  });

  it('[SPEC 4.22, 7.46, 8.9] while commands are queued, new ones are blocked', async () => {
    const device = await joinDevice(server);
    await update(device);
    const second = await update(device);
    expect(second.status).toBe(409);
    expect(second.errorCode).toBe('commands_pending');
    expect(second.error).toBe(
      'You have pending commands in the queue. Please wait for them to complete before submitting new ones.',
    );
    const open = await server.api(nonFinalCommands, { deviceId: device.deviceId });
    expect(open.envelope.data).toHaveLength(1);
  });

  it('of two admins who press at the same moment, one gets through', async () => {
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const device = await joinDevice(server);
    const answers = await Promise.all([update(device), update(device, other.token), update(device), update(device)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('waits for a device that is offline and is delivered on its return', async () => {
    const device = await joinDevice(server);
    await update(device);
    await reaches(device, 'QUEUED');
    start(device, async () => [testContact('1', 'Back again')]);
    await reaches(device, 'DONE');
    expect(await names(device)).toEqual(['Back again']);
  });

  it('shows each step on the way', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    await reaches(device, 'SENT');
    raw.send({ type: 'accepted', commandId });
    await reaches(device, 'RUNNING');
    raw.send({ type: 'result', commandId, batches: 0 });
    await reaches(device, 'DONE');
    const open = await server.api(nonFinalCommands, { deviceId: device.deviceId });
    expect(open.envelope.data).toEqual([]);
  });

  it('sends many rows in several batches', async () => {
    const device = await joinDevice(server);
    start(device, async () => Array.from({ length: 1201 }, (_, place) => testContact(String(place))));
    await update(device);
    await reaches(device, 'DONE');
    const { envelope } = await server.api(contacts.list, { deviceId: device.deviceId });
    expect(envelope.meta.pagination?.totalItems).toBe(1201);
  });

  it('fails with the reason the device gives', async () => {
    const device = await joinDevice(server);
    start(device, async () => {
      throw new Error('The address book is locked.');
    });
    await update(device);
    expect((await reaches(device, 'FAILED')).errorDetails).toBe('The address book is locked.');
  });

  it('expires at its deadline; what comes later changes nothing and the next one is free', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    await reaches(device, 'SENT');
    await sql`update commands set expires_at = now() where id = ${commandId}`.execute(server.services.db);
    expect((await reaches(device, 'EXPIRED')).errorDetails).toBe('The device did not answer in time.');
    expect((await raw.next('cancel')).commandId).toBe(commandId);
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
    raw.send({ type: 'result', commandId, batches: 1 });

    await update(device);
    const next = await raw.next('command');
    raw.send({ type: 'rows', commandId: next.commandId, batch: 0, rows: [testContact('2', 'In time')] });
    raw.send({ type: 'result', commandId: next.commandId, batches: 1 });
    await reaches(device, 'DONE');
    expect(await names(device)).toEqual(['In time']);
    expect(raw.frames).toEqual([]);
  });
});

describe('a command that its person is asked for', () => {
  it('does not run while they are asked, and then it does', async () => {
    const { device, raw, commandId, tell } = await deviceThatAsks();
    tell('SEEN');
    expect(await isIn(device, 'SEEN')).toMatchObject({ stepType: 'SENT', progress: null });
    raw.send({ type: 'accepted', commandId });
    expect(await isIn(device, 'RUNNING')).toMatchObject({ phase: null });
    // A report that was stored late does not take the person's answer back.
    tell('SEEN');
    raw.send({ type: 'progress', commandId, percent: 10 });
    await vi.waitFor(async () => expect(await isIn(device, 'RUNNING')).toMatchObject({ progress: 10 }), 10_000);
    expect(await isIn(device, 'RUNNING')).toMatchObject({ phase: null });
  });

  it('is declined, which is no failure, and is told in the words of the server', async () => {
    const { device, raw, commandId } = await deviceThatAsks('SEEN');
    raw.send({ type: 'failed', commandId, reason: 'whatever a device may say', declined: true });
    expect((await reaches(device, 'DECLINED')).errorDetails).toBe('The person declined.');
    const { envelope } = await server.api(auditList, { deviceId: device.deviceId, action: 'COMMAND' });
    expect(envelope.data).toMatchObject([{ subject: 'asked for Contacts (they said no)' }]);
    expect(await update(device)).toMatchObject({ status: 200 });
  });

  it('expires, and says that it was the person who did not answer', async () => {
    const { device, commandId } = await deviceThatAsks();
    await sql`update commands set expires_at = now() where id = ${commandId}`.execute(server.services.db);
    expect(await isIn(device, 'UNANSWERED')).toMatchObject({ errorDetails: 'The person did not answer in time.' });
  });
});

describe('delivered at least once, applied once', () => {
  it('starts over when the connection breaks between two batches', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    raw.send({ type: 'accepted', commandId });
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Half'), testContact('9', 'Lost')] });
    await reaches(device, 'RUNNING');
    raw.socket.terminate();
    await raw.closed;
    expect(await names(device)).toEqual([]);

    start(device, async () => [testContact('1', 'Whole'), testContact('2', 'Second')]);
    await reaches(device, 'DONE');
    expect(await names(device)).toEqual(['Second', 'Whole']);
  });

  it('takes a repeated batch and a repeated result without a word', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    const batch = { type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Once')] } as const;
    raw.send({ ...batch, rows: [...batch.rows] });
    raw.send({ ...batch, rows: [testContact('2', 'Ignored')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    raw.send({ type: 'result', commandId, batches: 1 });
    raw.send({ type: 'failed', commandId, reason: 'too late' });
    expect((await reaches(device, 'DONE')).errorDetails).toBeNull();
    expect(await names(device)).toEqual(['Once']);
    expect(raw.frames.filter(({ type }) => type === 'refused')).toEqual([]);
  });

  it('does not run a repeated command twice on the device', async () => {
    const device = await joinDevice(server);
    const released = Promise.withResolvers<void>();
    const collect = vi.fn<() => Promise<Contacts>>(async () => {
      await released.promise;
      return [testContact('1')];
    });
    start(device, collect);
    await update(device);
    await vi.waitFor(() => expect(collect).toHaveBeenCalled());
    server.services.bus.publish('commandQueued', { deviceId: device.deviceId });
    released.resolve();
    await reaches(device, 'DONE');
    expect(collect).toHaveBeenCalledTimes(1);
    expect(await names(device)).toHaveLength(1);
  });

  it('is sent once over a connection, however often the device is nudged', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    const nudge = () => server.services.bus.publish('commandQueued', { deviceId: device.deviceId });
    nudge();
    nudge();
    // Nudges are handled in order: when this one's command has arrived, the earlier ones are done.
    await deviceWithCommand();
    raw.send({ type: 'result', commandId, batches: 0 });
    await reaches(device, 'DONE');
    await update(device);
    expect((await raw.next('command')).commandId).toBeGreaterThan(commandId);
  });

  it('is sent again over a new connection', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    raw.socket.terminate();
    await raw.closed;
    const returned = new RawDevice(server);
    await returned.hello(device.token);
    expect((await returned.next('command')).commandId).toBe(commandId);
  });

  it('refuses an answer to a command that never was', async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'result', commandId: 999_999, batches: 0 });
    expect((await raw.next('refused')).reason).toContain('999999');
  });

  it('does not take an answer to the command of another device', async () => {
    const { device, commandId } = await deviceWithCommand();
    const stranger = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(stranger.token);
    raw.send({ type: 'failed', commandId, reason: 'mischief' });
    expect((await raw.next('refused')).reason).toContain(String(commandId));
    expect((await reaches(device, 'SENT')).errorDetails).toBeNull();
  });
});

describe('what the person shares', () => {
  it('is asked again when a command is delivered', async () => {
    const device = await joinDevice(server);
    await update(device);
    await withdraw(device);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    expect((await reaches(device, 'FAILED')).errorDetails).toMatch(/does not share Contacts/);
    expect(raw.frames).toEqual([]);
  });

  it('is asked again when the rows arrive', async () => {
    const { device, raw, commandId } = await deviceWithCommand();
    await withdraw(device);
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    expect((await reaches(device, 'FAILED')).errorDetails).toMatch(/does not share Contacts/);
    const stored = await sql`select from contacts where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(stored.rows).toEqual([]);
  });

  it('is refused by the device itself, whatever the server believes', async () => {
    const device = await joinDevice(server);
    const collect = vi.fn<() => Promise<Contacts>>(async () => [testContact('1')]);
    devices.start(device, { collectors: { contacts: collect }, granted: () => [] });
    await update(device);
    expect((await reaches(device, 'FAILED')).errorDetails).toMatch(/does not share Contacts/);
    expect(collect).not.toHaveBeenCalled();
  });
});
