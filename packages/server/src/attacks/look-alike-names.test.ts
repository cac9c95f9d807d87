import { enrol, login, register, sendVerification } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPasscodes } from '../domain/passcodes/passcodes.store.ts';
import { ensureFirstAdmin } from '../domain/accounts/first-admin.ts';
import { lastCode } from '../testing/outbox.ts';
import { joinDevice, joinRequest } from '../testing/test-device.ts';
import { createTestDatabase } from '../testing/servers/test-database.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
beforeEach(() => sql`truncate attempt_limits, verifications`.execute(server.services.db));

let registered = 0;
/** Registers under a name with a new email address. */
async function registerAs(username: string) {
  registered += 1;
  const email = `look-alike-${registered}@example.org`;
  await server.api(sendVerification, { email }, null);
  const code = await lastCode(server.services.config.dataDir, email);
  const password = 'quiet-otter-77';
  return await server.api(register, { email, code, username, password, confirmPassword: password }, null);
}

async function joinAs(username: string) {
  const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
  const request = await joinRequest(code);
  return await server.api(enrol, { ...request, person: { ...request.person, username } }, null);
}

const lookAlikes = ['captain\u3164', 'c\u0430ptain', 'cap\u200Dtain', 'cap\u202Etain', 'captain\uFE0F'];
const sameRead = ['\uFF43\uFF41ptain', '\u{1D41C}aptain', 'CAPTAIN'];
const ways = [
  ['an account', registerAs],
  ['the person of a device', joinAs],
] as const;

describe.each(ways)('a name that looks like another one, for %s', (_, take) => {
  beforeEach(() => sql`delete from users where username = 'captain'`.execute(server.services.db));

  it('is refused, with a text that says what is allowed', async () => {
    await server.createAdmin({ username: 'captain' });
    for (const username of lookAlikes) {
      const answer = await take(username);
      expect(answer, JSON.stringify(username)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
      expect(answer.error).toContain('letters of one script, digits and . _ -');
    }
  });

  it('is taken when it reads the same', async () => {
    await server.createAdmin({ username: 'captain' });
    for (const username of sameRead) {
      expect(await take(username), JSON.stringify(username)).toMatchObject({
        status: 409,
        errorCode: 'username_taken',
      });
    }
  });

  it('is taken when an account from before this rule reads the same', async () => {
    await server.createAdmin({ username: '\uFF4Fld-\uFF48and' });
    expect(await take('old-hand')).toMatchObject({ status: 409, errorCode: 'username_taken' });
    await sql`delete from users where username = ${'\uFF4Fld-\uFF48and'}`.execute(server.services.db);
  });
});

describe('a name from before this rule', () => {
  it('still signs in, exactly as it is written', async () => {
    for (const username of ['Ada Lovelace', 'O\u2019Hara', '\u0430da', '\uFF41\uFF42\uFF43']) {
      const { password } = await server.createAdmin({ username });
      expect((await server.api(login, { username, password }, null)).status, username).toBe(200);
    }
  });

  it('and one that reads like it are two accounts, each found by its own', async () => {
    const older = await server.createAdmin({ username: '\uFF54win' });
    const newer = await server.createAdmin({ username: 'twin' });
    await sql`update users set password_hash = null where id = ${newer.userId}`.execute(server.services.db);
    expect((await server.api(login, { username: '\uFF54win', password: older.password }, null)).status).toBe(200);
    expect((await server.api(login, { username: 'twin', password: older.password }, null)).status).toBe(401);
  });
});

describe('the first account', () => {
  it('is not made under a name that is refused; an installation that has one starts with any', async () => {
    const database = await createTestDatabase();
    const settings = { adminUsername: 'the b\u043Ess', adminPassword: 'quiet-otter-77' };
    await expect(ensureFirstAdmin(database.db, settings)).rejects.toThrow(
      'ADMIN_USERNAME cannot be used: A username has no spaces: letters of one script, digits and . _ -.',
    );
    const made = await ensureFirstAdmin(database.db, { ...settings, adminUsername: '\uFF42oss' });
    expect(made.username).toBe('boss');
    expect((await ensureFirstAdmin(database.db, settings)).username).toBe('boss');
    await database.close();
  });
});

it('a person whose name is a good one joins as ever', async () => {
  expect((await joinDevice(server, { username: 'мария.2' })).username).toBe('мария.2');
});
