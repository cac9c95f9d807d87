import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { initialSession, sessionStore } from '../session/session-store.ts';
import { FakeWebSocket } from '../socket/web-socket-for-test.ts';
import { createConsoleRouter } from './create-router.ts';
import { useCurrentPage } from './pages-context.ts';

/** Keeps what it was opened with, as a page keeps a selection or what one looks at. */
function Remembering() {
  const { deviceId } = useCurrentPage();
  const [openedWith] = useState(deviceId);
  return <p>{`Device ${deviceId}, opened with ${openedWith}.`}</p>;
}

const nothing = async () => () => null;
const pages = {
  pages: [
    {
      path: '/device/contact/$deviceId',
      permission: null,
      label: 'contacts',
      view: async () => Remembering,
      nav: null,
    },
  ],
  auth: { layout: nothing, pages: [] },
  welcome: { path: '/welcome', view: nothing },
  notFound: nothing,
};

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeWebSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () =>
      Response.json({ securityStatus: 'PLAINTEXT', data: {}, meta: { has_error: false } }),
    ),
  );
  sessionStore.setProfile({ ...initialSession, userId: '1', adminRole: 'SUPER_ADMIN' });
});
afterEach(() => {
  sessionStore.logout();
  vi.unstubAllGlobals();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('another device is another page: nothing that one of them holds shows on the other', async () => {
  // What the shell brings later is there already: nothing may arrive when the test is over.
  await Promise.all([import('../shell/device-switcher.tsx'), import('../palette/quick-access.tsx')]);
  history.replaceState(null, '', '/device/contact/3');
  const router = createConsoleRouter(pages);
  const { box } = mount(<RouterProvider router={router} />);
  // Whole pages draw when they are ready, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const shows = (text: string) => vi.waitFor(() => expect(box.textContent).toContain(text));
  await shows('Device 3, opened with 3.');
  const sockets = FakeWebSocket.all.length;
  await router.navigate({ to: '/device/contact/$deviceId', params: { deviceId: '4' } } as never);
  await shows('Device 4, opened with 4.');
  // What stands around the page stays.
  expect(FakeWebSocket.all).toHaveLength(sockets);
});
