import type { ConsolePath } from '@fairwatch/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from '../../../core/router/page.ts';
import { initialSession, type Session } from '../../../core/session/session-store.ts';
import { goKeys, neighbourOf, accessibleDevicePages, accessiblePages } from './go-keys.ts';
import { singleKeys } from './single-keys.ts';

const view = async () => () => null;

function page(path: ConsolePath, permission: Page['permission'] = null): Page {
  const group = path.startsWith('/device/') ? 'device' : 'main';
  return { path, permission, label: 'devices', area: 'devices', view, nav: { group, icon: 'device' } };
}

const pages = [
  page('/'),
  page('/users-list', 'USERS'),
  page('/my-ticket/$myTicketId'),
  page('/not-authorized'),
  page('/device/overview/$deviceId', 'OVERVIEW'),
  page('/device/contact/$deviceId', 'CONTACTS'),
  page('/device/call/$deviceId', 'CALL_LOG'),
];

function adminWith(...permissions: NonNullable<Page['permission']>[]): Session {
  const featureAccessDTOs = permissions.map((featurePermission, id) => ({
    id,
    featurePermission,
    featureAccess: 'READ_ONLY' as const,
  }));
  return { ...initialSession, isAuthenticated: true, adminRole: 'ADMIN', featureAccessDTOs };
}

const pathsOf = (list: readonly Page[]) => list.map(({ path }) => path);

afterEach(() => localStorage.clear());

describe('go keys', () => {
  it('have a different letter for each page', () => {
    const letters = Object.values(goKeys);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.every((letter) => /^[a-z]$/.test(letter) && letter !== 'g')).toBe(true);
  });

  it('open only pages that the admin may open and that need no parameter', () => {
    expect(pathsOf(accessiblePages(pages, adminWith()))).toEqual(['/']);
    expect(pathsOf(accessiblePages(pages, adminWith('USERS')))).toEqual(['/', '/users-list']);
  });

  it('step through the accessible device pages and wrap around', () => {
    const own = accessibleDevicePages(pages, adminWith('OVERVIEW', 'CALL_LOG'));
    expect(pathsOf(own)).toEqual(['/device/overview/$deviceId', '/device/call/$deviceId']);
    const [overview, calls] = own;
    expect(neighbourOf(own, overview ?? null, -1)).toBe(calls);
    expect(neighbourOf(own, calls ?? null, 1)).toBe(overview);
    expect(neighbourOf(own, pages[0] ?? null, 1)).toBeNull();
  });
});

describe('single keys', () => {
  it('are on by default and can be turned off', () => {
    expect(singleKeys.get()).toBe(true);
    singleKeys.set(false);
    expect(singleKeys.get()).toBe(false);
  });

  it('are on when the stored value is invalid', () => {
    localStorage.setItem('single-keys:', '{"no":');
    expect(singleKeys.get()).toBe(true);
  });
});
