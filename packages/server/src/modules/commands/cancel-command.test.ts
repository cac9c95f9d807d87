import { cancelCommand, contacts, nonFinalCommands } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../testing/person.ts';
import {
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

const cancel = ({ deviceId }: TestDevice, commandId: number, token?: string) =>
  server.api(cancelCommand, { deviceId, commandId }, token);

async function connect({ token }: TestDevice): Promise<RawDevice> {
  const raw = new RawDevice(server);
  await raw.hello(token);
  return raw;
}

/** A command that waits for an offline device. */
async function commandQueued(ownerId?: number) {
  const device = await joinDevice(server, ownerId === undefined ? {} : { ownerId });
  const { envelope } = await server.api(contacts.update, { deviceId: device.deviceId });
  return { device, commandId: envelope.data.id, raw: null };
}

/** A connected device with a command at the given step. */
async function commandAt(step: 'SENT' | 'RUNNING') {
  const device = await joinDevice(server);
  const raw = await connect(device);
  await server.api(contacts.update, { deviceId: device.deviceId });
  const { commandId } = await raw.next('command');
  if (step === 'RUNNING') raw.send({ type: 'accepted', commandId });
  await awaitStep(server, device.deviceId, step);
  return { device, commandId, raw };
}

describe('cancelling a command', () => {
  it.each(['QUEUED', 'SENT', 'RUNNING'] as const)(
    'ends it at %s, names the admin, and frees the device',
    async (step) => {
      const { device, commandId, raw: here } = await (step === 'QUEUED' ? commandQueued() : commandAt(step));
      const { status, envelope } = await cancel(device, commandId);
      expect(status).toBe(200);
      expect(envelope.data).toMatchObject({
        id: commandId,
        stepType: 'CANCELLED',
        errorDetails: `Cancelled by ${server.admin.username}.`,
      });
      expect(envelope.data.userResponseTime).toBeGreaterThanOrEqual(0);
      // A device that was offline receives neither the command nor its cancellation.
      const raw = here ?? (await connect(device));
      const heard = here ? [await here.next('cancel')] : raw.frames.splice(0);
      expect(heard).toEqual(here ? [{ type: 'cancel', commandId }] : []);
      // A command may be delivered more than once, but not after its end.
      raw.frames.splice(0);
      const open = await server.api(nonFinalCommands, { deviceId: device.deviceId });
      expect(open.envelope.data).toEqual([]);

      // Late answers are ignored, and the next command is accepted.
      raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Late')] });
      raw.send({ type: 'result', commandId, batches: 1 });
      await server.api(contacts.update, { deviceId: device.deviceId });
      const next = await raw.next('command');
      expect(next.commandId).toBeGreaterThan(commandId);
      raw.send({ type: 'result', commandId: next.commandId, batches: 0 });
      await awaitStep(server, device.deviceId, 'DONE');
      expect(await contactNames(server, device.deviceId)).toEqual([]);
      expect(raw.frames.filter(({ type }) => type !== 'command')).toEqual([]);
      const entries = await auditOf(server, device);
      expect(entries.filter(({ action }) => action === 'CANCEL')).toMatchObject([
        { by: server.admin.username, subject: cancelCommand.path, details: { commandId } },
      ]);
    },
  );

  it('is refused once the command has ended, and for one that never was', async () => {
    const { device, commandId } = await commandAt('SENT');
    await cancel(device, commandId);
    const again = await cancel(device, commandId);
    expect([again.status, again.errorCode]).toEqual([409, 'command_ended']);
    const never = await cancel(device, 999_999);
    expect([never.status, never.errorCode]).toEqual([404, 'command_not_found']);
    const other = await joinDevice(server);
    expect((await cancel(other, commandId)).errorCode).toBe('command_not_found');
  });

  it('is for those who could have asked for it', async () => {
    const reader = await server.createAdmin({ access: { CONTACTS: 'READ_ONLY' } });
    const { device, commandId } = await commandQueued(reader.userId);
    const refused = await cancel(device, commandId, reader.token);
    expect([refused.status, refused.errorCode]).toEqual([403, 'not_allowed']);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await cancel(device, commandId, stranger.token)).errorCode).toBe('device_not_found');
    expect((await awaitStep(server, device.deviceId, 'QUEUED')).id).toBe(commandId);
  });

  it('races with the result: one of the two ends the command, and the rows go with it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { device, raw, commandId } = await commandAt('RUNNING');
      raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Anna')] });
      if (round % 2 === 0) raw.send({ type: 'result', commandId, batches: 1 });
      const cancelling = cancel(device, commandId);
      if (round % 2 === 1) raw.send({ type: 'result', commandId, batches: 1 });
      const won = (await cancelling).status === 200;
      const end = await awaitStep(server, device.deviceId, won ? 'CANCELLED' : 'DONE');
      expect(end.errorDetails === null).toBe(!won);
      expect(await contactNames(server, device.deviceId)).toEqual(won ? [] : ['Anna']);
      const entries = await auditOf(server, device);
      expect(entries.filter(({ action }) => action === 'CANCEL')).toHaveLength(won ? 1 : 0);
      raw.socket.close();
    }
  });

  it('stops the device', async () => {
    const device = await joinDevice(server);
    const stopped = vi.fn<() => void>();
    const lines: string[] = [];
    devices.start(device, {
      log: (line) => lines.push(line),
      collectors: {
        contacts: (work) =>
          new Promise((_, reject) => {
            work?.signal.addEventListener('abort', () => {
              stopped();
              reject(new Error('stopped'));
            });
          }),
      },
    });
    const { envelope } = await server.api(contacts.update, { deviceId: device.deviceId });
    await awaitStep(server, device.deviceId, 'RUNNING');
    await cancel(device, envelope.data.id);
    await vi.waitFor(() => expect(stopped).toHaveBeenCalled());
    await vi.waitFor(() => expect(lines).toContain(`${server.admin.username} asked for Contacts: cancelled`));
  });
});

describe('progress', () => {
  it('is shown as the device reports it, the latest once a second', async () => {
    const { device, raw, commandId } = await commandAt('RUNNING');
    let told = 0;
    server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      if (feature === 'commands' && deviceId === device.deviceId) told += 1;
    });
    const started = Date.now();
    for (let percent = 0; percent <= 60; percent += 1) raw.send({ type: 'progress', commandId, percent });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(nonFinalCommands, { deviceId: device.deviceId });
      expect(envelope.data[0]?.progress).toBe(60);
    });
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(2 + Math.floor((Date.now() - started) / 1000));
    raw.send({ type: 'result', commandId, batches: 0 });
    await awaitStep(server, device.deviceId, 'DONE');
  });

  it('of a command that is over, or of another device, is not taken', async () => {
    const { device, commandId } = await commandAt('SENT');
    const other = await commandAt('SENT');
    other.raw.send({ type: 'progress', commandId, percent: 99 });
    other.raw.send({ type: 'progress', commandId: other.commandId, percent: 10 });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(contacts.history, { deviceId: other.device.deviceId });
      expect(envelope.data[0]?.progress).toBe(10);
    });
    const { envelope } = await server.api(contacts.history, { deviceId: device.deviceId });
    expect(envelope.data[0]?.progress).toBeNull();
  });
});
