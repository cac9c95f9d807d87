import {
  capabilityNames,
  declineForMinor,
  deviceSocketClose,
  describePasscode,
  enrol,
  errorText,
  groupList,
  guardianLimits,
  guardianLink,
  guardianNoticeHash,
  guardianOffer,
  importPasscodes,
  limits,
  mailGuardians,
  noticeHash,
  notificationList,
  noticeVersion,
  overview,
  passcodeList,
  remindPasscodes,
  savePasscodes,
  signForMinor,
  withdrawForMinor,
  type Ground,
  type InputOf,
  type Passcode,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runShortJobs } from '../../../../app/housekeeping.ts';
import { verifyAudit } from '../../../../shared/audit/chain/audit-verify.ts';
import { readOutbox } from '../../../../testing/outbox.ts';
import { auditOf, countContacts } from '../../../../testing/person.ts';
import { setUsedKinds } from '../../../../testing/set-used-kinds.ts';
import { joinRequest, RawDevice } from '../../../../testing/test-device.ts';
import { insertGroup } from '../../../../testing/test-groups.ts';
import type { TestAdmin } from '../../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../../testing/servers/use-server.ts';
import { deleteUnused } from '../passcode-list.store.ts';

const server = useTestServer();
beforeEach(async () => {
  await sql`delete from attempt_limits`.execute(server.services.db);
});

const ground: Ground = {
  purpose: 'SCHOOL',
  purposeText: '',
  legalBasis: 'PARENTAL',
  guardian: 'Ines Berg',
  reviewOn: '2028-06-01',
};
const asked = [{ capability: 'LOCATION' as const, reason: 'To find you on the trip' }];

let count = 0;
const nextAddress = () => `guardian-${(count += 1)}@example.org`;

const save = async (more: Partial<InputOf<typeof savePasscodes>> = {}, { token }: TestAdmin = server.admin) =>
  await server.api(savePasscodes, { ground, asked, name: 'Anna Berg', guardianEmail: nextAddress(), ...more }, token);
async function guarded(more: Partial<InputOf<typeof savePasscodes>> = {}, by?: TestAdmin): Promise<Passcode> {
  const [made] = (await save(more, by)).envelope.data;
  if (made === undefined) throw new Error('One was asked for.');
  return made;
}
const read = async (id: number, { token }: TestAdmin = server.admin): Promise<Passcode> => {
  const [found] = (await server.api(passcodeList, { filter: { ids: [id] } }, token)).envelope.data;
  if (found === undefined) throw new Error('It is listed.');
  return found;
};
/** Undoes the quoted-printable encoding as far as these mails have it. */
const mailsTo = async (email: string) =>
  (await readOutbox(server.services.config.dataDir))
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));
const tokenIn = (mail: string) => /\/companion\/guardian#([\w-]{43})/.exec(mail)?.[1] ?? '';
const mailedToken = async ({ signing }: Passcode) => tokenIn((await mailsTo(signing?.email ?? '')).at(-1) ?? '');

const offerOf = (token: string) => server.api(guardianOffer, { token }, null);
async function signing(token: string, change: Partial<InputOf<typeof signForMinor>> = {}) {
  const hash = await guardianNoticeHash(ground, 'en');
  return await server.api(
    signForMinor,
    { token, name: 'Ines Berg', noticeVersion, noticeHash: hash, language: 'en', ...change },
    null,
  );
}
const decline = (token: string, reason = '') => server.api(declineForMinor, { token, reason }, null);
const withdraw = (token: string, reason = '') => server.api(withdrawForMinor, { token, reason }, null);
const describeIt = ({ otpCode }: Passcode) => server.api(describePasscode, { passcode: otpCode }, null);
async function joinWith({ otpCode }: Passcode, given: Ground = ground) {
  const request = await joinRequest(otpCode, []);
  const consent = { ...request.consent, noticeHash: await noticeHash(given) };
  return await server.api(enrol, { ...request, consent }, null);
}
const refusal = (code: Parameters<typeof errorText>[0], values = {}) => ({
  meta: { has_error: true, message: [{ text: { client: errorText(code, values) } }] },
});

