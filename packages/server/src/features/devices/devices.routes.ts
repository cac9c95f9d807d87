import {
  cancelCommand,
  canReadDeviceDetails,
  deviceFilterChoices,
  deviceList,
  deviceSummary,
  endDevice,
  nonFinalCommands,
  readableCommands,
  renameDevice,
  type DeviceFilter,
} from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { showDevices } from '../../core/devices/audit/seen-log.ts';
import { listOpenCommands } from '../../core/devices/commands/commands.store.ts';
import type { RowTable } from '../../core/devices/rows/row-table.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { cancelRequested } from './cancel-command.ts';
import { findDevice, listDevices } from './devices.store.ts';
import { end } from './end-device.ts';
import { listFilterChoices } from './filter-choices.store.ts';
import { rename } from './rename-device.ts';

export function devicesRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  const { db } = services;
  return [
    handle(deviceList, async ({ session, scope, input }) => {
      const page = await listDevices(db, scopeOfList(scope, input.filter), input, canReadDeviceDetails(session));
      return await showDevices(db, { session, endpoint: deviceList, input }, page);
    }),
    handle(deviceFilterChoices, ({ scope }) => listFilterChoices(db, scope)),
    handle(deviceSummary, async ({ scope, input }) => {
      const device = await findDevice(db, scope, input.deviceId);
      if (!device) throw new AppError('device_not_found');
      return device;
    }),
    handle(nonFinalCommands, ({ session, scope, input: { deviceId } }) =>
      listOpenCommands(db, scope, { deviceId, readable: readableCommands(session) }),
    ),
    handle(cancelCommand, ({ session, scope, input }) => cancelRequested(services, session, scope, input)),
    handle(renameDevice, (call) => rename(services, call)),
    handle(endDevice, (call) => end(services, tables, call)),
  ];
}

/** Whoever sees all devices may look at those of one admin, as that admin sees them. */
function scopeOfList(scope: Scope, { adminId }: DeviceFilter): Scope {
  if (adminId === undefined) return scope;
  if (!scope.allDevices) throw new AppError('not_allowed');
  return { userId: adminId, allDevices: false };
}
