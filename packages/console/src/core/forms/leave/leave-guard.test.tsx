import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mount, press } from '../../components/mount-for-test.tsx';
import { createExternalStore } from '../../state/external-store.ts';
import { initialSession, sessionStore } from '../../session/session-store.ts';
import { signOut } from '../../../shared/sign-in/sign-out.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

const dirty = createExternalStore(false);

function Form() {
  useUnsavedChanges(useSyncExternalStore(dirty.subscribe, dirty.get));
  return <p>The form</p>;
}

/** True when the browser would ask before the tab closes. */
const isCloseBlocked = () => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

async function open(isDirty: boolean) {
  dirty.set(isDirty);
  history.replaceState(null, '', '/form');
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <LeaveGuard />
      </>
    ),
  });
  const form = createRoute({ getParentRoute: () => root, path: '/form', component: Form });
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>Elsewhere</p> });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([form, other]),
    history: createBrowserHistory(),
    defaultNotFoundComponent: () => null,
  });
  onTestFinished(() => router.history.destroy());
  const { box } = mount(<RouterProvider router={router} />);
  const shows = (text: string) =>
    vi.waitFor(async () => {
      await act(async () => {});
      expect(box.textContent).toContain(text);
    });
  await shows('The form');
  return {
    box,
    shows,
    go: (path: string) => act(async () => router.history.push(path)),
  };
}

beforeEach(() => act(() => sessionStore.setProfile({ ...initialSession, userId: '1' })));
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

describe('leaving a page', () => {
  it('without unsaved changes asks nothing', async () => {
    const { box, shows, go } = await open(false);
    await go('/other');
    await shows('Elsewhere');
    expect(box.textContent).not.toContain('You have unsaved changes');
  });

  it('with unsaved changes asks first; Stay keeps the page, Leave opens the other', async () => {
    const { box, shows, go } = await open(true);
    await go('/other');
    await shows('You have unsaved changes');
    await press(box, 'Stay');
    expect(box.textContent).not.toContain('You have unsaved changes');
    expect(box.textContent).toContain('The form');
    await go('/other');
    await shows('You have unsaved changes');
    await press(box, 'Leave');
    await shows('Elsewhere');
  });

  it('asks nothing when only a filter of the page changes', async () => {
    const { box, go } = await open(true);
    await go('/form?search=x');
    expect(box.textContent).not.toContain('You have unsaved changes');
  });

  it('by closing the tab makes the browser ask while there are changes', async () => {
    await open(true);
    expect(isCloseBlocked()).toBe(true);
    act(() => dirty.set(false));
    expect(isCloseBlocked()).toBe(false);
  });

  it('asks nothing once the session has ended', async () => {
    const { box, shows, go } = await open(true);
    act(() => sessionStore.logout());
    await go('/other');
    await shows('Elsewhere');
    expect(box.textContent).not.toContain('You have unsaved changes');
  });

  it('by signing out asks first too', async () => {
    const server = vi.fn<typeof fetch>(async () => Response.json({ data: {}, meta: { has_error: false } }));
    vi.stubGlobal('fetch', server);
    const { box, shows } = await open(true);
    let signedOut = Promise.resolve();
    await act(async () => void (signedOut = signOut()));
    await shows('You have unsaved changes');
    await press(box, 'Stay');
    await signedOut;
    expect(server).not.toHaveBeenCalled();
    await act(async () => void (signedOut = signOut()));
    await shows('You have unsaved changes');
    await press(box, 'Leave');
    await act(() => signedOut);
    expect(server).toHaveBeenCalledOnce();
    expect(sessionStore.get().isAuthenticated).toBe(false);
  });
});
