import {
  describePasscode,
  enrol,
  groundNotStated,
  limits,
  noticeHash,
  noticeText,
  noticeVersion,
  notificationList,
  overview,
  recordReview,
  type Ground,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPasscodes } from '../../devices/passcodes/passcodes.store.ts';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { auditOf, consentTo } from '../../../testing/person.ts';
import { awaitStatus, joinDevice, joinRequest, RawDevice, testFacts } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

beforeEach(async () => void (await sql`delete from attempt_limits`.execute(server.services.db)));

/** The date in this many days, such as `2030-01-31`. */
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const today = daysAhead(0);
const work: Ground = { ...groundNotStated, purpose: 'WORK', legalBasis: 'CONTRACT' };
const pupil: Ground = {
  purpose: 'SCHOOL',
  purposeText: '',
  legalBasis: 'PARENTAL',
  guardian: 'Ines Berg',
  reviewOn: daysAhead(90),
};

async function passcodeFor(ground: Ground): Promise<string> {
  const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1, ground);
  return code;
}

const describeCode = (passcode: string) => server.api(describePasscode, { passcode }, null);
const groundOf = async (deviceId: number) => (await server.api(overview, { deviceId })).envelope.data.ground;

async function latestConsent(deviceId: number) {
  const { rows } = await sql`
    select purpose, legal_basis, guardian, review_on::text, notice_version, notice_hash, language, how from consents
    where device_id = ${deviceId} order by id desc limit 1`.execute(server.services.db);
  return rows[0];
}

const dueNews = async (token: string) =>
  (await server.api(notificationList, { filter: { type: 'REVIEW_DUE' } }, token)).envelope.data;
const moveReview = (deviceId: number, day: string) =>
  sql`update devices set review_on = ${day}::date where id = ${deviceId}`.execute(server.services.db);

describe('a passcode, before anybody joins with it', () => {
  it('says whose server it is, which admin, on what ground, and the notice', async () => {
    const { status, envelope } = await describeCode(await passcodeFor(pupil));
    expect(status).toBe(200);
    expect(envelope.data).toMatchObject({
      server: new URL(server.url).host,
      admin: server.admin.username,
      ground: pupil,
      notice: { version: noticeVersion, language: 'en', text: noticeText(pupil) },
    });
    expect(envelope.data.notice.text).toContain('Ines Berg');
  });

  it('can be asked about as often as its person likes, and then used', async () => {
    const code = await passcodeFor(work);
    for (let asked = 0; asked <= limits.passcode.failuresPerAddress; asked += 1) {
      expect((await describeCode(code)).status).toBe(200);
    }
    const joined = await server.api(enrol, await joinRequest(code, [], work), null);
    expect(joined.status).toBe(200);
    expect((await describeCode(code)).errorCode).toBe('passcode_refused');
  });

  it('cannot be guessed here either: wrong ones count together with those of joining', async () => {
    for (let tried = 0; tried < limits.passcode.failuresPerAddress; tried += 1) {
      expect((await describeCode('22222222')).errorCode).toBe('passcode_refused');
    }
    expect((await describeCode('22222222')).errorCode).toBe('too_many_attempts');
    const joining = await server.api(enrol, await joinRequest(await passcodeFor(work), [], work), null);
    expect(joining.errorCode).toBe('too_many_attempts');
  });
});

