import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { expireCommands, finishCommands, markFailed, markRunning, takeDeliveries } from './commands.store.ts';
import type { CommandRef } from './commands.store.ts';

let server: TestServer;
let command: CommandRef;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const { deviceId } = await joinDevice(server);
  const { envelope } = await server.api(contacts.update, { deviceId });
  command = { commandId: envelope.data.id, deviceId };
});
afterAll(() => server.close());

async function finish(ref = command) {
  const [ended] = await finishCommands(server.services.db, [
    { ...ref, capability: 'CONTACTS', notShared: 'not shared' },
  ]);
  return ended?.step;
}
const fail = () => markFailed(server.services.db, [{ ...command, reason: 'why' }]);

/** What holds also when two servers hear from the same device. */
describe('a command ends once', () => {
  it('however many results arrive at the same moment', async () => {
    const steps = await Promise.all([finish(), finish(), finish(), finish()]);
    expect(steps.filter((step) => step === 'DONE')).toHaveLength(1);
    expect(steps.filter((step) => step === undefined)).toHaveLength(3);
  });

  it('and is not failed, started, sent or expired after that', async () => {
    const { db } = server.services;
    await finish();
    await sql`update commands set expires_at = now() where id = ${command.commandId}`.execute(db);
    expect(await fail()).toEqual([]);
    expect(await markRunning(db, [command])).toEqual([]);
    expect(await takeDeliveries(db, [command.deviceId])).toEqual([]);
    expect((await expireCommands(db, 'late')).map(({ commandId }) => commandId)).not.toContain(command.commandId);
  });

  it('and not with success after it has failed, or after its deadline', async () => {
    expect(await fail()).toEqual([command]);
    expect(await finish()).toBeUndefined();
    const { db } = server.services;
    const { envelope } = await server.api(contacts.update, { deviceId: command.deviceId });
    command = { ...command, commandId: envelope.data.id };
    await sql`update commands set expires_at = now() where id = ${command.commandId}`.execute(db);
    expect(await finish()).toBeUndefined();
  });

  it('and only by the device it was for', async () => {
    const other = await joinDevice(server);
    const foreign = { ...command, deviceId: other.deviceId };
    const { db } = server.services;
    expect(await markRunning(db, [foreign])).toEqual([]);
    expect(await markFailed(db, [{ ...foreign, reason: 'mischief' }])).toEqual([]);
    expect(await finish(foreign)).toBeUndefined();
    expect(await finish()).toBe('DONE');
  });
});
