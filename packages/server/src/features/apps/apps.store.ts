import { apps } from '@fairwatch/contract';
import { rowTable } from '../../core/devices/rows/row-table.ts';

export const appsTable = rowTable(apps, {
  name: 'text',
  packageName: 'text',
  version: 'text',
  size: 'bigint',
  system: 'boolean',
  installedAt: 'timestamptz',
  iconHash: 'text',
});
