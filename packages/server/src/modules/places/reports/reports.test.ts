import {
  auditList,
  deviceWatches,
  endDevice,
  limits,
  reportMail,
  updateReportMail,
  weekReport,
  type InputOf,
  type WatchTarget,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextReportAt, sendReportMails } from './report-mails.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readOutbox } from '../../../testing/outbox.ts';
import { insertZone, joinMoving, stay } from '../../../testing/samples/test-places.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { setPolicies } from '../../../testing/set-policies.ts';
import { insertGroup } from '../../../testing/test-groups.ts';

const server = useTestServer();

/** The week from Monday 9 to Sunday 15 November 2026, in which an hour at home, a drive and half an hour at work are on the Wednesday. */
const week = '2026-11-11';
const wednesday = [...stay('2026-11-11T08:00:00Z', 60), ...stay('2026-11-11T09:20:00Z', 30, { east: 10_000 })];

type ReportInput = Partial<InputOf<typeof weekReport>>;
const all: WatchTarget = { for: 'ALL' };
const ask = (input: ReportInput = {}, token?: string) =>
  server.api(weekReport, { week, zone: 'UTC', target: all, ...input }, token);
const report = async (input?: ReportInput, token?: string) => (await ask(input, token)).envelope.data;

const newAdmin = () => server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });

async function entriesOf(deviceId: number) {
  const { rows } = await sql<{ actor: string; details: Record<string, unknown> }>`
    select actor_name as actor, details from audit_entries
    where device_id = ${deviceId} and subject = ${weekReport.path} order by id`.execute(server.services.db);
  return rows;
}

