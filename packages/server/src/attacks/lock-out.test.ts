import {
  enrol,
  limits,
  login,
  passcodeList,
  resetPassword,
  sendPasswordCode,
  startTwoFactor,
} from '@fairwatch/contract';
import type { Endpoint, InputOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import { runShortJobs } from '../app/housekeeping.ts';
import { appCode, turnOnTwoFactor } from '../testing/account.ts';
import { readAnswer } from '../testing/call-endpoint.ts';
import { lastCode, readOutbox } from '../testing/outbox.ts';
import { joinRequest } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const balancer = '10.0.0.7';
const server = useTestServer({ trustedProxies: [balancer] });
beforeEach(() => sql`truncate attempt_limits, verifications`.execute(server.services.db));

/** The usual address of the accounts in these tests. */
const home = '127.0.0.1';
const elsewhere = '203.0.113.9';
const cafe = '198.51.100.4';
const { failuresPerAccount, failuresPerAddress, failuresOverall } = limits.login;

/** Makes a call through a trusted proxy with another caller address. */
async function callFrom<E extends Endpoint>(address: string, endpoint: E, input: InputOf<E>) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const body = JSON.stringify(input);
  return await readAnswer(endpoint, await fetch(new URL(endpoint.path, server.url), { method: 'POST', headers, body }));
}

const guess = async (address: string, { username }: TestAdmin) =>
  (await callFrom(address, login, { username, password: 'wrong' })).status;
const signIn = async (address: string, { username, password }: TestAdmin, code?: string) =>
  (await callFrom(address, login, { username, password, ...(code !== undefined && { code }) })).status;

/** The X-Forwarded-For of a call that passed these addresses. */
const through = (...addresses: string[]) => addresses.join(', ');

/** Inserts failed attempts directly, because making them would take minutes of hashing. */
async function failed(subject: string, amount: number): Promise<void> {
  await sql`insert into attempt_limits (subject, failures, window_ends_at)
    values (${subject}, ${amount}, now() + interval '15 minutes')
    on conflict (subject) do update set failures = ${amount}`.execute(server.services.db);
}

const places = async ({ userId }: TestAdmin) =>
  (await sql`select from usual_addresses where user_id = ${userId}`.execute(server.services.db)).rows.length;

describe('behind a balancer of TRUSTED_PROXIES', () => {
  it('wrong passwords count for the real caller, whatever that caller claims, and nobody else is shut out', async () => {
    const owner = await server.createAdmin();
    for (let n = 0; n < failuresPerAccount; n += 1) {
      // Each guess claims to come from another address.
      expect(await guess(through(`192.0.2.${n}`, elsewhere, balancer), owner)).toBe(401);
    }
    expect(await signIn(through('192.0.2.99', elsewhere, balancer), owner)).toBe(429);
    expect(await signIn(through(cafe, balancer), owner)).toBe(200);
  });

  it('an address that is no proxy of ours is not believed', async () => {
    const owner = await server.createAdmin();
    const unknown = '10.0.0.8';
    for (let n = 0; n < failuresPerAccount; n += 1)
      expect(await guess(through(`192.0.2.${n}`, unknown), owner)).toBe(401);
    expect(await signIn(through(cafe, unknown), owner)).toBe(429);
  });
});

