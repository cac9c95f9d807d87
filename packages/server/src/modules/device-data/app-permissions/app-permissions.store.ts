import { appPermissions } from '@fairwatch/contract';
import { rowTable } from '../../../shared/device-rows/row-table.ts';

export const appPermissionsTable = rowTable(appPermissions, {
  title: 'text',
  status: 'text',
  permission: 'text',
  description: 'text',
  userPermissionRequirement: 'text',
});
