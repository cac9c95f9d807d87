import { consolePaths, featurePermissions, type AccessLevel, type FeaturePermission } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { decide } from './core/router/guard.ts';
import type { Page } from './core/router/page.ts';
import { initialSession, type Session } from './core/session/session-store.ts';
import navTexts from './shared/shell/texts/nav.texts.json';
import { consolePages } from './registry.tsx';

const { pages, auth } = consolePages;
const names: Record<string, unknown> = navTexts;

/** Sidebar items that the specification does not name. */
const adminAdditions: unknown[] = [
  'Audit Log',
  'Data, Hours and Push',
  'Servers',
  'Map Data',
  'Reasons and Approvals',
  'Installation',
];
const additions: unknown[] = [
  ...adminAdditions,
  'Map',
  'Zones',
  'Alerts',
  'Reports',
  'Groups',
  'Runs',
  'Schedules',
  'Approvals',
];

function sidebar(group: string): unknown[] {
  return pages.filter(({ nav }) => nav?.group === group).map(({ label }) => names[label]);
}

function pageAt(path: string): Page {
  const page = pages.find((each) => each.path === path);
  if (page === undefined) throw new Error(`There is no page at ${path}.`);
  return page;
}

/** An admin who holds these permissions and no others. */
function adminWith(permissions: readonly FeaturePermission[], featureAccess: AccessLevel = 'FULL_ACCESS'): Session {
  const featureAccessDTOs = permissions.map((featurePermission, id) => ({ id, featurePermission, featureAccess }));
  return { ...initialSession, isAuthenticated: true, adminRole: 'ADMIN', featureAccessDTOs };
}

type Needed = FeaturePermission | 'SUPER_ADMIN' | null;

/** An admin who holds all but what is needed, and one who holds nothing else. */
function adminsFor(needed: Needed): Record<'without' | 'withIt', Session> {
  const without = adminWith(featurePermissions.filter((permission) => permission !== needed));
  if (needed === 'SUPER_ADMIN') return { without, withIt: { ...adminWith([]), adminRole: 'SUPER_ADMIN' } };
  return { without, withIt: adminWith(needed === null ? [] : [needed]) };
}

const expected: [path: string, needed: Needed, tag: string][] = [
  ['/', null, ''],
  ['/notification', null, '[SPEC 2.6]'],
  ['/users-list', 'USERS', '[SPEC 2.7]'],
  ['/device-list', null, '[SPEC 2.8]'],
  ['/app-download', 'APP_DOWNLOAD', '[SPEC 2.9]'],
  ['/my-tickets', 'MY_TICKETS', '[SPEC 2.10]'],
  ['/my-ticket/$myTicketId', 'MY_TICKETS', '[SPEC 2.11]'],
  ['/subordinates-tickets', 'SUBORDINATES_TICKETS', '[SPEC 2.12]'],
  ['/subordinates-ticket/$subordinateTicketId', 'SUBORDINATES_TICKETS', '[SPEC 2.13]'],
  ['/my-ticket/add-ticket', 'ADD_TICKET', '[SPEC 2.14]'],
  ['/otp-list', 'OTP_LIST', '[SPEC 2.15]'],
  ['/role-management', 'ROLE_MANAGER', '[SPEC 2.16]'],
  ['/role-management/user/settings/$id', 'ROLE_MANAGER', '[SPEC 2.17]'],
  ['/role-management/user/assign/$id', 'ROLE_MANAGER', '[SPEC 2.18]'],
  ['/device/overview/$deviceId', 'OVERVIEW', '[SPEC 2.20]'],
  ['/device/trigger-notifications/$deviceId', 'TRIGGER_NOTIFICATIONS', '[SPEC 2.21]'],
  ['/device/event/$deviceId', 'EVENT', '[SPEC 2.22]'],
  ['/device/photo/$deviceId', 'GALLERY', '[SPEC 2.23]'],
  ['/device/video/$deviceId', 'GALLERY', '[SPEC 2.23]'],
  ['/device/permission/$deviceId', 'PERMISSION', '[SPEC 2.24]'],
  ['/device/video-recorder/$deviceId', 'VIDEO_RECORDER', '[SPEC 2.25]'],
  ['/device/photo-recorder/$deviceId', 'PHOTO_RECORDER', '[SPEC 2.26]'],
  ['/device/voice-recorder/$deviceId', 'VOICE_RECORDER', '[SPEC 2.27]'],
  ['/device/contact/$deviceId', 'CONTACTS', '[SPEC 2.28]'],
  ['/device/location/$deviceId', 'LOCATION', '[SPEC 2.29]'],
  ['/device/file-manager/$deviceId', 'FILE_MANAGER', '[SPEC 2.30]'],
  ['/device/call/$deviceId', 'CALL_LOG', '[SPEC 2.31]'],
  ['/device/sms_chat/$deviceId', 'SMS_READ', '[SPEC 2.32]'],
  ['/device/info/$deviceId', 'DEVICE_INFO', '[SPEC 2.33]'],
  ['/device/app-list/$deviceId', 'APP_LIST', '[SPEC 2.34]'],
  ['/audit', 'AUDIT', ''],
  ['/retention', 'SUPER_ADMIN', ''],
  ['/servers', 'SUPER_ADMIN', ''],
  ['/map-data', 'SUPER_ADMIN', ''],
  ['/otp-list/cards', 'OTP_LIST', ''],
  ['/approvals', null, ''],
  ['/map', 'LOCATION', ''],
  ['/groups', 'DEVICES', ''],
  ['/runs', null, ''],
  ['/runs/$runId', null, ''],
  ['/schedules', null, ''],
  ['/zones', 'LOCATION', ''],
  ['/reports', 'LOCATION', ''],
  ['/alerts', null, ''],
  ['/reasons', 'SUPER_ADMIN', ''],
  ['/installation', 'SUPER_ADMIN', ''],
  ['/account', null, ''],
  ['/not-authorized', null, ''],
];