describe('wrong passwords from elsewhere', () => {
  it('do not shut the owner out, neither at a usual address nor at a new one', async () => {
    const owner = await server.createAdmin();
    for (let n = 0; n < failuresPerAccount; n += 1) expect(await guess(elsewhere, owner)).toBe(401);
    expect(await signIn(elsewhere, owner)).toBe(429);
    expect(await signIn(home, owner)).toBe(200);
    expect(await signIn(cafe, owner)).toBe(200);
  });

  it('are slowed when they come from two hundred addresses, and the owner is still let in at home', async () => {
    const owner = await server.createAdmin();
    await failed(`login:account:${owner.username}`, failuresOverall - 2);
    const statuses = [];
    for (let n = 0; n < 200; n += 40) statuses.push(await guess(`203.0.113.${n}`, owner));
    expect(statuses).toEqual([401, 401, 429, 429, 429]);
    expect(await signIn(cafe, owner)).toBe(429);
    expect(await signIn(home, owner)).toBe(200);
    // The owner's sign-in does not reset the limit for the attacker.
    expect(await guess('203.0.113.201', owner)).toBe(429);
  });

  it('count together within a /64 of IPv6, and IPv4 in IPv6 notation is IPv4', async () => {
    const owner = await server.createAdmin();
    for (let n = 0; n < failuresPerAccount; n += 1) expect(await guess(`2001:db8:0:7::${n + 1}`, owner)).toBe(401);
    expect(await guess('2001:db8:0:7:ffff:ffff:ffff:ffff', owner)).toBe(429);
    expect(await guess('2001:db8:0:8::1', owner)).toBe(401);
    await failed(`login:address:${elsewhere}`, failuresPerAddress);
    expect(await guess(`::ffff:${elsewhere}`, owner)).toBe(429);
    expect(await guess('::ffff:cb00:7109', owner)).toBe(429);
  });

  it('cannot be counted for an address that a name pretends to be', async () => {
    const owner = await server.createAdmin();
    const names = [`${home} ${owner.username}`, `from:${home} ${owner.username}`, `${owner.username} ${home}`];
    for (const username of names) await callFrom(elsewhere, login, { username, password: 'wrong' });
    const { rows } = await sql<{ subject: string }>`
      select subject from attempt_limits where subject = ${`login:from:${home} ${owner.username}`}`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
  });

  it('count for one account, however its name is typed', async () => {
    const owner = await server.createAdmin({ username: 'admiral' });
    await failed(`login:from:${elsewhere} admiral`, failuresPerAccount);
    for (const username of ['admiral', 'ADMIRAL', 'ａｄｍｉｒａｌ', 'ⓐdmiral']) {
      expect((await callFrom(elsewhere, login, { username, password: owner.password })).status, username).toBe(429);
    }
    expect((await callFrom(cafe, login, { username: 'ａｄｍｉｒａｌ', password: owner.password })).status).toBe(200);
  });
});

describe('a usual address', () => {
  it('is one from which the whole sign-in succeeded, not only the password', async () => {
    const owner = await server.createAdmin();
    await turnOnTwoFactor(server, owner);
    const before = await places(owner);
    expect(await signIn(cafe, owner)).toBe(401);
    expect(await places(owner)).toBe(before);
    expect(await signIn(cafe, owner, await appCode(server, owner.userId))).toBe(200);
    expect(await places(owner)).toBe(before + 1);
  });

  it('is kept as a hash, of the newest ten, for ninety days', async () => {
    const { db } = server.services;
    const owner = await server.createAdmin();
    for (let n = 0; n < limits.usualAddress.perAccount + 2; n += 1) {
      expect(await signIn(`198.51.100.${n}`, owner)).toBe(200);
    }
    expect(await places(owner)).toBe(10);
    const { rows } = await sql<{ text: string }>`select u::text as text from usual_addresses u`.execute(db);
    expect(
      rows.some(({ text }) => text.includes('198.51') || text.includes(Buffer.from('198.51').toString('hex'))),
    ).toBe(false);
    await failed(`login:account:${owner.username}`, failuresOverall);
    expect(await signIn('198.51.100.11', owner)).toBe(200);
    expect(await signIn('198.51.100.0', owner)).toBe(429);
    await sql`update usual_addresses set last_used_at = now() - interval '91 days'`.execute(db);
    expect(await signIn('198.51.100.11', owner)).toBe(429);
    await runShortJobs(server.services);
    expect(await places(owner)).toBe(0);
  });
});

