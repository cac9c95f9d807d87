import { markNotificationsRead, notificationList, paginationOf, type Notification } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import './notifications.view.tsx';
import { NotificationRows } from './notification-rows.tsx';

const single: Notification = {
  id: 9,
  title: 'Update of contacts finished',
  message: 'Depot, marco',
  type: 'COMMAND_DONE',
  status: 'UNREAD',
  createdAt: '2026-11-01T08:00:00Z',
  link: '/device/contact/7',
  count: 1,
  deviceId: 7,
  deviceName: "Marco's phone",
  groupId: 3,
  groupSize: 1,
};
const members = [single, { ...single, id: 8, title: 'Update of events finished', status: 'READ' }];
const calls: [path: string, input: unknown][] = [];

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname } = new URL(url, location.href);
    calls.push([pathname, JSON.parse(String(body))]);
    const data = pathname === notificationList.path ? members : { count: 1 };
    const meta = { has_error: false, message: [], pagination: paginationOf(1, 100, members.length) };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function draw(notification: Notification): Promise<HTMLElement> {
  const component = () => <NotificationRows notifications={[notification]} filter={{ status: 'UNREAD' }} />;
  const routeTree = createRootRoute({ component });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await vi.waitFor(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 10)));
    expect(box.querySelector('li')).not.toBeNull();
  });
  return box;
}

const group = { ...single, count: 4, groupSize: 2 };
const marks = () => calls.filter(([path]) => path === markNotificationsRead.path).map(([, input]) => input);

it('shows related notifications as one group that expands, and marks them as read together', async () => {
  const box = await draw(group);
  expect(box.textContent).toContain("Marco's phone: 4 commands finished");
  expect(box.textContent).toContain('Latest: Update of contacts finished');
  expect(calls).toEqual([]);
  await press(box, "Show each: Marco's phone: 4 commands finished");
  await vi.waitFor(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 10)));
    expect(box.textContent).toContain('Update of events finished');
  });
  expect(calls[0]).toEqual([notificationList.path, { pageSize: 100, filter: { status: 'UNREAD', groupId: 3 } }]);
  const together = box.querySelector<HTMLElement>('[aria-label="Mark “Marco\'s phone: 4 commands finished” as read"]');
  await act(async () => together?.click());
  const one = box.querySelector<HTMLElement>('[aria-label="Mark “Update of contacts finished” as read"]');
  await act(async () => one?.click());
  expect(marks()).toEqual([{ groupIds: [3] }, { ids: [9] }]);
});

it('shows a single notification with its own title', async () => {
  const box = await draw(single);
  expect(box.textContent).toContain('Update of contacts finished');
  expect(box.textContent).not.toContain('Show each');
});
