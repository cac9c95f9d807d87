import { acknowledgeSignInAlerts, profile, type SignInAlert } from '@fairwatch/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
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

describe('sign-in alerts', () => {
  it('name the admin who made the change, and link to the account settings', async () => {
    const box = await open('ADMIN');
    await vi.waitFor(() => expect(box.textContent).toContain('rana set a new password for your account.'));
    expect(box.textContent).toContain('rana turned off your two-factor sign-in and removed your passkeys.');
    expect(box.querySelector('a')?.getAttribute('href')).toBe('/account');
  });

  it('are shown on the welcome page, too, without a link to the account settings', async () => {
    const box = await open('PENDING');
    await vi.waitFor(() => expect(box.textContent).toContain('rana set a new password for your account.'));
    expect(box.querySelector('a')).toBeNull();
    expect(box.textContent).toContain('tell a Super Admin');
  });

  it('stay until they are acknowledged', async () => {
    const acknowledged: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      const { pathname } = new URL(url, location.href);
      if (pathname === acknowledgeSignInAlerts.path) acknowledged.push(JSON.parse(String(body)));
      const data = pathname === profile.path ? { adminRole: 'ADMIN', signInAlerts: [] } : null;
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
    });
    const box = await open('ADMIN');
    await vi.waitFor(() => expect(box.textContent).toContain('Understood'));
    await press(box, 'Understood');
    await vi.waitFor(() => expect(box.textContent).toBe(''));
    expect(acknowledged).toEqual([{ ids: [8, 7] }]);
  });

  it('draw nothing when there are none', async () => {
    expect((await open('ADMIN', [])).textContent).toBe('');
  });
});
