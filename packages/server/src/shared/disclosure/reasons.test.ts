import {
  askConsent,
  cancelCommand,
  capabilityNames,
  contacts,
  defaultPolicies,
  giveReason,
  loadReason,
  messageThreads,
  overview,
  renameDevice,
  listUsePolicies,
  updateUsePolicies,
  type AuditDetails,
  type Capability,
  type Endpoint,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setPolicies } from '../../testing/set-policies.ts';
import {
  announce,
  endCommands,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
} from '../../testing/samples/test-files.ts';
import { RawDevice, joinDevice, type TestDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { runShortJobs } from '../../app/housekeeping.ts';

const server = useTestServer();
let admin: TestAdmin;
let device: TestDevice;

beforeAll(async () => {
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, {
    ownerId: admin.userId,
    capabilities: capabilityNames.filter((name) => name !== 'CALENDAR'),
  });
});

afterEach(async () => {
  await setPolicies(server, defaultPolicies);
  await sql`delete from given_reasons`.execute(server.services.db);
});

const demand = (...names: Capability[]) =>
  setPolicies(server, Object.fromEntries(names.map((name) => [name, { reason: 'REQUIRED', approval: false }])));

const post = (endpoint: Endpoint, input: object = {}, { token }: TestAdmin = admin) =>
  server.api(endpoint, { deviceId: device.deviceId, ...input } as never, token);
const codeOf = async (answer: ReturnType<typeof post>) => (await answer).envelope.meta.message[0]?.code ?? 'ok';
const give = (reason: string, { by = admin, capability = 'CONTACTS' as Capability } = {}) =>
  post(giveReason, { capability, reason }, by);

async function entries(): Promise<{ action: string; actor: string; details: AuditDetails }[]> {
  const { rows } = await sql<{ action: string; actor: string; details: AuditDetails }>`
    select action, actor_name as actor, details from audit_entries
    where device_id = ${device.deviceId} order by sequence`.execute(server.services.db);
  return rows;
}

describe('what the owner demands', () => {
  it('is a reason that can be skipped for what is most private, and nothing is refused', async () => {
    const { envelope } = await server.api(listUsePolicies, {}, server.admin.token);
    const asked = envelope.data.filter(({ reason }) => reason === 'ASKED').map(({ capability }) => capability);
    expect(asked.toSorted()).toEqual(['CALL_LOG', 'CALL_RECORDING', 'CAMERA', 'FILES', 'MICROPHONE', 'SMS']);
    expect(envelope.data.some(({ reason, approval }) => reason === 'REQUIRED' || approval)).toBe(false);
    expect(await codeOf(post(messageThreads))).toBe('ok');
  });

  it('is set by a super admin alone, and it stays known who did', async () => {
    const policies = [{ capability: 'SMS', reason: 'REQUIRED', approval: false }] as const;
    expect((await server.api(updateUsePolicies, { policies: [...policies] }, admin.token)).status).toBe(403);
    const { envelope } = await server.api(updateUsePolicies, { policies: [...policies] }, server.admin.token);
    expect(envelope.data.find(({ capability }) => capability === 'SMS')).toMatchObject({
      reason: 'REQUIRED',
      changedBy: server.admin.username,
    });
    const { rows } = await sql`select before, after from settings_changes where key = 'use-policy.SMS'
      order by id desc limit 1`.execute(server.services.db);
    expect(rows).toEqual([
      { before: { reason: 'ASKED', approval: false }, after: { reason: 'REQUIRED', approval: false } },
    ]);
  });
});

