import {
  accessLog,
  confirmTwoFactor,
  limits,
  login,
  removePasskey,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  twoFactor,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { appCode, turnOnTwoFactor } from '../../../testing/account.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const signIn = ({ username, password }: TestAdmin, code?: string) =>
  server.api(login, { username, password, ...(code === undefined ? {} : { code }) }, null);
const stateOf = async ({ token }: TestAdmin) => (await server.api(twoFactor, {}, token)).envelope.data;
const refused = { status: 403, errorCode: 'second_factor_refused' };

async function protectedAdmin() {
  const admin = await server.createAdmin();
  return { admin, recoveryCodes: await turnOnTwoFactor(server, admin) };
}

describe('two-factor sign-in', () => {
  it('begins with the password and counts once a code was confirmed', async () => {
    const admin = await server.createAdmin({ username: 'Ada Lovelace' });
    expect(await server.api(startTwoFactor, { password: 'wrong' }, admin.token)).toMatchObject({ status: 403 });
    const { envelope } = await server.api(startTwoFactor, { password: admin.password }, admin.token);
    expect(envelope.data.uri).toBe(
      `otpauth://totp/Fairwatch:Ada%20Lovelace?secret=${envelope.data.secret}&issuer=Fairwatch`,
    );
    expect((await signIn(admin)).status).toBe(200);
    expect(await server.api(confirmTwoFactor, { code: '000000' }, admin.token)).toMatchObject(refused);
    const confirmed = await server.api(confirmTwoFactor, { code: await appCode(server, admin.userId) }, admin.token);
    expect(new Set(confirmed.envelope.data.recoveryCodes).size).toBe(10);
    expect(await stateOf(admin)).toMatchObject({ enabledAt: expect.any(String), recoveryCodesLeft: 10 });
  });

  it('asks for the code only when the password is right', async () => {
    const { admin } = await protectedAdmin();
    expect(await signIn({ ...admin, password: 'wrong' })).toMatchObject({ errorCode: 'login_failed' });
    expect(await signIn({ ...admin, password: 'wrong' }, await appCode(server, admin.userId))).toMatchObject({
      errorCode: 'login_failed',
    });
    expect(await signIn(admin)).toMatchObject({ status: 401, errorCode: 'second_factor_required' });
    expect((await signIn(admin, await appCode(server, admin.userId))).status).toBe(200);
  });

  it('takes no code twice, and none from before the last one', async () => {
    const { admin } = await protectedAdmin();
    const [earlier, code] = [await appCode(server, admin.userId, -1), await appCode(server, admin.userId)];
    expect((await signIn(admin, code)).status).toBe(200);
    expect(await signIn(admin, code)).toMatchObject(refused);
    expect(await signIn(admin, earlier)).toMatchObject(refused);
  });

  it('takes one code from one of many who use it at once', async () => {
    const { admin } = await protectedAdmin();
    const code = await appCode(server, admin.userId);
    const statuses = (await Promise.all([1, 2, 3].map(() => signIn(admin, code)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403, 403]);
  });

  it('closes to guessing after five wrong codes, even to the right one', async () => {
    const { admin } = await protectedAdmin();
    for (let n = 0; n < limits.twoFactor.failures; n += 1) expect(await signIn(admin, '000000')).toMatchObject(refused);
    expect((await signIn(admin, await appCode(server, admin.userId))).status).toBe(429);
    await sql`update attempt_limits set window_ends_at = now()`.execute(server.services.db);
    expect((await signIn(admin, await appCode(server, admin.userId))).status).toBe(200);
  });

  it('takes each recovery code once, in any case and without its dash', async () => {
    const { admin, recoveryCodes } = await protectedAdmin();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(admin, first)).status).toBe(200);
    expect(await signIn(admin, first)).toMatchObject(refused);
    expect((await signIn(admin, second.replace('-', '').toUpperCase())).status).toBe(200);
    expect(await stateOf(admin)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('makes new recovery codes, and the old ones end', async () => {
    const { admin, recoveryCodes } = await protectedAdmin();
    const proof = { password: admin.password, code: await appCode(server, admin.userId) };
    const renewed = await server.api(renewRecoveryCodes, proof, admin.token);
    expect(await signIn(admin, recoveryCodes[0])).toMatchObject(refused);
    expect((await signIn(admin, renewed.envelope.data.recoveryCodes[0])).status).toBe(200);
  });

  it('does not change hands: one account’s codes open no other', async () => {
    const [one, other] = [await protectedAdmin(), await protectedAdmin()];
    expect(await signIn(one.admin, await appCode(server, other.admin.userId))).toMatchObject(refused);
    expect(await signIn(one.admin, other.recoveryCodes[0])).toMatchObject(refused);
  });

  it('is replaced or turned off by nobody without the password', async () => {
    const { admin } = await protectedAdmin();
    const again = await server.api(startTwoFactor, { password: admin.password }, admin.token);
    expect(again).toMatchObject({ status: 409, errorCode: 'two_factor_state' });
    expect(await server.api(removeTwoFactor, { password: 'wrong' }, admin.token)).toMatchObject({ status: 403 });
    expect((await signIn(admin)).status).toBe(401);
    const proof = { password: admin.password, code: await appCode(server, admin.userId) };
    expect((await server.api(removeTwoFactor, proof, admin.token)).status).toBe(200);
    expect((await signIn(admin)).status).toBe(200);
  });

  it('is turned off with a recovery code, and by no code that was used before', async () => {
    const { admin, recoveryCodes } = await protectedAdmin();
    const used = await appCode(server, admin.userId);
    expect((await signIn(admin, used)).status).toBe(200);
    const turnOff = (code: string) => server.api(removeTwoFactor, { password: admin.password, code }, admin.token);
    expect(await turnOff(used)).toMatchObject(refused);
    expect((await turnOff(recoveryCodes[3] ?? '')).status).toBe(200);
    expect(await stateOf(admin)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
  });

  it.each([
    ['turning it off', removeTwoFactor, {}],
    ['renewing its recovery codes', renewRecoveryCodes, {}],
    ['removing a passkey', removePasskey, { id: 1 }],
  ] as const)('is asked for by %s: an open session and the password are not enough', async (_, endpoint, more) => {
    const { admin } = await protectedAdmin();
    const attempt = (code?: string) =>
      server.api(
        endpoint,
        { password: admin.password, ...(code !== undefined && { code }), ...more } as never,
        admin.token,
      );
    // 403 and not 401, because the session stays valid.
    expect(await attempt()).toMatchObject({ status: 403, errorCode: 'second_factor_missing' });
    for (let n = 0; n < limits.twoFactor.failures; n += 1) expect(await attempt('000000')).toMatchObject(refused);
    expect((await attempt(await appCode(server, admin.userId))).status).toBe(429);
    expect(await stateOf(admin)).toMatchObject({ enabledAt: expect.any(String), recoveryCodesLeft: 10 });
  });

  it('is in the access log: turned on, its codes renewed, turned off', async () => {
    const { admin, recoveryCodes } = await protectedAdmin();
    const [first, second] = recoveryCodes;
    const { envelope } = await server.api(renewRecoveryCodes, { password: admin.password, code: first }, admin.token);
    const [renewed] = envelope.data.recoveryCodes;
    // A replaced recovery code is not accepted any more.
    const late = await server.api(renewRecoveryCodes, { password: admin.password, code: second }, admin.token);
    expect(late).toMatchObject(refused);
    await server.api(removeTwoFactor, { password: admin.password, code: renewed }, admin.token);
    const { data } = (await server.api(accessLog, { search: admin.username, sortDirection: 'asc' })).envelope;
    expect(data.map(({ action, actorName, before, after }) => [action, actorName, before, after])).toEqual([
      ['TWO_FACTOR', admin.username, { twoFactor: 'off' }, { twoFactor: 'on' }],
      ['TWO_FACTOR', admin.username, {}, { recoveryCodes: 'renewed' }],
      ['TWO_FACTOR', admin.username, { twoFactor: 'on' }, { twoFactor: 'off' }],
    ]);
  });

  it('keeps neither secret nor recovery codes readable in the database', async () => {
    const admin = await server.createAdmin();
    const started = await server.api(startTwoFactor, { password: admin.password }, admin.token);
    const codes = await turnOnTwoFactor(server, admin);
    const { rows } = await sql<{ text: string }>`
      select encode(sealed_secret, 'hex') || (select string_agg(encode(code_hash, 'escape'), '') from recovery_codes)
        as text from two_factor`.execute(server.services.db);
    for (const code of codes) expect(rows.some(({ text }) => text.includes(code.replace('-', '')))).toBe(false);
    expect(server.logLines.some((line) => line.includes(started.envelope.data.secret))).toBe(false);
  });
});
