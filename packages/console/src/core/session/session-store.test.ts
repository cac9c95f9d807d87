import { featurePermissions } from '@fairwatch/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { notificationStore } from './notification-store.ts';
import { initialSession, sessionStore } from './session-store.ts';

afterEach(() => sessionStore.logout());

describe('session', () => {
  it('[SPEC 3.1, 3.2, 3.3, 3.4, 3.5, 3.7, 3.8, 3.9, 3.10, 4.1, 6.4] starts with empty names, USER, NON_ADMIN, zero counts and null figures', () => {
    expect(sessionStore.get()).toEqual({
      userId: '',
      username: '',
      nickName: '',
      email: '',
      profileIconPath: '',
      phoneNumber: '',
      userType: 'USER',
      adminRole: 'NON_ADMIN',
      accessibleUsersCount: 0,
      adminUsersCount: 0,
      totalDevicesCount: 0,
      activeDevicesCount: 0,
      osVersionCounts: {},
      featureAccessDTOs: expect.any(Array),
      tickets: [],
      pendingAdminUsers: [],
      isAuthenticated: false,
      loading: false,
      customSidebar: null,
      error: null,
      countPerMonthDTOS: null,
      serverStats: null,
      deviceCountPerAppVersion: null,
      // Beyond SPEC: changes that others made to this account's sign-in.
      signInAlerts: [],
    });
  });

  it('[SPEC 3.12] every feature permission is initially NO_ACCESS', () => {
    const { featureAccessDTOs } = sessionStore.get();
    expect(featureAccessDTOs.map((entry) => entry.featurePermission)).toEqual([...featurePermissions]);
    expect(featureAccessDTOs.every((entry) => entry.featureAccess === 'NO_ACCESS')).toBe(true);
  });

  it('[SPEC 4.2] setting the profile merges the supplied fields, sets isAuthenticated, ends loading, clears the error', () => {
    sessionStore.setError('before');
    sessionStore.setLoading(true);
    sessionStore.setProfile({ username: 'mara' });
    sessionStore.setProfile({ email: 'mara@example.org' });
    expect(sessionStore.get()).toMatchObject({
      username: 'mara',
      email: 'mara@example.org',
      userType: 'USER',
      isAuthenticated: true,
      loading: false,
      error: null,
    });
  });

  it('[SPEC 4.3] loading can be toggled', () => {
    sessionStore.setLoading(true);
    expect(sessionStore.get().loading).toBe(true);
    sessionStore.setLoading(false);
    expect(sessionStore.get().loading).toBe(false);
  });

  it('[SPEC 4.4] setting an error stores it and turns loading off', () => {
    sessionStore.setLoading(true);
    sessionStore.setError('It did not work.');
    expect(sessionStore.get()).toMatchObject({ error: 'It did not work.', loading: false });
  });

  it('[SPEC 4.5] logout resets everything to defaults', () => {
    sessionStore.setProfile({ username: 'mara', adminRole: 'ADMIN' });
    sessionStore.logout();
    expect(sessionStore.get()).toEqual(initialSession);
  });

  it('notifies listeners until they unsubscribe', () => {
    const seen: string[] = [];
    const unsubscribe = sessionStore.subscribe(() => seen.push(sessionStore.get().username));
    sessionStore.setProfile({ username: 'mara' });
    unsubscribe();
    sessionStore.setProfile({ username: 'jonas' });
    expect(seen).toEqual(['mara']);
  });
});

describe('notifications', () => {
  it('[SPEC 3.14] lastNotification is null at start', () => {
    expect(notificationStore.get()).toBeNull();
  });

  it('[SPEC 4.6, 4.7] adding keeps only the latest; clearing sets it to none', () => {
    notificationStore.add({ title: 'first' });
    notificationStore.add({ title: 'second' });
    expect(notificationStore.get()).toEqual({ title: 'second' });
    notificationStore.clear();
    expect(notificationStore.get()).toBeNull();
  });
});
