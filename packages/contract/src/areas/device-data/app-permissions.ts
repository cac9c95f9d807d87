import { z } from 'zod/mini';
import { deviceFeature } from '../../shared/device-feature.ts';

/** What the device's system says about a permission of the client app. */
export const permissionStatuses = ['GRANTED', 'ONLY_WHILE_IN_USE', 'DENIED', 'NOT_ASKED'] as const;
export type PermissionStatus = (typeof permissionStatuses)[number];

/** Whether the client app works without it. */
export const permissionRequirements = ['REQUIRED', 'OPTIONAL'] as const;
export type PermissionRequirement = (typeof permissionRequirements)[number];

/** The permissions of the client app in the device's system, granted or not. They are not what its person shares: see grants. */
export const appPermissions = deviceFeature({
  id: 'app-permissions',
  permission: 'PERMISSION',
  capability: 'APP_PERMISSIONS',
  paths: { list: 'permission/all', update: 'permission/command/update', history: 'permission/command/all' },
  command: 'UPDATE_PERMISSIONS',
  noun: 'appPermissions',
  record: z.object({
    title: z.string(),
    status: z.enum(permissionStatuses),
    /** The system's own name: `android.permission.READ_CONTACTS`. */
    permission: z.string(),
    description: z.string(),
    userPermissionRequirement: z.enum(permissionRequirements),
  }),
  searchIn: ['title', 'permission', 'description'],
  sortBy: ['title', 'status', 'permission', 'userPermissionRequirement'],
  filterBy: ['status', 'userPermissionRequirement'],
});
