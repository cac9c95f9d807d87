import {
  cancelCommand,
  changeHands,
  deviceFilterChoices,
  deviceList,
  deviceSummary,
  endDevice,
  nonFinalCommands,
  renameDevice,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { showDevices } from '../../../shared/audit/seen-log.ts';
import { listOpenCommands } from '../../commands/commands.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { cancelCommandByAdmin } from '../../commands/cancel-command.ts';
import { findDevice, listDevices } from '../../../shared/device-state/device-list.store.ts';
import { changeHandsOf, setDeviceNickname } from './devices.service.ts';
import { endDeviceByAdmin } from '../person/end-device.ts';
import { listFilterChoices } from './filter-choices.store.ts';

export function devicesRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  const { db, auditLog } = services;
  return [
    handle(deviceList, async ({ session, scope, input }) => {
      const page = await listDevices(db, scope, input);
      return await showDevices(auditLog, { session, endpoint: deviceList, input }, page);
    }),
    handle(deviceFilterChoices, ({ scope }) => listFilterChoices(db, scope)),
    handle(deviceSummary, async ({ scope, input }) => {
      const device = await findDevice(db, scope, input.deviceId);
      if (!device) throw new AppError('device_not_found');
      return device;
    }),
    handle(nonFinalCommands, ({ scope, input: { deviceId } }) => listOpenCommands(db, scope, deviceId)),
    handle(cancelCommand, ({ session, scope, input }) => cancelCommandByAdmin(services, session, scope, input)),
    handle(renameDevice, (call) => setDeviceNickname(services, call)),
    handle(endDevice, async ({ session, scope, input: { deviceId, reason } }) => {
      const isEnded = await endDeviceByAdmin(services, tables, { deviceId, admin: session, scope, reason });
      if (!isEnded) throw new AppError('device_not_found');
      return null;
    }),
    handle(changeHands, (call) => changeHandsOf(services, tables, call)),
  ];
}
