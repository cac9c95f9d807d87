import {
  accessLog,
  acknowledgeSignInAlerts,
  auditList,
  login,
  profile,
  resetSignIn,
  setPassword,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { turnOnTwoFactor } from '../../../testing/account.ts';
import { readOutbox } from '../../../testing/outbox.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const password = 'given-by-the-boss-1';

const alertsOf = async (token: string) => (await server.api(profile, {}, token)).envelope.data.signInAlerts;
const acknowledge = (ids: number[], token: string) => server.api(acknowledgeSignInAlerts, { ids }, token);

/** A superior who has all access of the account below them: the messages of one device. */
async function bossAndAccount() {
  const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', SMS_READ: 'FULL_ACCESS' } });
  const account = await server.createAdmin({ access: { SMS_READ: 'READ_ONLY' } });
  const device = await joinDevice(server, { ownerId: boss.userId });
  const { db } = server.services;
  const email = `${account.username}@example.org`;
  await sql`update users set reports_to = ${boss.userId}, email = ${email} where id = ${account.userId}`.execute(db);
  await sql`insert into device_assignments (user_id, device_id) values (${account.userId}, ${device.deviceId})`.execute(
    db,
  );
  return { boss, account, device, email };
}

async function signIn({ username }: TestAdmin, with_: string): Promise<string> {
  return (await server.api(login, { username, password: with_ }, null)).envelope.data.token;
}

async function mailsTo(email: string): Promise<string[]> {
  const mails = (await readOutbox(server.services.config.dataDir)).filter((mail) => mail.includes(`To: ${email}`));
  // Quoted-printable encoding folds long lines.
  return mails.map((mail) => mail.replaceAll(/=\r?\n/g, ''));
}

async function deviceLog(deviceId: number): Promise<string[]> {
  const { envelope } = await server.api(auditList, { deviceId, action: 'SIGN_IN', sortDirection: 'asc' });
  return envelope.data.map(
    ({ actorName, action, path, details }) => `${actorName} ${logWords({ action, subject: path, details })}`,
  );
}

describe('an admin who changes how another account signs in', () => {
  it('is named to its owner, by mail and after signing in, until the owner puts the alert away', async () => {
    const { boss, account, email } = await bossAndAccount();
    const { userId } = account;
    await turnOnTwoFactor(server, account);
    expect((await server.api(resetSignIn, { userId }, boss.token)).status).toBe(200);
    expect((await server.api(setPassword, { userId, password }, boss.token)).status).toBe(200);
    const [first, second] = await mailsTo(email);
    expect(first).toContain(`${boss.username} turned off two-factor sign-in of your Fairwatch account`);
    expect(second).toContain(`${boss.username} set a new password for your Fairwatch account ${account.username}`);
    expect(second).not.toContain(password);

    const token = await signIn(account, password);
    const alerts = await alertsOf(token);
    expect(alerts).toMatchObject([
      { kind: 'PASSWORD', actorName: boss.username },
      { kind: 'SIGN_IN_RESET', actorName: boss.username },
    ]);
    const [latest, earlier] = alerts.map(({ id }) => id);
    if (latest === undefined || earlier === undefined) throw new Error('there are two');
    // The alerts of another account cannot be acknowledged.
    expect((await acknowledge([latest, earlier], boss.token)).status).toBe(200);
    expect(await alertsOf(token)).toHaveLength(2);
    expect((await acknowledge([latest], token)).status).toBe(200);
    expect((await alertsOf(await signIn(account, password))).map(({ id }) => id)).toEqual([earlier]);
  });

  it('is named in the access log and in the logs of the devices that the account sees', async () => {
    const { boss, account, device } = await bossAndAccount();
    const { userId, username } = account;
    const left = await joinDevice(server, { ownerId: userId });
    await sql`update devices set left_at = now() where id = ${left.deviceId}`.execute(server.services.db);
    await turnOnTwoFactor(server, account);
    await server.api(setPassword, { userId, password }, boss.token);
    await server.api(resetSignIn, { userId }, boss.token);
    const { envelope } = await server.api(accessLog, { search: boss.username });
    expect(envelope.data.map(({ action, actorName, accountName }) => [actorName, action, accountName])).toEqual([
      [boss.username, 'RESET_SIGN_IN', username],
      [boss.username, 'PASSWORD', username],
    ]);
    expect(await deviceLog(device.deviceId)).toEqual([
      `${boss.username} set a new password for ${username}, who is an admin of this device`,
      `${boss.username} turned off two-factor sign-in and removed the passkeys of ${username}, who is an admin of this device`,
    ]);
    expect(await deviceLog(left.deviceId)).toEqual([]);
  });

  it('is shown to accounts of any role, also to those that see only the welcome page', async () => {
    const account = await server.createAdmin({ role: 'NON_ADMIN' });
    await server.api(setPassword, { userId: account.userId, password });
    const token = await signIn(account, password);
    const [alert] = await alertsOf(token);
    expect(alert).toMatchObject({ kind: 'PASSWORD', actorName: server.admin.username });
    await acknowledge([alert?.id ?? 0], token);
    expect(await alertsOf(token)).toEqual([]);
  });

  it('says nothing when there was nothing to reset', async () => {
    const { boss, account, device, email } = await bossAndAccount();
    expect((await server.api(resetSignIn, { userId: account.userId }, boss.token)).status).toBe(200);
    expect(await alertsOf(account.token)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
    expect(await deviceLog(device.deviceId)).toEqual([]);
  });
});
