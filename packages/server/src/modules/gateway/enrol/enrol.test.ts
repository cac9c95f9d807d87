import { capabilityNames, contacts, deviceList, enrol, limits, noticeVersion } from '@fairwatch/contract';
import type { JoinRequest } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasscodes } from '../../devices/passcodes/passcodes.store.ts';
import { joinRequest } from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await sql`delete from attempt_limits`.execute(server.services.db);
});
afterAll(() => server.close());

async function passcode(ownerId = server.admin.userId): Promise<string> {
  const [code = ''] = await createPasscodes(server.services.db, ownerId, 1);
  return code;
}

const enrolWith = (request: JoinRequest) => server.api(enrol, request, null);

describe('joining', () => {
  it('makes the person, the device and its consent, and assigns it to the admin of the passcode', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const request = await joinRequest(await passcode(owner.userId), ['CONTACTS', 'LOCATION']);
    const { status, envelope } = await enrolWith(request);
    expect(status).toBe(200);
    const { deviceId, token } = envelope.data;

    const list = await server.api(deviceList, {}, owner.token);
    expect(list.envelope.data).toMatchObject([
      {
        id: deviceId,
        deviceUniqueUUID: request.deviceUniqueUUID,
        username: request.person.username,
        contactInfo: 'person@example.com',
        status: 'Offline',
        lastSeenAt: null,
      },
    ]);
    const { db } = server.services;
    const consent = await db
      .selectFrom('consents')
      .selectAll()
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(consent).toMatchObject({
      person: request.person.username,
      notice_version: noticeVersion,
      notice_hash: request.consent.noticeHash,
      capabilities: ['CONTACTS', 'LOCATION'],
    });
    const person = await db
      .selectFrom('users')
      .select(['user_type', 'admin_role', 'password_hash'])
      .where('username', '=', request.person.username)
      .executeTakeFirstOrThrow();
    expect(person).toEqual({ user_type: 'USER', admin_role: 'NON_ADMIN', password_hash: null });
    const stored = await sql<{ found: boolean }>`
      select exists (select from devices d where d::text like ${`%${token}%`}) as found`.execute(db);
    expect(stored.rows[0]?.found).toBe(false);
  });

  it('shares nothing that was not granted', async () => {
    const request = await joinRequest(await passcode(), []);
    const { deviceId } = (await enrolWith(request)).envelope.data;
    expect((await server.api(contacts.list, { deviceId })).errorCode).toBe('consent_missing');
  });

  it('takes a passcode typed in small letters and groups', async () => {
    const code = await passcode();
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect((await enrolWith(await joinRequest(typed))).status).toBe(200);
  });
});

describe('a passcode', () => {
  it('has no letters that are mistaken for digits', async () => {
    const codes = await createPasscodes(server.services.db, server.admin.userId, 200);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(new RegExp(`^[2-9A-HJKMNP-TV-Z]{${limits.passcode.length}}$`));
  });

  it('works once', async () => {
    const code = await passcode();
    await enrolWith(await joinRequest(code));
    const second = await enrolWith(await joinRequest(code));
    expect(second.status).toBe(403);
    expect(second.errorCode).toBe('passcode_refused');
  });

  it('lets one of several devices in that use it at the same moment', async () => {
    const code = await passcode();
    const requests = await Promise.all(Array.from({ length: 8 }, () => joinRequest(code)));
    const answers = await Promise.all(requests.map(enrolWith));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ errorCode }) => errorCode === 'passcode_refused')).toHaveLength(7);
  });

  it('expires', async () => {
    const code = await passcode();
    await sql`update passcodes set expires_at = now() where code = ${code}`.execute(server.services.db);
    expect((await enrolWith(await joinRequest(code))).errorCode).toBe('passcode_refused');
  });

  it('cannot be guessed: too many wrong ones block the address', async () => {
    const guess = async () => (await enrolWith(await joinRequest('22222222'))).errorCode;
    for (let tried = 0; tried < limits.passcode.failuresPerAddress; tried += 1) {
      expect(await guess()).toBe('passcode_refused');
    }
    expect(await guess()).toBe('too_many_attempts');
    expect((await enrolWith(await joinRequest(await passcode()))).errorCode).toBe('too_many_attempts');
  });

  it('does not count against an address where many join', async () => {
    for (let joined = 0; joined <= limits.passcode.failuresPerAddress; joined += 1) {
      expect((await enrolWith(await joinRequest(await passcode()))).status).toBe(200);
    }
  });

  it('is not used up when joining fails for another reason', async () => {
    const code = await passcode();
    const request = await joinRequest(code);
    const taken = { ...request, person: { ...request.person, username: server.admin.username.toUpperCase() } };
    expect((await enrolWith(taken)).errorCode).toBe('username_taken');
    expect((await enrolWith(request)).status).toBe(200);
  });
});

describe('is refused', () => {
  it('with another notice than the current one', async () => {
    const request = await joinRequest(await passcode());
    const older = { ...request.consent, noticeVersion: noticeVersion - 1 };
    const other = { ...request.consent, noticeHash: '0'.repeat(64) };
    expect((await enrolWith({ ...request, consent: older })).errorCode).toBe('notice_outdated');
    expect((await enrolWith({ ...request, consent: other })).errorCode).toBe('notice_outdated');
    expect((await enrolWith(request)).status).toBe(200);
  });

  it('for a device that has joined already', async () => {
    const request = await joinRequest(await passcode());
    await enrolWith(request);
    const again = { ...(await joinRequest(await passcode())), deviceUniqueUUID: request.deviceUniqueUUID };
    expect((await enrolWith(again)).errorCode).toBe('device_already_joined');
  });

  it.each<[string, Partial<Record<keyof JoinRequest, unknown>>]>([
    ['a UUID that is none', { deviceUniqueUUID: 'phone' }],
    ['a capability that does not exist', { consent: { capabilities: ['STEALTH'] } }],
    ['a field too many', { hidden: true } as object],
    ['a NUL in a text', { passcode: 'A\0B' }],
  ])('with %s', async (_, change) => {
    const request = await joinRequest(await passcode());
    const answer = await enrolWith({ ...request, ...change } as JoinRequest);
    expect(answer.errorCode).toBe('invalid_input');
  });
});

it('every capability starts off: an empty list is a valid consent, and all of them too', async () => {
  for (const capabilities of [[], capabilityNames]) {
    const { envelope } = await enrolWith(await joinRequest(await passcode(), capabilities));
    const { capabilities: granted } = await server.services.db
      .selectFrom('devices')
      .select('capabilities')
      .where('id', '=', envelope.data.deviceId)
      .executeTakeFirstOrThrow();
    expect(granted).toEqual(capabilities);
  }
});
