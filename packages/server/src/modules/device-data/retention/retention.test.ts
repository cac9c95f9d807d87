import {
  contacts,
  fileCapabilities,
  limits,
  retentionList,
  retentionUpdate,
  type Retention,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BusEvents } from '../../../shared/server-bus.ts';
import { applyRetention, retainedKinds } from './retention.ts';
import { whileAlone } from '../../../core/database/while-alone.ts';
import { lockKeys } from '../../../core/database/lock-keys.ts';
import { deviceTables } from '../../../device-features.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let deviceId: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.services;
  await sql`delete from contacts`.execute(db);
  await sql`delete from commands`.execute(db);
  await sql`delete from settings`.execute(db);
  ({ deviceId } = await joinDevice(server));
});

/** Inserts contacts that were received this many days ago. */
async function addContacts(daysAgo: number, amount = 1, owner = deviceId): Promise<void> {
  await sql`insert into contacts (device_id, key, name, phone_number, email, address, received_at)
    select ${owner}, gen_random_uuid(), ${`${daysAgo}`}, '', '', '', now() - ${daysAgo} * interval '1 day'
    from generate_series(1, ${amount}::int)`.execute(server.services.db);
}

async function addCommand(step: string, daysAgo: number): Promise<void> {
  const final = !['QUEUED', 'SENT', 'RUNNING'].includes(step);
  await sql`insert into commands (device_id, command_type, step, requested_by, created_at, finished_at, expires_at)
    values (${deviceId}, 'UPDATE_CONTACTS', ${step}, ${server.admin.userId}, now() - interval '1 year',
      ${final ? sql`now() - ${daysAgo} * interval '1 day'` : sql`null`}, now() + interval '1 day')
    `.execute(server.services.db);
}

const contactNames = async () =>
  (await sql<{ name: string }>`select name from contacts order by name`.execute(server.services.db)).rows.map(
    ({ name }) => name,
  );
const commandSteps = async () =>
  (await sql<{ step: string }>`select step from commands order by step`.execute(server.services.db)).rows.map(
    ({ step }) => step,
  );
const apply = (pace = {}) => applyRetention(server.services, deviceTables, { pauseMs: 0, ...pace });
const update = (days: Record<string, number>, token?: string) => server.api(retentionUpdate, { days }, token);
const of = (kind: string, list: readonly Retention[]) => list.find((each) => each.kind === kind);
const list = async (days: Record<string, number> = {}) => (await server.api(retentionList, { days })).envelope.data;

describe('what has had its days', () => {
  it('is deleted, and nothing else', async () => {
    for (const daysAgo of [0, 89, 89.999, 90.001, 91, 4000]) await addContacts(daysAgo);
    await apply();
    expect(await contactNames()).toEqual(['0', '89', '89.999']);
  });

  it('follows the days that were set, from the next run on', async () => {
    for (const daysAgo of [6.99, 7.01, 89]) await addContacts(daysAgo);
    await update({ contacts: 7 });
    expect(await contactNames()).toHaveLength(3);
    await apply();
    expect(await contactNames()).toEqual(['6.99']);
  });

  it('goes in small steps until all is gone', async () => {
    await addContacts(100, 25);
    await addContacts(1, 3);
    await apply({ rowsPerStep: 10 });
    expect(await contactNames()).toEqual(['1', '1', '1']);
    const steps = server.logLines.filter((line) => line.includes('retention.rows_deleted')).slice(-3);
    expect(steps.map((line) => (JSON.parse(line) as { rows: number }).rows)).toEqual([10, 10, 5]);
  });

  it('of commands are those that have ended', async () => {
    for (const step of ['DONE', 'FAILED', 'EXPIRED', 'CANCELLED']) await addCommand(step, 91);
    await addCommand('DONE', 89);
    await addCommand('RUNNING', 0);
    await apply();
    expect(await commandSteps()).toEqual(['DONE', 'RUNNING']);
  });

  it('never is a consent or an entry of the audit log', async () => {
    const kinds = retainedKinds(deviceTables).map(({ table }) => table);
    expect(kinds).not.toContain('consents');
    expect(kinds).not.toContain('audit_entries');
  });

  it('leaves open pages informed', async () => {
    const other = await joinDevice(server);
    await addContacts(100, 3);
    await addContacts(100, 1, other.deviceId);
    await addCommand('DONE', 100);
    const told: BusEvents['changed'][] = [];
    const unsubscribe = server.services.bus.subscribe('changed', (event) => {
      // The enrolment publishes other events at its own time.
      if (['contacts', 'commands'].includes(event.feature)) told.push(event);
    });
    await apply();
    unsubscribe();
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        { feature: 'contacts', deviceId },
        { feature: 'contacts', deviceId: other.deviceId },
        { feature: 'commands', deviceId },
      ]),
    );
  });

  it('waits while another server is at it, and while a row is worked on', async () => {
    await addContacts(100, 2);
    await whileAlone(server.services.db, lockKeys.retention, () => apply());
    expect(await contactNames()).toHaveLength(2);
    await server.services.db.transaction().execute(async (transaction) => {
      await sql`select from contacts limit 1 for update`.execute(transaction);
      await apply();
      expect(await contactNames()).toHaveLength(1);
    });
    await apply();
    expect(await contactNames()).toEqual([]);
  });

  it('stays when the server stops in the middle', async () => {
    await addContacts(100, 20);
    await apply({ rowsPerStep: 10, signal: AbortSignal.abort() });
    expect(await contactNames()).toHaveLength(20);
  });
});

