import {
  assignDevices,
  blockUser,
  markNotificationsRead,
  notificationList,
  removeDevices,
  unreadNotifications,
} from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { notify, type News } from '../../core/notifications/notify.ts';
import { openConsole } from '../../testing/open-console.ts';
import { joinDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/test-server.ts';
import { useTestServer } from '../../testing/use-server.ts';

const server = useTestServer();

const list = async ({ token }: TestAdmin, more = {}) =>
  (await server.api(notificationList, { pageSize: 500, ...more }, token)).envelope.data;
const titles = async (admin: TestAdmin, more = {}) => (await list(admin, more)).map(({ title }) => title);
const unread = async ({ token }: TestAdmin) => (await server.api(unreadNotifications, {}, token)).envelope.data.count;
const tell = (news: Partial<News> & Pick<News, 'to'>) =>
  notify(server.services, {
    kind: 'TICKET_CREATED',
    title: 'A new ticket',
    message: 'Anna asks for help.',
    link: '/subordinates-tickets',
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
        notificationJson: { id: newest?.id, title: 'A reply', link: '' },
      });
      expect(mine.heard('notifications')).toBe(true);
    });
    expect(theirs.told).toEqual([]);
    for (const { socket } of [mine, theirs]) socket.close();
  });

  it('are marked as read: one, some, all; those of others stay', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    for (const title of ['One', 'Two', 'Three']) await tell({ to: { admins: [admin.userId, other.userId] }, title });
    const [three] = await list(admin);
    const mark = async (input: { ids?: number[] }) =>
      (await server.api(markNotificationsRead, input, admin.token)).envelope.data.count;
    expect(await unread(admin)).toBe(3);
    expect(await mark({ ids: [three?.id ?? 0] })).toBe(1);
    expect(await mark({ ids: [three?.id ?? 0] })).toBe(0);
    expect(await titles(admin, { filter: { status: 'UNREAD' } })).toEqual(['Two', 'One']);
    expect(await titles(admin, { filter: { status: 'READ' } })).toEqual(['Three']);
    const [theirs] = await list(other);
    expect(await mark({ ids: [theirs?.id ?? 0] })).toBe(0);
    expect(await mark({})).toBe(2);
    expect([await unread(admin), await unread(other)]).toEqual([0, 3]);
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

  it('about a device go to its admins, and are gone for whoever loses it', async () => {
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
});
