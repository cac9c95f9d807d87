import { assignedTickets, createdTickets, deviceList, paginationOf } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { IconRefresh } from '@tabler/icons-react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { PagesContext } from '../../../core/router/pages-context.ts';
import type { Page } from '../../../core/router/page.ts';
import { sessionStore } from '../../../core/session/session-store.ts';
import { usePageAction } from '../../../core/shortcuts/page-actions.ts';
import { singleKeys } from '../shortcuts/single-keys.ts';
import { quickAccess } from './quick-access-store.ts';
import { QuickAccess } from './quick-access.tsx';
import { recent } from './recent.ts';

const view = async () => () => null;
const nav = { group: 'main', icon: 'device' } as const;
const pages: Page[] = [
  { path: '/', permission: null, label: 'dashboard', area: 'devices', view, nav },
  { path: '/device-list', permission: null, label: 'devices', area: 'devices', view, nav },
  { path: '/users-list', permission: 'USERS', label: 'users', area: 'devices', view, nav },
  { path: '/retention', permission: null, access: 'super-admin', label: 'retention', area: 'devices', view, nav },
  {
    path: '/device/overview/$deviceId',
    permission: null,
    label: 'overview',
    area: 'devices',
    view,
    nav: { ...nav, group: 'device' },
  },
];
const depot = {
  id: 7,
  deviceUniqueUUID: 'u',
  nickname: 'Depot',
  username: 'mara',
  contactInfo: 'mara@example.org',
  appName: 'App',
  formattedDate: '2026-01-01',
  status: 'Online',
  lastSeenAt: null,
};

const update = vi.fn<() => void>();
const calls: { path: string; search: unknown }[] = [];

const ticket = { id: 12, title: 'Cracked screen', description: '', clientUsername: 'mara', clientName: 'mara' };

/** The rows that the server finds: one device, and one ticket that the admin created. */
function findRows(path: string, search: string): unknown[] {
  if (path.endsWith(deviceList.path)) return 'depot'.includes(search) ? [depot] : [];
  return path.endsWith(createdTickets.path) && ticket.title.toLowerCase().includes(search) ? [ticket] : [];
}

/** A fake server with one device and one ticket; it records every call. */
async function server(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { search } = JSON.parse(String(init?.body)) as { search?: string };
  const path = String(url);
  calls.push({ path, search });
  const data = findRows(path, search ?? '');
  const meta = { has_error: false, message: [], pagination: paginationOf(1, 6, data.length) };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
}

function TestPage({ reason }: { reason: string | null }) {
  usePageAction({ id: 'update', label: 'Update Contacts', icon: IconRefresh, key: 'u', reason, run: update });
  return (
    <>
      <input aria-label="Somewhere to type" />
      <input aria-label="Search" aria-keyshortcuts="/" />
      <QuickAccess />
    </>
  );
}

async function render(reason: string | null = null) {
  const root = createRootRoute({ component: () => <TestPage reason={reason} /> });
  const routeTree = root.addChildren(
    pages.map((page) => createRoute({ getParentRoute: () => root, path: page.path, staticData: { page } })),
  );
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        <RouterProvider router={router} />
      </PagesContext>
    </QueryClientProvider>,
  );
  await until(() => box.querySelector('input') !== null);
  return { box, router };
}

/** Waits until `find` returns a value. The palette's chunk and all requests resolve meanwhile. */
async function until<Found>(find: () => Found): Promise<NonNullable<Exclude<Found, false | ''>>> {
  return (await vi.waitUntil(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)));
    return find();
  })) as never;
}

const field = () => document.querySelector<HTMLInputElement>('[role=combobox]');
const options = () => [...document.querySelectorAll('[role=option]')];
const active = () => document.querySelector('[role=option][aria-selected=true]')?.textContent ?? '';

async function pressKey(key: string, init: KeyboardEventInit = {}, target: Element = document.body): Promise<void> {
  await act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init })));
}

async function openPalette(): Promise<HTMLInputElement> {
  await pressKey('k', { ctrlKey: true });
  return await until(field);
}

async function type(text: string): Promise<void> {
  const input = field();
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  sessionStore.setProfile({ userId: '3', adminRole: 'ADMIN', featureAccessDTOs: [] });
});
afterEach(() => {
  act(() => {
    quickAccess.close('palette');
    quickAccess.close('help');
    sessionStore.logout();
  });
  localStorage.clear();
  vi.unstubAllGlobals();
  update.mockReset();
  calls.length = 0;
});

