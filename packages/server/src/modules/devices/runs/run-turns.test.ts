import { contacts, limits, weekDays, type Offers, type SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logWords, type LogLine } from '../../../shared/audit/words/log-words.ts';
import { openCommand } from '../../../testing/samples/test-files.ts';
import { auditOf } from '../../../testing/person.ts';
import { countStatements } from '../../../testing/count-work.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { insertDevices, selected, updateContacts, useRuns } from '../../../testing/test-runs.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const runs = useRuns(server);

/** Hours that begin three days from now, so that the test always runs outside them. */
const dayFromNow = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
const closed: SharingHours = {
  timeZone: 'UTC',
  days: [{ day: weekDays[(dayFromNow + 6) % 7] ?? 'MON', from: '12:00', to: '13:00' }],
};
const browser: Offers = { commands: ['UPDATE_APPS'], refusals: { UPDATE_CONTACTS: 'A browser cannot read contacts.' } };

let admin: TestAdmin;
let device: TestDevice;
beforeEach(async () => {
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId });
});

const change = (set: ReturnType<typeof sql>) =>
  sql`update devices set ${set} where id = ${device.deviceId}`.execute(server.services.db);

interface Loss {
  what: string;
  happen: () => Promise<unknown>;
  reason: RegExp;
  /** The code in the log. */
  code: string;
  words: RegExp;
}

const losses: Loss[] = [
  {
    // By a statement that ends nothing by itself, as all of these; what a change of access ends is in `revoked-requests.test.ts`.
    what: 'the device is taken from the admin',
    happen: () => sql`delete from device_assignments where user_id = ${admin.userId}`.execute(server.services.db),
    reason: /not assigned to you/,
    code: 'device_not_found',
    words: /not an admin of this device/,
  },
  {
    what: 'the admin loses the permission',
    happen: () =>
      sql`update feature_access set feature_access = 'READ_ONLY'
        where user_id = ${admin.userId} and feature_permission = 'CONTACTS'`.execute(server.services.db),
    reason: /do not have access/,
    code: 'not_allowed',
    words: /not permitted any more/,
  },
  {
    what: 'the admin is blocked',
    happen: () => sql`update users set blocked_at = now() where id = ${admin.userId}`.execute(server.services.db),
    reason: /do not have access/,
    code: 'not_allowed',
    words: /not permitted any more/,
  },
  {
    what: 'the person withdraws',
    happen: () => change(sql`capabilities = array_remove(capabilities, 'CONTACTS')`),
    reason: /does not share Contacts/,
    code: 'consent_missing',
    words: /not shared/,
  },
  {
    what: 'the person pauses',
    happen: () => change(sql`paused_at = now()`),
    reason: /paused/i,
    code: 'device_paused',
    words: /sharing was paused/,
  },
  {
    what: 'the device is held after a restore',
    happen: () => change(sql`restored_at = now(), restored_capabilities = capabilities, capabilities = '{}'`),
    reason: /./,
    code: 'device_held',
    words: /held after a restore/,
  },
  {
    what: 'the sharing hours end',
    happen: () => change(sql`sharing_hours = ${JSON.stringify(closed)}::jsonb`),
    reason: /./,
    code: 'outside_hours',
    words: /outside of your sharing hours/,
  },
  {
    what: 'the notice is hidden',
    happen: () => change(sql`notice_shown = false`),
    reason: /./,
    code: 'notice_not_shown',
    words: /was not shown/,
  },
  {
    what: 'another client takes over that cannot do it',
    happen: () => change(sql`offers = ${JSON.stringify(browser)}::jsonb`),
    reason: /A browser cannot read contacts/,
    code: 'not_offered',
    words: /cannot do it/,
  },
  {
    what: 'a reason becomes necessary',
    happen: () => setPolicies(server, { CONTACTS: { reason: 'REQUIRED', approval: false } }),
    reason: /reason/,
    code: 'reason_required',
    words: /no reason was given/,
  },
  {
    what: 'an approval becomes necessary',
    happen: () => setPolicies(server, { CONTACTS: { reason: 'NONE', approval: true } }),
    reason: /approval of a second admin/,
    code: 'approval_missing',
    words: /a second admin had not agreed/,
  },
];

