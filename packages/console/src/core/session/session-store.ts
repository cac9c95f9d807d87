import { useSyncExternalStore } from 'react';
import {
  capabilityNames,
  featurePermissions,
  isPermissionUsed,
  shownName,
  type Capability,
  type UserProfile,
} from '@fairwatch/contract';
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
  displayName: '',
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
  language: null,
  installation: { preset: 'everything', usedKinds: [...capabilityNames] },
};

const store = createExternalStore(initialSession);

function patch(change: Partial<Session>): void {
  store.set({ ...store.get(), ...change });
}

/**
 * Takes away the permissions that open nothing of what this installation uses, so that whatever asks `can()` draws nothing of it: links,
 * tabs, buttons, commands, conditions. The server refuses it in any case.
 */
function withoutUnused(profile: Partial<UserProfile>): Partial<UserProfile> {
  const { featureAccessDTOs, installation } = profile;
  if (featureAccessDTOs === undefined || installation === undefined) return profile;
  return {
    ...profile,
    featureAccessDTOs: featureAccessDTOs.map(({ id, featurePermission, featureAccess }) => ({
      id,
      featurePermission,
      featureAccess: isPermissionUsed(featurePermission, installation.usedKinds) ? featureAccess : 'NO_ACCESS',
    })),
  };
}

/** The state of the session. `end-session.ts` removes the cookie and notifies the router. */
export const sessionStore = {
  get: store.get,
  subscribe: store.subscribe,
  setProfile: (profile: Partial<UserProfile>) =>
    patch({ ...withoutUnused(profile), isAuthenticated: true, loading: false, error: null }),
  setLoading: (loading: boolean) => patch({ loading }),
  setError: (error: string) => patch({ error, loading: false }),
  logout: () => store.set(initialSession),
};

export function useAdminSession(): Session {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** What the signed-in account is called. */
export function useOwnName(): string {
  const { nickName, displayName, username } = useAdminSession();
  return shownName({ nickname: nickName, displayName, username });
}

/** The kinds of data that this installation uses. Nothing on screen is about any other. */
export function useUsedKinds(): readonly Capability[] {
  return useAdminSession().installation.usedKinds;
}

/** Returns whether this installation uses a kind of data, for code outside of components. */
export function isKindUsed(kind: Capability): boolean {
  return store.get().installation.usedKinds.includes(kind);
}
