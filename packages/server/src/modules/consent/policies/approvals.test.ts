import {
  approvalCount,
  approvalList,
  assignDevices,
  contacts,
  decideApproval,
  defaultPolicies,
  giveReason,
  makeArchive,
  notificationList,
  overview,
  promoteUser,
  rejectUser,
  removeDevices,
  renameSelf,
  updateFeatureAccess,
  withdrawApproval,
  type AuditDetails,
  type Capability,
  type Endpoint,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { putBelow } from '../../../testing/test-groups.ts';
import { appendAccess } from '../../../shared/audit/access-log.store.ts';
import {
  announce,
  endCommands,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
} from '../../../testing/samples/test-files.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let asker: TestAdmin;
let second: TestAdmin;
let device: TestDevice;

const assign = ({ userId }: TestAdmin) =>
  sql`insert into device_assignments (user_id, device_id) values (${userId}, ${device.deviceId})`.execute(
    server.services.db,
  );

beforeEach(async () => {
  asker = await server.createAdmin({ access: 'FULL_ACCESS' });
  second = await server.createAdmin({ access: { CONTACTS: 'READ_ONLY', GALLERY: 'FULL_ACCESS' } });
  device = await joinDevice(server, { ownerId: asker.userId });
  await assign(second);
  await demand('CONTACTS', 'GALLERY');
});
afterEach(() => setPolicies(server, defaultPolicies));

const demand = (...names: Capability[]) =>
  setPolicies(server, Object.fromEntries(names.map((name) => [name, { reason: 'NONE', approval: true }])));

const post = (endpoint: Endpoint, input: object = {}, { token }: TestAdmin = asker) =>
  server.api(endpoint, { deviceId: device.deviceId, ...input } as never, token);
const codeOf = async (answer: ReturnType<typeof post>) => (await answer).envelope.meta.message[0]?.code ?? 'ok';
const listFor = async ({ token }: TestAdmin) => {
  const { envelope } = await server.api(approvalList, {}, token);
  return envelope.data.filter(({ deviceId }) => deviceId === device.deviceId);
};
const decide = async (by: TestAdmin, agree = true, id?: number) => {
  const wanted = id ?? (await listFor(asker))[0]?.id ?? 0;
  const { envelope } = await server.api(decideApproval, { id: wanted, agree }, by.token);
  return envelope.meta.message[0]?.code ?? 'ok';
};

/** Asks as this admin and returns the id of the request. */
const asks = async (by: TestAdmin) => {
  await codeOf(post(contacts.list, {}, by));
  return (await listFor(by))[0]?.id ?? 0;
};

/** An admin whose display name is Ada Berg, as the one who decides reads it. */
const inFull = ({ username }: TestAdmin) => `Ada Berg (${username})`;

async function linesOf(action: string): Promise<AuditDetails[]> {
  const { rows } = await sql<{ details: AuditDetails }>`select details from audit_entries
    where device_id = ${device.deviceId} and action = ${action} and actor_id = ${asker.userId}
    order by sequence`.execute(server.services.db);
  return rows.map(({ details }) => details);
}

describe('what a second admin must agree to', () => {
  it('waits, is asked for once, and then goes on: the log names both', async () => {
    await post(giveReason, { capability: 'CONTACTS', reason: 'Lost phone' });
    const open = await openConsole(server, asker);
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    expect(await codeOf(post(contacts.list, { page: 2 }))).toBe('approval_needed');
    const [request, ...others] = await listFor(second);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ askedBy: asker.username, reason: 'Lost phone', decidable: true, action: 'READ' });
    const news = await server.api(notificationList, { filter: { type: 'APPROVAL_ASKED' } }, second.token);
    expect(news.envelope.data).toMatchObject([{ title: `${asker.username} needs you to agree`, link: '/approvals' }]);
    expect(await decide(second)).toBe('ok');
    await expect
      .poll(() => open.told)
      .toContainEqual({ messageType: 'CHANGED', feature: 'approvals', deviceId: device.deviceId });
    expect(await codeOf(post(contacts.list))).toBe('ok');
    expect((await linesOf('READ')).at(-1)).toMatchObject({ reason: 'Lost phone', approvedBy: second.username });
    expect(await decide(second, false, request?.id)).toBe('approval_ended');
    open.socket.close();
  });

  it('names who asks and who decided with their usernames, since a display name may be that of a colleague', async () => {
    for (const { token } of [asker, second]) await server.api(renameSelf, { displayName: 'Ada Berg' }, token);
    await asks(asker);
    expect(await listFor(second)).toMatchObject([{ askedBy: inFull(asker) }]);
    const asked = await server.api(notificationList, { filter: { type: 'APPROVAL_ASKED' } }, second.token);
    expect(asked.envelope.data).toMatchObject([{ title: `${inFull(asker)} needs you to agree` }]);
    expect(await decide(second)).toBe('ok');
    expect(await listFor(asker)).toMatchObject([{ decidedBy: inFull(second) }]);
    const decided = await server.api(notificationList, { filter: { type: 'APPROVAL_DECIDED' } }, asker.token);
    expect(decided.envelope.data).toMatchObject([{ title: `${inFull(second)} agreed` }]);
  });

  it('is not sent to the device before, and agreeing to a look is no agreement to a command', async () => {
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    expect(await decide(second)).toBe('ok');
    expect(await codeOf(post(contacts.update))).toBe('approval_needed');
    const { rows } = await sql`select from commands where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([]);
    // The second admin may only read contacts; a command needs somebody who could send it.
    expect(await decide(second)).toBe('approval_not_found');
    expect(await decide(server.admin)).toBe('ok');
    expect(await codeOf(post(contacts.update))).toBe('ok');
    expect((await linesOf('COMMAND')).at(-1)).toMatchObject({ approvedBy: server.admin.username });
  });

  it('is one request for a command and for a look at what it brings, which is not agreed to by its first half', async () => {
    const look = await asks(asker);
    expect(await codeOf(post(contacts.update))).toBe('approval_needed');
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    expect(await listFor(asker)).toMatchObject([{ action: 'COMMAND', state: 'PENDING' }]);
    expect(await decide(server.admin, true, look)).toBe('approval_not_found');
    expect(await decide(server.admin)).toBe('ok');
    expect(await codeOf(post(contacts.update))).toBe('ok');
    expect(await codeOf(post(contacts.list))).toBe('ok');
  });

  it('is left out of the overview, and not handed out in an archive', async () => {
    const activity = async () =>
      (await server.api(overview, { deviceId: device.deviceId }, asker.token)).envelope.data.activity;
    expect((await activity()).map(({ capability }) => capability)).not.toContain('CONTACTS');
    expect(await codeOf(post(makeArchive, { reason: 'Their letter' }, server.admin))).toBe('approval_impossible');
  });

  it('stays refused when the person withdraws meanwhile, whatever was agreed', async () => {
    await post(contacts.list);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'pause' });
    await raw.next('grants');
    expect(await decide(second)).toBe('ok');
    expect(await codeOf(post(contacts.list))).toBe('device_paused');
    raw.socket.close();
  });

  it('is declined for a while, and ends after its time', async () => {
    const { db } = server.services;
    await post(contacts.list);
    expect(await decide(second, false)).toBe('ok');
    expect(await codeOf(post(contacts.list))).toBe('approval_declined');
    await sql`update approvals set decided_at = now() - interval '1 hour'`.execute(db);
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    await sql`update approvals set expires_at = now() where state = 'PENDING'`.execute(db);
    expect((await listFor(asker))[0]?.state).toBe('EXPIRED');
    expect(await decide(second)).toBe('approval_ended');
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    expect(await decide(second)).toBe('ok');
    await sql`update approvals set holds_until = now() where holds_until is not null`.execute(db);
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
  });

  it('names who can agree to whoever asked, who can take it back while nobody has decided', async () => {
    const withdraw = async (by: TestAdmin, id: number) => {
      const { envelope } = await server.api(withdrawApproval, { id }, by.token);
      return envelope.meta.message[0]?.code ?? 'ok';
    };
    const id = await asks(asker);
    const [own] = await listFor(asker);
    expect(own?.waitsFor).toContain(second.username);
    expect(own?.waitsFor).not.toContain(asker.username);
    expect((await listFor(second))[0]?.waitsFor).toEqual([]);
    const open = await openConsole(server, second);
    expect(await withdraw(second, id)).toBe('approval_not_found');
    expect(await withdraw(asker, id)).toBe('ok');
    await expect.poll(() => open.told).toContainEqual({ messageType: 'CHANGED', feature: 'approvals', deviceId: null });
    open.socket.close();
    expect([...(await listFor(asker)), ...(await listFor(second))]).toEqual([]);
    expect(await decide(second, true, id)).toBe('approval_not_found');
    const again = await asks(asker);
    expect(await decide(second, false, again)).toBe('ok');
    // What was declined cannot be taken back, which would be a way to ask at once again.
    expect(await withdraw(asker, again)).toBe('approval_ended');
    expect(await codeOf(post(contacts.list))).toBe('approval_declined');
  });

  it('is told plainly to be impossible when nobody else could agree', async () => {
    await sql`update users set blocked_at = now() where id in (${second.userId}, ${asker.userId})`.execute(
      server.services.db,
    );
    expect(await codeOf(post(contacts.list, {}, server.admin))).toBe('approval_impossible');
    expect(await listFor(server.admin)).toEqual([]);
  });
});

describe('nobody gets round the second admin', () => {
  it('by agreeing to their own request, or by somebody without the access, the device, or a will of their own', async () => {
    const noAccess = await server.createAdmin({ access: { SMS_READ: 'FULL_ACCESS' } });
    await assign(noAccess);
    const noDevice = await server.createAdmin({ access: 'FULL_ACCESS' });
    const below = await server.createAdmin({ access: 'FULL_ACCESS' });
    await assign(below);
    await sql`update users set reports_to = ${asker.userId} where id = ${below.userId}`.execute(server.services.db);
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    for (const wrong of [asker, noAccess, noDevice, below]) expect(await decide(wrong)).toBe('approval_not_found');
    for (const wrong of [noAccess, noDevice, below]) {
      expect(await listFor(wrong)).toEqual([]);
      expect((await server.api(approvalCount, {}, wrong.token)).envelope.data.count).toBe(0);
    }
    expect(await codeOf(post(contacts.list))).toBe('approval_needed');
    // An approval is valid only for the admin who asked.
    expect(await decide(second)).toBe('ok');
    expect(await codeOf(post(contacts.list, {}, below))).toBe('approval_needed');
  });

  /** What makes one admin owe their access to another: `giver` does it to `taker`. */
  const debts: [string, (giver: TestAdmin, taker: TestAdmin) => Promise<unknown>][] = [
    [
      'promoted',
      async (giver, { userId }) => {
        // Without access, which somebody else gives.
        await server.api(rejectUser, { userId }, giver.token);
        await server.api(promoteUser, { userId, reportsTo: server.admin.userId }, giver.token);
        const access = [{ featurePermission: 'CONTACTS' as const, featureAccess: 'FULL_ACCESS' as const }];
        await server.api(updateFeatureAccess, { userId, access });
        await sql`insert into device_assignments (user_id, device_id) values (${userId}, ${device.deviceId})`.execute(
          server.services.db,
        );
      },
    ],
    [
      'gave the permission to',
      async (giver, { userId }) => {
        for (const featureAccess of ['NO_ACCESS', 'FULL_ACCESS'] as const) {
          const access = [{ featurePermission: 'CONTACTS' as const, featureAccess }];
          await server.api(updateFeatureAccess, { userId, access }, giver.token);
        }
      },
    ],
    [
      'gave the device to',
      async (giver, { userId }) => {
        await server.api(removeDevices, { userId, deviceIds: [device.deviceId] }, giver.token);
        await server.api(assignDevices, { userId, deviceIds: [device.deviceId] }, giver.token);
      },
    ],
    ...(['PASSWORD', 'RESET_SIGN_IN', 'ACCEPT_INVITATION'] as const).map(
      (action): [string, (giver: TestAdmin, taker: TestAdmin) => Promise<unknown>] => [
        `did ${action} to`,
        (giver, taker) =>
          appendAccess(server.services.db, {
            actor: { id: giver.userId, username: giver.username },
            action,
            account: { id: taker.userId, username: taker.username },
            before: {},
            after: {},
          }),
      ],
    ),
    ['is the superior of', (giver, taker) => putBelow(server, taker, giver)],
  ];

  it.each(debts)('by one who %s the other, in either direction', async (_, make) => {
    const owner = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const employee = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    await assign(employee);
    await make(owner, employee);
    const byEmployee = await asks(employee);
    expect(await decide(owner, true, byEmployee)).toBe('approval_not_found');
    expect(await decide(second, true, byEmployee)).toBe('ok');
    const byOwner = await asks(owner);
    expect(await decide(employee, true, byOwner)).toBe('approval_not_found');
    expect(await decide(second, true, byOwner)).toBe('ok');
  });

  it('and is told so where nobody is independent', async () => {
    const owner = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const { rows } = await sql<{ id: number }>`
      update users set blocked_at = now() where id <> ${owner.userId} and blocked_at is null returning id`.execute(
      server.services.db,
    );
    const employee = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    await assign(employee);
    expect(await codeOf(post(contacts.list, {}, owner))).toBe('approval_needed');
    await sql`delete from approvals where asked_by = ${owner.userId}`.execute(server.services.db);
    await putBelow(server, employee, owner);
    expect(await codeOf(post(contacts.list, {}, owner))).toBe('approval_impossible');
    expect(await codeOf(post(contacts.list, {}, employee))).toBe('approval_impossible');
    const ids = rows.map(({ id }) => id);
    await sql`update users set blocked_at = null where id = any(${ids}::bigint[])`.execute(server.services.db);
  });

  it('by the address of a file', async () => {
    const picture = await testPicture(58);
    await sendSmall(server, device, picture, announce(picture, await openCommand(server, device)));
    await endCommands(server, device);
    const sha256 = sha256Of(picture);
    const ticket = await contentTicketFor(server, asker, { deviceId: device.deviceId, capability: 'GALLERY' });
    expect((await fetchContent(server, { ticket, sha256 })).status).toBe(403);
    expect(await decide(second)).toBe('ok');
    expect((await fetchContent(server, { ticket, sha256 })).status).toBe(200);
    expect((await linesOf('READ')).at(-1)).toMatchObject({ how: 'OPEN', approvedBy: second.username });
  });
});
