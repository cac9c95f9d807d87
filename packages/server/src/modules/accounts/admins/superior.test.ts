import { accessLog, adminDetail, adminList, changeSuperior } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const move = (account: TestAdmin, under: TestAdmin, by: TestAdmin = server.admin) =>
  server.api(changeSuperior, { userId: account.userId, reportsTo: under.userId }, by.token);
const detail = async ({ userId }: TestAdmin) => (await server.api(adminDetail, { userId })).envelope.data;
const sees = async (admin: TestAdmin, other: TestAdmin) =>
  (await server.api(adminDetail, { userId: other.userId }, admin.token)).status === 200;

async function roleManager(superior?: TestAdmin): Promise<TestAdmin> {
  const account = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
  if (superior) {
    await sql`update users set reports_to = ${superior.userId} where id = ${account.userId}`.execute(
      server.services.db,
    );
  }
  return account;
}

describe('whom an admin reports to', () => {
  it('can be changed, together with all subordinates, and open consoles are notified', async () => {
    const [one, two] = [await roleManager(), await roleManager()];
    const middle = await roleManager(one);
    const low = await roleManager(middle);
    const open = await openConsole(server, one);
    expect([await sees(one, low), await sees(two, low)]).toEqual([true, false]);
    expect((await move(middle, two)).envelope.data).toEqual({ reportsTo: two.username });
    expect([await sees(one, middle), await sees(one, low)]).toEqual([false, false]);
    expect([await sees(two, middle), await sees(two, low)]).toEqual([true, true]);
    expect(await detail(middle)).toMatchObject({ reportsTo: two.username, reportsToId: two.userId });
    const { envelope } = await server.api(adminList, { pageSize: 500 }, one.token);
    expect(envelope.data.map(({ id }) => id)).not.toContain(low.userId);
    await vi.waitFor(() => expect(open.heard('admins')).toBe(true));
    open.socket.close();
  });

  it('is in the access log with before and after; the same one again is not', async () => {
    const [one, two] = [await roleManager(), await roleManager()];
    const account = await roleManager(one);
    await move(account, two);
    await move(account, two);
    const { envelope } = await server.api(accessLog, { search: account.username });
    expect(envelope.data).toMatchObject([
      { action: 'REPORTS_TO', before: { reportsTo: one.username }, after: { reportsTo: two.username } },
    ]);
  });

  it('can be neither themselves nor a subordinate', async () => {
    const boss = await roleManager();
    const middle = await roleManager(boss);
    const low = await roleManager(middle);
    for (const under of [boss, middle, low]) {
      expect(await move(boss, under)).toMatchObject({ status: 403, errorCode: 'reports_to_refused' });
    }
    expect((await detail(boss)).reportsToId).toBeNull();
  });

  it('forms no cycle when two admins are moved below each other concurrently', async () => {
    const [one, two] = [await roleManager(), await roleManager()];
    const statuses = (await Promise.all([move(one, two), move(two, one)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403]);
  });

  it('is changed only by who is above, and only to themselves or an admin below them', async () => {
    const [boss, stranger] = [await roleManager(), await roleManager()];
    const [left, right] = [await roleManager(boss), await roleManager(boss)];
    const account = await roleManager(left);
    expect(await move(account, stranger, boss)).toMatchObject({ errorCode: 'reports_to_refused' });
    expect(await move(account, server.admin, boss)).toMatchObject({ errorCode: 'reports_to_refused' });
    expect(await move(account, stranger, stranger)).toMatchObject({ errorCode: 'not_below_you' });
    expect(await move(account, right, right)).toMatchObject({ errorCode: 'not_below_you' });
    expect(await move(left, left, left)).toMatchObject({ errorCode: 'own_access' });
    expect((await move(account, right, boss)).status).toBe(200);
    expect((await move(account, boss, boss)).status).toBe(200);
  });

  it('cannot be set for a super admin or a non-admin', async () => {
    const chief = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const none = await server.createAdmin({ role: 'NON_ADMIN' });
    const account = await roleManager();
    expect(await move(chief, account)).toMatchObject({ status: 409, errorCode: 'super_admin_reports_to_nobody' });
    expect(await move(none, account)).toMatchObject({ status: 409, errorCode: 'not_an_admin' });
    expect(await move(account, none)).toMatchObject({ status: 403, errorCode: 'reports_to_refused' });
    expect((await move(account, chief)).status).toBe(200);
    const nobody = { userId: account.userId, reportsTo: 999_999 };
    expect(await server.api(changeSuperior, nobody)).toMatchObject({ errorCode: 'reports_to_refused' });
  });
});
