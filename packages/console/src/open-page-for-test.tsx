import {
  callState,
  defaultPolicies,
  deviceSummary,
  endpoints,
  featurePermissions,
  loadReason,
  paginationOf,
  profile,
  type Endpoint,
  type FeaturePermission,
  type UserProfile,
} from '@fairwatch/contract';
import { RouterProvider } from '@tanstack/react-router';
import { beforeEach, expect, vi } from 'vitest';
import { mountLive } from './core/components/mount-for-test.tsx';
import { deviceForTest } from './shared/device-feature/device/device-for-test.ts';
import { routerForTest } from './app/router-for-test.ts';
import { PagesContext } from './core/router/pages-context.ts';
import { initialSession, sessionStore } from './core/session/session-store.ts';
import { tokenCookie } from './core/session/token-cookie.ts';
import { FakeWebSocket } from './shared/socket/web-socket-for-test.ts';
import { Toaster } from './core/toast/toast.tsx';
import { consolePages } from './registry.tsx';

/** A fake server for tests of whole pages. */
export interface FakeServer {
  /** Every call so far: its path after `authenticated/`, and its input. */
  calls: [path: string, input: unknown][];
  /** Answers a call with this data from now on. */
  answer: (endpoint: Pick<Endpoint, 'path'>, data: unknown) => void;
  /** Refuses a call from now on, with this text. */
  refuse: (endpoint: Pick<Endpoint, 'path'>, status: number, client: string) => void;
  /** Opens an address as an admin with these permissions; all of them by default. `change` is about the rest of their profile. */
  open: (path: string, permissions?: readonly FeaturePermission[], change?: Partial<UserProfile>) => HTMLElement;
}

const prefix = '/admin/v1/api/authenticated/';

/**
 * Runs the whole console against a fake server whose lists are all empty. Any other call stays pending unless the test has
 * an answer for it.
 */
export function useFakeServer(): FakeServer {
  const answers = new Map<string, () => Response>();
  const server: FakeServer = {
    calls: [],
    answer: ({ path }, data) => {
      const pagination = paginationOf(1, 20, Array.isArray(data) ? data.length : 0);
      const meta = { has_error: false, message: [], pagination };
      answers.set(path, () => Response.json({ securityStatus: 'PLAINTEXT', data, meta }));
    },
    refuse: ({ path }, status, client) => {
      const meta = { has_error: true, message: [{ text: { client } }], pagination: null };
      answers.set(path, () => Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status }));
    },
    open: (path, permissions = featurePermissions, change = {}) => {
      server.answer(profile, {
        ...initialSession,
        userId: '1',
        username: 'ada',
        adminRole: 'ADMIN',
        featureAccessDTOs: permissions.map((featurePermission, id) => ({
          id,
          featurePermission,
          featureAccess: 'FULL_ACCESS',
        })),
        ...change,
      });
      history.replaceState(null, '', path);
      return mountLive(
        <>
          <PagesContext value={consolePages.pages}>
            <RouterProvider router={routerForTest(consolePages)} />
          </PagesContext>
          <Toaster />
        </>,
      );
    },
  };
  beforeEach(({ onTestFinished }) => {
    server.calls.length = 0;
    answers.clear();
    for (const list of endpoints.filter(({ output }) => output.safeParse([]).success)) server.answer(list, []);
    server.answer(deviceSummary, deviceForTest());
    server.answer(callState, { inCall: true });
    const policies = Object.fromEntries(
      Object.entries(defaultPolicies).map(([name]) => [name, { reason: 'NONE', approval: false }]),
    );
    server.answer(loadReason, { policies, given: [] });
    tokenCookie.save('abc', false);
    vi.stubGlobal('WebSocket', FakeWebSocket);
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
      const { pathname } = new URL(url, location.href);
      if (body !== undefined) server.calls.push([pathname.replace(prefix, ''), JSON.parse(String(body))]);
      return await (answers.get(pathname)?.() ?? new Promise<Response>(() => undefined));
    });
    // After the page has been unmounted.
    onTestFinished(() => {
      sessionStore.logout();
      tokenCookie.remove();
      vi.unstubAllGlobals();
    });
  });
  return server;
}

/** Waits for the enabled button or link with this text, and clicks it. */
export async function pressWhenShown(page: Element, text: string): Promise<void> {
  await vi.waitUntil(() => findButton(page, text) !== undefined);
  findButton(page, text)?.click();
}

/** The enabled button or link with this text. */
export function findButton(page: Element, text: string): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('button:not([aria-disabled=true]), a')].find(
    ({ textContent }) => textContent?.trim() === text,
  );
}

/** Waits until the page shows a text. */
export async function waitForText(page: Element, text: string): Promise<void> {
  await vi.waitFor(() => expect(page.textContent).toContain(text));
}
