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
} from '@fairwatch/contract';
import { RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { mount } from './core/components/mount-for-test.tsx';
import { deviceForTest } from './core/device-feature/device-for-test.ts';
import { createConsoleRouter } from './core/router/create-router.ts';
import { PagesContext } from './core/router/pages-context.ts';
import { initialSession, sessionStore } from './core/session/session-store.ts';
import { tokenCookie } from './core/session/token-cookie.ts';
import { FakeWebSocket } from './core/socket/web-socket-for-test.ts';
import { Toaster } from './core/toast/toast.tsx';
import { consolePages } from './registry.tsx';

/** What the pages of a test are answered by. */
export interface FakeServer {
  /** Every call so far: its path behind `authenticated/`, and its input. */
  calls: [path: string, input: unknown][];
  /** Answers a call with this data from now on. */
  answer: (endpoint: Pick<Endpoint, 'path'>, data: unknown) => void;
  /** Refuses a call from now on, with this text. */
  refuse: (endpoint: Pick<Endpoint, 'path'>, status: number, client: string) => void;
  /** Opens an address as an admin who has these permissions, all of them unless told otherwise. */
  open: (path: string, permissions?: readonly FeaturePermission[]) => HTMLElement;
}

const prefix = '/admin/v1/api/authenticated/';

/** A whole page draws when it is ready, as in a browser: nobody can say for it when that is. */
function drawByThemselves(yes: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: !yes });
}

/**
 * The console as a whole in front of a server whose lists are all empty. A call that answers no list, and for which the test
 * has no answer, stays without one: what it is for goes on loading.
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
    open: (path, permissions = featurePermissions) => {
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
      });
      history.replaceState(null, '', path);
      const { box } = mount(
        <>
          <PagesContext value={consolePages.pages}>
            <RouterProvider router={createConsoleRouter(consolePages)} />
          </PagesContext>
          <Toaster />
        </>,
      );
      drawByThemselves(true);
      return box;
    },
  };
  beforeEach(() => {
    server.calls.length = 0;
    answers.clear();
    for (const list of endpoints.filter(({ output }) => output.safeParse([]).success)) server.answer(list, []);
    server.answer(deviceSummary, deviceForTest());
    server.answer(callState, { inCall: true });
    const policies = Object.fromEntries(
      Object.entries(defaultPolicies).map(([name]) => [name, { reason: 'NONE', approval: false }]),
    );
    server.answer(loadReason, { policies, given: null });
    tokenCookie.save('abc', false);
    vi.stubGlobal('WebSocket', FakeWebSocket);
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
      const { pathname } = new URL(url, location.href);
      if (body !== undefined) server.calls.push([pathname.replace(prefix, ''), JSON.parse(String(body))]);
      return await (answers.get(pathname)?.() ?? new Promise<Response>(() => undefined));
    });
  });
  afterEach(() => {
    drawByThemselves(false);
    act(() => sessionStore.logout());
    tokenCookie.remove();
    vi.unstubAllGlobals();
  });
  return server;
}

/** Waits for the button or link that reads so, and presses it. */
export async function pressWhenThere(page: Element, text: string): Promise<void> {
  await vi.waitUntil(() => buttonOf(page, text) !== undefined);
  buttonOf(page, text)?.click();
}

/** The button or link that reads so and can be used. */
export function buttonOf(page: Element, text: string): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('button:not([aria-disabled=true]), a')].find(
    ({ textContent }) => textContent?.trim() === text,
  );
}

/** Waits until the page shows a text. */
export async function shows(page: Element, text: string): Promise<void> {
  await vi.waitFor(() => expect(page.textContent).toContain(text));
}
