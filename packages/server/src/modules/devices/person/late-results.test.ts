import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { capabilityNames, contacts, deviceFilesPath } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { consentTo, countContacts } from '../../../testing/person.ts';
import { awaitStep, testContact, type RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { announce, beginning, openCommand, sendSmall, testPicture, tus } from '../../../testing/samples/test-files.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import type { Database } from '../../../shared/schema/schema.ts';

const server = useTestServer();
const devices = useDevices(server);

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });

/** Resolves when a statement that contains this text, in its first 1,024 bytes, waits for a lock. */
async function waits(words: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and position(${words} in query) > 0 and pid <> pg_backend_pid()`.execute(server.services.db);
      expect(rows).not.toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** Holds a lock while the test arranges who waits for it, in which order. */
async function whileLocked(lock: (db: Database) => Promise<unknown>, arrange: () => Promise<void>): Promise<void> {
  await server.services.db.transaction().execute(async (transaction) => {
    await lock(transaction);
    await arrange();
  });
}

const lockCommands =
  ({ deviceId }: TestDevice) =>
  (db: Database) =>
    sql`select from commands where device_id = ${deviceId} for update`.execute(db);
/**
 * Locks the head of the log, which is the last step of a person's decision: until it is released, the decision is not
 * committed.
 */
const lockLog =
  ({ deviceId }: TestDevice) =>
  (db: Database) =>
    sql`select from audit_heads where device_id = ${deviceId} for update`.execute(db);

async function running(device: TestDevice, raw: RawDevice): Promise<number> {
  await update(device);
  const { commandId } = await raw.next('command');
  raw.send({ type: 'accepted', commandId });
  await awaitStep(server, device.deviceId, 'RUNNING');
  return commandId;
}

function answer(raw: RawDevice, commandId: number): void {
  raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
  raw.send({ type: 'result', commandId, batches: 1 });
}

describe('what arrives after the person changed their mind', () => {
  it.each([
    ['withdraws', async (raw: RawDevice) => raw.send(await consentTo(['LOCATION']))],
    ['pauses', async (raw: RawDevice) => raw.send({ type: 'pause' })],
  ])('is dropped when the person %s while the answer is being stored', async (_, decide) => {
    const { device, raw } = await devices.connected();
    const commandId = await running(device, raw);
    await whileLocked(lockCommands(device), async () => {
      await decide(raw);
      await waits("step = 'CANCELLED'");
      answer(raw, commandId);
      await waits('running_ago');
    });
    await raw.next('grants');
    await awaitStep(server, device.deviceId, 'CANCELLED');
    expect(await countContacts(server, device)).toBe(0);
  });

  it('is not even asked for: a command waits for a decision that is being stored', async () => {
    const { device, raw } = await devices.connected();
    let asked: ReturnType<typeof update> | undefined;
    await whileLocked(lockLog(device), async () => {
      raw.send(await consentTo(['LOCATION']));
      await waits('audit_entries');
      asked = update(device);
      await waits('deadline_ms');
    });
    expect((await asked)?.errorCode).toBe('consent_missing');
    const { rows } = await sql`
      select from commands where device_id = ${device.deviceId} and finished_at is null`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  it('is dropped when nobody cancelled its command', async () => {
    const { device, raw } = await devices.connected();
    const commandId = await running(device, raw);
    await sql`update devices set paused_at = now() where id = ${device.deviceId}`.execute(server.services.db);
    answer(raw, commandId);
    await vi.waitFor(async () => {
      const { rows } = await sql<{ step: string }>`select step from commands where id = ${commandId}`.execute(
        server.services.db,
      );
      expect(rows).toEqual([{ step: 'FAILED' }]);
    });
    expect(await countContacts(server, device)).toBe(0);
  });
});

const uploads = () => readdir(join(server.services.config.dataDir, 'uploads'));
const withoutGallery = () => consentTo(capabilityNames.filter((name) => name !== 'GALLERY'));

async function countFiles({ deviceId }: TestDevice): Promise<number> {
  return (await sql`select from device_blobs where device_id = ${deviceId}`.execute(server.services.db)).rows.length;
}

/** Begins to send a file in one request, which stays half sent. Returns how to read the code of its answer. */
async function halfSent(device: TestDevice, commandId: number): Promise<() => Promise<string | undefined>> {
  const bytes = Buffer.alloc(1024 * 1024, 'film');
  const headers = beginning(bytes.length, announce(bytes, commandId, { mimeType: 'video/mp4' }));
  const { url } = await tus(server, device.token, { method: 'POST', headers });
  const patch = request(new URL(url, server.url), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${device.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
      'upload-offset': 0,
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    patch.once('response', (response) => resolve(text(response)));
    patch.once('error', reject);
  });
  patch.write(bytes.subarray(0, bytes.length / 2));
  await vi.waitFor(() => expect(server.services.transfers.size).toBe(1));
  expect(await uploads()).toHaveLength(1);
  return async () => {
    const { meta } = JSON.parse(await answered) as { meta: { message: { code: string }[] } };
    patch.destroy();
    return meta.message[0]?.code;
  };
}

describe('a file on its way from the device', () => {
  it('is refused when the person withdraws while it is being kept', async () => {
    const { device, raw } = await devices.connected();
    const picture = await testPicture(device.deviceId);
    const commandId = await openCommand(server, device);
    let sent: ReturnType<typeof sendSmall> | undefined;
    await whileLocked(lockLog(device), async () => {
      raw.send(await withoutGallery());
      await waits('audit_entries');
      sent = sendSmall(server, device, picture, announce(picture, commandId));
      await waits('for share');
    });
    expect((await sent)?.errorCode).toBe('command_ended');
    expect(await countFiles(device)).toBe(0);
    await vi.waitFor(async () => expect(await uploads()).toEqual([]));
  });

  it.each([
    ['withdraws', async (raw: RawDevice) => raw.send(await withoutGallery())],
    ['pauses', async (raw: RawDevice) => raw.send({ type: 'pause' })],
    ['leaves', async (raw: RawDevice) => raw.send({ type: 'leave' })],
  ])('takes no further byte when the person %s, and what came is deleted', async (_, decide) => {
    const { device, raw } = await devices.connected();
    const code = await halfSent(device, await openCommand(server, device));
    await decide(raw);
    expect(['command_ended', 'command_not_found']).toContain(await code());
    expect(await countFiles(device)).toBe(0);
    await vi.waitFor(async () => expect(await uploads()).toEqual([]));
  });

  it('takes no further byte when its command expires', async () => {
    const { device } = await devices.connected();
    const commandId = await openCommand(server, device);
    const code = await halfSent(device, commandId);
    await sql`update commands set expires_at = created_at where id = ${commandId}`.execute(server.services.db);
    expect(await code()).toBe('command_ended');
    expect(await countFiles(device)).toBe(0);
    await vi.waitFor(async () => expect(await uploads()).toEqual([]));
  });

  it('is deleted when it waits for its next bytes', async () => {
    const { device, raw } = await devices.connected();
    const commandId = await openCommand(server, device);
    const bytes = Buffer.from('two halves');
    const headers = beginning(bytes.length, announce(bytes, commandId));
    const { url } = await tus(server, device.token, { method: 'POST', headers, body: bytes.subarray(0, 5) });
    expect(url).toContain(deviceFilesPath);
    expect(await uploads()).toHaveLength(1);
    raw.send(await withoutGallery());
    await raw.next('grants');
    await vi.waitFor(async () => expect(await uploads()).toEqual([]));
    const rest = { method: 'PATCH', url, headers: { 'upload-offset': '5' }, body: bytes.subarray(5) };
    expect((await tus(server, device.token, rest)).errorCode).toBe('upload_not_found');
  });
});
