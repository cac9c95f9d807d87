import {
  contacts,
  markNotificationsRead,
  notificationList,
  noticeVersion,
  type NotificationKind,
} from '@fairwatch/contract';
import { noticeHash, noticeLanguage } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runShortJobs } from '../../app/housekeeping.ts';
import { applyRetention } from '../../modules/device-data/retention/retention.ts';
import { openConsole } from '../../testing/open-console.ts';
import { awaitStep, joinDevice, RawDevice, type TestDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import type { DeviceEvent } from './device-event.ts';
import { createNotificationBudget } from './notification-budget.ts';

const server = useTestServer();
let owner: TestAdmin;
let device: TestDevice;

beforeEach(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: owner.userId, capabilities: ['CONTACTS', 'LOCATION'] });
});

const list = async (type: NotificationKind, { token }: TestAdmin = owner) =>
  (await server.api(notificationList, { filter: { type }, pageSize: 100 }, token)).envelope.data;

/** Waits until there are this many notifications of a kind. */
const awaitNews = (type: NotificationKind, count: number, admin?: TestAdmin) =>
  vi.waitFor(async () => {
    const news = await list(type, admin);
    expect(news).toHaveLength(count);
    return news;
  });

/** Waits until one notification stands for this many. */
const awaitCount = (type: NotificationKind, count: number) =>
  vi.waitFor(async () => expect((await list(type)).map((news) => news.count)).toContain(count));

async function connected(): Promise<RawDevice> {
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  return raw;
}

const update = (admin: TestAdmin) => server.api(contacts.update, { deviceId: device.deviceId }, admin.token);

/** Returns the outcomes of so many commands of the owner. */
const many = (count: number): DeviceEvent[] =>
  Array.from({ length: count }, (_, commandId) => ({
    kind: 'COMMAND_DONE',
    deviceId: device.deviceId,
    commandId,
    requestedBy: owner.userId,
  }));

describe('an event of a device', () => {
  it('notifies its admins: joined, changed what is shared, paused, resumed, left', async () => {
    const [joined] = await awaitNews('DEVICE_JOINED', 1);
    expect(joined).toMatchObject({
      message: `${device.username} accepted the notice and shares Contacts, Location.`,
      link: `/device/overview/${device.deviceId}`,
    });
    const raw = await connected();
    const consent = { noticeVersion, noticeHash: await noticeHash(), language: noticeLanguage };
    raw.send({ type: 'consent', ...consent, capabilities: ['CONTACTS', 'CALENDAR'] });
    raw.send({ type: 'pause' });
    raw.send({ type: 'resume' });
    const [resumed, paused, changed] = await awaitNews('CONSENT_CHANGED', 3);
    expect(changed?.message).toBe('Shared from now on: Calendar. No longer shared: Location.');
    expect(paused?.title).toMatch(/^Sharing is paused on /);
    expect(resumed?.title).toMatch(/^Sharing goes on with /);
    raw.send({ type: 'leave' });
    const [left] = await awaitNews('DEVICE_LEFT', 1);
    expect(left?.message).toContain('What was collected is deleted');
    // Earlier notifications about the device were deleted with its person.
    expect([await list('DEVICE_JOINED'), await list('CONSENT_CHANGED')]).toEqual([[], []]);
  });

  it('does not notify an admin who does not have the device', async () => {
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    await awaitNews('DEVICE_JOINED', 1);
    expect(await list('DEVICE_JOINED', stranger)).toEqual([]);
  });
});

