import { blockUser, login, passkeySignIn, startPasskeySignIn } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnOnTwoFactor } from '../testing/account.ts';
import { countHashing, recordSteps } from '../testing/count-work.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';

const origin = 'https://fairwatch.example.org';

let server: TestServer;
/** The kinds of accounts that an attacker could ask about, with their sign-in names. */
const accounts = new Map([['nobody', 'nobody-there']]);

beforeAll(async () => {
  server = await startTestServer({ publicUrl: origin });
  const { db } = server.services;
  await sql`insert into users (username, user_type, admin_role) values ('a-person', 'USER', 'NON_ADMIN')`.execute(db);
  const [plain, blocked, protectedOne, pending] = [
    await server.createAdmin(),
    await server.createAdmin(),
    await server.createAdmin(),
    await server.createAdmin({ role: 'PENDING' }),
  ];
  await server.api(blockUser, { userId: blocked.userId, blocked: true });
  await turnOnTwoFactor(server, protectedOne);
  accounts.set('the person of a device', 'a-person');
  accounts.set('an admin', plain.username);
  accounts.set('a blocked one', blocked.username);
  accounts.set('one with two-factor sign-in', protectedOne.username);
  accounts.set('one who waits', pending.username);
});
afterAll(() => server.close());
beforeEach(() => sql`truncate attempt_limits`.execute(server.services.db));

const ask = async () => (await server.api(startPasskeySignIn, {}, null)).envelope.data;

/** The error codes of the last guess before the rate limit and of the one after it. */
const codes = async (username: string) => {
  await sql`insert into attempt_limits (subject, failures, window_ends_at)
    values (${`login:from:127.0.0.1 ${username}`}, 9, now() + interval '5 minutes')`.execute(server.services.db);
  const first = await server.api(login, { username, password: 'wrong' }, null);
  const second = await server.api(login, { username, password: 'wrong' }, null);
  return [first.errorCode, second.errorCode];
};

describe('whether there is such an account', () => {
  it('is not revealed by a wrong password: same text, same status, same work', async () => {
    const found = new Map<string, unknown>();
    for (const [name, username] of accounts) {
      const answers: unknown[] = [];
      let hashed = 0;
      const steps = await recordSteps(async () => {
        hashed = await countHashing(async () => {
          const { status, envelope } = await server.api(login, { username, password: 'wrong' }, null);
          answers.push(status, envelope);
        });
      });
      found.set(name, { answers, hashed, steps });
    }
    const expected = found.get('nobody');
    expect(expected).toMatchObject({ hashed: 1, answers: [401, expect.anything()] });
    for (const [name, each] of found) expect(each, name).toEqual(expected);
  });

  it('is not revealed by the number of guesses until the rate limit', async () => {
    for (const [name, username] of accounts) {
      expect(await codes(username), name).toEqual(['login_failed', 'too_many_attempts']);
    }
  });

  it('is not revealed by the challenge for a passkey, nor by the refusal of a wrong answer', async () => {
    const answers = [];
    for (const userHandle of ['AAAA', Buffer.alloc(32, 7).toString('base64url')]) {
      const credential = new SoftwareAuthenticator(origin).get(await ask(), { userHandle });
      const { status, envelope } = await server.api(passkeySignIn, { credential }, null);
      answers.push({ status, envelope });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(Object.keys(await ask())).not.toContain('allowCredentials');
  });
});
