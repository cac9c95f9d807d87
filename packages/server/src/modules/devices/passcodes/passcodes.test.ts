import { deletePasscode, groundNotStated, limits, passcodeList, rejectUser, savePasscodes } from '@fairwatch/contract';
import { join } from '@fairwatch/device';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { joinRequest } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const make = async (count: number, { token }: TestAdmin = server.admin) =>
  (await server.api(savePasscodes, { count }, token)).envelope.data;
const list = async ({ token }: TestAdmin = server.admin, more = {}) =>
  (await server.api(passcodeList, { pageSize: 500, ...more }, token)).envelope.data;
const useCode = async (code: string) => await join(server.url, await joinRequest(code));
const remove = (id = 0) => server.api(deletePasscode, { id });
const keeper = () => server.createAdmin({ access: { OTP_LIST: 'FULL_ACCESS' } });

/** The date in this many days, such as `2030-01-31`. */
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('passcodes', () => {
  it('[SPEC 3.23] have an ID and the code with which a device joins', async () => {
    const [made] = await make(1);
    expect(made).toMatchObject({ id: expect.any(Number), otpCode: expect.stringMatching(/^\w{8}$/) });
    const row = async () => (await list()).find(({ id }) => id === made?.id);
    expect(await row()).toMatchObject({ otpCode: made?.otpCode, state: 'VALID' });
    await useCode(made?.otpCode ?? '');
    expect(await row()).toMatchObject({ otpCode: made?.otpCode, state: 'USED' });
  });

  it('[SPEC 1.5, 7.13, 7.14] are made one or many at once and listed, newest first', async () => {
    const admin = await keeper();
    const open = await openConsole(server, admin);
    const [one] = await make(1, admin);
    const many = await make(limits.passcode.createdAtOnce, admin);
    expect(many).toHaveLength(50);
    const listed = await list(admin);
    expect(listed.map(({ id }) => id)).toEqual([...many.map(({ id }) => id).toReversed(), one?.id]);
    expect(one).toMatchObject({ state: 'VALID', createdBy: admin.username, usedAt: null, usedBy: null });
    const lifetime = Date.parse(one?.expiresAt ?? '') - Date.parse(one?.createdAt ?? '');
    expect(lifetime).toBe(24 * 3_600_000);
    await vi.waitFor(() => expect(open.heard('passcodes')).toBe(true));
    open.socket.close();
    for (const count of [0, 51, 1.5]) {
      expect((await server.api(savePasscodes, { count }, admin.token)).error).toContain('whole number from 1 to 50');
    }
  });

  it('are made on a ground, which the list shows; without one it is not stated', async () => {
    const ground = {
      purpose: 'SCHOOL',
      purposeText: '',
      legalBasis: 'PARENTAL',
      guardian: 'Ines Berg',
      reviewOn: daysAhead(90),
    } as const;
    const made = await server.api(savePasscodes, { count: 2, ground });
    expect(made.envelope.data.map((passcode) => passcode.ground)).toEqual([ground, ground]);
    const [plain] = await make(1);
    expect(plain?.ground).toEqual(groundNotStated);
    for (const reviewOn of [daysAhead(0), daysAhead(4000)]) {
      const refused = await server.api(savePasscodes, { ground: { ...ground, reviewOn } });
      expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('a day after today')]);
    }
    const nameless = await server.api(savePasscodes, { ground: { ...ground, guardian: null } });
    expect(nameless.error).toContain('needs the name of the parent or guardian');
  });

  it('forget whom they were for some time after they expired unused', async () => {
    const ground = { ...groundNotStated, purposeText: 'For Ines', guardian: 'Ines Berg', reviewOn: daysAhead(90) };
    const [made] = (await server.api(savePasscodes, { ground })).envelope.data;
    const expiredFor = (days: number) =>
      sql`update passcodes set expires_at = now() - ${days} * interval '1 day' where id = ${made?.id}`.execute(
        server.services.db,
      );
    const groundNow = async () => (await list(server.admin, { search: made?.otpCode }))[0]?.ground;
    await expiredFor(29);
    await runShortJobs(server.services);
    expect(await groundNow()).toEqual(ground);
    await expiredFor(31);
    await runShortJobs(server.services);
    expect(await groundNow()).toMatchObject({ guardian: null, purposeText: '' });
  });

  it('show by whom they were used, and then let nobody else in', async () => {
    const [made] = await make(1);
    const { deviceId } = await useCode(made?.otpCode ?? '');
    const [used] = await list(server.admin, { search: made?.otpCode });
    expect(used).toMatchObject({ state: 'USED', usedBy: { deviceId, deviceName: expect.stringMatching(/^person-/) } });
    await expect(useCode(made?.otpCode ?? '')).rejects.toThrow('This passcode is not valid');
    const found = await list(server.admin, { search: used?.usedBy?.username, filter: { state: 'USED' } });
    expect(found.map(({ id }) => id)).toEqual([made?.id]);
  });

  it('expire, and say so', async () => {
    const [made] = await make(1);
    await sql`update passcodes set expires_at = now() where id = ${made?.id}`.execute(server.services.db);
    expect((await list(server.admin, { filter: { state: 'EXPIRED' } })).map(({ id }) => id)).toContain(made?.id);
    await expect(useCode(made?.otpCode ?? '')).rejects.toThrow('This passcode is not valid');
  });

  it('[SPEC 7.15] are deleted while nobody used them; a used one stays', async () => {
    const [unused, used] = await make(2);
    await useCode(used?.otpCode ?? '');
    expect((await remove(unused?.id)).status).toBe(200);
    expect((await remove(unused?.id)).errorCode).toBe('passcode_not_found');
    expect((await remove(used?.id)).errorCode).toBe('passcode_used');
    await expect(useCode(unused?.otpCode ?? '')).rejects.toThrow('This passcode is not valid');
  });

  it("are an admin's own: another sees and deletes none of them", async () => {
    const [mine, other] = [await keeper(), await keeper()];
    const [made] = await make(1, mine);
    expect(await list(other)).toEqual([]);
    const refused = await server.api(deletePasscode, { id: made?.id ?? 0 }, other.token);
    expect(refused.errorCode).toBe('passcode_not_found');
    expect((await list()).map(({ id }) => id)).toContain(made?.id);
  });

  it('of somebody who is no admin any more let nobody in', async () => {
    const admin = await keeper();
    const [made] = await make(1, admin);
    await server.api(rejectUser, { userId: admin.userId });
    await expect(useCode(made?.otpCode ?? '')).rejects.toThrow('This passcode is not valid');
  });
});