describe('the ground of a device', () => {
  it('is in the words that its person accepts: the notice of another ground is refused', async () => {
    const code = await passcodeFor(pupil);
    const other = await joinRequest(code, [], work);
    expect((await server.api(enrol, other, null)).errorCode).toBe('notice_outdated');
    const inNoLanguage = await joinRequest(code, [], pupil);
    inNoLanguage.consent.language = 'tlh';
    expect((await server.api(enrol, inNoLanguage, null)).errorCode).toBe('notice_outdated');
    expect((await server.api(enrol, await joinRequest(code, [], pupil), null)).status).toBe(200);
  });

  it('is kept with the consent, shown on the overview, and stands in the log', async () => {
    const device = await joinDevice(server, { ground: pupil });
    const accepted = { notice_version: noticeVersion, notice_hash: await noticeHash(pupil), language: 'en' };
    expect(await latestConsent(device.deviceId)).toEqual({
      purpose: 'SCHOOL',
      legal_basis: 'PARENTAL',
      guardian: 'Ines Berg',
      review_on: pupil.reviewOn,
      how: 'JOINED_WITH_PASSCODE',
      ...accepted,
    });
    expect(await groundOf(device.deviceId)).toMatchObject({
      ...pupil,
      reviewDue: false,
      notice: { version: noticeVersion, hash: accepted.notice_hash, language: 'en' },
    });
    const client = devices.start(device, { collectors: {} });
    const { entries } = await client.log.read();
    expect(entries.at(-1)?.what).toContain(
      'joined (purpose: School device; legal basis: Parental responsibility; guardian: "Ines Berg") and shares',
    );
  });

  it('is sent to its device, which then consents to the right text', async () => {
    const device = await joinDevice(server, { ground: pupil, capabilities: [] });
    const grounds: Ground[] = [];
    const client = devices.start(device, {
      collectors: {},
      granted: () => [],
      onGround: (told) => void grounds.push(told),
    });
    await awaitStatus(server, device.deviceId, 'Online');
    await vi.waitFor(() => expect(grounds).toEqual([pupil]));
    expect((await client.changeGrants(['CONTACTS'])).capabilities).toEqual(['CONTACTS']);
    expect(await latestConsent(device.deviceId)).toMatchObject({
      how: 'CHANGED_ON_DEVICE',
      guardian: 'Ines Berg',
      notice_hash: await noticeHash(pupil),
    });
  });

  it('is not sent to clients of a version without grounds', async () => {
    const { welcome } = await devices.connected();
    expect(welcome).not.toHaveProperty('ground');
    const device = await joinDevice(server, { ground: work });
    const raw = new RawDevice(server);
    await raw.opened;
    raw.send({ type: 'hello', token: device.token, facts: testFacts, noticeVersion });
    expect((await raw.next('welcome')).ground).toEqual(work);
    raw.socket.close();
  });

  it('was not asked for when the device joined under the first notice: its grants stay, new ones need the current words', async () => {
    const { device, raw } = await devices.connected(['CONTACTS', 'SMS']);
    const first = { noticeVersion: 1, noticeHash: '1'.repeat(64), language: 'en' };
    raw.send({ type: 'consent', ...first, capabilities: ['CONTACTS'] });
    expect((await raw.next('grants')).capabilities).toEqual(['CONTACTS']);
    raw.send({ type: 'consent', ...first, capabilities: ['CONTACTS', 'SMS'] });
    expect((await raw.next('refused')).reason).toContain('The notice has changed');
    raw.send(await consentTo(['CONTACTS', 'SMS']));
    expect((await raw.next('grants')).capabilities).toEqual(['CONTACTS', 'SMS']);
    expect(await groundOf(device.deviceId)).toMatchObject(groundNotStated);
  });
});

describe('the review of a device', () => {
  it('notifies the admins of the device when it is due, once per due date', async () => {
    const owner = await server.createAdmin({ access: { OVERVIEW: 'FULL_ACCESS' } });
    const { deviceId } = await joinDevice(server, { ground: pupil, ownerId: owner.userId });
    await runShortJobs(server.services);
    expect(await dueNews(owner.token)).toEqual([]);
    await moveReview(deviceId, today);
    await runShortJobs(server.services);
    await runShortJobs(server.services);
    const told = await dueNews(owner.token);
    expect(told).toMatchObject([{ link: `/device/overview/${deviceId}`, title: expect.stringContaining('is due') }]);
    expect((await groundOf(deviceId)).reviewDue).toBe(true);

    const next = daysAhead(180);
    const answer = await server.api(recordReview, { deviceId, reviewOn: next }, owner.token);
    expect(answer.envelope.data).toEqual({ reviewOn: next });
    expect(await groundOf(deviceId)).toMatchObject({ reviewOn: next, reviewDue: false });
    const log = await auditOf(server, { deviceId });
    expect(log.find(({ action }) => action === 'REVIEW')).toMatchObject({
      by: owner.username,
      details: { from: today, to: next },
    });
    await moveReview(deviceId, daysAhead(-1));
    await runShortJobs(server.services);
    expect(await dueNews(owner.token)).toHaveLength(2);
  });

  it('takes Full Access to the overview, a device in scope, and a day ahead', async () => {
    const reader = await server.createAdmin({ access: { OVERVIEW: 'READ_ONLY' } });
    const stranger = await server.createAdmin({ access: { OVERVIEW: 'FULL_ACCESS' } });
    const { deviceId } = await joinDevice(server, { ground: work, ownerId: reader.userId });
    const reviewOn = daysAhead(30);
    expect((await server.api(recordReview, { deviceId, reviewOn }, reader.token)).status).toBe(403);
    expect((await server.api(recordReview, { deviceId, reviewOn }, stranger.token)).errorCode).toBe('device_not_found');
    for (const wrong of [daysAhead(0), daysAhead(2000)]) {
      expect((await server.api(recordReview, { deviceId, reviewOn: wrong })).error).toContain('a day after today');
    }
    expect((await auditOf(server, { deviceId })).map(({ action }) => action)).not.toContain('REVIEW');
  });
});