describe('the command palette', () => {
  it('lists only the pages that the admin may open, and not the current one', async () => {
    await render();
    await openPalette();
    const names = options().map((option) => option.textContent);
    expect(names).toContain('Devicesgd');
    expect(names.some((name) => name?.startsWith('Users') || name?.startsWith('Data, Hours and Push'))).toBe(false);
    expect(names.some((name) => name?.startsWith('Dashboard'))).toBe(false);
  });

  it('moves the active option with the arrow keys and opens it on Enter', async () => {
    const { router } = await render();
    const input = await openPalette();
    const first = active();
    await pressKey('ArrowDown', {}, input);
    expect(active()).not.toBe(first);
    await pressKey('ArrowUp', {}, input);
    expect(active()).toBe(first);
    await type('devi');
    expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Devicesgd');
    await pressKey('Enter', {}, input);
    await until(() => router.state.location.pathname === '/device-list');
    expect(field()).toBeNull();
    expect(recent.read()).toEqual(['page:/device-list']);
  });

  it('finds devices on the server, requests no people without the permission, and opens the device', async () => {
    const { router } = await render();
    const input = await openPalette();
    await type('dep');
    await until(() => active().startsWith('Depot'));
    expect(calls.filter(({ search }) => search !== undefined)).toEqual([
      { path: expect.stringContaining(deviceList.path), search: 'dep' },
    ]);
    await pressKey('Enter', {}, input);
    await until(() => router.state.location.pathname === '/device/overview/7');
    expect(recent.read()).toEqual(['device:7']);
  });

  it('finds a page of a device by both names, and by the page alone for any device', async () => {
    const { router } = await render();
    const input = await openPalette();
    await type('summ');
    await until(() => active() === 'OverviewDepotOnline');
    await type('depot over');
    await until(() => calls.some(({ search }) => search === 'depot') && active() === 'OverviewDepotOnline');
    await pressKey('Enter', {}, input);
    await until(() => router.state.location.pathname === '/device/overview/7');
    expect(recent.read()).toEqual(['device:7']);
  });

  it('finds a ticket by its title, and requests only lists that the admin may see', async () => {
    sessionStore.setProfile({
      featureAccessDTOs: [{ id: 1, featurePermission: 'MY_TICKETS', featureAccess: 'READ_ONLY' }],
    });
    const { router } = await render();
    const input = await openPalette();
    await type('cracked');
    await until(() => active() === 'Cracked screenTicket 12 of mara');
    expect(calls.some(({ path }) => path.endsWith(assignedTickets.path))).toBe(false);
    await pressKey('Enter', {}, input);
    await until(() => router.state.location.pathname === '/my-ticket/12');
    expect(recent.read()).toEqual([]);
  });

  it('adds a device for an admin who may create passcodes, and asks for the ground', async () => {
    sessionStore.setProfile({
      featureAccessDTOs: [{ id: 1, featurePermission: 'OTP_LIST', featureAccess: 'FULL_ACCESS' }],
    });
    await render();
    const input = await openPalette();
    await type('add device');
    expect(active()).toBe('Add a device');
    await type('passcode');
    expect(active()).toBe('Add a device');
    await pressKey('Enter', {}, input);
    await until(() => document.querySelector('dialog select[name=purpose]') !== null);
    act(() => void quickAccess.close('add-device'));
  });

  it('opens the first result that arrives after Enter, unless the text has changed', async () => {
    const { router } = await render();
    const input = await openPalette();
    await type('dep');
    await pressKey('Enter', {}, input);
    await type('qqq');
    await until(() => document.querySelector('output')?.textContent?.includes('qqq'));
    expect(router.state.location.pathname).toBe('/');
    await type('depo');
    await pressKey('Enter', {}, input);
    expect(options()).toEqual([]);
    await until(() => router.state.location.pathname === '/device/overview/7');
    expect(field()).toBeNull();
  });

  it('runs an action of the page', async () => {
    await render();
    const input = await openPalette();
    await type('update');
    await pressKey('Enter', {}, input);
    expect(update).toHaveBeenCalledOnce();
  });

  it('shows why an action is disabled and does not run it', async () => {
    await render('The device is busy.');
    const input = await openPalette();
    await type('update');
    expect(active()).toContain('The device is busy.');
    await pressKey('Enter', {}, input);
    expect(update).not.toHaveBeenCalled();
    expect(field()).not.toBeNull();
  });

  it('shows a message when nothing matches', async () => {
    await render();
    await openPalette();
    await type('qqq');
    await until(() => document.querySelector('output')?.textContent?.includes('qqq'));
    expect(options()).toEqual([]);
  });

  it('closes before the dialog that it opens', async () => {
    await render();
    const input = await openPalette();
    await type('keyboard');
    await pressKey('Enter', {}, input);
    await until(() => document.querySelector('dialog dl') !== null);
    expect(field()).toBeNull();
  });
});

describe('shortcuts', () => {
  it('open only pages that the admin may open', async () => {
    const { router } = await render();
    await pressKey('g');
    await pressKey('u');
    expect(router.state.location.pathname).toBe('/');
    expect(update).not.toHaveBeenCalled();
    await pressKey('g');
    await pressKey('d');
    await until(() => router.state.location.pathname === '/device-list');
  });

  it('run an action of the page, but not inside an input and not when single keys are off', async () => {
    const { box } = await render();
    await pressKey('u', {}, box.querySelector('input') ?? box);
    expect(update).not.toHaveBeenCalled();
    await pressKey('u');
    expect(update).toHaveBeenCalledOnce();
    act(() => singleKeys.set(false));
    await pressKey('u');
    expect(update).toHaveBeenCalledOnce();
    expect(await openPalette()).not.toBeNull();
  });

  it('do not run while the palette is loading', async () => {
    await render();
    await pressKey('k', { ctrlKey: true });
    await pressKey('u');
    await until(field);
    expect(update).not.toHaveBeenCalled();
  });

  it('focus the search box', async () => {
    const { box } = await render();
    await pressKey('/');
    expect(document.activeElement).toBe(box.querySelector('[aria-label=Search]'));
  });

  it('are listed in the help dialog', async () => {
    await render();
    await pressKey('?');
    const sheet = await until(() => document.querySelector('dialog'));
    expect(sheet.textContent).toContain('Devices');
    expect(sheet.textContent).not.toContain('Users');
  });
});