describe('wrong codes', () => {
  it('of an authenticator app, by somebody who knows the password, do not shut the owner out', async () => {
    const owner = await server.createAdmin();
    await turnOnTwoFactor(server, owner);
    for (let n = 0; n < limits.twoFactor.failures; n += 1) expect(await signIn(elsewhere, owner, '000000')).toBe(403);
    expect(await signIn(elsewhere, owner, await appCode(server, owner.userId))).toBe(429);
    await failed(`second-factor:account:${owner.userId}`, limits.twoFactor.failuresOverall);
    expect(await signIn(cafe, owner, await appCode(server, owner.userId))).toBe(429);
    expect(await signIn(home, owner, await appCode(server, owner.userId))).toBe(200);
  });

  it('from a mail, and mails asked for elsewhere, do not keep the owner from a new password', async () => {
    const owner = await server.createAdmin();
    const email = `${owner.username}@example.org`;
    const { db, config } = server.services;
    await db.updateTable('users').set({ email }).where('id', '=', owner.userId).execute();
    const form = (code: string) => ({ email, code, password: 'quiet-otter-77', confirmPassword: 'quiet-otter-77' });
    const waitAMinute = () => sql`delete from attempt_limits where subject like 'verification:lately:%'`.execute(db);
    for (let n = 0; n < limits.verification.mailsPerEmail; n += 1) {
      expect((await callFrom(elsewhere, sendPasswordCode, { email })).status).toBe(200);
      await waitAMinute();
    }
    expect((await callFrom(elsewhere, sendPasswordCode, { email })).status).toBe(429);
    expect((await callFrom(cafe, sendPasswordCode, { email })).status).toBe(429);
    expect((await callFrom(home, sendPasswordCode, { email })).status).toBe(200);
    const code = await lastCode(config.dataDir, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < limits.verification.tries; n += 1) {
      expect((await callFrom(elsewhere, resetPassword, form(wrong))).status).toBe(403);
    }
    expect((await callFrom(cafe, resetPassword, form(code))).status).toBe(403);
    expect((await callFrom(home, resetPassword, form(code))).status).toBe(200);
    expect((await readOutbox(config.dataDir)).length).toBeGreaterThan(limits.verification.mailsPerEmail);
  });

  it('in a session that somebody took do not keep the owner from confirming theirs', async () => {
    const owner = await server.createAdmin();
    const { username, password, token } = owner;
    const taken = (await server.api(login, { username, password }, null)).envelope.data.token;
    const confirm = async (secret: string, by: string) =>
      (await server.api(startTwoFactor, { password: secret }, by)).status;
    for (let n = 0; n < failuresPerAccount; n += 1) expect(await confirm('wrong', taken)).toBe(403);
    expect(await confirm(password, taken)).toBe(429);
    expect(await confirm(password, token)).toBe(200);
  });
});

const passcode = async () => (await createPasscodes(server.services.db, server.admin.userId, 1))[0] ?? '';
const named = async (code: string, username: string) => {
  const request = await joinRequest(code);
  return { ...request, person: { ...request.person, username } };
};

describe('one passcode', () => {
  it('does not try usernames without limit: after ten that are taken it has ended, and says so', async () => {
    const code = await passcode();
    for (let n = 1; n < limits.passcode.tries; n += 1) {
      expect((await callFrom(`192.0.2.${n}`, enrol, await named(code, server.admin.username))).errorCode).toBe(
        'username_taken',
      );
    }
    const last = await callFrom('192.0.2.10', enrol, await named(code, server.admin.username));
    expect(last).toMatchObject({ status: 403, errorCode: 'passcode_spent', error: expect.stringMatching(/has ended/) });
    const later = await callFrom('192.0.2.11', enrol, await joinRequest(code));
    expect(later).toMatchObject({ status: 403, errorCode: 'passcode_spent' });
    const { envelope } = await server.api(passcodeList, { search: code });
    expect(envelope.data).toMatchObject([{ state: 'EXPIRED' }]);
  });

  it('is not tried more often when many tries come at once', async () => {
    const code = await passcode();
    const tries = Array.from({ length: limits.passcode.tries + 5 }, async (_, n) =>
      callFrom(`192.0.2.${n}`, enrol, await named(code, server.admin.username)),
    );
    const codes = (await Promise.all(tries)).map(({ errorCode }) => errorCode);
    expect(codes.filter((each) => each === 'username_taken').length).toBeLessThan(limits.passcode.tries);
    expect(codes.filter((each) => each === 'passcode_spent').length).toBeGreaterThan(5);
  });

  it('counts against the address, too, for passcodes of any admin', async () => {
    for (let n = 0; n < limits.passcode.failuresPerAddress; n += 1) {
      const request = await named(await passcode(), server.admin.username);
      expect((await callFrom(elsewhere, enrol, request)).errorCode).toBe('username_taken');
    }
    expect((await callFrom(elsewhere, enrol, await joinRequest(await passcode()))).errorCode).toBe('too_many_attempts');
    expect((await callFrom(cafe, enrol, await joinRequest(await passcode()))).status).toBe(200);
  });

  it('is forgiven its taken names once somebody joins with it: a whole class joins from one address', async () => {
    for (let n = 0; n <= limits.passcode.failuresPerAddress / 2; n += 1) {
      const code = await passcode();
      for (const taken of [1, 2]) {
        const answer = await callFrom(elsewhere, enrol, await named(code, server.admin.username));
        expect(answer.errorCode, `${n}.${taken}`).toBe('username_taken');
      }
      expect((await callFrom(elsewhere, enrol, await joinRequest(code))).status).toBe(200);
    }
  });
});
