import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contacts, notificationList, type GatewayFrame, type LogHead } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitStatus, joinDevice, RawDevice, testFacts, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { startAnchoring } from './anchor-file.ts';
import { appendAudit, appendEntries } from '../audit.store.ts';
import { verifyAudit } from './audit-verify.ts';
import { verifyAnchors } from './verify-anchors.ts';

const server = useTestServer();
const devices = useDevices(server);

/** Reads the head of a device's log. */
async function headOf({ deviceId }: TestDevice): Promise<LogHead> {
  const { rows } = await sql<LogHead>`
    select sequence, encode(hash, 'hex') as hash from audit_heads where device_id = ${deviceId}`.execute(
    server.services.db,
  );
  return rows[0] as LogHead;
}

async function connect({ token }: TestDevice, logHead: LogHead | null | undefined) {
  const raw = new RawDevice(server);
  await raw.opened;
  raw.send({ type: 'hello', token, facts: testFacts, ...(logHead !== undefined && { logHead }) });
  const welcome = await raw.next('welcome');
  onTestFinished(async () => {
    raw.socket.close();
    await raw.closed;
  });
  return { raw, welcome };
}

const entryOf = ({ deviceId }: TestDevice, place: string) =>
  ({
    deviceId,
    actorId: server.admin.userId,
    actorName: server.admin.username,
    action: 'READ',
    subject: '/test',
    details: { object: place },
  }) as const;

/** Cuts the end of a log like somebody with the database's password: the chain and its head stay consistent, and shorter. */
async function cutTail({ deviceId }: TestDevice, after: number): Promise<void> {
  const { db } = server.services;
  const tables = ['audit_entries', 'audit_heads'];
  for (const table of tables) await sql`alter table ${sql.id(table)} disable trigger user`.execute(db);
  await sql`delete from audit_entries where device_id = ${deviceId} and sequence > ${after}`.execute(db);
  await sql`update audit_heads h set sequence = e.sequence, hash = e.hash from audit_entries e
    where h.device_id = ${deviceId} and e.device_id = ${deviceId} and e.sequence = ${after}`.execute(db);
  for (const table of tables) await sql`alter table ${sql.id(table)} enable trigger user`.execute(db);
}

const mismatchesOf = async ({ deviceId }: TestDevice) =>
  (
    await sql<{ sequence: number; missing: boolean; restored: boolean }>`
      select sequence, found_hash is null as missing, after_restore as restored from audit_head_mismatches
      where device_id = ${deviceId} order by id`.execute(server.services.db)
  ).rows;

const warnings = () => server.logLines.filter((line) => line.includes('audit.head_mismatch'));

