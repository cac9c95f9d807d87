import { RouterProvider } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountLive } from './core/components/mount-for-test.tsx';
import { routerForTest } from './app/router-for-test.ts';
import { initialSession, sessionStore } from './core/session/session-store.ts';
import { tokenCookie } from './core/session/token-cookie.ts';
import { FakeWebSocket } from './shared/socket/web-socket-for-test.ts';
import { consolePages } from './registry.tsx';

const server = vi.fn<typeof fetch>();

async function shows(page: HTMLElement, text: string): Promise<void> {
  await vi.waitFor(() => expect(page.textContent).toContain(text));
}

/** Opens an address of the console and waits until the page shows a text. */
async function open(path: string, text: string): Promise<HTMLElement> {
  history.replaceState(null, '', path);
  const box = mountLive(<RouterProvider router={routerForTest(consolePages)} />);
  await shows(box, text);
  return box;
}

beforeEach(({ onTestFinished }) => {
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('WebSocket', FakeWebSocket);
  // After the page has been unmounted.
  onTestFinished(() => {
    sessionStore.logout();
    tokenCookie.remove();
    server.mockReset();
    vi.unstubAllGlobals();
  });
});

describe('pages outside the shell', () => {
  it("[SPEC 2.40, 2.41, 8.17] not found: 'Oops! The page you are looking for does not exist.' with Go to Dashboard", async () => {
    const page = await open('/nowhere', 'Oops! The page you are looking for does not exist.');
    expect(page.querySelector('a[href="/"]')?.textContent).toBe('Go to Dashboard');
  });

  it('[SPEC 2.2] login: username, password, remember me, link to sign up', async () => {
    const page = await open('/auth/login', 'Sign in');
    const names = [...page.querySelectorAll('input')].map((input) => [input.name, input.type]);
    expect(names).toEqual([
      ['username', 'text'],
      ['password', 'password'],
      ['rememberMe', 'checkbox'],
    ]);
    expect(page.querySelector('a[href="/auth/register"]')?.textContent).toBe('Sign up');
    expect(document.title).toBe('Sign in · Fairwatch');
  });

  it('[SPEC 6.1] a page of the shell leads whoever is not signed in to the login page', async () => {
    await open('/users-list', 'Sign in');
    expect(location.pathname).toBe('/auth/login');
    expect(new URLSearchParams(location.search).get('redirect')).toBe('/users-list');
  });

  it("[SPEC 2.37] welcome loads the profile first and shows a loading overlay reading 'Loading...'", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockReturnValue(promise);
    tokenCookie.save('abc', false);
    const page = await open('/welcome', 'Loading...');
    const data = { ...initialSession, username: 'mara', adminRole: 'PENDING' };
    resolve(Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } }));
    await shows(page, 'Welcome, mara');
    expect(page.textContent).not.toContain('Loading...');
  });

  it('[SPEC 2.39] welcome moves on by itself when its visitor is promoted in another window', async () => {
    let adminRole = 'PENDING';
    server.mockImplementation(async () =>
      Response.json({
        securityStatus: 'PLAINTEXT',
        data: { ...initialSession, username: 'mara', adminRole },
        meta: { has_error: false },
      }),
    );
    tokenCookie.save('abc', false);
    await open('/welcome', 'Welcome, mara');
    adminRole = 'ADMIN';
    FakeWebSocket.latest().accept();
    FakeWebSocket.latest().hear(JSON.stringify({ messageType: 'CHANGED', feature: 'profile', deviceId: null }));
    await vi.waitFor(() => expect(location.pathname).toBe('/'));
  });

  it('[SPEC 2.1, 2.3, 2.4, 4.21] register: step 1 email and Next; step 2 the details, Back, Register, Resend Code', async () => {
    server.mockImplementation(async () =>
      Response.json({ securityStatus: 'PLAINTEXT', data: { resendAfterSeconds: 60 }, meta: { has_error: false } }),
    );
    const page = await open('/auth/register', 'Create your account');
    const fields = () => [...page.querySelectorAll('input')].map((input) => input.name);
    expect(fields()).toEqual(['email']);
    const email = page.querySelector('input');
    if (email) email.value = 'mara@example.org';
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Next')?.click();
    await shows(page, 'Verify and Register');
    expect(fields()).toEqual(['code', 'username', 'password', 'confirmPassword']);
    const buttons = [...page.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(buttons).toEqual(expect.arrayContaining(['Back', 'Register', 'Resend Code in 60 s']));
  });
});