describe('the report of a week', () => {
  it('has distance, stops and time in zones of each device', async () => {
    const admin = await newAdmin();
    const { deviceId } = await joinMoving(server, wednesday, { ownerId: admin.userId });
    const zoneId = await insertZone(server, { name: 'Home', userId: admin.userId });
    await insertZone(server, { name: 'Elsewhere', userId: admin.userId, east: 50_000 });
    const { from, to, rows, without } = await report({}, admin.token);
    expect([from, to, without]).toEqual(['2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z', 0]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      deviceId,
      points: wednesday.length,
      stops: 2,
      zones: [{ zoneId, name: 'Home', seconds: 3600 }],
    });
    expect(rows[0]?.metres).toBeGreaterThan(9980);
    expect(rows[0]?.metres).toBeLessThan(10_020);
  });

  it('begins on Monday where the admin is, and has an hour more when clocks are set back', async () => {
    const admin = await newAdmin();
    const points = ['2026-10-18T21:59:00Z', '2026-10-18T22:01:00Z', '2026-10-25T22:59:00Z', '2026-10-25T23:01:00Z'];
    await joinMoving(
      server,
      points.map((at) => ({ at })),
      { ownerId: admin.userId },
    );
    const { from, to, rows } = await report({ week: '2026-10-25', zone: 'Europe/Berlin' }, admin.token);
    expect([from, to]).toEqual(['2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
    expect(rows[0]?.points).toBe(2);
    const later = await report({ week: '2026-10-26', zone: 'Europe/Berlin' }, admin.token);
    expect([later.from, later.rows[0]?.points]).toEqual(['2026-10-25T23:00:00.000Z', 1]);
  });

  it('reads a device with very many points in pages', { tags: 'full' }, async () => {
    const admin = await newAdmin();
    const many = Array.from({ length: 3 }, () => joinMoving(server, [], { ownerId: admin.userId }));
    const [large, small, filling] = await Promise.all(many);
    const counts = [
      [large?.deviceId, 20_500],
      [small?.deviceId, 700],
      // As many as one of three devices has in a page.
      [filling?.deviceId, 6666],
    ];
    for (const [deviceId, points] of counts) {
      await sql`insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time)
        select ${deviceId}::bigint, n::text, '', 52, 5 + n * 0.00001, 0, '', 'UTC', '2026-11-10T00:00:00Z'::timestamptz + n * interval '1 second'
        from generate_series(1, ${points}::int) as n`.execute(server.services.db);
    }
    const { rows, without } = await report({}, admin.token);
    expect(rows.map(({ deviceId, points }) => [deviceId, points])).toEqual(expect.arrayContaining(counts));
    expect(without).toBe(0);
    // Steps of 0.00001 degrees of longitude at 52 degrees are 0.6846 m.
    const metres = rows.find(({ deviceId }) => deviceId === large?.deviceId)?.metres ?? 0;
    expect(Math.abs(metres - 20_499 * 0.6846)).toBeLessThan(100);
  });

  it('is for the chosen devices in scope', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const mine = await joinMoving(server, wednesday, { ownerId: admin.userId });
    const second = await joinMoving(server, wednesday, { ownerId: admin.userId });
    const foreign = await joinMoving(server, wednesday, { ownerId: other.userId });
    const groupId = await insertGroup(server, admin, 'Vans');
    await sql`insert into group_devices (group_id, device_id) values (${groupId}, ${second.deviceId})`.execute(
      server.services.db,
    );
    const idsOf = async (target: WatchTarget, token = admin.token) =>
      (await report({ target }, token)).rows.map(({ deviceId }) => deviceId);
    expect((await idsOf(all)).toSorted()).toEqual([mine.deviceId, second.deviceId].toSorted());
    expect(await idsOf({ for: 'GROUP', groupId })).toEqual([second.deviceId]);
    expect(await idsOf({ for: 'DEVICE', deviceId: mine.deviceId })).toEqual([mine.deviceId]);
    const refused = await ask({ target: { for: 'DEVICE', deviceId: foreign.deviceId } }, admin.token);
    expect([refused.status, refused.errorCode]).toEqual([404, 'device_not_found']);
    const hidden = await ask({ target: { for: 'GROUP', groupId } }, other.token);
    expect([hidden.status, hidden.errorCode]).toEqual([404, 'group_not_found']);
    const without = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    expect((await ask({}, without.token)).status).toBe(403);
  });

  it('has only the zones that the admin sees and that are for the device', async () => {
    const admin = await newAdmin();
    const mine = await joinMoving(server, wednesday, { ownerId: admin.userId });
    const second = await joinMoving(server, wednesday, { ownerId: admin.userId });
    // The owner has every device in their scope.
    await insertZone(server, { name: 'Of another admin', userId: server.admin.userId });
    await insertZone(server, { name: 'Of the second', userId: admin.userId, deviceId: second.deviceId });
    await insertZone(server, {
      name: 'Block',
      userId: admin.userId,
      area: {
        shape: 'POLYGON',
        corners: [
          [5.1, 52.08],
          [5.13, 52.08],
          [5.13, 52.1],
          [5.1, 52.1],
        ],
      },
    });
    const { rows } = await report({}, admin.token);
    const namesOf = (id: number) => rows.find(({ deviceId }) => deviceId === id)?.zones.map(({ name }) => name);
    expect(namesOf(mine.deviceId)).toEqual(['Block']);
    expect(namesOf(second.deviceId)?.toSorted()).toEqual(['Block', 'Of the second']);
  });

  it('leaves out who does not share their location now, has paused, or for whom a reason is missing', async () => {
    const admin = await newAdmin();
    const { db } = server.services;
    const shared = await joinMoving(server, wednesday, { ownerId: admin.userId });
    await joinMoving(server, wednesday, { ownerId: admin.userId, capabilities: ['CONTACTS'] });
    const paused = await joinMoving(server, wednesday, { ownerId: admin.userId });
    await sql`update devices set paused_at = now() where id = ${paused.deviceId}`.execute(db);
    const first = await report({}, admin.token);
    expect([first.rows.map(({ deviceId }) => deviceId), first.without]).toEqual([[shared.deviceId], 2]);

    await setPolicies(server, { LOCATION: { reason: 'REQUIRED', approval: false } });
    const refused = await report({}, admin.token);
    await sql`insert into given_reasons (user_id, device_id, capability, reason, expires_at)
      values (${admin.userId}, ${shared.deviceId}, 'LOCATION', 'Lost phone', now() + interval '5 minutes')`.execute(db);
    const given = await report({}, admin.token);
    await setPolicies(server, { LOCATION: { reason: 'REQUIRED', approval: true } });
    const unapproved = await report({}, admin.token);
    await setPolicies(server, { LOCATION: { reason: 'NONE', approval: false } });
    expect([refused, given, unapproved].map(({ rows, without }) => [rows.length, without])).toEqual([
      [0, 3],
      [1, 2],
      [0, 3],
    ]);
    // Only what was shown is in the log.
    expect(await entriesOf(paused.deviceId)).toEqual([]);
  });

  it('is a read of each device, once a visit for each week, and each time for a file', async () => {
    const [admin, again] = [await newAdmin(), await newAdmin()];
    const { deviceId } = await joinMoving(server, wednesday, { ownerId: admin.userId });
    await report({}, admin.token);
    await report({}, admin.token);
    expect(await entriesOf(deviceId)).toMatchObject([
      {
        actor: admin.username,
        details: { how: 'SEEN', object: 'from Monday 9 November to Sunday 15 November' },
      },
    ]);
    // Another week without points shows nothing of the device.
    await report({ week: '2026-11-02' }, admin.token);
    expect(await entriesOf(deviceId)).toHaveLength(1);
    await report({ export: true }, admin.token);
    await report({ export: true }, admin.token);
    expect((await entriesOf(deviceId)).map(({ details }) => details['how'])).toEqual(['SEEN', 'EXPORT', 'EXPORT']);
    // An admin without the device causes no entry.
    await report({}, again.token);
    expect(await entriesOf(deviceId)).toHaveLength(3);
  });

  it('is refused for more devices than one can have', async () => {
    const admin = await newAdmin();
    const { db } = server.services;
    await sql`with made as (
        insert into devices (unique_uuid, token_hash, user_id, username, name, model, os_name, os_version, app_name, app_version, capabilities)
        select gen_random_uuid(), sha256(n::text::bytea), ${admin.userId}, 'many', 'Many', '', '', '', '', '', '{LOCATION}'
        from generate_series(1, ${limits.report.devices + 1}::int) as n returning id)
      insert into device_assignments (user_id, device_id) select ${admin.userId}, id from made`.execute(db);
    const { status, errorCode } = await ask({}, admin.token);
    expect([status, errorCode]).toEqual([409, 'report_too_large']);
  });
});

