import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  auditList,
  contacts,
  enrol,
  noticeVersion,
  notificationList,
  type DeviceFacts,
  type Ground,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { fillTables, readColumns } from '../../../testing/servers/fill-tables.ts';
import { awaitStatus, joinRequest } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { accessChain, appendAccess } from '../../../shared/audit/access-log.store.ts';
import { sweepFiles } from '../../files/content/sweep-files.ts';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { verifyAudit, verifyChain } from '../../../shared/audit/chain/audit-verify.ts';
import { createPasscodes } from '../passcodes/passcodes.store.ts';
import { eraseThoseWhoLeft } from './erase-device.ts';

const server = useTestServer();
const devices = useDevices(server);

const word = 'Quibblewort';
const phoneNumber = '+44 7700 912345';
const facts: DeviceFacts = {
  name: `${word}'s phone`,
  model: `${word} X`,
  osName: `${word}OS`,
  osVersion: `${word} 1`,
  appName: `${word} app`,
  appVersion: `${word}.1`,
};

/** Finds the columns of all tables that contain one of these words. */
async function findWords(words: readonly string[]): Promise<string[]> {
  const { db } = server.services;
  const found: string[] = [];
  for (const { table, name, type } of await readColumns(db)) {
    const column = sql.id(name);
    const text = type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`;
    const { rows } = await sql`
      select from ${sql.id(table)} where ${text} ilike any(${words.map((each) => `%${each}%`)}) limit 1`.execute(db);
    if (rows.length > 0) found.push(`${table}.${name}`);
  }
  return found;
}

/** Finds the files in the data folder that contain a text. */
async function findFiles(text: string): Promise<string[]> {
  const { dataDir } = server.services.config;
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return bytes.includes(text) ? [name] : [];
    }),
  );
  return found.flat();
}

describe('who leaves', () => {
  it('takes everything along that names them: no column and no file has a word of theirs, and the log still verifies', async () => {
    const { services, admin } = server;
    const { db } = services;
    const ground: Ground = {
      purpose: 'OTHER',
      purposeText: `A phone for ${word}`,
      legalBasis: 'PARENTAL',
      guardian: `${word} senior`,
      reviewOn: '2090-01-31',
    };
    const [passcode = ''] = await createPasscodes(db, admin.userId, 1, ground);
    const person = { username: `${word}-person`, email: `${word}@example.org`, phoneNumber };
    const request = { ...(await joinRequest(passcode, undefined, ground)), person, facts };
    const { deviceId, token } = (await server.api(enrol, request, null)).envelope.data;
    const collectors = { contacts: async () => [] };
    const client = devices.start({ token }, { collectors, facts });
    await awaitStatus(server, deviceId, 'Online');
    await sql`update devices set address = ${`2001:db8::${word}`}, nickname = ${word} where id = ${deviceId}`.execute(
      db,
    );
    await sql`update users set nickname = ${word}, display_name = ${word} where username = ${person.username}`.execute(
      db,
    );
    const tables = await fillTables(services, { word, deviceId, adminId: admin.userId });
    expect(tables.length).toBeGreaterThan(20);
    await appendAudit(db, {
      deviceId,
      actorId: admin.userId,
      actorName: admin.username,
      action: 'READ',
      subject: contacts.list.path,
      details: { object: `Documents/${word}.pdf`, search: word, from: word, to: word, count: 3 },
    });
    await client.pause();
    await client.resume();
    const { rows } = await sql<{ id: number }>`select user_id as id from devices where id = ${deviceId}`.execute(db);
    const account = { id: rows[0]?.id ?? 0, username: person.username };
    await appendAccess(db, {
      actor: { id: admin.userId, username: admin.username },
      action: 'BLOCK',
      account,
      before: {},
      after: { reason: word },
    });
    const words = [word, phoneNumber, request.deviceUniqueUUID];
    const before = await findWords(words);
    expect(before.length).toBeGreaterThan(60);
    expect(before).toEqual(
      expect.arrayContaining([
        'users.email',
        'devices.name',
        'commands.params',
        'audit_entries.details',
        'passcodes.guardian',
        'consents.guardian',
      ]),
    );
    expect(await findFiles(word)).toHaveLength(1);

    await client.leave();
    await vi.waitFor(async () => {
      const { envelope } = await server.api(notificationList, { filter: { type: 'DEVICE_LEFT' } });
      expect(envelope.data.map(({ title }) => title)).toContain(`Device ${deviceId} left`);
    });
    await runShortJobs(services);
    await sweepFiles(services);
    expect(await findWords(words)).toEqual([]);
    expect(await findFiles(word)).toEqual([]);
    expect(await verifyAudit(services, deviceId)).toMatchObject({ faults: [] });
    expect(await verifyChain(accessChain(db), services.vault.auditKey)).toMatchObject({ faults: [] });
  });

  it('leaves their places in the log: who of the admins did what, and when', async () => {
    const { device, raw } = await devices.connected();
    const { deviceId, username } = device;
    await server.api(contacts.list, { deviceId });
    raw.send({ type: 'pause' });
    await raw.next('grants');
    raw.send({ type: 'leave' });
    await raw.closed;
    const { data } = (await server.api(auditList, { deviceId, sortDirection: 'asc' })).envelope;
    expect(data.map(({ action, erased }) => ({ action, erased }))).toEqual(
      ['JOIN', 'READ', 'PAUSE', 'LEAVE'].map((action) => ({ action, erased: true })),
    );
    expect(data.find(({ action }) => action === 'READ')?.actorName).toBe(server.admin.username);
    expect(data.find(({ action }) => action === 'JOIN')?.actorName).toMatch(/^left-\d+$/);
    expect(data[0]).toMatchObject({ deviceName: `Device ${deviceId}`, deviceLeft: true, details: {} });
    expect(JSON.stringify(data)).not.toContain(username);
    const { rows } = await sql`
      select person, how, notice_version from consents where device_id = ${deviceId}`.execute(server.services.db);
    expect(rows).toEqual([{ person: '', how: 'JOINED_WITH_PASSCODE', notice_version: noticeVersion }]);
  });

  it('leave nothing to somebody who was just reading: what is written a moment after goes too', async () => {
    const { device, raw } = await devices.connected();
    const { deviceId } = device;
    const { services, admin } = server;
    raw.send({ type: 'leave' });
    await raw.closed;
    await appendAudit(services.db, {
      deviceId,
      actorId: admin.userId,
      actorName: admin.username,
      action: 'READ',
      subject: contacts.list.path,
      details: { object: 'conversation with Quentin' },
    });
    await eraseThoseWhoLeft(services);
    const { rows } = await sql`
      select action, details from audit_entries where device_id = ${deviceId} and details is not null`.execute(
      services.db,
    );
    expect(rows).toEqual([]);
    expect((await verifyAudit(services, deviceId)).faults).toEqual([]);
  });
});