describe('a device is told the newest entry of its log', () => {
  it('in welcome, command, grants and log, when it keeps it', async () => {
    const device = await joinDevice(server);
    const { raw, welcome } = await connect(device, null);
    expect(welcome.logHead).toEqual(await headOf(device));
    await server.api(contacts.update, { deviceId: device.deviceId });
    expect((await raw.next('command')).logHead).toEqual(await headOf(device));
    raw.send({ type: 'pause' });
    expect((await raw.next('grants')).logHead).toEqual(await headOf(device));
    raw.send({ type: 'log-request', before: null });
    const log = await raw.next('log');
    expect(log.logHead).toEqual(await headOf(device));
    expect(log.entries[0]?.sequence).toBe(log.logHead?.sequence);
  });

  it('not when it does not say that it keeps it: an earlier version would not understand', async () => {
    const device = await joinDevice(server);
    const { raw, welcome } = await connect(device, undefined);
    raw.send({ type: 'pause' });
    const told: GatewayFrame[] = [welcome, await raw.next('grants')];
    expect(told.filter((frame) => 'logHead' in frame)).toEqual([]);
  });

  it('and the real client keeps it and says it again', async () => {
    const device = await joinDevice(server);
    const kept: LogHead[] = [];
    const client = devices.start(device, { collectors: {}, onLogHead: (head) => kept.push(head) });
    await client.pause();
    expect(kept.at(-1)).toEqual(await headOf(device));
    await client.stop();
    devices.start(device, { collectors: {}, logHead: kept.at(-1) ?? null, paused: true });
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select log_known_sequence as sequence from devices where id = ${device.deviceId}`.execute(server.services.db);
      expect(rows).toEqual([{ sequence: kept.at(-1)?.sequence }]);
    });
    expect(await mismatchesOf(device)).toEqual([]);
  });
});

describe('a log whose end was cut, consistently and with the triggers off', () => {
  it('holds by itself, and the device that knew more is the witness: row, log line, notification', async () => {
    const device = await joinDevice(server);
    for (const place of ['two', 'three', 'four']) await appendAudit(server.services.db, entryOf(device, place));
    const known = await headOf(device);
    await cutTail(device, 2);
    expect((await verifyAudit(server.services, device.deviceId)).faults).toEqual([]);
    const lines: string[] = [];
    const client = devices.start(device, { collectors: {}, logHead: known, log: (line) => lines.push(line) });
    await awaitStatus(server, device.deviceId, 'Online');
    expect(await mismatchesOf(device)).toEqual([{ sequence: 4, missing: true, restored: false }]);
    expect(warnings().at(-1)).toContain(`"deviceId":${device.deviceId}`);
    await vi.waitFor(() => expect(lines.join()).toContain('the log of this device has changed: entry 4 is gone'));
    const { envelope } = await server.api(notificationList, { filter: { type: 'AUDIT_MISMATCH' } });
    expect(envelope.data).toMatchObject([{ title: `The log of device ${device.deviceId} is not the one it knows` }]);
    await client.stop();
  });

  it('shows when the cut places were filled again', async () => {
    const device = await joinDevice(server);
    await appendAudit(server.services.db, entryOf(device, 'two'));
    const known = await headOf(device);
    await cutTail(device, 1);
    await appendAudit(server.services.db, entryOf(device, 'something else'));
    await connect(device, known);
    await connect(device, known);
    // Reported twice, it is stored once.
    expect(await mismatchesOf(device)).toEqual([{ sequence: 2, missing: false, restored: false }]);
  });

  it('is expected of a device that came back with a restore', async () => {
    const device = await joinDevice(server);
    await appendAudit(server.services.db, entryOf(device, 'two'));
    const known = await headOf(device);
    await cutTail(device, 1);
    await sql`update devices set restored_at = now(), restored_capabilities = capabilities, capabilities = '{}'
      where id = ${device.deviceId}`.execute(server.services.db);
    await connect(device, known);
    expect(await mismatchesOf(device)).toEqual([{ sequence: 2, missing: true, restored: true }]);
  });
});

describe('the anchor file', () => {
  let path = '';
  afterEach(() => rm(path, { force: true }));

  async function withFile(): Promise<() => Promise<void>> {
    const folder = await mkdtemp(join(tmpdir(), 'fairwatch-anchors-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    path = join(folder, 'anchors');
    return startAnchoring({ ...server.services, config: { ...server.services.config, auditAnchorFile: path } });
  }
  const lines = async () => (await readFile(path, 'utf8')).trim().split('\n');

  it('gets a line at the start of a day and at each stop, and nothing that names anybody', async () => {
    const device = await joinDevice(server);
    const stop = await withFile();
    await vi.waitFor(async () => expect(await lines()).toHaveLength(1));
    await appendAudit(server.services.db, entryOf(device, 'Quibble.pdf'));
    await stop();
    const [first = '', last = ''] = await lines();
    expect(JSON.parse(first)).toMatchObject({
      heads: expect.arrayContaining([[device.deviceId, 1, expect.any(String)]]),
    });
    const { sequence, hash } = await headOf(device);
    expect(JSON.parse(last)).toMatchObject({ heads: expect.arrayContaining([[device.deviceId, sequence, hash]]) });
    expect(first + last).not.toMatch(/Quibble|person-/);
    expect((await verifyAnchors(server.services.db, path)).lost.map(({ deviceId }) => deviceId)).not.toContain(
      device.deviceId,
    );
  });

  it('shows the end that was cut off after it was written', async () => {
    const device = await joinDevice(server);
    await appendEntries(server.services.db, [entryOf(device, 'two'), entryOf(device, 'three')]);
    await (
      await withFile()
    )();
    await cutTail(device, 1);
    await appendAudit(server.services.db, entryOf(device, 'another two'));
    const { lost } = await verifyAnchors(server.services.db, path);
    expect(lost).toContainEqual(expect.objectContaining({ deviceId: device.deviceId, sequence: 3, missing: true }));
  });

  it('takes a restore for the reason where the log itself says so', async () => {
    const device = await joinDevice(server);
    await appendAudit(server.services.db, entryOf(device, 'two'));
    await (
      await withFile()
    )();
    await cutTail(device, 1);
    await appendAudit(server.services.db, { ...entryOf(device, ''), action: 'RESTORE' });
    const { lost, restored } = await verifyAnchors(server.services.db, path);
    expect(lost.map(({ deviceId }) => deviceId)).not.toContain(device.deviceId);
    expect(restored).toBeGreaterThan(0);
  });

  it('never stops the server: a failed write is logged', async () => {
    const stop = startAnchoring({
      ...server.services,
      config: { ...server.services.config, auditAnchorFile: '/nowhere/at/all/anchors' },
    });
    await stop();
    expect(server.logLines.filter((line) => line.includes('audit.anchor_failed')).length).toBeGreaterThan(0);
  });

  it('names a line that was changed into something else', async () => {
    await (
      await withFile()
    )();
    await writeFile(path, 'nonsense\n', { flag: 'a' });
    expect((await verifyAnchors(server.services.db, path)).unreadable).toEqual([(await lines()).length]);
  });
});

describe('entries that are written together', () => {
  it('are chained in their order, all of them or none', async () => {
    const [one, two] = [await joinDevice(server), await joinDevice(server)];
    const { db } = server.services;
    const entries = Array.from({ length: 60 }, (_, place) => entryOf(place % 3 === 0 ? one : two, String(place)));
    await appendEntries(db, entries);
    for (const device of [one, two]) {
      const { rows } = await sql<{ places: string[] }>`
        select array_agg(details ->> 'object' order by sequence) as places from audit_entries
        where device_id = ${device.deviceId} and action = 'READ'`.execute(db);
      const expected = entries.filter(({ deviceId }) => deviceId === device.deviceId);
      expect(rows[0]?.places).toEqual(expected.map(({ details }) => details.object));
      expect(await verifyAudit(server.services, device.deviceId)).toMatchObject({
        keyed: expected.length + 1,
        faults: [],
      });
    }
    await expect(appendEntries(db, [...entries, { ...entryOf(one, ''), deviceId: 999_999 }])).rejects.toThrow(
      'needs a device',
    );
    expect((await verifyAudit(server.services, one.deviceId)).entries).toBe(21);
  });

  it('do not deadlock, whoever else writes to the same logs', async () => {
    const joined = [await joinDevice(server), await joinDevice(server), await joinDevice(server)];
    const batch = () => joined.flatMap((device) => Array.from({ length: 10 }, () => entryOf(device, 'x')));
    await Promise.all([
      ...Array.from({ length: 6 }, () => appendEntries(server.services.db, batch().toReversed())),
      ...joined.map((device) => appendAudit(server.services.db, entryOf(device, 'alone'))),
    ]);
    for (const { deviceId } of joined) {
      expect(await verifyAudit(server.services, deviceId)).toMatchObject({ entries: 62, faults: [] });
    }
  });
});
