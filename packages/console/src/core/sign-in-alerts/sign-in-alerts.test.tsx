import { acknowledgeSignInAlerts, profile, type SignInAlert } from '@fairwatch/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../components/mount-for-test.tsx';
import { sessionStore } from '../session/session-store.ts';
import { SignInAlerts } from './sign-in-alerts.tsx';

const alerts: SignInAlert[] = [
  { id: 8, kind: 'PASSWORD', actorName: 'rana', createdAt: '2026-11-01T08:00:00Z' },
  { id: 7, kind: 'SIGN_IN_RESET', actorName: 'rana', createdAt: '2026-11-01T07:00:00Z' },
];

afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

async function open(adminRole: 'ADMIN' | 'PENDING', shown = alerts): Promise<HTMLElement> {
  act(() => sessionStore.setProfile({ adminRole, signInAlerts: shown }));
  const router = createRouter({
    routeTree: createRootRoute({ component: SignInAlerts }),
    history: createMemoryHistory(),
  });
  const { box } = mount(<RouterProvider router={router} />);
  await act(() => router.load());
  return box;
}

describe('what others did to how one signs in', () => {
  it('is told with who did it, and a way to the account settings', async () => {
    const box = await open('ADMIN');
    await vi.waitFor(() => expect(box.textContent).toContain('rana set a new password for your account.'));
    expect(box.textContent).toContain('rana turned off your two-factor sign-in and removed your passkeys.');
    expect(box.querySelector('a')?.getAttribute('href')).toBe('/account');
  });

  it('is told on the welcome page, too, whose visitors have no account settings', async () => {
    const box = await open('PENDING');
    await vi.waitFor(() => expect(box.textContent).toContain('rana set a new password for your account.'));
    expect(box.querySelector('a')).toBeNull();
    expect(box.textContent).toContain('tell a super admin');
  });

  it('stays until it is put away', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      const { pathname } = new URL(url, location.href);
      if (pathname === acknowledgeSignInAlerts.path) asked.push(JSON.parse(String(body)));
      const data = pathname === profile.path ? { adminRole: 'ADMIN', signInAlerts: [] } : null;
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
    });
    const box = await open('ADMIN');
    await vi.waitFor(() => expect(box.textContent).toContain('Understood'));
    await press(box, 'Understood');
    await vi.waitFor(() => expect(box.textContent).toBe(''));
    expect(asked).toEqual([{ ids: [8, 7] }]);
  });

  it('draws nothing when there is nothing', async () => {
    expect((await open('ADMIN', [])).textContent).toBe('');
  });
});