describe('the end of a command', () => {
  it('notifies the admin who requested it, and nobody else', async () => {
    const raw = await connected();
    await update(server.admin);
    raw.send({ type: 'result', commandId: (await raw.next('command')).commandId, batches: 0 });
    await awaitStep(server, device.deviceId, 'DONE');
    await update(owner);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'failed', commandId, reason: 'The address book is locked.' });
    const [failed] = await awaitNews('COMMAND_FAILED', 1);
    expect(failed).toMatchObject({ title: 'Update of contacts failed', link: `/device/contact/${device.deviceId}` });
    expect(failed?.message).toContain('The address book is locked.');
    await vi.waitFor(async () => expect(await list('COMMAND_DONE', server.admin)).not.toEqual([]));
    expect(await list('COMMAND_DONE')).toEqual([]);
    raw.socket.close();
  });

  it('is no failure when the person declined', async () => {
    const raw = await connected();
    await update(owner);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'failed', commandId, reason: 'No.', declined: true });
    const [declined] = await awaitNews('COMMAND_DECLINED', 1);
    expect(declined).toMatchObject({
      title: 'Update of contacts declined',
      link: `/device/contact/${device.deviceId}`,
    });
    expect(declined?.message).toContain(': The person declined.');
    raw.socket.close();
  });

  it('notifies also when it expires', async () => {
    await update(owner);
    await sql`update commands set expires_at = now() where device_id = ${device.deviceId}`.execute(server.services.db);
    const [failed] = await awaitNews('COMMAND_FAILED', 1);
    expect(failed?.message).toContain('The device was not reached in time.');
  });
});

describe('many events of a kind', () => {
  it('are one notification that grows until it is read, shown once', async () => {
    const open = await openConsole(server, owner);
    server.services.deviceEvents.report(many(10_000));
    await awaitCount('COMMAND_DONE', 10_000);
    server.services.deviceEvents.report(many(2345));
    await awaitCount('COMMAND_DONE', 12_345);
    const [only, ...others] = await list('COMMAND_DONE');
    expect(others).toEqual([]);
    expect(only).toMatchObject({ title: '12,345 commands finished', status: 'UNREAD', link: '/device-list' });
    const shown = () =>
      open.told.filter((message) => message.messageType === 'NOTIFICATION' && message.notificationJson.id === only?.id);
    await vi.waitFor(() => expect(shown()).not.toEqual([]));
    await server.api(markNotificationsRead, {}, owner.token);
    server.services.deviceEvents.report(many(4));
    await awaitCount('COMMAND_DONE', 4);
    expect(shown()).toHaveLength(1);
    open.socket.close();
  });

  it('of joining devices are notified as a count', async () => {
    await awaitNews('DEVICE_JOINED', 1);
    const joined = await Promise.all(Array.from({ length: 6 }, () => joinDevice(server, { ownerId: owner.userId })));
    server.services.deviceEvents.report(joined.map(({ deviceId }) => ({ kind: 'DEVICE_JOINED', deviceId })));
    await vi.waitFor(async () => {
      const news = await list('DEVICE_JOINED');
      // However they were batched, none is lost.
      expect(news.reduce((sum, { count }) => sum + count, 0)).toBe(13);
      expect(news.some(({ title }) => /^\d+ devices joined$/.test(title))).toBe(true);
    });
  });

  it('are summed up after a few at once or many within minutes, and single again after a quiet time', () => {
    let now = 0;
    const budget = createNotificationBudget(() => now);
    expect(budget.spend('anna', 4)).toBe(false);
    expect(Array.from({ length: 12 }, () => budget.spend('anna', 1)).filter(Boolean)).toHaveLength(10);
    expect(budget.spend('ben', 3)).toBe(true);
    now += 60_000;
    budget.tidy();
    expect(budget.spend('anna', 3)).toBe(true);
  });
});

describe('the notifications of admins', () => {
  it('are deleted after their retention', async () => {
    await awaitNews('DEVICE_JOINED', 1);
    const { services } = server;
    await sql`update notifications set created_at = now() - interval '91 days' where user_id = ${owner.userId}`.execute(
      services.db,
    );
    await applyRetention(services, []);
    expect(await list('DEVICE_JOINED')).toEqual([]);
  });

  it('are kept up to a number, the newest', async () => {
    const { services } = server;
    // No further notification may arrive while they are counted.
    await awaitNews('DEVICE_JOINED', 1);
    await sql`insert into notifications (user_id, kind, title, message)
      select ${owner.userId}, 'TICKET_REPLY', n::text, '' from generate_series(1, 5010) as n`.execute(services.db);
    await runShortJobs(services);
    const { rows } = await sql<{ left: number; oldest: number }>`
      select count(*)::int as left, min(title::int) filter (where kind = 'TICKET_REPLY') as oldest
      from notifications where user_id = ${owner.userId}`.execute(services.db);
    expect(rows[0]?.left).toBe(5000);
    expect(rows[0]?.oldest).toBeGreaterThan(10);
  });
});