describe('a reason that is required', () => {
  it('is missed by reads, commands, requests to share and the overview, and the refusal is in the log', async () => {
    await demand('SMS', 'CONTACTS', 'CALENDAR');
    expect((await post(messageThreads)).status).toBe(403);
    expect(await codeOf(post(messageThreads))).toBe('reason_required');
    expect(await codeOf(post(contacts.list))).toBe('reason_required');
    expect(await codeOf(post(contacts.update))).toBe('reason_required');
    expect(await codeOf(post(askConsent, { capability: 'CALENDAR' }))).toBe('reason_required');
    const glance = await server.api(overview, { deviceId: device.deviceId }, admin.token);
    expect(glance.envelope.data.activity.map(({ capability }) => capability)).not.toContain('CONTACTS');
    expect(await entries()).toContainEqual({
      action: 'REFUSED_COMMAND',
      actor: admin.username,
      details: { reason: 'reason_required' },
    });
    await give('Lost phone');
    expect(await codeOf(post(contacts.list))).toBe('ok');
    // One for another kind of data is none for this one.
    expect(await codeOf(post(messageThreads))).toBe('reason_required');
  });

  it('is no reason of another admin, nor for another device, nor one that has run out', async () => {
    await demand('CONTACTS');
    const other = await server.createAdmin({ access: 'FULL_ACCESS' });
    const another = await joinDevice(server, { ownerId: other.userId });
    expect(await codeOf(give('Not my device', { by: other }))).toBe('device_not_found');
    expect(
      await codeOf(
        post(giveReason, { capability: 'CONTACTS', reason: 'Looking elsewhere', deviceId: another.deviceId }, other),
      ),
    ).toBe('ok');
    await sql`insert into device_assignments (user_id, device_id)
      values (${other.userId}, ${device.deviceId})`.execute(server.services.db);
    await give('Lost phone');
    expect(await codeOf(post(contacts.list, {}, other))).toBe('reason_required');
    expect(await codeOf(post(contacts.list))).toBe('ok');
    await sql`update given_reasons set expires_at = now() - interval '2 minutes'`.execute(server.services.db);
    expect(await codeOf(post(contacts.list))).toBe('reason_required');
    expect((await server.api(loadReason, { deviceId: device.deviceId }, admin.token)).envelope.data.given).toEqual([]);
    await runShortJobs(server.services);
    const { rows } = await sql`select from given_reasons`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  it('cannot be gone round by the address of a file', async () => {
    const picture = await testPicture(57);
    await sendSmall(server, device, picture, announce(picture, await openCommand(server, device)));
    await endCommands(server, device);
    const sha256 = sha256Of(picture);
    const ticket = await contentTicketFor(server, admin, { deviceId: device.deviceId, capability: 'GALLERY' });
    await demand('GALLERY');
    expect((await fetchContent(server, { ticket, sha256 })).status).toBe(403);
    await give('Contract of Monday', { capability: 'GALLERY' });
    expect((await fetchContent(server, { ticket, sha256 })).status).toBe(200);
    const last = (await entries()).findLast(({ action }) => action === 'READ');
    expect(last?.details).toMatchObject({ reason: 'Contract of Monday', how: 'OPEN' });
  });

  it.each(['ab', ' a  ', 'x'.repeat(301), 'Lost', 'xx xxxxxxxxx'])(
    'says something in a line: not %j',
    async (reason) => {
      expect((await give(reason)).status).toBe(400);
    },
  );
});

describe('a reason that was given', () => {
  it('stands with the use for which it was given, on the way to the device too, and with nothing else', async () => {
    const reason = 'To find out whom to call';
    const before = (await entries()).length;
    await give(reason);
    await give('For the appointment', { capability: 'CALENDAR' });
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    expect(await codeOf(post(contacts.list, { page: 2 }))).toBe('ok');
    expect(await codeOf(post(renameDevice, { nickname: 'Van 3' }))).toBe('ok');
    expect(await codeOf(post(messageThreads, { page: 2 }))).toBe('ok');
    expect(await codeOf(post(askConsent, { capability: 'CALENDAR' }))).toBe('ok');
    expect(await raw.next('consent-request')).toMatchObject({ capability: 'CALENDAR', reason: 'For the appointment' });
    expect(await codeOf(post(contacts.update))).toBe('ok');
    const { commandId, reason: told } = await raw.next('command');
    expect(told).toBe(reason);
    expect(await codeOf(post(cancelCommand, { commandId }))).toBe('ok');
    const lines = (await entries()).slice(before);
    expect(lines.map(({ action, details }) => [action, details.reason])).toEqual([
      ['READ', reason],
      ['RENAME', undefined],
      ['READ', undefined],
      ['ASK', 'For the appointment'],
      ['COMMAND', reason],
      ['CANCEL', reason],
    ]);
    raw.send({ type: 'log-request', before: null });
    const log = await raw.next('log');
    expect(log.entries.filter(({ what }) => what.includes(`reason: "${reason}"`))).toHaveLength(3);
    raw.socket.close();
  });

  it('goes with the person', async () => {
    const leaving = await joinDevice(server, { ownerId: admin.userId, capabilities: ['CONTACTS'] });
    await post(giveReason, { deviceId: leaving.deviceId, capability: 'SMS', reason: 'Private words' });
    await post(askConsent, { deviceId: leaving.deviceId, capability: 'SMS' });
    const raw = new RawDevice(server);
    await raw.hello(leaving.token);
    raw.send({ type: 'leave' });
    await raw.next('left');
    const { rows } = await sql`select reason from given_reasons where device_id = ${leaving.deviceId}
      union all select reason from consent_requests where device_id = ${leaving.deviceId} and reason is not null`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
  });
});
