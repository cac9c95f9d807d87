import {
  acceptInvitation,
  accessLog,
  blockUser,
  capabilityNames,
  createInvitation,
  deviceList,
  invitationList,
  invitationOffer,
  levelsOf,
  invitationLimits,
  login,
  notificationList,
  profile,
  rejectUser,
  renewInvitation,
  revokeInvitation,
  updateFeatureAccess,
  type AccessLevel,
  type AuditDetails,
  type FeaturePermission,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { readOutbox } from '../../../testing/outbox.ts';
import { setUsedKinds } from '../../../testing/set-used-kinds.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { insertGroup, putBelow } from '../../../testing/test-groups.ts';

const server = useTestServer();
const password = 'quiet-otter-77';
type Levels = Partial<Record<FeaturePermission, AccessLevel>>;
type Wanted = Partial<InputOf<typeof createInvitation>>;

const dispatching = Object.fromEntries(
  levelsOf('DISPATCHER').map(({ featurePermission, featureAccess }) => [featurePermission, featureAccess]),
) as Levels;
/** An admin who may invite, and who holds what a dispatcher gets. */
const inviter = (more: Levels = {}) =>
  server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', ...dispatching, ...more } });

let count = 0;
const nextName = () => `colleague-${(count += 1)}`;

const invite = (by: TestAdmin, wanted: Wanted = {}) =>
  server.api(createInvitation, { template: 'DISPATCHER', ...wanted }, by.token);
async function linkOf(by: TestAdmin, wanted: Wanted = {}): Promise<{ id: number; token: string }> {
  const { envelope } = await invite(by, wanted);
  return { id: envelope.data.id, token: envelope.data.token ?? '' };
}
const offerOf = (token: string) => server.api(invitationOffer, { token }, null);
const accept = (token: string, username = nextName(), change = {}) =>
  server.api(acceptInvitation, { token, username, password, confirmPassword: password, ...change }, null);
const profileOf = async (token: string) => (await server.api(profile, {}, token)).envelope.data;
const levelsIn = (entries: readonly { featurePermission: string; featureAccess: AccessLevel }[]) =>
  Object.fromEntries(
    entries.flatMap(({ featurePermission: name, featureAccess }) =>
      featureAccess === 'NO_ACCESS' ? [] : [[name, featureAccess]],
    ),
  );
/** A token that does not exist. */
const wrong = (n: number) => String(n).padStart(invitationLimits.tokenLength, 'x');
const setLevels = async (account: TestAdmin, levels: Levels) => {
  const access = Object.entries(levels).map(([name, featureAccess]) => ({
    featurePermission: name as FeaturePermission,
    featureAccess,
  }));
  expect((await server.api(updateFeatureAccess, { userId: account.userId, access })).status).toBe(200);
};
const moveExpiry = (id: number, by: string) =>
  sql`update invitations set expires_at = expires_at + ${by}::interval, ended_at = ended_at + ${by}::interval
    where id = ${id}`.execute(server.services.db);
const listFor = async (by: TestAdmin) => (await server.api(invitationList, {}, by.token)).envelope.data;

// Counted attempts of one test would refuse those of the next.
beforeEach(async () => void (await sql`truncate attempt_limits`.execute(server.services.db)));

describe('an invitation', () => {
  it('shows what it gives, then makes an account with exactly that, signed in, who reports to the inviter', async () => {
    const by = await inviter();
    const inside = await joinDevice(server);
    const outside = await joinDevice(server);
    const { db } = server.services;
    for (const { deviceId } of [inside, outside]) {
      await sql`insert into device_assignments (user_id, device_id) values (${by.userId}, ${deviceId})`.execute(db);
    }
    const groupId = await insertGroup(server, by, 'Vans');
    await sql`insert into group_devices (group_id, device_id) values (${groupId}, ${inside.deviceId})`.execute(db);
    const { id, token } = await linkOf(by, { groupIds: [groupId], name: 'Jo of the depot' });
    expect(await listFor(by)).toMatchObject([
      { id, name: 'Jo of the depot', template: 'DISPATCHER', groups: ['Vans'], invitedBy: by.username, expired: false },
    ]);

    const offer = (await offerOf(token)).envelope.data;
    expect(offer).toMatchObject({ invitedBy: by.username, adminRole: 'ADMIN', groups: ['Vans'], reduced: false });
    expect(levelsIn(offer.access)).toEqual(dispatching);

    const username = nextName();
    const { status, envelope } = await accept(token, username);
    expect(status).toBe(200);
    const mine = await profileOf(envelope.data.token);
    expect(mine).toMatchObject({ username, adminRole: 'ADMIN', userType: 'ADMIN' });
    expect(levelsIn(mine.featureAccessDTOs)).toEqual(dispatching);
    const devices = (await server.api(deviceList, {}, envelope.data.token)).envelope.data;
    expect(devices.map((device) => device.id)).toEqual([inside.deviceId]);
    const { rows } = await sql<{ above: string }>`select a.username as above from users u
      join users a on a.id = u.reports_to where u.username = ${username}`.execute(db);
    expect(rows).toEqual([{ above: by.username }]);
    expect(await listFor(by)).toEqual([]);
    expect((await server.api(login, { username, password }, null)).status).toBe(200);

    const news = await server.api(notificationList, { filter: { type: 'INVITATION_ACCEPTED' } }, by.token);
    expect(news.envelope.data).toMatchObject([
      { title: `${username} accepted your invitation`, link: `/role-management/user/settings/${mine.userId}` },
    ]);
    const lines = await sql<{
      words: string;
    }>`select actor_name || ' ' || action || ' ' || (details ->> 'admin') as words
      from audit_entries where device_id = ${inside.deviceId} and action = 'ASSIGN' and details ->> 'admin' = ${username}`.execute(
      db,
    );
    expect(lines.rows).toEqual([{ words: `${by.username} ASSIGN ${username}` }]);
  });

  it('is written to the access log when it is made, renewed, accepted and revoked', async () => {
    const by = await inviter();
    const used = await linkOf(by);
    const revoked = await linkOf(by);
    await server.api(renewInvitation, { id: revoked.id }, by.token);
    await server.api(revokeInvitation, { id: revoked.id }, by.token);
    const username = nextName();
    await accept(used.token, username);
    const { envelope } = await server.api(accessLog, { search: by.username, sortDirection: 'asc' });
    expect(
      envelope.data.map(({ actorName, action, accountName, after }) => [actorName, action, accountName, after]),
    ).toEqual([
      [
        by.username,
        'INVITE',
        by.username,
        expect.objectContaining({ invitation: String(used.id), template: 'Dispatcher' }),
      ],
      [by.username, 'INVITE', by.username, expect.objectContaining({ invitation: String(revoked.id) })],
      [by.username, 'INVITE', by.username, expect.objectContaining({ invitation: String(revoked.id), link: 'new' })],
      [by.username, 'REVOKE_INVITATION', by.username, { invitation: 'revoked' }],
      [
        by.username,
        'ACCEPT_INVITATION',
        username,
        expect.objectContaining({ adminStatus: 'ADMIN', reportsTo: by.username, LOCATION: 'FULL_ACCESS' }),
      ],
    ]);
  });

  it('says what the installation uses, and a permission about what it does not use is none to hold back', async () => {
    const by = await inviter({ TRIGGER_NOTIFICATIONS: 'NO_ACCESS' });
    expect((await invite(by)).errorCode).toBe('more_than_you_hold');
    const usedKinds = capabilityNames.filter((name) => name !== 'NOTIFICATIONS');
    await setUsedKinds(server, usedKinds);
    const { token } = await linkOf(by);
    const offer = (await offerOf(token)).envelope.data;
    expect(offer).toMatchObject({ reduced: false, installation: { preset: null, usedKinds } });
    expect(levelsIn(offer.access)).not.toHaveProperty('TRIGGER_NOTIFICATIONS');
    await setUsedKinds(server, capabilityNames);
    expect((await offerOf(token)).envelope.data).toMatchObject({ reduced: true });
  });

  it('stores its token as a hash only', async () => {
    const { token } = await linkOf(await inviter());
    const { rows } = await sql`select from invitations i where i::text like ${`%${token}%`}`.execute(
      server.services.db,
    );
    expect(token).toHaveLength(invitationLimits.tokenLength);
    expect(rows).toEqual([]);
  });

  it('makes an owner, who sees everything and reports to nobody, from a Super Admin only', async () => {
    const { token } = await linkOf(server.admin, { template: 'OWNER' });
    const { envelope } = await accept(token);
    expect(await profileOf(envelope.data.token)).toMatchObject({ adminRole: 'SUPER_ADMIN' });
    const wider = await invite(await server.createAdmin({ access: 'FULL_ACCESS' }), { template: 'OWNER' });
    expect(wider).toMatchObject({ status: 403, errorCode: 'more_than_you_hold' });
    const groupId = await insertGroup(server, server.admin, 'For no owner');
    expect((await invite(server.admin, { template: 'OWNER', groupIds: [groupId] })).errorCode).toBe(
      'sees_every_device',
    );
  });
});

describe('an owner, who sees every device by the role', () => {
  it('is written into the log of each device when they come and when they are demoted', async () => {
    const { db } = server.services;
    const [one, other, gone] = [await joinDevice(server), await joinDevice(server), await joinDevice(server)];
    await sql`update devices set left_at = now() where id = ${gone.deviceId}`.execute(db);
    const { token } = await linkOf(server.admin, { template: 'OWNER' });
    const username = nextName();
    const { envelope } = await accept(token, username);
    const { userId } = await profileOf(envelope.data.token);
    expect((await server.api(rejectUser, { userId: Number(userId) })).status).toBe(200);
    const { rows } = await sql<{
      deviceId: number;
      by: string;
      action: string;
      subject: string;
      details: AuditDetails;
    }>`
      select device_id as "deviceId", actor_name as by, action, subject, details from audit_entries
      where details ->> 'admin' = ${username} and device_id = any(${[one, other, gone].map(({ deviceId }) => deviceId)})
      order by device_id, sequence`.execute(db);
    const began = `made ${username} an admin of this device and all others on this server`;
    const ended = `took this device and all others on this server from ${username}`;
    expect(rows.map((row) => [row.deviceId, row.by, logWords(row)])).toEqual(
      [one, other].flatMap(({ deviceId }) => [
        [deviceId, server.admin.username, began],
        [deviceId, server.admin.username, ended],
      ]),
    );
  });
});

describe('a link', () => {
  it('works once: also of two who accept at the same moment one is refused', async () => {
    const { token } = await linkOf(await inviter());
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual(['', 'invitation_used']);
    expect((await offerOf(token)).error).toContain('was already accepted');
    const { rows } = await sql<{ amount: number }>`select count(*)::int as amount from users
      where username like 'colleague-%' and created_at > now() - interval '1 minute' and id in (
        select account_id from access_entries where action = 'ACCEPT_INVITATION' and after ->> 'invitation' = (
          select max(id)::text from invitations))`.execute(server.services.db);
    expect(rows).toEqual([{ amount: 1 }]);
  });

  it('expires, and a new one can be made; the earlier one is void', async () => {
    const by = await inviter();
    const { id, token } = await linkOf(by, { days: 3 });
    await moveExpiry(id, '-4 days');
    expect(await accept(token)).toMatchObject({ status: 410, errorCode: 'invitation_expired' });
    expect(await listFor(by)).toMatchObject([{ id, expired: true }]);
    const renewed = (await server.api(renewInvitation, { id }, by.token)).envelope.data;
    expect(Date.parse(renewed.expiresAt) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
    expect((await offerOf(token)).errorCode).toBe('invitation_link_unknown');
    expect((await accept(renewed.token ?? '')).status).toBe(200);
    expect((await server.api(renewInvitation, { id }, by.token)).errorCode).toBe('invitation_used');
    expect((await server.api(revokeInvitation, { id }, by.token)).errorCode).toBe('invitation_used');
  });

  it('says that it was revoked, and is deleted some time later', async () => {
    const by = await inviter();
    const { id, token } = await linkOf(by, { email: 'jo@example.org' });
    expect(token).toBe('');
    const renewed = (await server.api(renewInvitation, { id }, by.token)).envelope.data.token ?? '';
    expect((await server.api(revokeInvitation, { id }, by.token)).status).toBe(200);
    expect(await accept(renewed)).toMatchObject({ status: 410, errorCode: 'invitation_revoked' });
    expect((await server.api(revokeInvitation, { id }, by.token)).errorCode).toBe('invitation_revoked');
    expect((await server.api(renewInvitation, { id }, by.token)).errorCode).toBe('invitation_revoked');
    const emails = await sql`select from invitations where id = ${id} and email is not null`.execute(
      server.services.db,
    );
    expect(emails.rows).toEqual([]);
    await moveExpiry(id, '-31 days');
    await runShortJobs(server.services);
    expect((await offerOf(renewed)).errorCode).toBe('invitation_link_unknown');
  });

  it('cannot be guessed: tokens that do not exist are counted, also by asking what they give', async () => {
    const { token } = await linkOf(await inviter());
    for (let n = 0; n < invitationLimits.failuresPerAddress; n += 1) {
      const answer = n % 2 === 0 ? await offerOf(wrong(n)) : await accept(wrong(n));
      expect(answer).toMatchObject({ status: 404, errorCode: 'invitation_link_unknown' });
    }
    expect((await offerOf(wrong(99))).status).toBe(429);
    expect((await accept(token)).status).toBe(429);
  });

  it('costs no try when it is right, and is kept when the name or the password is refused', async () => {
    const { token } = await linkOf(await inviter());
    for (let n = 0; n <= invitationLimits.failuresPerAddress; n += 1) expect((await offerOf(token)).status).toBe(200);
    expect((await accept(token, server.admin.username)).errorCode).toBe('username_taken');
    const common = { password: 'password123', confirmPassword: 'password123' };
    expect((await accept(token, nextName(), common)).errorCode).toBe('password_common');
    expect(
      (await accept(token, 'margarethe', { password: 'margarethe', confirmPassword: 'margarethe' })).errorCode,
    ).toBe('password_personal');
    expect((await accept(token, nextName(), { confirmPassword: 'other-otter-77' })).errorCode).toBe('passwords_differ');
    expect((await accept(token)).status).toBe(200);
  });

  it('that was only mailed gives the account its address, unless another one has it', async () => {
    const by = await inviter();
    const tokenMailedTo = async (email: string) => {
      expect((await invite(by, { email })).envelope.data.token).toBeNull();
      const mails = await readOutbox(server.services.config.dataDir);
      const mail = mails.find((text) => text.includes(`To: ${email}`)) ?? '';
      expect(mail).toContain(`"${by.username}"`);
      return /invitation#([\w-]{43})/.exec(mail.replaceAll('=\r\n', ''))?.[1] ?? '';
    };
    const first = await accept(await tokenMailedTo('new@example.org'));
    expect(await profileOf(first.envelope.data.token)).toMatchObject({ email: 'new@example.org' });
    await sql`update users set email = 'taken@example.org' where id = ${by.userId}`.execute(server.services.db);
    const second = await accept(await tokenMailedTo('taken@example.org'));
    expect(second.status).toBe(200);
    expect((await profileOf(second.envelope.data.token)).email).toBe('');
  });
});

describe('what an invitation gives', () => {
  it('is never more than the inviter holds, of levels or groups', async () => {
    const by = await inviter({ LOCATION: 'READ_ONLY' });
    expect(await invite(by)).toMatchObject({
      errorCode: 'more_than_you_hold',
      error: 'You cannot give more than you hold yourself: Location.',
    });
    const other = await inviter();
    const groupId = await insertGroup(server, by, 'Not theirs');
    expect((await invite(other, { groupIds: [groupId] })).errorCode).toBe('group_not_found');
    expect((await invite(server.admin, { groupIds: [groupId] })).errorCode).toBe('group_not_found');
    const reader = await server.createAdmin({ access: { ...dispatching, ROLE_MANAGER: 'READ_ONLY' } });
    expect((await invite(reader)).errorCode).toBe('not_allowed');
  });

  it('is what the inviter still holds when it is accepted: lower levels, no group that is gone', async () => {
    const by = await inviter();
    const [kept, gone] = [await insertGroup(server, by, 'Kept'), await insertGroup(server, by, 'Gone')];
    const { token } = await linkOf(by, { groupIds: [kept, gone] });
    await setLevels(by, { LOCATION: 'READ_ONLY', TRIGGER_NOTIFICATIONS: 'NO_ACCESS' });
    await sql`delete from groups where id = ${gone}`.execute(server.services.db);
    expect((await offerOf(token)).envelope.data).toMatchObject({ reduced: true, groups: ['Kept'] });
    const mine = await profileOf((await accept(token)).envelope.data.token);
    const { TRIGGER_NOTIFICATIONS: _, ...rest } = dispatching;
    expect(levelsIn(mine.featureAccessDTOs)).toEqual({ ...rest, LOCATION: 'READ_ONLY' });
  });

  it('is nothing while the inviter is blocked', async () => {
    const by = await inviter();
    const { token } = await linkOf(by);
    await server.api(blockUser, { userId: by.userId, blocked: true });
    expect(await offerOf(token)).toMatchObject({ status: 403, errorCode: 'invitation_void' });
    expect(await accept(token)).toMatchObject({ status: 403, errorCode: 'invitation_void' });
    await server.api(blockUser, { userId: by.userId, blocked: false });
    expect((await accept(token)).status).toBe(200);
  });

  it('is nothing any more once the inviter was demoted or may not invite, also when they get it back', async () => {
    const [demoted, lowered] = [await inviter(), await inviter()];
    const links = [await linkOf(demoted), await linkOf(lowered)];
    await server.api(rejectUser, { userId: demoted.userId });
    await setLevels(lowered, { ROLE_MANAGER: 'READ_ONLY' });
    await setLevels(lowered, { ROLE_MANAGER: 'FULL_ACCESS' });
    for (const { token } of links) expect((await accept(token)).errorCode).toBe('invitation_revoked');
  });

  it('ends with the inviter', async () => {
    const by = await inviter();
    const { token } = await linkOf(by);
    await sql`delete from users where id = ${by.userId}`.execute(server.services.db);
    expect((await accept(token)).errorCode).toBe('invitation_link_unknown');
  });
});

describe('who sees and changes invitations', () => {
  it('are the inviter, the admins above and a Super Admin; a new link is for the inviter and a Super Admin', async () => {
    const [above, by, beside] = [await inviter(), await inviter(), await inviter()];
    await putBelow(server, by, above);
    const { id } = await linkOf(by);
    const seenBy = async (admin: TestAdmin) => (await listFor(admin)).find((each) => each.id === id)?.renewable;
    expect(await Promise.all([by, above, server.admin, beside].map(seenBy))).toEqual([true, false, true, undefined]);
    expect((await server.api(renewInvitation, { id }, beside.token)).errorCode).toBe('invitation_not_found');
    expect((await server.api(revokeInvitation, { id }, beside.token)).errorCode).toBe('invitation_not_found');
    expect((await server.api(renewInvitation, { id }, above.token)).errorCode).toBe('invitation_not_yours');
    expect((await server.api(renewInvitation, { id })).status).toBe(200);
    expect((await server.api(revokeInvitation, { id }, above.token)).status).toBe(200);
  });

  it('has a bound for one admin, and for mails', async () => {
    const by = await inviter();
    await sql`insert into invitations (token_hash, mailed, name, template, invited_by, days, expires_at)
      select sha256(n::text::bytea || ${by.userId}::text::bytea), false, '', 'DISPATCHER', ${by.userId}, 7, now() + interval '7 days'
      from generate_series(1, ${invitationLimits.perAdmin}) as n`.execute(server.services.db);
    expect((await invite(by)).errorCode).toBe('too_many_invitations');
    const another = await inviter();
    await sql`insert into attempt_limits (subject, failures, window_ends_at)
      values (${`invitation:mail:${another.userId}`}, ${invitationLimits.mailsPerAdmin}, now() + interval '1 hour')`.execute(
      server.services.db,
    );
    expect((await invite(another, { email: 'jo@example.org' })).status).toBe(429);
  });
});
