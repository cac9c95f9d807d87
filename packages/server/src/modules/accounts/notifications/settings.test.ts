import {
  mandatoryKinds,
  notificationKinds,
  notificationList,
  notificationSettings,
  updateNotificationSettings,
  type NotificationKind,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sendDueMails } from '../../../shared/notify/notification-mails.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Services } from '../../../shared/services/services.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { readOutbox } from '../../../testing/outbox.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const titles = async ({ token }: TestAdmin) =>
  (await server.api(notificationList, {}, token)).envelope.data.map(({ title }) => title);

const tell = (admin: TestAdmin, kind: NotificationKind, title: string, deviceId?: number) =>
  notify(server.services, {
    kind,
    to: { admins: [admin.userId] },
    title,
    message: '',
    link: '',
    tells: null,
    ...(deviceId !== undefined && { deviceId }),
  });

/** The server's services with a mail server configured; mails go to the outbox. */
const mailing = (): Services => ({
  ...server.services,
  config: { ...server.services.config, smtpUrl: 'smtp://mail.example.org', publicUrl: 'https://watch.example.org' },
});

/** Creates an admin with an address who gets mails about these kinds. */
async function mailed(
  kinds: readonly NotificationKind[],
): Promise<{ admin: TestAdmin; letters: () => Promise<string[]> }> {
  const admin = await server.createAdmin();
  const address = `${admin.username}@example.org`;
  const { db, config } = server.services;
  await sql`update users set email = ${address} where id = ${admin.userId}`.execute(db);
  for (const kind of kinds) {
    await sql`insert into notification_settings values (${admin.userId}, ${kind}, 'MAIL')`.execute(db);
  }
  return {
    admin,
    letters: async () => (await readOutbox(config.dataDir)).filter((text) => text.includes(`To: ${address}`)),
  };
}

describe('the notification channel of an admin', () => {
  it('is the bell by default; a kind that is turned off creates no notification', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const before = (await server.api(notificationSettings, {}, admin.token)).envelope.data;
    expect(before.settings).toEqual(notificationKinds.map((kind) => ({ kind, channel: 'BELL' })));
    const off = { settings: [{ kind: 'TICKET_REPLY', channel: 'NONE' }] } as const;
    const { envelope } = await server.api(updateNotificationSettings, { settings: [...off.settings] }, admin.token);
    expect(envelope.data.settings).toContainEqual({ kind: 'TICKET_REPLY', channel: 'NONE' });
    for (const each of [admin, other]) {
      await tell(each, 'TICKET_REPLY', 'A reply');
      await tell(each, 'TICKET_CREATED', 'A ticket');
    }
    expect(await titles(admin)).toEqual(['A ticket']);
    expect(await titles(other)).toEqual(['A ticket', 'A reply']);
    await server.api(
      updateNotificationSettings,
      { settings: [{ kind: 'TICKET_REPLY', channel: 'BELL' }] },
      admin.token,
    );
    await tell(admin, 'TICKET_REPLY', 'Another reply');
    expect(await titles(admin)).toEqual(['Another reply', 'A ticket']);
  });

  it('cannot be nothing for an alarm, nor mail where none would arrive', async () => {
    const [kind = 'AUDIT_MISMATCH'] = mandatoryKinds;
    const silence = await server.api(updateNotificationSettings, { settings: [{ kind, channel: 'NONE' }] });
    expect(silence.errorCode).toBe('invalid_input');
    const mail = await server.api(updateNotificationSettings, { settings: [{ kind, channel: 'MAIL' }] });
    expect([mail.status, mail.errorCode]).toEqual([409, 'mail_unavailable']);
    const { mail: state } = (await server.api(notificationSettings, {})).envelope.data;
    expect(state).toBe('NO_SERVER');
  });
});

describe('mail about notifications', () => {
  it('is one for a flood, names nobody, and the next one waits a quarter of an hour', async () => {
    const { admin, letters } = await mailed(['CONSENT_CHANGED', 'TICKET_CREATED']);
    const { deviceId, username } = await joinDevice(server, { ownerId: admin.userId });
    for (let turn = 0; turn < 25; turn += 1) await tell(admin, 'CONSENT_CHANGED', `${username} paused`, deviceId);
    await tell(admin, 'TICKET_CREATED', `New request from ${username}`);
    await tell(admin, 'TICKET_REPLY', 'For the bell only');
    await sendDueMails(mailing());
    const [letter = '', ...more] = await letters();
    expect(more).toEqual([]);
    expect(letter).toContain('Subject: Fairwatch: 26 new notifications');
    expect(letter).toContain('- 25 changes of what is shared');
    expect(letter).toContain('- 1 new request');
    expect(letter).toContain('https://watch.example.org/notification');
    expect(letter).not.toContain(username);

    await tell(admin, 'TICKET_CREATED', 'One more');
    await sendDueMails(mailing());
    expect(await letters()).toHaveLength(1);
    const { db } = server.services;
    await sql`update notification_mails set attempted_at = now() - interval '16 minutes'`.execute(db);
    await sendDueMails(mailing());
    expect(await letters()).toHaveLength(2);
    expect((await letters()).at(-1)).toContain('Fairwatch: 1 new notification');
  });

  it('is not sent for what was read, for a device that was taken away, or without a mail server', async () => {
    const { admin, letters } = await mailed(['CONSENT_CHANGED', 'TICKET_CREATED']);
    const { deviceId } = await joinDevice(server, { ownerId: server.admin.userId });
    const { db } = server.services;
    await tell(admin, 'CONSENT_CHANGED', 'Not theirs', deviceId);
    await tell(admin, 'TICKET_CREATED', 'Read');
    await sql`update notifications set read_at = now() where user_id = ${admin.userId} and title = 'Read'`.execute(db);
    await sendDueMails(mailing());
    await tell(admin, 'TICKET_CREATED', 'Before there was a mail server');
    await sql`delete from notification_mails`.execute(db);
    await sendDueMails(server.services);
    await sendDueMails(mailing());
    expect(await letters()).toEqual([]);
  });

  it('that fails is tried again later', async () => {
    const { admin, letters } = await mailed(['TICKET_CREATED']);
    await tell(admin, 'TICKET_CREATED', 'A ticket');
    const away = { ...mailing(), mail: { send: () => Promise.reject(new Error('The mail server is away')) } };
    await sendDueMails(away);
    const { db } = server.services;
    await sql`update notification_mails set attempted_at = now() - interval '16 minutes'`.execute(db);
    await sendDueMails(mailing());
    expect(await letters()).toHaveLength(1);
  });
});
