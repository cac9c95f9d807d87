import type { PermissionStatus as Status } from '@fairwatch/contract';
import type { Collect, RowOf } from '@fairwatch/device/core';

interface QueriedPermission {
  /** The browser's own name. */
  permission: string;
  title: string;
  description: string;
  /** True for permissions that a page has only while it is open. */
  whileOpen: boolean;
}

const queriedPermissions: readonly QueriedPermission[] = [
  {
    permission: 'camera',
    title: 'Camera',
    description: 'Take a photo or a short video after a countdown.',
    whileOpen: true,
  },
  {
    permission: 'microphone',
    title: 'Microphone',
    description: 'Record a short sound after a countdown.',
    whileOpen: true,
  },
  {
    permission: 'geolocation',
    title: 'Location',
    description: 'Know where this device is when the person allows a request.',
    whileOpen: true,
  },
  {
    permission: 'notifications',
    title: 'Notifications',
    description: 'Say that an admin asks for something while the page is closed.',
    whileOpen: false,
  },
  {
    permission: 'persistent-storage',
    title: 'Lasting storage',
    description: 'Keep what the person chose even when the browser runs out of space.',
    whileOpen: false,
  },
];

/** Collects the permissions of this page. Those that the browser does not report are left out. */
export function collectAppPermissions(
  permissions: Permissions | undefined = navigator.permissions,
): Collect<'app-permissions'> {
  return async () => {
    const rows = await Promise.all(queriedPermissions.map((each) => rowOf(each, permissions)));
    return rows.filter((row) => row !== null);
  };
}

async function rowOf(
  { permission, title, description, whileOpen }: QueriedPermission,
  permissions: Permissions | undefined,
): Promise<RowOf<'app-permissions'> | null> {
  const state = await stateOf(permission, permissions);
  if (state === null) return null;
  const status = state === 'granted' && whileOpen ? 'ONLY_WHILE_IN_USE' : statuses[state];
  return { key: permission, title, status, permission, description, userPermissionRequirement: 'OPTIONAL' };
}

const statuses: Readonly<Record<PermissionState, Status>> = {
  granted: 'GRANTED',
  denied: 'DENIED',
  prompt: 'NOT_ASKED',
};

async function stateOf(permission: string, permissions: Permissions | undefined): Promise<PermissionState | null> {
  try {
    const { state } = (await permissions?.query({ name: permission as PermissionName })) ?? { state: null };
    return state;
  } catch {
    // The browser does not know this permission.
    return null;
  }
}
