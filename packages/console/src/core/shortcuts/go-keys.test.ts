import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from '../router/page.ts';
import { initialSession, type Session } from '../session/session-store.ts';
import { goKeys, neighbour, openDevicePages, openPages } from './go-keys.ts';
import { singleKeys } from './single-keys.ts';

const view = async () => () => null;

function page(path: string, permission: Page['permission'] = null): Page {
  const group = path.startsWith('/device/') ? 'device' : 'main';
  return { path, permission, label: path, view, nav: { group, icon: 'device' } };
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

function admin(...read: NonNullable<Page['permission']>[]): Session {
  const featureAccessDTOs = read.map((featurePermission, id) => ({
    id,
    featurePermission,
    featureAccess: 'READ_ONLY' as const,
  }));
  return { ...initialSession, isAuthenticated: true, adminRole: 'ADMIN', featureAccessDTOs };
}

const paths = (of: readonly Page[]) => of.map(({ path }) => path);

afterEach(() => localStorage.clear());

describe('where keys lead', () => {
  it('is a letter of its own for each page', () => {
    const letters = Object.values(goKeys);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.every((letter) => /^[a-z]$/.test(letter) && letter !== 'g')).toBe(true);
  });

  it('is only where the admin may go, and only where nothing has to be chosen first', () => {
    expect(paths(openPages(pages, admin()))).toEqual(['/']);
    expect(paths(openPages(pages, admin('USERS')))).toEqual(['/', '/users-list']);
  });

  it('goes round the device pages the admin may open', () => {
    const own = openDevicePages(pages, admin('OVERVIEW', 'CALL_LOG'));
    expect(paths(own)).toEqual(['/device/overview/$deviceId', '/device/call/$deviceId']);
    const [overview, calls] = own;
    expect(neighbour(own, overview ?? null, -1)).toBe(calls);
    expect(neighbour(own, calls ?? null, 1)).toBe(overview);
    expect(neighbour(own, pages[0] ?? null, 1)).toBeNull();
  });
});

describe('single keys', () => {
  it('are on until they are turned off, and stay so', () => {
    expect(singleKeys.get()).toBe(true);
    singleKeys.set(false);
    expect(singleKeys.get()).toBe(false);
  });

  it('are on again where something else was left in the storage', () => {
    localStorage.setItem('single-keys:', '{"no":');
    expect(singleKeys.get()).toBe(true);
  });
});
