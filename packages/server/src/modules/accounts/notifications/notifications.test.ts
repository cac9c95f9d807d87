import {
  assignDevices,
  blockUser,
  markNotificationsRead,
  notificationList,
  removeDevices,
  unreadNotifications,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { notify, type AdminNotification } from '../../../shared/notify/notify.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const list = async ({ token }: TestAdmin, more = {}) =>
  (await server.api(notificationList, { pageSize: 500, ...more }, token)).envelope.data;
const titles = async (admin: TestAdmin, more = {}) => (await list(admin, more)).map(({ title }) => title);
const unread = async ({ token }: TestAdmin) => (await server.api(unreadNotifications, {}, token)).envelope.data.count;
const tell = (news: Partial<AdminNotification> & Pick<AdminNotification, 'to'>) =>
  notify(server.services, {
    kind: 'TICKET_CREATED',
    title: 'A new ticket',
    message: 'Anna asks for help.',
    link: '/subordinates-tickets',
    tells: null,
    ...news,
  });

describe('notifications', () => {
  it('[SPEC 2.69, 3.30, 7.54] are listed for whom they are, newest first, and reach an open console', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const [mine, theirs] = [await openConsole(server, admin), await openConsole(server, other)];
    await tell({ to: { admins: [admin.userId] } });
    await tell({ to: { admins: [admin.userId] }, kind: 'TICKET_REPLY', title: 'A reply', link: '' });
    const [newest, oldest] = await list(admin);
    expect(newest).toMatchObject({ title: 'A reply', type: 'TICKET_REPLY', status: 'UNREAD', link: '', count: 1 });
    expect(oldest).toMatchObject({
      title: 'A new ticket',
      message: 'Anna asks for help.',
      type: 'TICKET_CREATED',
      link: '/subordinates-tickets',
    });
    expect(Date.parse(newest?.createdAt ?? '')).toBeGreaterThanOrEqual(Date.parse(oldest?.createdAt ?? ''));
    expect(await list(other)).toEqual([]);
    await vi.waitFor(() => {
      expect(mine.told).toContainEqual({
        messageType: 'NOTIFICATION',
        notificationJson: { id: newest?.id, title: 'A reply', link: '', type: 'TICKET_REPLY' },
      });
      expect(mine.heard('notifications')).toBe(true);
    });
    expect(theirs.told).toEqual([]);
    for (const { socket } of [mine, theirs]) socket.close();
  });

  it('that tell of a failure reach an open console with the reason, others without', async () => {
    const admin = await server.createAdmin();
    const open = await openConsole(server, admin);
    const to = { admins: [admin.userId] };
    await tell({ to, kind: 'COMMAND_DONE', title: 'Update of contacts finished', message: 'Pixel 9, marco' });
    const message = 'Pixel 9, marco: The file is in use.';
    await tell({ to, kind: 'COMMAND_FAILED', title: 'Renaming a file failed', message });
    const told = () => open.told.flatMap((one) => (one.messageType === 'NOTIFICATION' ? [one.notificationJson] : []));
    await vi.waitFor(() => expect(told()).toHaveLength(2));
    expect(Object.fromEntries(told().map(({ title, failure }) => [title, failure]))).toEqual({
      'Update of contacts finished': undefined,
      'Renaming a file failed': message,
    });
    open.socket.close();
  });

  it('are marked as read: one, some, all; those of others stay', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    for (const title of ['One', 'Two', 'Three']) await tell({ to: { admins: [admin.userId, other.userId] }, title });
    const [three] = await list(admin);
    const mark = async (input: { ids?: number[] }) =>
      (await server.api(markNotificationsRead, input, admin.token)).envelope.data.count;
    expect(await mark({ ids: [three?.id ?? 0] })).toBe(1);
    expect(await mark({ ids: [three?.id ?? 0] })).toBe(0);
    expect(await titles(admin, { filter: { status: 'UNREAD' } })).toEqual(['Two', 'One']);
    expect(await titles(admin, { filter: { status: 'READ' } })).toEqual(['Three']);
    const [theirs] = await list(other);
    expect(await mark({ ids: [theirs?.id ?? 0] })).toBe(0);
    expect(await mark({})).toBe(2);
    expect(await titles(admin, { filter: { status: 'UNREAD' } })).toEqual([]);
    expect(await titles(other, { filter: { status: 'UNREAD' } })).toHaveLength(3);
    expect((await server.api(markNotificationsRead, { ids: [] }, admin.token)).errorCode).toBe('invalid_input');
  });

  it('are narrowed by kind and paged', async () => {
    const admin = await server.createAdmin();
    for (const kind of ['TICKET_CREATED', 'TICKET_REPLY', 'TICKET_REPLY'] as const) {
      await tell({ to: { admins: [admin.userId] }, kind, title: kind });
    }
    expect(await titles(admin, { filter: { type: 'TICKET_CREATED' } })).toEqual(['TICKET_CREATED']);
    const { envelope } = await server.api(notificationList, { pageSize: 2, page: 2 }, admin.token);
    expect(envelope.data.map(({ title }) => title)).toEqual(['TICKET_CREATED']);
    expect(envelope.meta.pagination).toMatchObject({ totalItems: 3, totalPages: 2 });
  });

  it('about a device go to its admins, and disappear for admins who lose it', async () => {
    const [owner, colleague] = [await server.createAdmin(), await server.createAdmin()];
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
    await server.api(assignDevices, { userId: colleague.userId, deviceIds: [deviceId] });
    const news = { to: { adminsOfDevice: deviceId }, deviceId, title: 'About it' };
    await tell(news);
    await tell({ ...news, title: 'Done by the owner', except: owner.userId });
    const about = { filter: { type: 'TICKET_CREATED' } } as const;
    expect(await titles(owner, about)).toEqual(['About it']);
    expect(await titles(colleague, about)).toEqual(['Done by the owner', 'About it']);
    expect(await titles(server.admin, about)).not.toContain('About it');
    await server.api(removeDevices, { userId: colleague.userId, deviceIds: [deviceId] });
    expect([await titles(colleague, about), await unread(colleague)]).toEqual([[], 0]);
  });

  it('go to every SUPER_ADMIN when the device has no admin who could read them', async () => {
    const owner = await server.createAdmin();
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
    await server.api(blockUser, { userId: owner.userId, blocked: true });
    await tell({ to: { adminsOfDevice: deviceId }, title: 'Nobody here' });
    expect(await titles(server.admin)).toContain('Nobody here');
  });

  it('are for admins only', async () => {
    const waiting = await server.createAdmin({ role: 'PENDING' });
    await tell({ to: { admins: [waiting.userId] } });
    expect((await server.api(notificationList, {}, waiting.token)).status).toBe(403);
    expect((await server.api(notificationList, {}, null)).status).toBe(401);
  });

  it('of one kind about one device are one group: one row, one at the bell, read together', async () => {
    const admin = await server.createAdmin();
    const [first, second] = await Promise.all(
      ['ONE', 'TWO'].map(() => joinDevice(server, { ownerId: admin.userId, capabilities: ['CONTACTS'] })),
    );
    await vi.waitFor(async () => expect(await titles(admin, { filter: { type: 'DEVICE_JOINED' } })).toHaveLength(2));
    await server.api(markNotificationsRead, {}, admin.token);
    const [one, two] = [first?.deviceId ?? 0, second?.deviceId ?? 0];
    const about = (deviceId: number, title: string) =>
      tell({ to: { admins: [admin.userId] }, kind: 'CONSENT_CHANGED', deviceId, title });
    await about(one, 'Paused');
    await about(two, 'Paused elsewhere');
    await about(one, 'Resumed');
    await tell({ to: { admins: [admin.userId] }, kind: 'REVIEW_DUE', deviceId: one, title: 'Another kind' });
    const grouped = { grouped: true, filter: { status: 'UNREAD' } } as const;
    const rows = await list(admin, grouped);
    expect(rows.map(({ title, groupSize, count }) => [title, groupSize, count])).toEqual([
      ['Another kind', 1, 1],
      ['Resumed', 2, 2],
      ['Paused elsewhere', 1, 1],
    ]);
    const group = rows[1];
    expect(group).toMatchObject({ deviceId: one, deviceName: expect.any(String), status: 'UNREAD' });
    expect(await unread(admin)).toBe(3);
    const inside = { filter: { groupId: group?.groupId } };
    expect(await titles(admin, inside)).toEqual(['Resumed', 'Paused']);
    const { envelope } = await server.api(notificationList, { ...grouped, pageSize: 2, page: 2 }, admin.token);
    expect(envelope.data.map(({ title }) => title)).toEqual(['Paused elsewhere']);
    expect(envelope.meta.pagination).toMatchObject({ totalItems: 3, totalPages: 2 });

    const other = await server.createAdmin();
    const mark = async ({ token }: TestAdmin) =>
      (await server.api(markNotificationsRead, { groupIds: [group?.groupId ?? 0] }, token)).envelope.data.count;
    expect([await mark(other), await mark(admin)]).toEqual([0, 2]);
    expect(await unread(admin)).toBe(2);

    // A notification more than an hour later starts a new group.
    const { db } = server.services;
    await sql`update notifications set created_at = created_at - interval '2 hours' where device_id = ${one}`.execute(
      db,
    );
    await about(one, 'Paused again');
    const later = await list(admin, { grouped: true, filter: { type: 'CONSENT_CHANGED' } });
    expect(later.map(({ title, groupSize }) => [title, groupSize])).toEqual([
      ['Paused again', 1],
      ['Resumed', 2],
      ['Paused elsewhere', 1],
    ]);
  });
});
