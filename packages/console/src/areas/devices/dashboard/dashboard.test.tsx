import type { DashboardMetrics } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { press } from '../../../core/components/mount-for-test.tsx';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { DashboardView } from './dashboard.view.tsx';

const hour = (back: number) => new Date(Date.UTC(2026, 10, 15, 12 - back)).toISOString();

const metrics: DashboardMetrics = {
  usersCount: 1200,
  devicesCount: 1500,
  adminsCount: 3,
  activeDevicesCount: 1499,
  appVersions: {
    versions: [
      { name: '1.0.20', devices: 1000 },
      { name: '', devices: 1 },
    ],
    otherDevices: 499,
  },
  osVersions: { versions: [{ name: 'Android 16', devices: 1200 }], otherDevices: 0, notShared: 300, withheld: 0 },
  activeUsers: { step: 'HOUR', points: [2, 1, 0].map((back) => ({ at: hour(back), users: 10 * (back + 1) })) },
  system: {
    stepSeconds: 1200,
    points: [1, 0].map((back) => ({
      at: hour(back),
      memory: 200e6,
      ramUsed: 6e9,
      ramTotal: 24e9,
      received: 3e6,
      sent: 9e6,
      uploaded: 5e6,
      diskFree: 80e9,
      diskTotal: 100e9,
    })),
  },
  pendingUsers: [{ id: 7, username: 'hopeful', email: 'h@example.org' }],
  tickets: [
    {
      id: 3,
      title: 'No network',
      clientUsername: 'ann',
      priority: 'CRITICAL',
      status: 'OPEN',
      side: 'SUBORDINATES',
      unread: true,
    },
  ],
};

const server = vi.fn<typeof fetch>();
const requests: Record<string, string>[] = [];
let response: DashboardMetrics | null;
let box: HTMLElement;

async function open(path = '/'): Promise<void> {
  ({ box } = await mountPages({ '/': DashboardView }, path));
  await vi.waitUntil(() => box.querySelector('[aria-busy]') === null && box.querySelector('section, [role=alert]'));
}

const panel = (name: string) => {
  const found = box.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
  if (!found) throw new Error(`There is no panel "${name}".`);
  return found;
};
const lines = (name: string) => [...panel(name).querySelectorAll('li')].map((line) => line.textContent);
const headings = (within: Element) => [...within.querySelectorAll('thead th')].map((cell) => cell.textContent);
const cells = (within: Element) =>
  [...within.querySelectorAll('tbody tr:first-child > *')].map((cell) => cell.textContent);

