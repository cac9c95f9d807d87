import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addTicketMessage,
  createTicket,
  noticeHash,
  noticeLanguage,
  noticeVersion,
  savePasscodes,
  uploadFile,
} from '@fairwatch/contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { cursorOf } from '../../core/database/keyset.ts';
import type { CheckedRow } from '../../shared/device-rows/row-table.ts';
import { deviceTables } from '../../device-features.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { sha256Of, testPicture, contentTicketFor } from '../../testing/samples/test-files.ts';
import { sendForm } from '../../testing/samples/test-forms.ts';
import { startRangeServer } from '../../testing/servers/range-server.ts';
import { testPlanet } from '../../testing/samples/test-planet.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { createSender, type Sender } from './send-request.ts';
import { inputsOf, type KnownValues } from './valid-input.ts';

/** A server with data in every table, so that inputs reach the queries and not only their first checks. */
export interface FuzzWorld {
  server: TestServer;
  sender: Sender;
  /** A device with rows of every kind, a stored file and a ticket. */
  device: TestDevice;
  known: KnownValues;
  /** A stored file, and the `ticket` of its signed link. */
  picture: { bytes: Buffer; sha256: string; ticket: string };
  /** Returns and clears the errors that were logged or uncaught since the last call. */
  takeFaults(): string[];
  close(): Promise<void>;
}

export async function createFuzzWorld(seed: number): Promise<FuzzWorld> {
  const uncaught: string[] = [];
  const noteUncaught = (error: unknown) => void uncaught.push(`uncaught: ${String(error)}`);
  process.prependListener('uncaughtException', noteUncaught);
  const consoleDist = await buildConsole();
  const mapHost = await startRangeServer(await testPlanet());
  const server = await startTestServer({ consoleDist, mapSourceUrl: mapHost.url });
  const device = await joinDevice(server);
  await fillTables(server, device, seed);
  const bytes = await testPicture(seed % 200);
  const sha256 = sha256Of(bytes);
  const { envelope: stored } = await sendForm(
    server,
    uploadFile,
    { deviceId: device.deviceId, name: 'Plan.jpg' },
    bytes,
  );
  const ticket = await contentTicketFor(server, server.admin, { deviceId: device.deviceId, capability: 'FILES' });
  const known: KnownValues = {
    ...(await findKnown(server, device)),
    sha256: [sha256],
    size: [bytes.length, String(bytes.length)],
  };
  const sender = createSender(server.url);
  return {
    server,
    sender,
    device,
    known: { ...known, id: [stored.data.id, ...(known['id'] ?? [])] },
    picture: { bytes, sha256, ticket },
    takeFaults() {
      const lines = server.logLines.splice(0).filter((line) => /^\{"level":"(?:error|fatal)"/.test(line));
      return [...lines.map(describeFault), ...uncaught.splice(0)];
    },
    async close() {
      process.off('uncaughtException', noteUncaught);
      sender.close();
      await server.close();
      await mapHost.close();
      await rm(consoleDist, { recursive: true, force: true });
    },
  };
}

/** Summarizes a log line: the message, the error, and its place in our code. */
function describeFault(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } };
  const own = err?.stack?.split('\n').find((frame) => frame.includes('/packages/server/src/'));
  return `${msg}: ${err?.message} (${own?.replace(/^.*\/packages\/server\//, '') ?? 'no stack'})`;
}

/** Creates a minimal console build, which only needs a page. */
async function buildConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-fuzz-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Fairwatch</title>');
  return folder;
}

/** Inserts rows of every device feature, generated from the contract's schemas. */
async function fillTables({ services }: TestServer, { deviceId }: TestDevice, seed: number): Promise<void> {
  for (const table of deviceTables) {
    const records = fc.sample(inputsOf(table.feature.record), { numRuns: 12, seed }) as object[];
    const rows = records.flatMap((record, place): CheckedRow[] => {
      const checked = table.checkRow({ key: `row-${place}`, ...record });
      return typeof checked === 'string' ? [] : [checked];
    });
    await table.applyRows(services.db, [{ deviceId, rows }]);
  }
}

async function findKnown(server: TestServer, { deviceId, username }: TestDevice): Promise<KnownValues> {
  const { services, admin } = server;
  const victims = await Promise.all([server.createAdmin(), server.createAdmin({ role: 'PENDING' })]);
  const { envelope: opened } = await server.api(createTicket, { title: 'Help', description: 'Now', category: 'OTHER' });
  const ticketId = opened.data.id;
  const text = { ticketId, clientId: randomUUID(), text: 'Hello' };
  const { envelope: message } = await server.api(addTicketMessage, text);
  const { envelope: passcodes } = await server.api(savePasscodes, { count: 20 });
  const numbers = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(services.db)).rows.map(({ id }) => id);
  const items = await numbers(sql`select id from gallery where device_id = ${deviceId}`);
  const messageIds = await numbers(sql`select id from messages where device_id = ${deviceId}`);
  const addresses = await sql<{ address: string }>`select address from messages where device_id = ${deviceId}`.execute(
    services.db,
  );
  const days = Array.from({ length: 10 }, (_, place) => new Date(Date.UTC(2026, 0, 1 + place)).toISOString());
  return {
    deviceId: [deviceId, String(deviceId)],
    deviceIds: [deviceId],
    adminId: [admin.userId],
    userId: victims.map((victim) => victim.userId),
    reportsTo: [...victims.map((victim) => victim.userId), admin.userId],
    ticketId: [ticketId, String(ticketId)],
    upTo: [message.data.id],
    before: [message.data.id],
    id: [...messageIds, ...passcodes.data.map((passcode) => passcode.id)],
    itemId: items,
    address: addresses.rows.map((row) => row.address),
    after: [message.data.id, ...['', '2026-01-01T00:00:00Z', '7', '\ud800', 'x'.repeat(3000)].map(cursorAt)],
    days: [days],
    timeZone: ['UTC', 'Europe/Paris', 'Etc/GMT+12', 'utc'],
    username: [username, admin.username],
    password: [admin.password],
    currentPassword: [admin.password],
    passcode: passcodes.data.map((passcode) => passcode.otpCode),
    offset: [0, '0'],
    noticeHash: [await noticeHash()],
    noticeVersion: [noticeVersion],
    language: [noticeLanguage],
    key: ['contacts', 'commands', 'audit', 'constructor'],
  };
}

function cursorAt(value: string): string {
  return cursorOf([value, 1]);
}
