import { featurePermissions } from '@fairwatch/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { notificationStore } from './notification-store.ts';
import { initialSession, sessionStore } from './session-store.ts';

afterEach(() => sessionStore.logout());

describe('session', () => {
  it.each(['userId', 'username', 'nickName', 'email', 'profileIconPath', 'phoneNumber'] as const)(
    '[SPEC 3.1] starts with an empty %s',
    (field) => expect(sessionStore.get()[field]).toBe(''),
  );

  it('[SPEC 3.2, 6.4] starts with the userType USER', () => {
    expect(sessionStore.get().userType).toBe('USER');
  });

  it('[SPEC 3.3, 6.4] starts with the adminRole NON_ADMIN', () => {
    expect(sessionStore.get().adminRole).toBe('NON_ADMIN');
  });

  it.each(['accessibleUsersCount', 'adminUsersCount', 'totalDevicesCount', 'activeDevicesCount'] as const)(
    '[SPEC 3.4] starts with %s 0',
    (field) => expect(sessionStore.get()[field]).toBe(0),
  );

  it('[SPEC 3.5] starts with osVersionCounts an empty map', () => {
    expect(sessionStore.get().osVersionCounts).toEqual({});
  });

  it.each(['tickets', 'pendingAdminUsers'] as const)('[SPEC 3.7] starts with %s an empty list', (field) => {
    expect(sessionStore.get()[field]).toEqual([]);
  });

  it.each(['isAuthenticated', 'loading'] as const)('[SPEC 3.8, 4.1] starts with %s false', (field) => {
    expect(sessionStore.get()[field]).toBe(false);
  });

  it.each(['customSidebar', 'error'] as const)('[SPEC 3.9] starts with %s null', (field) => {
    expect(sessionStore.get()[field]).toBeNull();
  });

  it.each(['countPerMonthDTOS', 'serverStats', 'deviceCountPerAppVersion'] as const)(
    '[SPEC 3.10] starts with %s null',
    (field) => expect(sessionStore.get()[field]).toBeNull(),
  );

  it('[SPEC 4.1] starts as the default profile: nothing but these fields, four of them ours: the display name, sign-in alerts, the installation and the language', () => {
    expect(Object.keys(sessionStore.get()).toSorted()).toEqual([
      'accessibleUsersCount',
      'activeDevicesCount',
      'adminRole',
      'adminUsersCount',
      'countPerMonthDTOS',
      'customSidebar',
      'deviceCountPerAppVersion',
      'displayName',
      'email',
      'error',
      'featureAccessDTOs',
      'installation',
      'isAuthenticated',
      'language',
      'loading',
      'nickName',
      'osVersionCounts',
      'pendingAdminUsers',
      'phoneNumber',
      'profileIconPath',
      'serverStats',
      'signInAlerts',
      'tickets',
      'totalDevicesCount',
      'userId',
      'userType',
      'username',
    ]);
    expect(sessionStore.get()).toEqual(initialSession);
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