describe('the retention of each kind', () => {
  it('is shown with what it covers, what is stored and what would go', async () => {
    await addContacts(100, 2);
    await addContacts(10, 3);
    await addCommand('DONE', 5);
    await addCommand('RUNNING', 0);
    const kinds = await list();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...deviceTables.map(({ feature }) => feature.id),
      ...fileCapabilities.map((capability) => `files.${capability.toLowerCase()}`),
      'uploaded-files',
      'commands',
      'push-notifications',
      'notifications',
      'tickets',
    ]);
    expect(of('contacts', kinds)).toMatchObject({
      title: 'Contacts',
      covers: 'In the words of the notice: “The names, numbers, emails and addresses in your address book.”',
      days: 90,
      defaultDays: 90,
      rows: 5,
      due: 2,
      changedBy: null,
      changedAt: null,
    });
    expect(of('commands', kinds)).toMatchObject({ days: 90, rows: 1, due: 0 });
    expect(of('contacts', await list({ contacts: 10 }))).toMatchObject({ days: 90, due: 5 });
  });

  it('starts at 7 days for location, 30 for captures and messages, 90 for the rest', () => {
    const [table] = deviceTables;
    if (!table) throw new Error('There is no device feature.');
    const daysOf = (capability: typeof table.feature.capability) =>
      retainedKinds([{ ...table, feature: { ...table.feature, capability } }])[0]?.defaultDays;
    expect(daysOf('LOCATION')).toBe(7);
    expect([daysOf('CAMERA'), daysOf('MICROPHONE'), daysOf('CALL_RECORDING'), daysOf('SMS')]).toEqual([30, 30, 30, 30]);
    expect([daysOf('CONTACTS'), daysOf('CALENDAR'), daysOf('CALL_LOG')]).toEqual([90, 90, 90]);
  });

  it('is changed for good, with a note of who did it', async () => {
    const { envelope } = await update({ contacts: 30, commands: 90 });
    expect(of('contacts', envelope.data)).toMatchObject({ days: 30, changedBy: server.admin.username });
    expect(of('commands', envelope.data)).toMatchObject({ days: 90, changedBy: null });
    await update({ contacts: 45 });
    expect(of('contacts', await list())).toMatchObject({ days: 45, defaultDays: 90 });
    const { db } = server.services;
    const changes = await db.selectFrom('settings_changes').selectAll().orderBy('id', 'desc').limit(2).execute();
    expect(changes).toMatchObject([
      { key: 'retention.contacts', before: 30, after: 45, changed_by_name: server.admin.username },
      { key: 'retention.contacts', before: 90, after: 30, changed_by: server.admin.userId },
    ]);
    for (const statement of ['update settings_changes set key = key', 'delete from settings_changes']) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('settings_changes is append-only');
    }
  });

  it.each([0, -1, 1.5, 3651, '30', null])('refuses %o days, and changes nothing else with it', async (days) => {
    const answer = await update({ commands: 10, contacts: days as number });
    expect([answer.status, answer.errorCode]).toEqual([400, 'invalid_input']);
    expect(answer.error).toContain('Days must be a whole number from 1 to 3650.');
    expect((await list()).map((each) => each.days)).toEqual((await list()).map((each) => each.defaultDays));
  });

  it('takes the least and the most, and no kind that does not exist', async () => {
    const { minDays, maxDays } = limits.retention;
    expect((await update({ contacts: minDays, commands: maxDays })).status).toBe(200);
    for (const kind of ['audit_entries', 'consents', 'users', '', 'constructor']) {
      expect((await update({ contacts: 5, [kind]: 5 })).error).toContain(`There is no kind of data "${kind}".`);
    }
    expect(of('contacts', await list())?.days).toBe(minDays);
  });

  it('is for SUPER_ADMIN alone', async () => {
    const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await update({ contacts: 1 }, admin.token)).errorCode).toBe('not_allowed');
    expect((await server.api(retentionList, {}, admin.token)).errorCode).toBe('not_allowed');
    expect((await server.api(retentionList, {}, null)).status).toBe(401);
    expect((await server.api(contacts.list, { deviceId })).status).toBe(200);
  });
});
