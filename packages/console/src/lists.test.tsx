import {
  adminList,
  cdnList,
  deviceList,
  groundNotStated,
  passcodeList,
  userList,
  type Admin,
  type CdnFile,
  type Passcode,
  type User,
} from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { listedDeviceForTest } from './shared/device-feature/device/device-for-test.ts';
import { pressWhenShown, waitForText, useFakeServer } from './open-page-for-test.tsx';

const server = useFakeServer();
const texts = (page: Element | null | undefined, selector: string) =>
  [...(page?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent?.trim());

/** Every list outside the device feature pages: its page, the endpoint that it reads, and what it says without rows. */
const lists: [page: string, call: string, title?: RegExp][] = [
  ['/users-list', 'user/all', /^No Users available$/],
  ['/device-list', 'device/all'],
  ['/groups', 'group/all'],
  ['/runs', 'run/all'],
  ['/schedules', 'schedule/all'],
  ['/zones', 'zone/all'],
  ['/notification', 'notification/all'],
  ['/my-tickets', 'ticket/created'],
  ['/subordinates-tickets', 'ticket/assigned'],
  ['/otp-list', 'user/otp-list'],
  ['/role-management', 'user/admins'],
  ['/role-management/user/assign/3', 'user/clients-of-admin'],
  ['/audit', 'audit/all'],
  ['/device/trigger-notifications/3', 'notification/push_notifications'],
  ['/device/photo-recorder/3', 'media/captures/photo'],
  ['/device/video-recorder/3', 'media/captures/video'],
  ['/device/voice-recorder/3', 'media/captures/voice'],
];

describe('a list without rows', () => {
  it.each(lists)(
    '[SPEC 2.100] on %s says so and has Refresh, which reads it again',
    async (path, call, title = /^No/) => {
      const countCalls = () => server.calls.filter(([called]) => called === call).length;
      const page = server.open(path);
      await vi.waitFor(() => expect(texts(page, 'h2')).toContainEqual(expect.stringMatching(title)));
      const before = countCalls();
      expect(before).toBeGreaterThan(0);
      await pressWhenShown(page, 'Refresh');
      await vi.waitFor(() => expect(countCalls()).toBeGreaterThan(before));
    },
  );
});

describe('a list', () => {
  it('[SPEC 2.59] of users shows ID, username, email or phone, admin status, type and app name', async () => {
    const user: User = {
      id: 41,
      username: 'mara',
      displayName: 'mara',
      nickname: '',
      emailOrPhone: '+1 202 555 0100',
      adminStatus: 'NON_ADMIN',
      userType: 'GUEST',
      profileIconPath: '',
      appName: 'Fairwatch',
    };
    server.answer(userList, [user]);
    const page = server.open('/users-list');
    await vi.waitFor(() => expect(texts(page, 'tbody td')).toContain('41'));
    const heads = ['ID', 'Username', 'Email or phone', 'Admin status', 'Type', 'App name'];
    expect(texts(page, 'th')).toEqual(heads);
    const cells = ['41', expect.stringContaining('mara'), '+1 202 555 0100', 'Non Admin', 'Guest User', 'Fairwatch'];
    expect(texts(page, 'tbody td')).toEqual(cells);
  });

  it('[SPEC 2.62] of passcodes shows ID, OTP and what can be done', async () => {
    const passcode: Passcode = {
      id: 41,
      otpCode: 'ABCDWXYZ',
      signing: null,
      language: null,
      state: 'VALID',
      asked: [],
      name: '',
      email: '',
      group: null,
      admin: 'owner',
      batchId: 1,
      remindedAt: null,
      ground: groundNotStated,
      createdBy: 'ada',
      createdAt: '2026-11-15T12:00:00.000Z',
      expiresAt: '2026-11-16T12:00:00.000Z',
      usedAt: null,
      usedBy: null,
    };
    server.answer(passcodeList, [passcode]);
    const page = server.open('/otp-list');
    await vi.waitFor(() => expect(texts(page, 'tbody td')).toContain('41'));
    expect(texts(page, 'th').slice(0, 2)).toEqual(['ID', 'OTP']);
    expect(texts(page, 'tbody td').slice(0, 2)).toEqual(['41', 'ABCD-WXYZ']);
    expect(texts(page, 'th').at(-1)).toBe('Action');
    expect(page.querySelector('tbody td:last-child button')).not.toBeNull();
  });

  it('[SPEC 2.63] of admins shows ID, username, email, admin status and what can be done', async () => {
    const admin: Admin = {
      id: 41,
      username: 'mara',
      displayName: 'mara',
      nickname: '',
      email: 'mara@example.org',
      adminStatus: 'ADMIN',
      reportsTo: 'ada',
      blocked: false,
      unblockRefusal: '',
      devices: 2,
    };
    server.answer(adminList, [admin]);
    const page = server.open('/role-management');
    await vi.waitFor(() => expect(texts(page, 'tbody td')).toContain('41'));
    const heads = texts(page, 'th');
    const cells = texts(page, 'tbody td');
    const shown = ['ID', 'Username', 'Email', 'Admin status'].map((head) => cells[heads.indexOf(head)]);
    expect(shown).toEqual(['41', expect.stringContaining('mara'), 'mara@example.org', 'Admin']);
    expect(heads.at(-1)).toBe('Action');
    expect(page.querySelector('tbody td:last-child a')?.getAttribute('href')).toBe('/role-management/user/settings/41');
  });

  it('[SPEC 2.79] of files on the server shows ID, name, path, hash, extension and size, and downloads', async () => {
    const file: CdnFile = {
      id: 52,
      fileName: 'Notes.pdf',
      filePath: 'School/Notes.pdf',
      fileHash: 'ab'.repeat(32),
      fileExtension: 'pdf',
      fileSize: 2048,
      mimeType: 'application/pdf',
      downloadFile: '/content',
      requestedBy: 'ada',
      storedAt: '2026-11-15T12:00:00.000Z',
      direction: 'FROM_DEVICE',
    };
    server.answer(cdnList, [file]);
    const page = server.open('/device/file-manager/3');
    const table = () => page.querySelector('table[aria-label="Files on the server"]');
    await vi.waitFor(() => expect(texts(table(), 'tbody td')).toContain('52'));
    expect(texts(table(), 'th')).toEqual(['ID', 'Name', 'Path', 'Hash (SHA-256)', 'Extension', 'Size', 'Download']);
    const cells = ['52', 'Notes.pdf', 'School/Notes.pdf', `${'ab'.repeat(6)}…`, 'pdf', '2 kB', ''];
    expect(texts(table(), 'tbody td')).toEqual(cells);
    table()?.querySelector<HTMLElement>('tbody button[aria-label="Download Notes.pdf"]')?.click();
    await vi.waitFor(() => expect(server.calls).toContainEqual(['file/download', { deviceId: 3, id: 52 }]));
  });
});

/** The items of each group of the sidebar, by its heading. */
const groupsOf = (page: Element) =>
  Object.fromEntries(
    [...page.querySelectorAll('nav[aria-label="Pages"] section')].map((section) => [
      section.querySelector('div')?.textContent,
      texts(section, 'li'),
    ]),
  );

describe('the sidebar', () => {
  it('[SPEC 2.45] has the groups Admin Panel, Main Panel, Device Management and Menu Panel', async () => {
    const page = server.open('/device/contact/3');
    await waitForText(page, 'Device Management');
    const groups = ['Admin Panel', 'Device Management', 'Main Panel', 'Menu Panel'];
    expect(Object.keys(groupsOf(page)).toSorted()).toEqual(groups);
  });

  it("[SPEC 2.46] has Dashboard, Users, Role Management, Devices, App Download, OTP List, My Tickets and Subordinates' Tickets", async () => {
    const page = server.open('/users-list');
    await waitForText(page, 'Main Panel');
    const groups = groupsOf(page);
    expect(groups['Main Panel']).toEqual(expect.arrayContaining(['Dashboard', 'Devices', 'App Download']));
    expect(groups['Admin Panel']).toEqual(expect.arrayContaining(['Users', 'Role Management', 'OTP List']));
    expect(groups['Menu Panel']).toEqual(['My Tickets', "Subordinates' Tickets"]);
    expect(Object.keys(groups)).not.toContain('Device Management');
  });
});

const openRows = async () => {
  server.answer(
    deviceList,
    [3, 4].map((id) => listedDeviceForTest({ id, nickname: `Van ${id}` })),
  );
  const page = server.open('/device-list');
  await vi.waitFor(() => expect(page.querySelectorAll('[data-row-link]')).toHaveLength(2));
  return [...page.querySelectorAll<HTMLAnchorElement>('[data-row-link]')] as [HTMLAnchorElement, HTMLAnchorElement];
};
const summaries = () => server.calls.filter(([path]) => path === 'device/summary').map(([, input]) => input);

describe('the rows of devices', () => {
  it('read nothing of a device before it is opened, since its person would see that in the log', async () => {
    const [hovered, opened] = await openRows();
    hovered.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    hovered.focus();
    opened.closest('tr')?.querySelector<HTMLElement>('td:last-child')?.click();
    await vi.waitFor(() => expect(summaries()).toContainEqual({ deviceId: 4 }));
    expect(location.pathname).toBe('/device/overview/4');
    expect(summaries()).not.toContainEqual({ deviceId: 3 });
  });

  it('leave a click with Ctrl to the browser, which opens a tab', async () => {
    const [link] = await openRows();
    expect(link.getAttribute('href')).toBe('/device/overview/3');
    expect(link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))).toBe(true);
    expect(link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))).toBe(false);
  });
});