beforeEach(() => {
  response = metrics;
  requests.length = 0;
  server.mockImplementation(async (_, request) => {
    requests.push(JSON.parse(String(request?.body)) as Record<string, string>);
    if (response === null)
      return Response.json(
        { data: null, meta: { has_error: true, message: [{ text: { client: 'Not now.' } }] } },
        { status: 400 },
      );
    return Response.json({ securityStatus: 'PLAINTEXT', data: response, meta: { has_error: false } });
  });
  vi.stubGlobal('fetch', server);
  const access = ['ROLE_MANAGER', 'USERS', 'OTP_LIST', 'SUBORDINATES_TICKETS'] as const;
  sessionStore.setProfile({
    username: 'olive',
    nickName: 'Olive Oak',
    email: 'olive@example.org',
    adminRole: 'ADMIN',
    featureAccessDTOs: access.map((featurePermission, id) => ({ id, featurePermission, featureAccess: 'FULL_ACCESS' })),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => sessionStore.logout());
});

describe('the dashboard', () => {
  it('[SPEC 2.48] counts users, devices, admins and active devices, with one call', async () => {
    await open();
    const counts = [...box.querySelectorAll('dl > div')].map((each) => each.querySelector('dt + dd')?.textContent);
    expect(counts.slice(0, 4)).toEqual(['1,499', '1,500', '1,200', '3']);
    expect(box.textContent).toContain('99 % of all devices');
    expect(requests).toEqual([{ activeRange: 'DAY', systemRange: 'DAY' }]);
  });

  it('shows the data of the profile until the metrics are loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockImplementationOnce(() => promise);
    sessionStore.setProfile({
      totalDevicesCount: 24,
      osVersionCounts: { 'Android 15': 4, 'Android 16': 12, 'Not shared': 8 },
      deviceCountPerAppVersion: { '1.0.20': 20 },
      tickets: metrics.tickets,
      pendingAdminUsers: metrics.pendingUsers,
    });
    ({ box } = await mountPages({ '/': DashboardView }, '/'));
    expect(lines('OS versions')).toEqual(['Android 161250 %', 'Android 15417 %', 'Not shared833 %']);
    expect(lines('App versions')).toEqual(['1.0.202083 %', 'All others417 %']);
    expect(box.textContent).toContain('No network');
    expect(box.textContent).toContain('hopeful');
    await act(async () =>
      resolve(Response.json({ securityStatus: 'PLAINTEXT', data: metrics, meta: { has_error: false } })),
    );
    await vi.waitFor(() => expect(lines('App versions')[0]).toBe('1.0.201,00067 %'));
    expect(box.querySelector('[aria-busy]')).toBeNull();
  });

  it('[SPEC 2.50] shows app version usage with names and numbers beside the bars', async () => {
    await open();
    expect(lines('App versions')).toEqual(['1.0.201,00067 %', 'Unknown1< 1 %', 'All others49933 %']);
    expect(panel('OS versions').textContent).toContain('Android 161,20080 %Not shared30020 %');
  });

  it('[SPEC 2.49] shows active users over time: by arrow keys, and as a table', async () => {
    await open();
    const chart = panel('Active users').querySelector<HTMLElement>('[role=slider]');
    expect(chart?.getAttribute('aria-valuetext')).toMatch(/: 10 active$/);
    await act(async () => chart?.focus());
    await act(async () => chart?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })));
    expect(chart?.getAttribute('aria-valuetext')).toMatch(/: 20 active$/);
    expect(panel('Active users').textContent).toContain('20 active');
    await press(panel('Active users'), 'Show table');
    const rows = [...panel('Active users').querySelectorAll('tbody td')].map((cell) => cell.textContent);
    expect(rows).toEqual(['10', '20', '30']);
    await press(panel('Active users'), 'Show chart');
    expect(panel('Active users').querySelector('[role=slider]')).not.toBeNull();
  });

  it('[SPEC 2.49] goes as far back as is chosen, and the address says so', async () => {
    await open('/?active=QUARTER&server=nonsense');
    expect(requests).toEqual([{ activeRange: 'QUARTER', systemRange: 'DAY' }]);
    const week = [...panel('Server').querySelectorAll('label')].find((label) => label.textContent === '7 days');
    await act(async () => week?.click());
    await vi.waitFor(() => expect(requests.at(-1)).toEqual({ activeRange: 'QUARTER', systemRange: 'WEEK' }));
  });

  it('[SPEC 2.51] shows memory, RAM, traffic, uploads and remaining space', async () => {
    await open();
    const shown = [...panel('Server').querySelectorAll('figcaption')].map((caption) =>
      [...caption.children].map(
        (line) => [...line.children].map((part) => part.textContent).join(' + ') || line.textContent,
      ),
    );
    expect(shown).toEqual([
      ['Memory of the server', '200 MB', 'used by its process'],
      ['RAM of the machine', '6 GB', 'of 24 GB used'],
      ['Traffic', '6 MB + 18 MB', 'received and sent'],
      ['Uploads', '10 MB', 'stored in this time'],
      ['Remaining space', '80 GB', 'of 100 GB free'],
    ]);
    await press(panel('Server'), 'Show table');
    expect(headings(panel('Server'))).toEqual([
      'Time',
      'Memory',
      'RAM',
      'Received',
      'Sent',
      'Uploads',
      'Remaining space',
    ]);
    expect(cells(panel('Server')).slice(1)).toEqual(['200 MB', '6 GB', '3 MB', '9 MB', '5 MB', '80 GB']);
  });

  it('[SPEC 2.52] lists tickets with ID, title, client, priority', async () => {
    await open();
    expect(headings(panel('Tickets'))).toEqual(['ID', 'Title', 'Client', 'Priority', 'Action']);
    expect(cells(panel('Tickets'))).toEqual(['3', 'No networkNew', 'ann', 'Critical', 'Open']);
    expect(panel('Tickets').querySelector('td a')?.getAttribute('href')).toBe('/subordinates-ticket/3');
  });

  it('[SPEC 2.53] lists new pending users with ID, username, email, status Pending, to promote or reject', async () => {
    await open();
    expect(headings(panel('New pending users'))).toEqual(['ID', 'Username', 'Email', 'Status', 'Action']);
    expect(cells(panel('New pending users'))).toEqual(['7', 'hopeful', 'h@example.org', 'Pending', 'PromoteReject']);
  });

  it('[SPEC 2.54] says who is signed in: name, email and role', async () => {
    await open();
    const lines = [...panel('Your account').querySelectorAll('dl > div')].map((line) => line.textContent);
    expect(lines).toEqual(['NameOlive Oak', 'Emailolive@example.org', 'RoleAdmin']);
  });

  it('hides the tables from admins without the permissions', async () => {
    sessionStore.setProfile({ featureAccessDTOs: [] });
    await open();
    expect(box.querySelector('section[aria-label="Tickets"], section[aria-label="New pending users"]')).toBeNull();
    expect([...box.querySelectorAll('dt a')].map((link) => link.textContent)).toEqual(['Active devices', 'Devices']);
  });

  it('links to the first passcode while there are no devices', async () => {
    response = { ...metrics, devicesCount: 0, usersCount: 0, activeDevicesCount: 0 };
    await open();
    await vi.waitFor(() => expect(box.textContent).toContain('Create a passcode'));
    expect(box.querySelector('section[aria-label="Active users"]')).toBeNull();
  });

  it('tells admins who cannot create passcodes that a device will be assigned to them', async () => {
    sessionStore.setProfile({ featureAccessDTOs: [] });
    response = { ...metrics, devicesCount: 0, usersCount: 0, activeDevicesCount: 0 };
    await open();
    expect(box.textContent).toContain('As soon as a device is assigned to you');
  });

  it('shows the error, and retries', async () => {
    response = null;
    await open();
    expect(box.querySelector('[role=alert]')?.textContent).toContain('Not now.');
    response = metrics;
    await press(box, 'Try again');
    await vi.waitFor(() => expect(box.querySelector('[role=alert]')).toBeNull());
  });
});
