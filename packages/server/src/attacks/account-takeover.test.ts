import {
  adminDetail,
  assignDevices,
  blockUser,
  changeSuperior,
  deviceList,
  enrol,
  login,
  messages,
  profile,
  promoteUser,
  rejectUser,
  removeDevices,
  resetSignIn,
  setPassword,
  updateFeatureAccess,
  type AccessLevel,
  type FeaturePermission,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import { turnOnTwoFactor } from '../testing/account.ts';
import { auditOf } from '../testing/person.ts';
import { joinDevice, joinRequest } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const taken = 'taken-by-the-boss-1';

type Held = Partial<Record<FeaturePermission, AccessLevel>>;

const setTo = ({ userId }: TestAdmin, by: TestAdmin) => server.api(setPassword, { userId, password: taken }, by.token);
const reset = ({ userId }: TestAdmin, by: TestAdmin) => server.api(resetSignIn, { userId }, by.token);
const signIn = ({ username }: TestAdmin, password: string) => server.api(login, { username, password }, null);
const block = ({ userId }: TestAdmin, blocked: boolean, by: TestAdmin) =>
  server.api(blockUser, { userId, blocked }, by.token);
const shown = async ({ userId }: TestAdmin, to: TestAdmin) =>
  (await server.api(adminDetail, { userId }, to.token)).envelope.data;

async function putUnder({ userId }: TestAdmin, superior: TestAdmin): Promise<void> {
  await sql`update users set reports_to = ${superior.userId} where id = ${userId}`.execute(server.services.db);
}

/** Assigns a device to another admin. */
async function share(deviceId: number, { userId }: TestAdmin): Promise<void> {
  await server.api(assignDevices, { userId, deviceIds: [deviceId] });
}

/** A superior with these levels, and a subordinate who can read the messages of one device. */
async function bossAndReader(bossHolds: Held = {}) {
  const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', ...bossHolds } });
  const reader = await server.createAdmin({ access: { SMS_READ: 'FULL_ACCESS' } });
  await putUnder(reader, boss);
  const device = await joinDevice(server, { ownerId: reader.userId });
  return { boss, reader, device };
}

describe('an admin who would sign in as somebody below them', () => {
  it('is refused while that account has more access, learns which, and nothing has changed', async () => {
    const { boss, reader, device } = await bossAndReader();
    await turnOnTwoFactor(server, reader);
    const why =
      `${reader.username} holds Text Messages and 1 device that you do not. ` +
      `Only an admin who holds all of it can change how ${reader.username} signs in.`;
    const refused = { status: 403, errorCode: 'holds_more', error: why };
    expect(await setTo(reader, boss)).toMatchObject(refused);
    expect(await reset(reader, boss)).toMatchObject(refused);
    expect((await shown(reader, boss)).signInRefusal).toBe(why);
    expect(await signIn(reader, taken)).toMatchObject({ errorCode: 'login_failed' });
    expect(await signIn(reader, reader.password)).toMatchObject({ errorCode: 'second_factor_required' });
    expect((await server.api(profile, {}, reader.token)).envelope.data.signInAlerts).toEqual([]);
    expect((await auditOf(server, device)).map(({ action }) => action)).not.toContain('SIGN_IN');
  });

  it.each<[lacks: string, holds: Held, devices: boolean, words: string]>([
    ['the permission', {}, true, 'Text Messages'],
    ['the level', { SMS_READ: 'READ_ONLY' }, true, 'Full Access to Text Messages'],
    ['the device', { SMS_READ: 'FULL_ACCESS' }, false, '1 device'],
  ])('is refused when they lack %s alone', async (_, holds, devices, words) => {
    const { boss, reader, device } = await bossAndReader(holds);
    if (devices) await share(device.deviceId, boss);
    for (const attempt of [setTo, reset]) {
      expect((await attempt(reader, boss)).error).toContain(`holds ${words} that you do not`);
    }
  });

  it('may when they hold all of it, until they lose some of it again', async () => {
    const { boss, reader, device } = await bossAndReader({ SMS_READ: 'FULL_ACCESS' });
    await share(device.deviceId, boss);
    expect((await shown(reader, boss)).signInRefusal).toBe('');
    expect((await setTo(reader, boss)).status).toBe(200);
    expect((await signIn(reader, taken)).status).toBe(200);
    await server.api(removeDevices, { userId: boss.userId, deviceIds: [device.deviceId] });
    expect(await setTo(reader, boss)).toMatchObject({ status: 403, errorCode: 'holds_more' });
  });

  it('names a few areas and counts the rest, and names no device', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const all = await server.createAdmin({ access: 'FULL_ACCESS' });
    await putUnder(all, boss);
    for (const name of ['Ward 7 tablet', 'Night desk']) {
      await joinDevice(server, { ownerId: all.userId, facts: { name } });
    }
    const { error } = await setTo(all, boss);
    expect(error).toContain('Profile, Users, Devices, Notifications, 23 more areas and 2 devices that you do not');
    expect(error).not.toContain('Ward 7');
  });

  it('does not get there through a colluding admin below them, who is judged by the same rule', async () => {
    const { boss, reader, device } = await bossAndReader();
    const accomplice = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', SMS_READ: 'FULL_ACCESS' } });
    await putUnder(accomplice, boss);
    const move = { userId: reader.userId, reportsTo: accomplice.userId };
    expect((await server.api(changeSuperior, move, boss.token)).status).toBe(200);
    expect((await setTo(reader, accomplice)).error).toContain('holds 1 device that you do not');
    expect((await setTo(reader, boss)).errorCode).toBe('holds_more');
    expect(await signIn(reader, reader.password)).toMatchObject({ status: 200 });
    expect((await server.api(messages.list, { deviceId: device.deviceId }, accomplice.token)).status).toBe(404);
  });

  it('gains nothing by taking the levels first: the devices are still not theirs', async () => {
    const { boss, reader } = await bossAndReader();
    const access = [{ featurePermission: 'SMS_READ', featureAccess: 'NO_ACCESS' }] as const;
    expect(
      (await server.api(updateFeatureAccess, { userId: reader.userId, access: [...access] }, boss.token)).status,
    ).toBe(200);
    expect((await setTo(reader, boss)).error).toContain('holds 1 device that you do not');
  });

  it('gains nothing by demoting and promoting: what was taken stays taken, and the log of the device has it', async () => {
    const { boss, reader, device } = await bossAndReader({ OTP_LIST: 'READ_ONLY' });
    const { userId } = reader;
    const [passcode = ''] = await createPasscodes(server.services.db, userId, 1);
    expect((await server.api(rejectUser, { userId }, boss.token)).status).toBe(200);
    expect((await setTo(reader, boss)).status).toBe(200);
    expect((await server.api(promoteUser, { userId }, boss.token)).status).toBe(200);
    const { token } = (await signIn(reader, taken)).envelope.data;
    // A passcode from before the takeover does not enrol a phone for the attacker.
    expect((await server.api(enrol, await joinRequest(passcode), null)).errorCode).toBe('passcode_refused');
    expect((await server.api(deviceList, {}, token)).envelope.data).toEqual([]);
    expect((await server.api(messages.list, { deviceId: device.deviceId }, token)).status).toBe(403);
    const give = { userId, access: [{ featurePermission: 'SMS_READ' as const, featureAccess: 'READ_ONLY' as const }] };
    expect((await server.api(updateFeatureAccess, give, boss.token)).errorCode).toBe('more_than_you_hold');
    expect((await server.api(assignDevices, { userId, deviceIds: [device.deviceId] }, boss.token)).status).toBe(404);
    expect(await auditOf(server, device)).toContainEqual(
      expect.objectContaining({ action: 'UNASSIGN', by: boss.username, details: { admin: reader.username } }),
    );
  });

  it('gains no devices by taking the right to make passcodes: those that were made end with it', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const account = await server.createAdmin({ access: { OTP_LIST: 'FULL_ACCESS' } });
    await putUnder(account, boss);
    const [passcode = ''] = await createPasscodes(server.services.db, account.userId, 1);
    expect((await setTo(account, boss)).error).toContain('holds OTP List that you do not');
    const access = [{ featurePermission: 'OTP_LIST' as const, featureAccess: 'READ_ONLY' as const }];
    await server.api(updateFeatureAccess, { userId: account.userId, access }, boss.token);
    expect((await server.api(enrol, await joinRequest(passcode), null)).errorCode).toBe('passcode_refused');
  });

  it('is never above a SUPER_ADMIN, even as the recorded superior', async () => {
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    const root = await server.createAdmin({ role: 'SUPER_ADMIN' });
    await putUnder(root, boss);
    for (const attempt of [setTo, reset]) expect((await attempt(root, boss)).errorCode).toBe('not_below_you');
  });
});

