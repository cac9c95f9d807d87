import { errorText, type ErrorCode } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../../device-feature/device/device-for-test.ts';
import type { Page } from '../../../core/router/page.ts';
import { DeviceOutlet } from './device-outlet.tsx';

afterEach(() => void vi.unstubAllGlobals());

/** Opens a URL while the server answers every call with this error, or with a device when it is null. */
async function open(url: string, code: ErrorCode | null): Promise<HTMLElement> {
  const message = code === null ? [] : [{ code, text: { client: errorText(code) } }];
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        securityStatus: 'PLAINTEXT',
        data: code === null ? deviceForTest() : null,
        meta: { has_error: code !== null, message },
      },
      { status: code === null ? 200 : 404 },
    ),
  );
  const page: Page = {
    path: '/device/contact/$deviceId',
    permission: 'CONTACTS',
    label: 'contacts',
    area: 'devices',
    view: () => Promise.reject(new Error('The view is not rendered in this test.')),
    nav: null,
  };
  const root = createRootRoute({ component: DeviceOutlet });
  const route = createRoute({
    getParentRoute: () => root,
    path: page.path,
    staticData: { page },
    component: () => <p>The page</p>,
  });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [url] }),
  });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(async () => await router.load());
  return box;
}

const waitForText = (box: HTMLElement, text: string) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(box.textContent).toContain(text);
  });

describe('a link to a device', () => {
  it('opens its page', async () => {
    const box = await open('/device/contact/3', null);
    await waitForText(box, 'The page');
    expect(box.textContent).not.toContain('no such device');
  });

  it('shows that the device left and links to other pages', async () => {
    const box = await open('/device/contact/3', 'device_left');
    await waitForText(box, 'This device has left');
    expect(box.textContent).not.toContain('The page');
    const links = [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/device-list', '/']);
  });

  it.each([
    ['of another admin', '/device/contact/3'],
    ['with an id that is no number', '/device/contact/abc'],
  ])('%s lists the possible causes without revealing which one applies', async (_, url) => {
    const box = await open(url, 'device_not_found');
    await waitForText(box, 'There is no such device for you');
    expect(box.textContent).toContain('may be wrong, the device may have left, or it may not be assigned to you');
  });
});