/** The server's services with a mail server configured; mails go to the outbox. */
const mailing = (): Services => ({
  ...server.services,
  config: { ...server.services.config, smtpUrl: 'smtp://mail.example.org', publicUrl: 'https://watch.example.org' },
});

const nextAt = (zone: string, after: string) => nextReportAt(zone, Date.parse(after)).toISOString();

describe('the report that is mailed each Monday', () => {
  const monday = Date.parse('2026-11-16T06:00:00Z');
  beforeEach(async () => {
    server.clock.hold(monday);
    await sql`delete from report_mails`.execute(server.services.db);
  });

  async function mailedAdmin({ target = all, zone = 'UTC' } = {}) {
    const admin = await newAdmin();
    const address = `${admin.username}@example.org`;
    const { db, config } = server.services;
    await sql`update users set email = ${address} where id = ${admin.userId}`.execute(db);
    await subscribe(admin, target, zone);
    const letters = async () => (await readOutbox(config.dataDir)).filter((text) => text.includes(`To: ${address}`));
    return { admin, letters };
  }

  /** As if the admin had switched it on the week before. */
  async function subscribe({ userId }: TestAdmin, target: WatchTarget, zone: string): Promise<void> {
    const nextAt = nextReportAt(zone, monday - 24 * 3_600_000);
    await sql`insert into report_mails (user_id, group_id, device_id, zone, next_at)
      values (${userId}, ${target.for === 'GROUP' ? target.groupId : null}, ${target.for === 'DEVICE' ? target.deviceId : null},
        ${zone}, ${nextAt})`.execute(server.services.db);
  }

  it('has the table as text and HTML, and is in the log of each device', async () => {
    const { admin, letters } = await mailedAdmin();
    const { deviceId } = await joinMoving(server, wednesday, { ownerId: admin.userId });
    await joinMoving(server, wednesday, { ownerId: admin.userId, capabilities: ['CONTACTS'] });
    await sql`update devices set nickname = '<b>Van & 1</b>' where id = ${deviceId}`.execute(server.services.db);
    await insertZone(server, { name: 'Depot', userId: admin.userId });
    await sendReportMails(mailing());
    const [letter = '', ...more] = await letters();
    expect(more).toEqual([]);
    const readable = letter.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(readable).toContain('Content-Type: text/plain');
    expect(readable).toContain('Content-Type: text/html');
    expect(readable).toMatch(/<b>Van & 1<\/b> +10 km +2 +Depot 1:00 h/);
    expect(readable).toContain('&lt;b&gt;Van &amp; 1&lt;/b&gt;</td>');
    expect(readable).toContain('1 device is not in it');
    expect(readable).toContain('https://watch.example.org/reports');
    expect(await entriesOf(deviceId)).toMatchObject([
      {
        actor: admin.username,
        details: { how: 'EXPORT', mailed: 'yes', object: 'from Monday 9 November to Sunday 15 November' },
      },
    ]);
  });

  it('is sent once, whatever number of servers try, and the next one a week later', async () => {
    const { admin, letters } = await mailedAdmin();
    await joinMoving(server, wednesday, { ownerId: admin.userId });
    await Promise.all([mailing(), mailing(), mailing()].map((services) => sendReportMails(services)));
    await sendReportMails(mailing());
    expect(await letters()).toHaveLength(1);
    server.clock.hold(monday + 7 * 24 * 3_600_000 - 1);
    await sendReportMails(mailing());
    expect(await letters()).toHaveLength(1);
    server.clock.hold(monday + 7 * 24 * 3_600_000);
    await sendReportMails(mailing());
    expect(await letters()).toHaveLength(2);
  });

  it('is one about the newest week after a time without a server', async () => {
    const { admin, letters } = await mailedAdmin();
    await joinMoving(server, wednesday, { ownerId: admin.userId });
    server.clock.hold(monday + 22 * 24 * 3_600_000);
    await sendReportMails(mailing());
    await sendReportMails(mailing());
    const mails = await letters();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('from Monday 30 November to Sunday 6 December');
  });

  it('comes at six in the morning where the admin is, also after clocks change', () => {
    expect(nextAt('Europe/Berlin', '2026-10-19T04:00:00Z')).toBe('2026-10-26T05:00:00.000Z');
    expect(nextAt('Europe/Berlin', '2026-10-19T03:59:59Z')).toBe('2026-10-19T04:00:00.000Z');
    expect(nextAt('Pacific/Auckland', '2026-11-15T16:59:00Z')).toBe('2026-11-15T17:00:00.000Z');
  });

  it('that fails is tried again after an hour', async () => {
    const { admin, letters } = await mailedAdmin();
    await joinMoving(server, wednesday, { ownerId: admin.userId });
    const away = { ...mailing(), mail: { send: () => Promise.reject(new Error('The mail server is away')) } };
    await sendReportMails(away);
    expect(server.logLines.some((line) => line.includes('reports.mail_failed'))).toBe(true);
    await sendReportMails(mailing());
    expect(await letters()).toHaveLength(0);
    server.clock.hold(monday + 3_600_000);
    await sendReportMails(mailing());
    expect(await letters()).toHaveLength(1);
  });

  it('has only what the admin may still see', async () => {
    const taken = await mailedAdmin();
    const { deviceId } = await joinMoving(server, wednesday, { ownerId: taken.admin.userId });
    const { db } = server.services;
    await sql`delete from device_assignments where device_id = ${deviceId}`.execute(db);
    const blocked = await mailedAdmin();
    await sql`update users set blocked_at = now() where id = ${blocked.admin.userId}`.execute(db);
    const demoted = await mailedAdmin();
    await sql`delete from feature_access where user_id = ${demoted.admin.userId}`.execute(db);
    await sendReportMails(mailing());
    const [letter = ''] = await taken.letters();
    expect(letter).toContain('No device that you may see has positions in this week.');
    expect(await entriesOf(deviceId)).toEqual([]);
    expect([await blocked.letters(), await demoted.letters()]).toEqual([[], []]);
  });

  it('is not sent without a mail server, and is not made up for later', async () => {
    const { admin, letters } = await mailedAdmin();
    await joinMoving(server, wednesday, { ownerId: admin.userId });
    await sendReportMails(server.services);
    await sendReportMails(mailing());
    expect(await letters()).toEqual([]);
  });

  it('is switched on and off by the admin, where mail can reach them', async () => {
    const admin = await newAdmin();
    const read = async () => (await server.api(reportMail, {}, admin.token)).envelope.data;
    const change = (mail: InputOf<typeof updateReportMail>['mail']) =>
      server.api(updateReportMail, { mail }, admin.token);
    expect(await read()).toEqual({ mail: 'NO_SERVER', report: null });
    expect((await change({ target: all, zone: 'UTC' })).errorCode).toBe('mail_unavailable');
    const { config, db } = server.services;
    config.smtpUrl = 'smtp://127.0.0.1:1';
    expect((await read()).mail).toBe('NO_ADDRESS');
    await sql`update users set email = 'r@example.org' where id = ${admin.userId}`.execute(db);
    const { deviceId } = await joinMoving(server, wednesday, { ownerId: admin.userId });
    expect((await change({ target: { for: 'GROUP', groupId: 999_999 }, zone: 'UTC' })).errorCode).toBe(
      'group_not_found',
    );
    expect((await change({ target: { for: 'DEVICE', deviceId: 999_999 }, zone: 'UTC' })).errorCode).toBe(
      'device_not_found',
    );
    expect((await change({ target: { for: 'DEVICE', deviceId }, zone: 'Europe/Berlin' })).status).toBe(200);
    expect(await read()).toMatchObject({
      mail: 'READY',
      report: { target: { for: 'DEVICE', deviceId }, zone: 'Europe/Berlin', devices: 1, lastSentAt: null },
    });
    expect((await change({ target: all, zone: 'UTC' })).status).toBe(200);
    expect((await read()).report?.target).toEqual(all);
    await change(null);
    expect((await read()).report).toBeNull();
    config.smtpUrl = null;
  });

  it('is written to the logs of its devices when it is switched on, changed and off, once for each change', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const [first, second] = [
      await joinMoving(server, wednesday, { ownerId: admin.userId }),
      await joinMoving(server, wednesday, { ownerId: admin.userId }),
    ];
    const foreign = await joinMoving(server, wednesday, { ownerId: other.userId });
    const { config, db } = server.services;
    await sql`update users set email = 'l@example.org' where id = ${admin.userId}`.execute(db);
    config.smtpUrl = 'smtp://127.0.0.1:1';
    const change = (mail: InputOf<typeof updateReportMail>['mail']) =>
      server.api(updateReportMail, { mail }, admin.token);
    await change({ target: all, zone: 'Europe/Berlin' });
    await change({ target: all, zone: 'Europe/Berlin' });
    await change({ target: { for: 'DEVICE', deviceId: first.deviceId }, zone: 'UTC' });
    await change(null);
    await change(null);
    config.smtpUrl = null;
    const linesOf = async ({ deviceId }: { deviceId: number }) => {
      const { data } = (await server.api(auditList, { deviceId, action: 'REPORT', sortDirection: 'asc' })).envelope;
      return data.map(({ actorName, subject }) => `${actorName} ${subject}`);
    };
    const report = `a report about how far they went, their stops and their time in places mailed to ${admin.username} each week`;
    const set = (zone: string) =>
      `${admin.username} has ${report}, on Mondays at 06:00 (${zone}), about the week before`;
    const ended = `${admin.username} no longer has ${report}`;
    expect(await linesOf(first)).toEqual([set('Europe/Berlin'), set('UTC'), ended]);
    expect(await linesOf(second)).toEqual([set('Europe/Berlin'), ended]);
    expect(await linesOf(foreign)).toEqual([]);
    await sql`update devices set capabilities = '{}' where id = ${first.deviceId}`.execute(db);
    expect((await linesOf(first))[0]).toBe(
      `${admin.username} changed the report about this device that is mailed each week`,
    );
  });

  it('is listed to the people of its devices with the name of the admin, and to nobody else', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const mine = await joinMoving(server, wednesday, { ownerId: admin.userId });
    const foreign = await joinMoving(server, wednesday, { ownerId: other.userId });
    const { config, db, bus } = server.services;
    await sql`update users set email = 'w@example.org' where id = ${admin.userId}`.execute(db);
    config.smtpUrl = 'smtp://127.0.0.1:1';
    const told: number[][] = [];
    const unsubscribe = bus.subscribe('watchesChanged', ({ deviceIds }) => void told.push([...deviceIds]));
    const watchesOf = async (deviceId: number) =>
      (await server.api(deviceWatches, { deviceId })).envelope.data.filter(({ kind }) => kind === 'REPORT');
    await server.api(updateReportMail, { mail: { target: all, zone: 'Europe/Berlin' } }, admin.token);
    expect(await watchesOf(mine.deviceId)).toMatchObject([
      {
        kind: 'REPORT',
        name: 'Weekly report',
        when: 'Every Monday at 06:00 (Europe/Berlin), about the week before',
        setBy: admin.username,
        lastAt: null,
      },
    ]);
    expect(await watchesOf(foreign.deviceId)).toEqual([]);
    await server.api(updateReportMail, { mail: null }, admin.token);
    expect(await watchesOf(mine.deviceId)).toEqual([]);
    await vi.waitFor(() => expect(told).toEqual([[mine.deviceId], [mine.deviceId]]));
    unsubscribe();
    config.smtpUrl = null;
  });

  it('about one device ends when its person leaves, and one about a group with the group', async () => {
    const { db } = server.services;
    const admin = await newAdmin();
    const { deviceId } = await joinMoving(server, wednesday, { ownerId: admin.userId });
    await subscribe(admin, { for: 'DEVICE', deviceId }, 'UTC');
    const other = await newAdmin();
    const groupId = await insertGroup(server, other, 'Cars');
    await subscribe(other, { for: 'GROUP', groupId }, 'UTC');
    expect((await server.api(endDevice, { deviceId, reason: 'The phone was sold' })).status).toBe(200);
    await sql`delete from groups where id = ${groupId}`.execute(db);
    const { rows } = await sql`select from report_mails`.execute(db);
    expect(rows).toEqual([]);
  });
});
