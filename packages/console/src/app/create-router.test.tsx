import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mountLive } from '../core/components/mount-for-test.tsx';
import { initialSession, sessionStore } from '../core/session/session-store.ts';
import { FakeWebSocket } from '../shared/socket/web-socket-for-test.ts';
import { createConsoleRouter } from './create-router.ts';
import type { ConsolePages } from '../core/router/page.ts';
import { useCurrentPage } from '../core/router/pages-context.ts';

/** A page whose local state is the device id that it was mounted with. */
function PageWithState() {
  const { deviceId } = useCurrentPage();
  const [openedWith] = useState(deviceId);
  return <p>{`Device ${deviceId}, opened with ${openedWith}.`}</p>;
}

const emptyView = async () => () => null;
const pages: ConsolePages = {
  pages: [
    {
      path: '/device/contact/$deviceId',
      permission: null,
      label: 'contacts',
      view: async () => PageWithState,
      nav: null,
    },
  ],
  auth: { layout: emptyView, pages: [] },
  welcome: { path: '/welcome', view: emptyView },
  notFound: emptyView,
};

beforeEach(({ onTestFinished }) => {
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
  const router = createConsoleRouter(pages);
  const box = mountLive(<RouterProvider router={router} />);
  const shows = (text: string) => vi.waitFor(() => expect(box.textContent).toContain(text));
  await shows('Device 3, opened with 3.');
  const sockets = FakeWebSocket.all.length;
  await router.navigate({ to: '/device/contact/$deviceId', params: { deviceId: '4' } });
  await shows('Device 4, opened with 4.');
  // The shell around the page, which owns the socket, is not mounted again.
  expect(FakeWebSocket.all).toHaveLength(sockets);
});