describe('the guardian of a minor', () => {
  it('gets a link by mail, reads who asks for what, signs, and then the child can join', async () => {
    const made = await guarded();
    expect(made.signing).toMatchObject({ state: 'WAITING', decidedAt: null, signedBy: '', declineReason: '' });
    expect(made.signing?.mailedAt).not.toBeNull();
    expect((await describeIt(made)).envelope).toMatchObject(refusal('guardian_waits', { guardian: 'Ines Berg' }));
    expect((await joinWith(made)).envelope).toMatchObject(refusal('guardian_waits', { guardian: 'Ines Berg' }));

    const token = await mailedToken(made);
    const offer = (await offerOf(token)).envelope.data;
    expect(offer).toMatchObject({ state: 'WAITING', signature: null, joined: false, name: 'Anna Berg', ground, asked });
    expect(offer.notice.text).toContain('You are asked to sign for a child');
    expect(offer.notice.childText).toContain('Ines Berg knows about this.');

    expect((await signing(token)).status).toBe(200);
    expect((await read(made.id)).signing).toMatchObject({ state: 'SIGNED', signedBy: 'Ines Berg' });
    const described = (await describeIt(made)).envelope.data;
    expect(described.signature).toMatchObject({ by: 'Ines Berg' });

    const { deviceId } = (await joinWith(made)).envelope.data;
    const record = (await server.api(overview, { deviceId })).envelope.data.ground;
    expect(record).toMatchObject({
      guardian: 'Ines Berg',
      signature: {
        by: 'Ines Berg',
        email: made.signing?.email,
        noticeVersion,
        byMail: true,
        at: described.signature?.at,
      },
    });
    const [entry] = await auditOf(server, { deviceId });
    expect(entry?.details).toMatchObject({ signedBy: 'Ines Berg', signedOn: described.signature?.at.slice(0, 10) });
    // The link still shows what was signed; the child's name is erased as before.
    expect((await offerOf(token)).envelope.data).toMatchObject({ state: 'SIGNED', joined: true, name: '' });
  });

  it('signs once: a second signature and a refusal come too late', async () => {
    const token = await mailedToken(await guarded());
    const both = await Promise.all([signing(token), signing(token, { name: 'Karl Berg' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await signing(token)).envelope).toMatchObject(refusal('guardian_decided'));
    expect((await decline(token)).envelope).toMatchObject(refusal('guardian_decided'));
  });

  it('declines with a word: the passcode ends, and who made it is told without a name', async () => {
    const by = await server.createAdmin({ access: 'FULL_ACCESS' });
    const made = await guarded({}, by);
    const token = await mailedToken(made);
    expect((await decline(token, 'We do not want this')).status).toBe(200);
    expect(await read(made.id, by)).toMatchObject({
      state: 'EXPIRED',
      signing: { state: 'DECLINED', declineReason: 'We do not want this', signedBy: '' },
    });
    expect((await describeIt(made)).envelope).toMatchObject(refusal('passcode_refused'));
    expect((await joinWith(made)).status).toBe(403);
    expect((await signing(token)).envelope).toMatchObject(refusal('guardian_decided'));
    expect((await offerOf(token)).envelope.data.state).toBe('DECLINED');
    const news = (await server.api(notificationList, { filter: { type: 'GUARDIAN_DECLINED' } }, by.token)).envelope
      .data;
    expect(news).toMatchObject([{ title: 'A guardian declined', link: '/otp-list' }]);
    expect(JSON.stringify(news)).not.toMatch(/Berg|We do not/);
  });

  it('signs exactly the text that is shown now: another text or version is refused', async () => {
    const token = await mailedToken(await guarded());
    for (const change of [
      { noticeVersion: noticeVersion - 1 },
      { noticeHash: await noticeHash(ground) },
      { language: 'de' },
      { language: 'xx' },
    ]) {
      expect((await signing(token, change)).envelope).toMatchObject(refusal('notice_outdated'));
    }
    const noticeHashOfGerman = await guardianNoticeHash(ground, 'de');
    expect((await signing(token, { language: 'de', noticeHash: noticeHashOfGerman })).status).toBe(200);
  });

  it('signs again when the notice has changed since, before the child joined', async () => {
    const made = await guarded();
    const token = await mailedToken(made);
    await signing(token);
    await sql`update guardian_links set notice_version = ${noticeVersion - 1} where passcode_id = ${made.id}`.execute(
      server.services.db,
    );
    expect((await read(made.id)).signing).toMatchObject({ state: 'WAITING', decidedAt: null, signedBy: '' });
    const again = refusal('guardian_signs_again', { guardian: 'Ines Berg' });
    expect((await describeIt(made)).envelope).toMatchObject(again);
    expect((await joinWith(made)).envelope).toMatchObject(again);
    expect((await offerOf(token)).envelope.data).toMatchObject({ state: 'WAITING', signature: null });
    expect((await signing(token)).status).toBe(200);
    expect((await joinWith(made)).status).toBe(200);
  });

  it('signs again when the server uses other kinds of data since', async () => {
    const made = await guarded();
    const token = await mailedToken(made);
    await signing(token);
    await setUsedKinds(server, ['LOCATION']);
    try {
      expect((await describeIt(made)).envelope).toMatchObject(
        refusal('guardian_signs_again', { guardian: 'Ines Berg' }),
      );
      expect((await offerOf(token)).envelope.data).toMatchObject({ state: 'WAITING', usedKinds: ['LOCATION'] });
    } finally {
      await setUsedKinds(server, capabilityNames);
    }
  });

  it('without an address signs nothing here, and the child joins as before', async () => {
    const made = await guarded({ guardianEmail: '' });
    expect(made.signing).toBeNull();
    expect((await describeIt(made)).envelope.data.signature).toBeNull();
    const { deviceId } = (await joinWith(made)).envelope.data;
    expect((await server.api(overview, { deviceId })).envelope.data.ground.signature).toBeNull();
  });
});

/** A child who joined with the signature of their guardian. */
async function joinedChild(by?: TestAdmin) {
  const made = await guarded({}, by);
  const link = await mailedToken(made);
  await signing(link);
  return { link, made, device: (await joinWith(made)).envelope.data };
}
const newsOf = async (type: 'GUARDIAN_DECLINED' | 'DEVICE_LEFT', { token }: TestAdmin) =>
  (await server.api(notificationList, { filter: { type } }, token)).envelope.data;

describe('a guardian who withdraws', () => {
  it('before somebody joined ends the passcode, and the list says who and why', async () => {
    const by = await server.createAdmin({ access: 'FULL_ACCESS' });
    const made = await guarded({}, by);
    const link = await mailedToken(made);
    expect((await withdraw(link)).envelope).toMatchObject(refusal('guardian_not_signed'));
    await signing(link);
    expect((await withdraw(link, 'We thought again')).status).toBe(200);
    expect(await read(made.id, by)).toMatchObject({
      state: 'EXPIRED',
      signing: { state: 'WITHDRAWN', signedBy: 'Ines Berg', declineReason: 'We thought again' },
    });
    expect((await joinWith(made)).envelope).toMatchObject(refusal('passcode_refused'));
    expect((await offerOf(link)).envelope.data).toMatchObject({ state: 'WITHDRAWN', signature: null, joined: false });
    expect((await withdraw(link)).envelope).toMatchObject(refusal('guardian_withdrawn'));
    expect((await signing(link)).envelope).toMatchObject(refusal('guardian_decided'));
    expect((await server.api(guardianLink, { id: made.id }, by.token)).envelope).toMatchObject(
      refusal('guardian_decided'),
    );
    const news = await newsOf('GUARDIAN_DECLINED', by);
    expect(news).toMatchObject([{ title: 'A guardian withdrew' }]);
    expect(JSON.stringify(news)).not.toMatch(/Berg|thought/);
  });

  it('after the child joined ends the device as leaving does: the phone is told by whom, and nothing else keeps a name', async () => {
    const by = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { link, device } = await joinedChild(by);
    const { deviceId, token } = device;
    const raw = new RawDevice(server);
    await raw.hello(token);
    await sql`insert into contacts (device_id, key, name, phone_number, email, address) values (${deviceId}, '1', 'Anna', '', '', '')`.execute(
      server.services.db,
    );
    expect((await withdraw(link, 'We want to talk first')).status).toBe(200);
    expect(await raw.next('ended')).toMatchObject({
      endedBy: 'Ines Berg',
      reason: 'The guardian who signed for you has withdrawn that. Reason: We want to talk first',
    });
    expect(await raw.closed).toBe(deviceSocketClose.left);
    expect(await countContacts(server, device)).toBe(0);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({
      action: 'END',
      by: 'the guardian',
      details: { why: 'The guardian withdrew what they had signed.' },
    });
    expect((await verifyAudit(server.services, deviceId)).faults).toEqual([]);
    const { rows } = await sql<{ kept: string }>`
      select concat(d.*, p.*, a.*) as kept from devices d join passcodes p on p.used_by_device_id = d.id
        join audit_entries a on a.device_id = d.id where d.id = ${deviceId}`.execute(server.services.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/Berg|talk first/);
    await vi.waitFor(async () => {
      const news = await newsOf('DEVICE_LEFT', by);
      expect(news).toMatchObject([{ title: `Device ${deviceId} left` }]);
      expect(news[0]?.message).toContain('The guardian of its person withdrew what they had signed.');
      expect(JSON.stringify(news)).not.toMatch(/Berg|talk first/);
    });
    // The link is gone with the device, as after its person left.
    for (const answer of [await withdraw(link), await offerOf(link)]) {
      expect(answer.envelope).toMatchObject(refusal('guardian_link_unknown'));
    }
  });

  it('can do so long after the child joined, since housekeeping leaves the link alone', async () => {
    const { link, made, device } = await joinedChild();
    await sql`update passcodes set expires_at = now() - interval '300 days', used_at = now() - interval '300 days'
      where id = ${made.id}`.execute(server.services.db);
    await runShortJobs(server.services);
    expect((await offerOf(link)).envelope.data).toMatchObject({ state: 'SIGNED', joined: true });
    expect((await withdraw(link)).status).toBe(200);
    expect((await auditOf(server, device)).at(-1)?.action).toBe('END');
  });

  it('twice at the same moment ends the device once', async () => {
    const { link, device } = await joinedChild();
    const both = await Promise.all([withdraw(link), withdraw(link)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await auditOf(server, device)).map(({ action }) => action)).toEqual(['JOIN', 'ASK', 'END']);
  });

  it('while the child joins leaves nobody supervised, whichever is first', async () => {
    for (let times = 0; times < 6; times += 1) {
      const made = await guarded();
      const link = await mailedToken(made);
      await signing(link);
      const [joined, withdrawn] = await Promise.all([joinWith(made), withdraw(link)]);
      expect(withdrawn.status).toBe(200);
      expect([200, 403]).toContain(joined.status);
      const { rows } = await sql`
        select from devices d join passcodes p on p.used_by_device_id = d.id where p.id = ${made.id} and d.left_at is null`.execute(
        server.services.db,
      );
      expect(rows).toEqual([]);
    }
  });

  it('needs the link: a wrong one counts by address', async () => {
    for (let i = 0; i < guardianLimits.failuresPerAddress; i += 1) {
      expect((await withdraw(String(i).padStart(43, 'x'))).status).toBe(404);
    }
    expect((await withdraw('x'.repeat(43))).status).toBe(429);
  });
});

describe('the link of a guardian', () => {
  it('expires with the passcode, also for who guessed nothing', async () => {
    const made = await guarded();
    const token = await mailedToken(made);
    await sql`update passcodes set expires_at = now() where id = ${made.id}`.execute(server.services.db);
    for (const answer of [await offerOf(token), await signing(token), await decline(token)]) {
      expect(answer.status).toBe(410);
      expect(answer.envelope).toMatchObject(refusal('guardian_link_expired'));
    }
  });

  it('is gone with the passcode', async () => {
    const made = await guarded();
    const token = await mailedToken(made);
    await deleteUnused(server.services.db, { userId: server.admin.userId, allDevices: true }, made.id);
    expect((await offerOf(token)).envelope).toMatchObject(refusal('guardian_link_unknown'));
  });

  it('cannot be guessed: tokens that do not exist count by address', async () => {
    const token = await mailedToken(await guarded());
    for (let i = 0; i < guardianLimits.failuresPerAddress; i += 1) {
      expect((await offerOf(String(i).padStart(43, 'x'))).status).toBe(404);
    }
    expect((await offerOf(token)).status).toBe(429);
    expect((await signing(token)).status).toBe(429);
    expect((await offerOf('short')).status).toBe(400);
  });

  it('is stored as a hash', async () => {
    const made = await guarded();
    const token = await mailedToken(made);
    const { rows } = await sql<{ row: string }>`
      select s::text as row from guardian_links s where s.passcode_id = ${made.id}`.execute(server.services.db);
    expect(rows[0]?.row).not.toContain(token);
  });

  it('can be sent again, which voids the earlier one, a few times a day', async () => {
    const made = await guarded();
    const first = await mailedToken(made);
    const again = async () => (await server.api(mailGuardians, { ids: [made.id] })).envelope.data;
    expect(await again()).toEqual({ sent: 1, skipped: 0, failed: 0 });
    expect((await offerOf(first)).envelope).toMatchObject(refusal('guardian_link_unknown'));
    expect((await offerOf(await mailedToken(made))).status).toBe(200);
    for (let i = 2; i < guardianLimits.mailsPerAddress; i += 1) expect((await again())?.sent).toBe(1);
    const last = await mailedToken(made);
    expect((await server.api(mailGuardians, { ids: [made.id] })).status).toBe(429);
    expect((await offerOf(last)).status).toBe(200);
  });

  it('is passed on by the admin where mail does not go, and the signature says so', async () => {
    const made = await guarded();
    const { token } = (await server.api(guardianLink, { id: made.id })).envelope.data;
    expect((await offerOf(await mailedToken(made))).status).toBe(404);
    await signing(token);
    const { deviceId } = (await joinWith(made)).envelope.data;
    expect((await server.api(overview, { deviceId })).envelope.data.ground.signature).toMatchObject({ byMail: false });
    expect((await server.api(guardianLink, { id: made.id })).status).toBe(409);
    expect((await server.api(mailGuardians, { ids: [made.id] })).envelope.data).toMatchObject({ sent: 0, skipped: 1 });
  });

  it('is made by who may see the passcode only, while it waits', async () => {
    const [one, other] = [
      await server.createAdmin({ access: 'FULL_ACCESS' }),
      await server.createAdmin({ access: 'FULL_ACCESS' }),
    ];
    const made = await guarded({}, one);
    expect((await server.api(guardianLink, { id: made.id }, other.token)).envelope).toMatchObject(
      refusal('passcode_not_found'),
    );
    expect((await server.api(mailGuardians, { ids: [made.id] }, other.token)).envelope.data).toMatchObject({
      skipped: 1,
    });
    await sql`update passcodes set expires_at = now() where id = ${made.id}`.execute(server.services.db);
    expect((await server.api(guardianLink, { id: made.id }, one.token)).envelope).toMatchObject(
      refusal('guardian_link_expired'),
    );
  });

  it('says nothing in the words of an admin to an address that nobody has confirmed', async () => {
    const email = nextAddress();
    await guarded({
      guardianEmail: email,
      name: 'Visit evil example',
      ground: { ...ground, purpose: 'OTHER', purposeText: 'You won a prize', guardian: 'Call 0900' },
    });
    const [mail = ''] = await mailsTo(email);
    expect(mail).toContain('would like to supervise the device of a child in your care');
    for (const words of ['evil', 'won', '0900']) expect(mail).not.toContain(words);
  });
});

describe('what a guardian signed', () => {
  it('keeps the child from being reminded until it is signed', async () => {
    const email = nextAddress();
    const made = await guarded({ email });
    const remind = async () => (await server.api(remindPasscodes, { ids: [made.id] })).envelope.data.sent;
    expect(await remind()).toBe(0);
    await signing(await mailedToken(made));
    expect(await remind()).toBe(1);
  });

  it('is erased with the names, a week after the passcode expired', async () => {
    const made = await guarded();
    await signing(await mailedToken(made));
    const long = limits.passcode.namedAfterExpiryMs + 60_000;
    await sql`update passcodes set expires_at = now() - ${long} * interval '1 millisecond' where id = ${made.id}`.execute(
      server.services.db,
    );
    await runShortJobs(server.services);
    expect((await read(made.id)).signing).toBeNull();
  });

  it('needs a name for its address, and is for one passcode', async () => {
    expect((await save({ ground: { ...ground, legalBasis: 'CONSENT', guardian: null } })).status).toBe(400);
    expect((await save({ count: 2, name: '' })).status).toBe(400);
  });
});

const importCsv = async (
  csv: string,
  more: Partial<InputOf<typeof importPasscodes>> = {},
  { token }: TestAdmin = server.admin,
) => (await server.api(importPasscodes, { csv, ...more }, token)).envelope.data;
const noGuardian = { ...ground, guardian: null };
const pupils = (amount: number) =>
  Array.from(
    { length: amount },
    (_, i) => `Schüler ${i},Klasse ${i % 2 ? '3b' : '3a'},Elternteil Nr. ${i},${nextAddress()}`,
  );

const hoursOf = ({ createdAt, expiresAt }: Passcode) => (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000;

describe('a passcode that waits for a guardian', () => {
  it('is valid for two weeks unless the admin says otherwise', async () => {
    expect(hoursOf(await guarded())).toBe(14 * 24);
    expect(hoursOf(await guarded({ validHours: 3 }))).toBe(3);
    expect(hoursOf(await guarded({ guardianEmail: '' }))).toBe(24);
  });

  it('is so in a file too, line by line', async () => {
    const csv = `name,guardian,guardianEmail,hours
Linked Lea,Ines,${nextAddress()},
Paper Paul,Karl,,
Chosen Cleo,Ines,${nextAddress()},5`;
    const hours = async (more: Partial<InputOf<typeof importPasscodes>> = {}) => {
      const { batchId } = await importCsv(csv, { ground: noGuardian, ...more });
      const made = (await server.api(passcodeList, { filter: { batchId: batchId ?? 0 } })).envelope.data;
      return Object.fromEntries(made.map((one) => [one.name, hoursOf(one)]));
    };
    expect(await hours()).toEqual({ 'Linked Lea': 336, 'Paper Paul': 24, 'Chosen Cleo': 5 });
    expect(await hours({ validHours: 8 })).toEqual({ 'Linked Lea': 8, 'Paper Paul': 8, 'Chosen Cleo': 5 });
  });
});

describe('a file of pupils', () => {
  it('makes thirty passcodes with a guardian each, and two groups that belong to who imports', async () => {
    const by = await server.createAdmin({ access: 'FULL_ACCESS' });
    const csv = ['name,group,guardian,guardianEmail', ...pupils(30)].join('\n');
    const trial = await importCsv(csv, { ground: noGuardian, createGroups: true, isTrial: true }, by);
    const facts = { people: 30, guardians: 30, newGroups: ['Klasse 3a', 'Klasse 3b'], problemCount: 0 };
    expect(trial).toMatchObject({ ...facts, created: 0, batchId: null, guardiansMailed: 0 });
    expect((await server.api(groupList, {}, by.token)).envelope.data).toEqual([]);

    const done = await importCsv(csv, { ground: noGuardian, createGroups: true }, by);
    expect(done).toMatchObject({ ...facts, created: 30, guardiansMailed: 30 });
    const groups = (await server.api(groupList, {}, by.token)).envelope.data;
    expect(groups).toMatchObject([
      { name: 'Klasse 3a', rule: null, mine: true, owner: by.username },
      { name: 'Klasse 3b', rule: null, mine: true, owner: by.username },
    ]);
    const filter = { batchId: done.batchId ?? 0 };
    const made = (await server.api(passcodeList, { filter, pageSize: 50 }, by.token)).envelope.data;
    expect(made).toHaveLength(30);
    for (const one of made) {
      const number = one.name.replace('Schüler ', '');
      expect(one).toMatchObject({
        ground: { ...ground, guardian: `Elternteil Nr. ${number}` },
        group: { name: Number(number) % 2 ? 'Klasse 3b' : 'Klasse 3a' },
        signing: { state: 'WAITING' },
      });
    }
  });

  it('takes five hundred at once', async () => {
    const csv = ['name,group,guardian,guardianEmail', ...pupils(500)].join('\n');
    const by = await server.createAdmin({ access: 'FULL_ACCESS' });
    const done = await importCsv(csv, { ground: noGuardian, createGroups: true, isTrial: true }, by);
    expect(done).toMatchObject({ people: 500, guardians: 500, problemCount: 0 });
  });

  it('names the lines without a guardian, with an address of nobody, and with unknown groups', async () => {
    const groups = (await server.api(groupList, {})).envelope.data.length;
    const csv = `name,group,guardian,guardianEmail
Ada,,,
Ben,,Karl,not an address
Cem,Nowhere,Karl,
Dee,,,dee@example.org
Eva,Fairwatch Support,Karl,`;
    const problemsOf = async (more: Partial<InputOf<typeof importPasscodes>>) => {
      const { problems, created, newGroups } = await importCsv(csv, more);
      expect(created).toBe(0);
      return { newGroups, lines: Object.fromEntries(problems.map(({ line, problem }) => [line, problem])) };
    };
    const strict = await problemsOf({ ground: noGuardian });
    expect(strict.lines).toMatchObject({
      2: 'guardian: Parental responsibility needs the name of the parent or guardian.',
      3: expect.stringContaining('guardianEmail: ') as string,
      4: 'group: You have no group "Nowhere".',
    });
    const { lines, newGroups } = await problemsOf({
      ground: { ...noGuardian, legalBasis: 'CONSENT' },
      createGroups: true,
    });
    expect(Object.keys(lines)).toEqual(['3', '5', '6']);
    expect(lines[5]).toBe('guardianEmail: The name of the guardian is missing.');
    expect(lines[6]).toContain('reads as if Fairwatch itself were meant');
    expect(newGroups).toEqual(['Nowhere']);
    expect((await server.api(groupList, {})).envelope.data).toHaveLength(groups);
  });

  it('makes two pupils of one name, and refuses the same pupil twice', async () => {
    const [one, other] = [nextAddress(), nextAddress()];
    const head = 'name,guardian,guardianEmail';
    const twins = `${head}\nAnna Berg,Ines,${one}\nAnna Berg,Karl,${other}`;
    expect(await importCsv(twins, { ground: noGuardian })).toMatchObject({ created: 2 });
    const twice = `${head}\nAnna Berg,Ines,${one}\nanna berg,Ines,${one}`;
    expect((await importCsv(twice, { ground: noGuardian })).problems).toEqual([
      { line: 3, problem: 'This is the same person as on line 2.' },
    ]);
  });

  it('uses a group that is there, in any case, and makes none for who may not', async () => {
    const groupId = await insertGroup(server, server.admin, 'Year 7');
    const csv = 'name,group\nAnna,year 7';
    const done = await importCsv(csv, { createGroups: true });
    expect(done).toMatchObject({ created: 1, newGroups: [] });
    const [made] = (await server.api(passcodeList, { filter: { batchId: done.batchId ?? 0 } })).envelope.data;
    expect(made?.group?.id).toBe(groupId);
    const limited = await server.createAdmin({ access: { OTP_LIST: 'FULL_ACCESS' } });
    const refused = await server.api(
      importPasscodes,
      { csv: 'name,group\nAnna,New', createGroups: true },
      limited.token,
    );
    expect(refused.status).toBe(403);
  });
});