describe('an account that a SUPER_ADMIN blocked', () => {
  const only = 'A Super Admin blocked this account. Only a Super Admin can unblock it.';

  it('is unblocked by no admin, not by way of demotion, promotion or a new password either', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const account = await server.createAdmin();
    await putUnder(account, boss);
    await block(account, true, server.admin);
    expect(await block(account, false, boss)).toMatchObject({ status: 403, error: only });
    expect((await shown(account, boss)).unblockRefusal).toBe(only);
    expect((await shown(account, server.admin)).unblockRefusal).toBe('');
    const { userId } = account;
    // Blocking it again does not take the block over.
    for (const step of [() => block(account, true, boss), () => server.api(rejectUser, { userId }, boss.token)]) {
      expect((await step()).status).toBe(200);
      expect((await block(account, false, boss)).errorCode).toBe('blocked_by_super_admin');
    }
    expect((await server.api(promoteUser, { userId }, boss.token)).status).toBe(200);
    await setTo(account, boss);
    expect((await signIn(account, taken)).errorCode).toBe('account_blocked');
    expect((await block(account, false, server.admin)).status).toBe(200);
    expect((await signIn(account, taken)).status).toBe(200);
  });

  it('stays so when that one is a SUPER_ADMIN no more, and when nobody knows who it was', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const [one, other] = [await server.createAdmin(), await server.createAdmin()];
    for (const account of [one, other]) await putUnder(account, boss);
    const former = await server.createAdmin({ role: 'SUPER_ADMIN' });
    await block(one, true, former);
    await server.api(rejectUser, { userId: former.userId });
    await sql`update users set blocked_at = now() where id = ${other.userId}`.execute(server.services.db);
    for (const account of [one, other]) {
      expect((await block(account, false, boss)).errorCode).toBe('blocked_by_super_admin');
    }
  });

  it('differs from one that an admin blocked, until a SUPER_ADMIN blocks it as well', async () => {
    const boss = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const account = await server.createAdmin();
    await putUnder(account, boss);
    for (const blocked of [true, false, true]) expect((await block(account, blocked, boss)).status).toBe(200);
    expect((await shown(account, boss)).unblockRefusal).toBe('');
    await block(account, true, server.admin);
    expect((await block(account, false, boss)).errorCode).toBe('blocked_by_super_admin');
  });
});