describe('registry', () => {
  it.each(expected)('route %s needs %s %s', (path, needed) => {
    const { without, withIt } = adminsFor(needed);
    expect(decide(without, pageAt(path))).toBe(needed === null ? null : '/not-authorized');
    expect(decide(withIt, pageAt(path))).toBeNull();
  });

  it('route /audit is opened by its own permission, not by the role manager', () => {
    expect(decide(adminWith(['ROLE_MANAGER'], 'FULL_ACCESS'), pageAt('/audit'))).toBe('/not-authorized');
    expect(decide(adminWith(['AUDIT'], 'READ_ONLY'), pageAt('/audit'))).toBeNull();
    expect(decide(adminWith(['AUDIT'], 'FULL_ACCESS'), pageAt('/role-management'))).toBe('/not-authorized');
  });

  it('[SPEC 6.3] permission names used by routes', () => {
    // AUDIT is ours: `docs/spec/deviations.ts`.
    const used = new Set(pages.flatMap(({ permission }) => permission ?? []).filter((name) => name !== 'AUDIT'));
    expect([...used].toSorted().join(' ')).toBe(
      'ADD_TICKET APP_DOWNLOAD APP_LIST CALL_LOG CONTACTS DEVICE_INFO EVENT FILE_MANAGER GALLERY LOCATION MY_TICKETS ' +
        'OTP_LIST OVERVIEW PERMISSION PHOTO_RECORDER ROLE_MANAGER SMS_READ SUBORDINATES_TICKETS TRIGGER_NOTIFICATIONS ' +
        'USERS VIDEO_RECORDER VOICE_RECORDER',
    );
  });

  it('[SPEC 2.19] has no route beyond those', () => {
    expect(pages.map(({ path }) => path).toSorted()).toEqual(expected.map(([path]) => path).toSorted());
  });

  it('auth section: login, register, forgot password and the link of an invitation; welcome beside it', () => {
    expect(auth.pages.map(({ path }) => path)).toEqual([
      '/auth/login',
      '/auth/forgot-password',
      '/auth/register',
      '/auth/invitation',
    ]);
    expect(consolePages.welcome.path).toBe('/welcome');
  });

  it('has a page for every path of the contract, so that no link from the server is broken', () => {
    const paths = [...pages, ...auth.pages, consolePages.welcome].map(({ path }) => path);
    expect(paths.toSorted()).toEqual(consolePaths.toSorted());
  });

  it("default items: Dashboard, Users, Role Management, Devices, App Download, OTP List, My Tickets, Subordinates' Tickets", () => {
    const items = [...sidebar('main'), ...sidebar('admin'), ...sidebar('menu')];
    expect(items.filter((item) => !additions.includes(item))).toEqual([
      'Dashboard',
      'Devices',
      'App Download',
      'Users',
      'Role Management',
      'OTP List',
      'My Tickets',
      "Subordinates' Tickets",
    ]);
  });

  it('lists the items that the specification does not name last in the Admin Panel', () => {
    expect(sidebar('admin').slice(-adminAdditions.length)).toEqual(adminAdditions);
    expect(sidebar('main').at(-1)).toBe('Approvals');
  });

  it('[SPEC 2.47] device items, in their order', () => {
    expect(sidebar('device')).toEqual([
      'Overview',
      'Trigger Notifications',
      'Location',
      'File Manager',
      'Contacts',
      'Text Messages',
      'Calls',
      'Events',
      'Photo',
      'Video',
      'Permission',
      'Voice Recorder',
      'Photo Recorder',
      'Video Recorder',
      'Device Info',
      'Installed Apps',
    ]);
  });
});
