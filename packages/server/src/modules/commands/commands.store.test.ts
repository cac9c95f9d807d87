import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import {
  advanceCommands,
  expireCommands,
  recordProgress,
  type CommandAdvance,
  type Progress,
} from './steps/command-steps.store.ts';
import { findDeliveries, type CommandRef } from './commands.store.ts';

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

/** Stores an advance of a command. Returns its new step; undefined when nothing changed. */
async function advance(ref: CommandRef, news: Partial<CommandAdvance>, now = Date.now()) {
  const advanced = { ...ref, epoch: null, sentAt: null, runningAt: null, end: null, ...news };
  const [told] = await advanceCommands(server.services.db, [advanced], now);
  return told?.step;
}
const finish = (ref = command, news: Partial<CommandAdvance> = {}, now = Date.now()) =>
  advance(ref, { ...news, end: { kind: 'done', capability: 'CONTACTS', notShared: 'not shared', note: null } }, now);
const fail = (ref = command) => advance(ref, { end: { kind: 'failed', reason: 'why' } });
const send = (ref = command) => advance(ref, { sentAt: Date.now() });
const begin = (ref = command) => advance(ref, { runningAt: Date.now() });

/** Stores that the person has the question on their screen. Returns the command when that changed it. */
const tellSeen = () => tell({ percent: null, asking: 'SEEN', phases: [] });

async function tell(progress: Pick<Progress, 'percent' | 'asking' | 'phases'>) {
  const { db } = server.services;
  const { connection_epoch: epoch } = await db
    .selectFrom('devices')
    .select('connection_epoch')
    .where('id', '=', command.deviceId)
    .executeTakeFirstOrThrow();
  return await recordProgress(db, [{ ...command, epoch: Number(epoch), ...progress }]);
}

async function times({ commandId }: CommandRef) {
  return await server.services.db
    .selectFrom('commands')
    .select(['step', 'created_at', 'sent_at', 'running_at', 'finished_at', 'error_details'])
    .where('id', '=', commandId)
    .executeTakeFirstOrThrow();
}

describe('the steps of a command', () => {
  it('that came together are stored by one update, each with its own time', async () => {
    const { db } = server.services;
    await sql`update commands set created_at = now() - interval '1 minute' where id = ${command.commandId}`.execute(db);
    const now = Date.now();
    expect(await finish(command, { sentAt: now - 30_000, runningAt: now - 20_000 }, now)).toBe('DONE');
    const { created_at, sent_at, running_at, finished_at } = await times(command);
    const spans = [created_at, sent_at, running_at].map((at) => (finished_at?.getTime() ?? 0) - (at?.getTime() ?? 0));
    expect(spans[0]).toBeGreaterThanOrEqual(60_000);
    expect(spans.slice(1)).toEqual([30_000, 20_000]);
  });

  it('follow each other, and repeated ones change nothing', async () => {
    expect([await send(), await send(), await begin(), await begin(), await send()]).toEqual([
      'SENT',
      undefined,
      'RUNNING',
      undefined,
      undefined,
    ]);
    expect(await finish()).toBe('DONE');
  });

  it('forget that the person is asked once the command runs, also what is stored late', async () => {
    const { db } = server.services;
    await send();
    expect(await tellSeen()).toEqual([command]);
    expect(await tellSeen()).toEqual([]);
    await begin();
    expect(await tellSeen()).toEqual([]);
    const { rows } = await sql`select phase, phases, progress from commands where id = ${command.commandId}`.execute(
      db,
    );
    expect(rows).toEqual([{ phase: null, phases: [], progress: null }]);
  });

  it('are those that its progress implies, when they were skipped while that was stored', async () => {
    await tellSeen();
    expect(await times(command)).toMatchObject({ step: 'SENT', sent_at: expect.any(Date), running_at: null });
    await tell({ percent: 10, asking: null, phases: [] });
    const { step, running_at, sent_at } = await times(command);
    expect([step, (running_at?.getTime() ?? 0) >= (sent_at?.getTime() ?? Infinity)]).toEqual(['RUNNING', true]);
    expect([await send(), await begin()]).toEqual([undefined, undefined]);
  });

  it('are never earlier than the request of the command, whatever the clocks say', async () => {
    await advance(command, { sentAt: Date.now() - 3_600_000, runningAt: Date.now() + 3_600_000 });
    const { step, created_at, sent_at, running_at } = await times(command);
    expect(step).toBe('RUNNING');
    expect(sent_at).toEqual(created_at);
    expect(running_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('end as failed when what is asked for is no longer shared', async () => {
    const end = { kind: 'done', capability: 'SMS', notShared: 'not shared', note: null } as const;
    const { db } = server.services;
    await sql`update devices set capabilities = '{CONTACTS}' where id = ${command.deviceId}`.execute(db);
    expect(await advance(command, { end })).toBe('FAILED');
    expect((await times(command)).error_details).toBe('not shared');
  });
});

/** These must hold even when two servers receive from the same device. */
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
    expect(await fail()).toBeUndefined();
    expect(await begin()).toBeUndefined();
    expect(await findDeliveries(db, [command.deviceId])).toEqual([]);
    expect((await expireCommands(db)).map(({ commandId }) => commandId)).not.toContain(command.commandId);
  });

  it('and not with success after it has failed, or after its deadline', async () => {
    expect(await fail()).toBe('FAILED');
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
    expect(await begin(foreign)).toBeUndefined();
    expect(await fail(foreign)).toBeUndefined();
    expect(await finish(foreign)).toBeUndefined();
    expect(await finish()).toBe('DONE');
  });
});

const insert = (device: string, admin: string) =>
  sql`insert into commands (device_id, command_type, requested_by, expires_at)
    select ${sql.raw(device)}, 'UPDATE_CONTACTS', ${sql.raw(admin)}, now()`.execute(server.services.db);

describe('a command belongs to a device and to the admin who asked', () => {
  it('both of whom there must be', async () => {
    const { deviceId } = await joinDevice(server);
    await expect(insert('0', `${server.admin.userId}`)).rejects.toThrow(/needs a device and an admin/);
    await expect(insert(`${deviceId}`, '0')).rejects.toThrow(/needs a device and an admin/);
    await insert(`${deviceId}`, `${server.admin.userId}`);
  });

  it('and stays theirs', async () => {
    const { db } = server.services;
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const { deviceId } = await joinDevice(server);
    await server.api(contacts.update, { deviceId }, other.token);
    await expect(sql`delete from users where id = ${other.userId}`.execute(db)).rejects.toThrow(/asked for commands/);
    await expect(sql`update commands set device_id = 1`.execute(db)).rejects.toThrow(/stays with its device/);
    await expect(sql`delete from devices where id = ${deviceId}`.execute(db)).rejects.toThrow(/foreign key/);
  });
});
