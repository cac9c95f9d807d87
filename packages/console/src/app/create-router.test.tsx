import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mountLive } from '../core/components/mount-for-test.tsx';
import { initialSession, sessionStore } from '../core/session/session-store.ts';
import { FakeWebSocket } from '../shared/socket/web-socket-for-test.ts';
import { routerForTest } from './router-for-test.ts';
import type { ConsolePages, StartCalls } from '../core/router/page.ts';
import { pageLink } from '../core/router/page-link.ts';
import { useCurrentPage } from '../core/router/pages-context.ts';

/** A page whose local state is the device id that it was mounted with. */
function PageWithState() {
  const { deviceId } = useCurrentPage();
  const [openedWith] = useState(deviceId);
  return <p>{`Device ${deviceId}, opened with ${openedWith}.`}</p>;
}

const emptyView = async () => () => null;
const startCalls = vi.fn<StartCalls>();
const pages: ConsolePages = {
  pages: [
    {
      path: '/device/contact/$deviceId',
      permission: null,
      label: 'contacts',
      area: 'devices',
      view: async () => PageWithState,
      nav: null,
    },
    {
      path: '/device/overview/$deviceId',
      permission: null,
      label: 'overview',
      area: 'devices',
      view: async () => PageWithState,
      firstCalls: async () => startCalls,
      nav: null,
    },
    {
      path: '/device/info/$deviceId',
      permission: null,
      access: 'super-admin',
      label: 'deviceInfo',
      area: 'devices',
      view: async () => PageWithState,
      firstCalls: async () => startCalls,
      nav: null,
    },
  ],
  auth: { layout: emptyView, pages: [] },
  welcome: { path: '/welcome', area: 'devices', view: emptyView },
  notFound: emptyView,
};

beforeEach(({ onTestFinished }) => {
  startCalls.mockClear();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () =>
      Response.json({ securityStatus: 'PLAINTEXT', data: [], meta: { has_error: false } }),
    ),
  );
  sessionStore.setProfile({ ...initialSession, userId: '1', adminRole: 'SUPER_ADMIN' });
  // After the page has been unmounted.
  onTestFinished(() => {
    sessionStore.logout();
    vi.unstubAllGlobals();
  });
});

it('mounts a page again for another device, so that no local state is carried over', async () => {
  // The lazy parts of the shell are loaded first, so that none of them arrives after the test has ended.
  await Promise.all([
    import('../shared/shell/device/device-switcher.tsx'),
    import('../shared/shell/palette/quick-access.tsx'),
  ]);
  history.replaceState(null, '', '/device/contact/3');
  const router = routerForTest(pages);
  const box = mountLive(<RouterProvider router={router} />);
  const shows = (text: string) => vi.waitFor(() => expect(box.textContent).toContain(text));
  await shows('Device 3, opened with 3.');
  const sockets = FakeWebSocket.all.length;
  await router.navigate({ to: '/device/contact/$deviceId', params: { deviceId: '4' } });
  await shows('Device 4, opened with 4.');
  // The shell around the page, which owns the socket, is not mounted again.
  expect(FakeWebSocket.all).toHaveLength(sockets);
});

it('makes the first calls of a page with the click, and none for who hovers, stays, or may not open it', async () => {
  history.replaceState(null, '', '/device/contact/3');
  const router = routerForTest(pages);
  const box = mountLive(<RouterProvider router={router} />);
  const visit = async (page: 'contact' | 'overview' | 'info', deviceId: number) => {
    await router.navigate(pageLink(`/device/${page}/$deviceId`, { params: { deviceId } }));
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe(`/device/${page}/${deviceId}`));
  };
  await vi.waitFor(() => expect(box.textContent).toContain('Device 3'));
  // The first visit of each loads the code.
  for (const page of ['overview', 'info', 'contact'] as const) await visit(page, 3);
  await router.preloadRoute(pageLink('/device/overview/$deviceId', { params: { deviceId: 4 } }));
  expect(startCalls).not.toHaveBeenCalled();
  await router.navigate(pageLink('/device/overview/$deviceId', { params: { deviceId: 4 }, search: { tab: 'log' } }));
  expect(startCalls.mock.calls).toEqual([[4, { tab: 'log' }]]);
  await vi.waitFor(() => expect(box.textContent).toContain('Device 4'));
  // As an open dialog, a filter and a change of permissions do.
  await router.navigate({ to: '.', search: true, state: { dialogs: 1 } });
  await router.navigate({ to: '.', search: { tab: 'other' } });
  await router.invalidate();
  await visit('contact', 3);
  sessionStore.setProfile({ ...initialSession, userId: '1', adminRole: 'ADMIN' });
  await visit('overview', 0);
  void router.navigate(pageLink('/device/info/$deviceId', { params: { deviceId: 4 } }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/not-authorized'));
  expect(startCalls).toHaveBeenCalledTimes(1);
});
