import { adminRoles, type AccessLevel, type FeaturePermission } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { initialSession, type Session } from '../session/session-store.ts';
import { decide } from './guard.ts';

const signedOut = initialSession;

function admin(permission?: FeaturePermission, featureAccess: AccessLevel = 'FULL_ACCESS'): Session {
  const featureAccessDTOs = initialSession.featureAccessDTOs.map((entry) =>
    entry.featurePermission === permission ? { ...entry, featureAccess } : entry,
  );
  return { ...initialSession, isAuthenticated: true, adminRole: 'ADMIN', featureAccessDTOs };
}

describe('route guard', () => {
  it('[SPEC 6.1] not authenticated goes to /auth/login', () => {
    expect(decide(signedOut, { permission: 'USERS' })).toBe('/auth/login');
    expect(decide(signedOut, { permission: null })).toBe('/auth/login');
  });

  it('[SPEC 2.42, 6.2] authenticated but lacking the required permission goes to /not-authorized', () => {
    expect(decide(admin(), { permission: 'USERS' })).toBe('/not-authorized');
    expect(decide(admin('CONTACTS'), { permission: 'USERS' })).toBe('/not-authorized');
    expect(decide({ ...admin(), featureAccessDTOs: [] }, { permission: 'USERS' })).toBe('/not-authorized');
  });

  it('[SPEC 6.2] FULL_ACCESS to the required permission opens the page', () => {
    expect(decide(admin('USERS'), { permission: 'USERS' })).toBeNull();
  });

  it('[SPEC 6.2] Read Only opens the page too: our deviation, or it would mean nothing', () => {
    expect(decide(admin('USERS', 'READ_ONLY'), { permission: 'USERS' })).toBeNull();
  });

  it('[SPEC 2.6, 2.8] pages without a permission open for every admin', () => {
    expect(decide(admin(), { permission: null })).toBeNull();
  });

  it('a page that declares its access requires that instead of Read Only', () => {
    const audit = { permission: 'ROLE_MANAGER', access: { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' } } as const;
    expect(decide(admin('ROLE_MANAGER', 'READ_ONLY'), audit)).toBe('/not-authorized');
    expect(decide(admin('ROLE_MANAGER'), audit)).toBeNull();
    const retention = { permission: null, access: 'super-admin' } as const;
    expect(decide(admin('ROLE_MANAGER'), retention)).toBe('/not-authorized');
    expect(decide({ ...admin(), adminRole: 'SUPER_ADMIN' }, retention)).toBeNull();
    expect(decide(signedOut, retention)).toBe('/auth/login');
  });

  it.each(['PENDING', 'NON_ADMIN'] as const)('[SPEC 2.36, 6.5] %s is confined to the welcome page', (adminRole) => {
    const waiting: Session = { ...admin('USERS'), adminRole };
    expect(decide(waiting, { permission: 'USERS' })).toBe('/welcome');
    expect(decide(waiting, { permission: null })).toBe('/welcome');
    expect(decide(waiting, 'guest')).toBe('/welcome');
    expect(decide(waiting, 'welcome')).toBeNull();
  });

  it('lets everybody open a page for anyone', () => {
    expect(decide(signedOut, 'anyone')).toBeNull();
    expect(decide({ ...admin(), adminRole: 'PENDING' }, 'anyone')).toBeNull();
    expect(decide(admin(), 'anyone')).toBeNull();
  });

  it('[SPEC 2.38, 2.39] welcome: no profile goes to /auth/login, any other role goes to /', () => {
    expect(decide(signedOut, 'welcome')).toBe('/auth/login');
    for (const adminRole of adminRoles.filter((role) => role !== 'PENDING' && role !== 'NON_ADMIN')) {
      expect(decide({ ...admin(), adminRole }, 'welcome')).toBe('/');
    }
  });

  it('a signed-in admin is redirected from the login page', () => {
    expect(decide(signedOut, 'guest')).toBeNull();
    expect(decide(admin(), 'guest')).toBe('/');
  });
});
