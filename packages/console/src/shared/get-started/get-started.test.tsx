import { deviceList, loadInstallation, passcodeList, savePasscodes, type AccessLevel } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import type { Page } from '../../core/router/page.ts';
import { PagesContext } from '../../core/router/pages-context.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { GetStarted } from './get-started.tsx';

const view: Page['view'] = async () => () => null;
const pages: Page[] = [
  { path: '/app-download', permission: 'APP_DOWNLOAD', label: 'appDownload', area: 'devices', view, nav: null },
  { path: '/device/overview/$deviceId', permission: 'OVERVIEW', label: 'overview', area: 'devices', view, nav: null },
];

const device = {
  id: 7,
  deviceUniqueUUID: 'u',
  username: 'Rosa',
  displayName: 'Rosa',
  nickname: '',
  contactInfo: '',
  appName: 'Fairwatch',
  formattedDate: '2026-11-15T10:00:00.000Z',
  status: 'Online',
  lastSeenAt: null,
  platform: 'BROWSER',
  osName: null,
  noticeShown: true,
};
const passcode = {
  id: 1,
  otpCode: 'ABCDWXYZ',
  signing: null,
  state: 'VALID',
  asked: [],
  createdBy: 'admin',
  createdAt: '2026-11-15T10:00:00.000Z',
  expiresAt: '2026-11-16T10:00:00.000Z',
  usedAt: null,
  usedBy: null,
};

/** The data of the fake server. */
let stored: { devices: object[]; passcodes: object[] };
const requestedUrls: string[] = [];

beforeEach(() => {
  stored = { devices: [], passcodes: [] };
  requestedUrls.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    if (url.endsWith(savePasscodes.path)) stored.passcodes = [passcode];
    if (url.endsWith(loadInstallation.path)) {
      const installation = { version: '1', payloadMode: 'PLAINTEXT', companionOrigin: 'https://join.example.org' };
      return Response.json({
        securityStatus: 'PLAINTEXT',
        data: installation,
        meta: { has_error: false, message: [] },
      });
    }
    const data = url.endsWith(deviceList.path) ? stored.devices : stored.passcodes;
    const pagination = { page: 1, pageSize: 20, totalItems: data.length, totalPages: 1 };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [], pagination } });
  });
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

const component = () => (
  <PagesContext value={pages}>
    <GetStarted />
  </PagesContext>
);

async function draw(levels: Readonly<Partial<Record<'OTP_LIST' | 'APP_DOWNLOAD' | 'OVERVIEW', AccessLevel>>>) {
  const entries = Object.entries(levels) as ['OTP_LIST', AccessLevel][];
  const featureAccessDTOs = entries.map(([featurePermission, featureAccess], id) => ({
    id,
    featurePermission,
    featureAccess,
  }));
  act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs }));
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router: AnyRouter = createRouter({ routeTree: createRootRoute({ component }), history });
  await router.load();
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(requestedUrls.some((url) => url.endsWith(deviceList.path))).toBe(true));
  return box;
}

const waitUntil = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

async function choose(name: string, value: string): Promise<void> {
  const field = document.querySelector<HTMLSelectElement>(`dialog [name=${name}]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

const states = (box: Element) => [...box.querySelectorAll('li')].map((step) => step.dataset['state']);
const links = (box: Element) => [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));

describe('the guide to the first device', () => {
  it('creates a passcode, waits, and updates itself when the device joins', async () => {
    const box = await draw({ OTP_LIST: 'FULL_ACCESS', APP_DOWNLOAD: 'READ_ONLY', OVERVIEW: 'READ_ONLY' });
    await waitUntil(() => expect(states(box)).toEqual(['now', 'later', 'later', 'later']));
    expect(links(box)).toEqual(['/otp-list', '/app-download']);
    await press(box, 'Create a passcode');
    await waitUntil(() => expect(document.querySelector('dialog [name=purpose]')).not.toBeNull());
    await choose('purpose', 'WORK');
    await press(document.body, 'Create 1 passcode');
    await waitUntil(() => expect(box.querySelector('code')?.textContent).toBe('ABCD-WXYZ'));
    const link = 'https://join.example.org/companion/join#ABCDWXYZ';
    await waitUntil(() => expect(box.querySelector('[aria-label="QR code with the link"]')).not.toBeNull());
    const tryHere = [...box.querySelectorAll('a')].find(({ textContent }) => textContent === 'Try it here');
    expect([tryHere?.getAttribute('href'), tryHere?.target]).toEqual([link, '_blank']);
    expect(states(box)).toEqual(['done', 'now', 'now', 'later']);
    expect(box.querySelector('output')?.textContent).toBe('Waiting for the first device…');
    stored = { devices: [device], passcodes: [] };
    await act(() => refetchChanged('devices'));
    await waitUntil(() => expect(states(box)).toEqual(['done', 'done', 'done', 'now']));
    expect(box.querySelector('output')?.textContent).toBe('Rosa has joined with a device.');
    expect(links(box)).toContain('/device/overview/7');
  });

  it('offers only what the admin may do', async () => {
    stored.devices = [device];
    const box = await draw({ OTP_LIST: 'READ_ONLY' });
    await waitUntil(() => expect(box.textContent).toContain('Rosa has joined'));
    expect(box.textContent).toContain('Ask an admin with Full Access to the OTP List');
    expect(box.querySelector('button')).toBeNull();
    expect(links(box)).toEqual(['/otp-list']);
  });

  it('does not load passcodes without the permission', async () => {
    const box = await draw({});
    await waitUntil(() => expect(states(box)).toEqual(['now', 'later', 'later', 'later']));
    expect(requestedUrls.filter((url) => url.endsWith(passcodeList.path))).toEqual([]);
    expect(links(box)).toEqual([]);
  });
});