describe('an item whose turn comes', () => {
  afterEach(() => setPolicies(server, { CONTACTS: { reason: 'NONE', approval: false } }));

  it.each(losses)('after $what is skipped with the reason, and logged as a refusal', async (loss) => {
    await openCommand(server, device, 'UPDATE_APPS');
    const { id } = await runs.start({ selection: selected(device), action: updateContacts }, admin.token);
    await loss.happen();
    await runs.answer(device);
    expect((await runs.finished(id)).counts).toMatchObject({ SKIPPED: 1, DONE: 0 });
    const [item] = await runs.items(id);
    expect(item).toMatchObject({ state: 'SKIPPED', commandId: null, reason: expect.stringMatching(loss.reason) });
    const entries = (await auditOf(server, device)).filter(({ action }) => action === 'REFUSED_COMMAND');
    expect(entries).toMatchObject([
      { by: admin.username, subject: contacts.update.path, details: { reason: loss.code } },
    ]);
    expect(entries.map((entry) => logWords(entry as LogLine))).toEqual([expect.stringMatching(loss.words)]);
    // Nothing was asked of the device.
    const { rows } = await sql`select from commands
      where device_id = ${device.deviceId} and run_item_id is not null`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  it('names several files, for a client that now takes one at a time, is skipped with the reason', async () => {
    const offers = { commands: ['DELETE_FILE', 'UPDATE_APPS'], refusals: {} };
    await change(sql`offers = ${JSON.stringify({ ...offers, lists: true })}::jsonb`);
    await openCommand(server, device, 'UPDATE_APPS');
    const action = { action: 'DELETE_FILES' as const, paths: ['a', 'b'] };
    const { id } = await runs.start({ selection: selected(device), action }, admin.token);
    await change(sql`offers = ${JSON.stringify(offers)}::jsonb`);
    await runs.answer(device);
    await runs.finished(id);
    expect(await runs.items(id)).toMatchObject([
      { state: 'SKIPPED', reason: expect.stringMatching(/one file at a time/) },
    ]);
  });

  it('after the admin was demoted is skipped', async () => {
    await openCommand(server, device, 'UPDATE_APPS');
    const { id } = await runs.start({ selection: selected(device), action: updateContacts }, admin.token);
    await sql`update users set admin_role = 'NON_ADMIN' where id = ${admin.userId}`.execute(server.services.db);
    await runs.answer(device);
    expect((await runs.finished(id)).counts).toMatchObject({ SKIPPED: 1 });
  });

  it('passes with the reason of the run where one is necessary, and the log has it', async () => {
    await setPolicies(server, { CONTACTS: { reason: 'REQUIRED', approval: false } });
    const input = { selection: selected(device), action: updateContacts, reason: 'The yearly audit' };
    const { id } = await runs.start(input, admin.token);
    await runs.reach(id, 'OPEN');
    // Reading the run is logged too, before the command or after it.
    const commands = (await auditOf(server, device)).filter(({ action }) => action === 'COMMAND');
    expect(commands).toMatchObject([{ details: { runId: id, reason: 'The yearly audit' } }]);
  });

  it('has its whole deadline from then on', async () => {
    await openCommand(server, device, 'UPDATE_APPS');
    const { id } = await runs.start({ selection: selected(device), action: updateContacts }, admin.token);
    const { db } = server.services;
    // The run waits far longer than the deadline of a command.
    await sql`update runs set created_at = created_at - interval '1 day' where id = ${id}`.execute(db);
    await runs.answer(device);
    await runs.reach(id, 'OPEN');
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from c.expires_at - i.started_at) * 1000 as ms
      from commands c join run_items i on i.command_id = c.id where i.run_id = ${id}`.execute(db);
    expect(Number(rows[0]?.ms)).toBe(limits.command.deadlineMs);
    // It expires by that deadline, and the item with it.
    await sql`update commands set expires_at = created_at where device_id = ${device.deviceId} and finished_at is null`.execute(
      db,
    );
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    expect((await runs.finished(id)).counts).toMatchObject({ EXPIRED: 1 });
    expect((await runs.items(id))[0]?.reason).toBe('The device was not reached in time.');
    raw.socket.close();
  });
});

describe('a device that leaves', () => {
  it('has its items ended and erased, and loses its place in runs', async () => {
    const other = await joinDevice(server, { ownerId: admin.userId });
    await openCommand(server, device, 'UPDATE_APPS');
    const files = await runs.start(
      {
        selection: selected(device),
        action: { action: 'DELETE_FILES', paths: ['Letters/secret.txt'] },
        reason: 'secret reason',
      },
      admin.token,
    );
    const note = { action: 'NOTIFY', title: 'secret title', message: 'secret message' } as const;
    const told = await runs.start({ selection: selected(device), action: note }, admin.token);
    await runs.finished(told.id);
    const both = await runs.start({ selection: selected(device, other), action: updateContacts }, admin.token);
    await runs.reach(both.id, 'OPEN');
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'leave' });
    await raw.closed;
    expect((await runs.finished(files.id)).counts).toMatchObject({ SKIPPED: 1 });
    expect(await runs.items(files.id)).toMatchObject([
      { deviceName: '', username: '', reason: 'The person using this device left.' },
    ]);
    await runs.answer(other);
    expect((await runs.finished(both.id)).counts).toMatchObject({ SKIPPED: 1, DONE: 1 });
    const { rows } = await sql`
      select from runs r join run_items i on i.run_id = r.id
      where r.device_id = ${device.deviceId} and (r::text || i::text) like '%secret%'`.execute(server.services.db);
    expect(rows).toEqual([]);
  });
});

describe('a run over many devices', () => {
  it('is fed, settled and finished in a number of statements that does not grow with them', async () => {
    const many = await insertDevices(server, 500);
    const selection = selected(...many);
    const { db } = server.services;
    let id = 0;
    const work = async () => {
      id = (await runs.start({ selection, action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS', 'UPDATE_APPS'] } }))
        .id;
      await vi.waitFor(async () => {
        const { rows } = await sql`select from commands c join run_items i on i.id = c.run_item_id
          where i.run_id = ${id} and i.state = 'OPEN' /* by the test */`.execute(db);
        expect(rows).toHaveLength(500);
      });
      await runs.answer(...many);
      await runs.finished(id);
    };
    // Statements of the feeder; reads of the run by this test have no `any(`.
    const statements = await countStatements(/run_items.*(?:for update|any\()|insert into commands/s, work);
    expect((await runs.read(id)).counts).toMatchObject({ DONE: 500, SKIPPED: 500 });
    expect(statements).toBeGreaterThan(2);
    expect(statements).toBeLessThan(60);
  });
});
