import { useSyncExternalStore } from 'react';
import { capabilityNames, featurePermissions, type UserProfile } from '@fairwatch/contract';
import { createExternalStore } from '../state/external-store.ts';

/** The signed-in account. It has the default values until a profile is set. */
export interface Session extends UserProfile {
  isAuthenticated: boolean;
  loading: boolean;
  error: string | null;
}

export const initialSession: Session = {
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
  featureAccessDTOs: featurePermissions.map((featurePermission, index) => ({
    id: index + 1,
    featurePermission,
    featureAccess: 'NO_ACCESS',
  })),
  tickets: [],
  pendingAdminUsers: [],
  isAuthenticated: false,
  loading: false,
  customSidebar: null,
  error: null,
  countPerMonthDTOS: null,
  serverStats: null,
  deviceCountPerAppVersion: null,
  signInAlerts: [],
  installation: { preset: 'everything', usedKinds: capabilityNames },
};

const store = createExternalStore(initialSession);

function patch(change: Partial<Session>): void {
  store.set({ ...store.get(), ...change });
}

/** The state of the session. `end-session.ts` removes the cookie and notifies the router. */
export const sessionStore = {
  get: store.get,
  subscribe: store.subscribe,
  setProfile: (profile: Partial<UserProfile>) =>
    patch({ ...profile, isAuthenticated: true, loading: false, error: null }),
  setLoading: (loading: boolean) => patch({ loading }),
  setError: (error: string) => patch({ error, loading: false }),
  logout: () => store.set(initialSession),
};

export function useAdminSession(): Session {
  return useSyncExternalStore(store.subscribe, store.get);
}
