import { deviceInfo } from '@fairwatch/contract';
import { rowTable } from '../../../shared/device-rows/row-table.ts';

export const deviceInfoTable = rowTable(deviceInfo, {
  group: 'text',
  name: 'text',
  value: 'text',
  used: 'bigint',
  total: 'bigint',
  position: 'integer',
});
