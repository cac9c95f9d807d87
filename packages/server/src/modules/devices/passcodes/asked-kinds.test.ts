import {
  askConsent,
  auditList,
  capabilityNames,
  changeHands,
  consentRequests,
  describePasscode,
  deviceGrants,
  groundNotStated,
  importPasscodes,
  limits,
  passcodeList,
  savePasscodes,
  type AskedKind,
  type Capability,
} from '@fairwatch/contract';
import { join } from '@fairwatch/device';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { auditOf } from '../../../testing/person.ts';
import { setUsedKinds } from '../../../testing/set-used-kinds.ts';
import { joinRequest, RawDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const asked: AskedKind[] = [
  { capability: 'LOCATION', reason: 'To find you on the trip to York' },
  { capability: 'CONTACTS', reason: 'To reach your parents in an emergency' },
];

const make = (token?: string) => server.api(savePasscodes, { asked }, token);

/** Joins with a passcode that asks for two kinds, and shares these. */
async function joinSharing(capabilities: readonly Capability[], { token }: TestAdmin = server.admin) {
  const [passcode] = (await make(token)).envelope.data;
  const request = await joinRequest(passcode?.otpCode ?? '', capabilities);
  return { ...(await join(server.url, request)), passcodeId: passcode?.id ?? 0, username: request.person.username };
}

async function storedAbout(deviceId: number): Promise<number> {
  const { rows } = await sql`
    select from consent_requests where device_id = ${deviceId} and at_joining
    union all select from passcodes where used_by_device_id = ${deviceId} and asked <> '[]'`.execute(
    server.services.db,
  );
  return rows.length;
}

const askedIn = async (ids: number[], { token }: TestAdmin = server.admin) =>
  (await server.api(passcodeList, { filter: { ids } }, token)).envelope.data.map((passcode) => passcode.asked);

describe('what a passcode asks for', () => {
  it('is listed with it, and told before anybody joins, with who asks; a passcode without asks for nothing', async () => {
    const [made] = (await make()).envelope.data;
    expect(made?.asked).toEqual(asked);
    expect(await askedIn([made?.id ?? 0])).toEqual([asked]);
    const told = await server.api(describePasscode, { passcode: made?.otpCode ?? '' }, null);
    expect(told.envelope.data).toMatchObject({ askedBy: server.admin.username, asked });
    const [plain] = (await server.api(savePasscodes, {})).envelope.data;
    expect(plain?.asked).toEqual([]);
  });

  it('is the same for all people of a file', async () => {
    const { envelope } = await server.api(importPasscodes, { csv: 'name\nIda Ask\nJon Ask', asked });
    const filter = { batchId: envelope.data.batchId ?? 0 };
    const made = (await server.api(passcodeList, { filter })).envelope.data;
    expect(made.map((passcode) => passcode.asked)).toEqual([asked, asked]);
  });

  it('is of known kinds, each once, with a reason that says something', async () => {
    const [one] = asked;
    const refused: [unknown, string][] = [
      [[{ ...one, capability: 'THOUGHTS' }], 'Invalid option'],
      [[one, one], 'Ask for each kind of data once.'],
      [[{ ...one, reason: ' ' }], 'Please say why in a few words'],
      [[{ ...one, reason: 'word '.repeat(limits.consentRequest.passcodeReasonMaxLength) }], 'Too big'],
    ];
    for (const [kinds, problem] of refused) {
      const answer = await server.api(savePasscodes, { asked: kinds as AskedKind[] });
      expect([answer.status, answer.error]).toEqual([400, expect.stringContaining(problem)]);
    }
  });

  it('is only what its admin could use themselves', async () => {
    const access = { OTP_LIST: 'FULL_ACCESS', DEVICES: 'FULL_ACCESS', LOCATION: 'FULL_ACCESS' } as const;
    const owner = await server.createAdmin({ access });
    expect((await make(owner.token)).errorCode).toBe('not_allowed');
    expect((await server.api(importPasscodes, { csv: 'name\nIda', asked }, owner.token)).errorCode).toBe('not_allowed');
    const allowed = await server.api(savePasscodes, { asked: asked.slice(0, 1) }, owner.token);
    expect(allowed.status).toBe(200);
    const device = await join(server.url, await joinRequest(allowed.envelope.data[0]?.otpCode ?? ''));
    const next = {
      deviceId: device.deviceId,
      reason: 'It goes to the next pupil',
      name: 'Nora',
      ground: groundNotStated,
    };
    expect((await server.api(changeHands, { ...next, asked }, owner.token)).errorCode).toBe('not_allowed');
    const handed = await server.api(changeHands, { ...next, asked: asked.slice(0, 1) }, owner.token);
    expect(handed.envelope.data.asked).toEqual(asked.slice(0, 1));
  });
});

describe('a person who joined with it', () => {
  it('shares only what they switched on; asked, shared and declined stand side by side, also in their log', async () => {
    const { deviceId, username } = await joinSharing(['CONTACTS', 'CALENDAR']);
    const by = server.admin.username;
    const { grants } = (await server.api(deviceGrants, { deviceId })).envelope.data;
    const told = grants.flatMap(({ capability, granted, asked: wanted }) =>
      granted || wanted ? [{ capability, granted, asked: wanted }] : [],
    );
    expect(told).toEqual([
      { capability: 'CONTACTS', granted: true, asked: { by, mine: true, reason: asked[1]?.reason } },
      { capability: 'CALENDAR', granted: true, asked: null },
      { capability: 'LOCATION', granted: false, asked: { by, mine: true, reason: asked[0]?.reason } },
    ]);
    const requests = (await server.api(consentRequests, { deviceId })).envelope.data;
    expect(requests).toMatchObject([
      { capability: 'CONTACTS', answer: 'GRANTED', askedBy: by, mine: true, reasonAtJoining: asked[1]?.reason },
      { capability: 'LOCATION', answer: 'DECLINED', askedBy: by, mine: true, reasonAtJoining: asked[0]?.reason },
    ]);
    const log = (await auditOf(server, { deviceId })).filter(({ action }) => action !== 'READ');
    expect(log.map(({ action, by: actor, details }) => [action, actor, details])).toEqual([
      ['JOIN', username, expect.objectContaining({ capabilities: ['CONTACTS', 'CALENDAR'] })],
      ...asked.map((kind) => ['ASK', by, { ...kind, when: 'joining' }]),
    ]);
    const lines = (await server.api(auditList, { deviceId, sortDirection: 'asc' })).envelope.data;
    expect(lines[1]).toMatchObject({
      subject: `asked them to share Location when they joined; reason: "${asked[0]?.reason}"`,
    });
  });

  it('may be asked again like anybody who declined: a day later, and then the new request is what is shown', async () => {
    const { deviceId } = await joinSharing([]);
    const ask = () => server.api(askConsent, { deviceId, capability: 'LOCATION' });
    expect((await ask()).errorCode).toBe('asked_too_soon');
    await sql`
      update consent_requests set asked_at = asked_at - interval '2 days', answered_at = answered_at - interval '2 days'
      where device_id = ${deviceId}`.execute(server.services.db);
    expect((await ask()).envelope.data).toMatchObject({ answer: null, reasonAtJoining: null });
    const { grants } = (await server.api(deviceGrants, { deviceId })).envelope.data;
    expect(grants.find(({ capability }) => capability === 'LOCATION')?.asked).toMatchObject({
      reason: asked[0]?.reason,
    });
  });

  it('is told about to admins who have the device in scope, and to nobody else', async () => {
    const { deviceId } = await joinSharing([]);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    for (const endpoint of [deviceGrants, consentRequests]) {
      expect((await server.api(endpoint, { deviceId }, stranger.token)).errorCode).toBe('device_not_found');
    }
  });

  it('takes it along when they leave', async () => {
    const { deviceId, token, passcodeId } = await joinSharing(['CONTACTS']);
    expect(await storedAbout(deviceId)).toBe(3);
    const raw = new RawDevice(server);
    await raw.hello(token);
    raw.send({ type: 'leave' });
    await raw.closed;
    expect(await storedAbout(deviceId)).toBe(0);
    expect(await askedIn([passcodeId])).toEqual([[]]);
  });
});

it('is forgotten with a passcode that nobody used', async () => {
  const [made] = (await make()).envelope.data;
  const id = made?.id ?? 0;
  await sql`update passcodes set expires_at = now() - interval '31 days' where id = ${id}`.execute(server.services.db);
  await runShortJobs(server.services);
  expect(await askedIn([id])).toEqual([[]]);
});

it('is never a kind that this installation does not use: not newly, and not from a passcode that was made before', async () => {
  const [made] = (await make()).envelope.data;
  await setUsedKinds(
    server,
    capabilityNames.filter((kind) => kind !== 'CONTACTS'),
  );
  expect((await make()).errorCode).toBe('kind_not_used');
  const told = await server.api(describePasscode, { passcode: made?.otpCode ?? '' }, null);
  expect(told.envelope.data.asked).toEqual(asked.slice(0, 1));
});
